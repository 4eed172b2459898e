/// Filters scanlines (PNG, Third Edition, clause 9), with the type whose bytes are smallest in sum, as libpng does.
struct ScanlineFilter {
  private let pixel: Int
  private var above: [UInt8]
  private var candidates: [[UInt8]]

  init(bytesPerRow: Int, bytesPerPixel: Int) {
    pixel = bytesPerPixel
    // With a pixel of zeros in front.
    above = [UInt8](repeating: 0, count: bytesPerPixel + bytesPerRow)
    candidates = (0..<5).map { [UInt8](repeating: 0, count: bytesPerRow + 1).withFirst(UInt8($0)) }
  }

  /// The filter type and the filtered bytes of the next row, which is given with a pixel of zeros in front.
  mutating func filter(_ line: [UInt8]) -> [UInt8] {
    let count = line.count - pixel
    for type in 0..<5 { apply(type, line, count) }
    above = line
    let costs = candidates.map { bytes in
      var sum = 0
      for byte in bytes[1...] { sum &+= Int(Int8(bitPattern: byte).magnitude) }
      return sum
    }
    var best = 0
    for type in 1..<5 where costs[type] < costs[best] { best = type }
    return candidates[best]
  }

  private mutating func apply(_ type: Int, _ line: [UInt8], _ count: Int) {
    let pixel = pixel
    unsafe line.withUnsafeBufferPointer { line in
      unsafe above.withUnsafeBufferPointer { above in
        unsafe candidates[type].withUnsafeMutableBufferPointer { output in
          switch type {
          case 1: for i in 0..<count { unsafe output[i + 1] = line[i + pixel] &- line[i] }
          case 2: for i in 0..<count { unsafe output[i + 1] = line[i + pixel] &- above[i + pixel] }
          case 3:
            for i in 0..<count {
              let mean = unsafe (UInt16(line[i]) &+ UInt16(above[i + pixel])) >> 1
              unsafe output[i + 1] = line[i + pixel] &- UInt8(truncatingIfNeeded: mean)
            }
          case 4:
            for i in 0..<count {
              let predicted = unsafe Self.paeth(line[i], above[i + pixel], above[i])
              unsafe output[i + 1] = line[i + pixel] &- predicted
            }
          default: for i in 0..<count { unsafe output[i + 1] = line[i + pixel] }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int16(left), Int16(up), Int16(corner))
    let (toLeft, toUp, toCorner) = (abs(b &- c), abs(a &- c), abs(a &+ b &- c &- c))
    return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
  }
}

extension [UInt8] {
  fileprivate func withFirst(_ byte: UInt8) -> [UInt8] {
    var copy = self
    copy[0] = byte
    return copy
  }
}
