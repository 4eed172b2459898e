/// Undoes the filters of scanlines (PNG Third Edition, 9.2) for non-interlaced images of 8 and 16 bits, and converts
/// 16-bit samples to native byte order. This replaces libpng for these images.
struct Unfilter: ~Copyable, Sendable {
  private let kernels: FilterKernels
  private let bytesPerRow: Int
  /// The last row of the previous call; zeros before the first row.
  private let above: Memory

  static func supports(_ header: ImageHeader) -> Bool { !header.isInterlaced && header.bitDepth >= 8 }

  init(header: ImageHeader) throws(PNGError) {
    kernels = FilterKernels(bytesPerPixel: header.bitsPerPixel / 8, isSwapped: header.bitDepth == 16)
    bytesPerRow = header.width * header.bitsPerPixel / 8
    above = try Memory(count: bytesPerRow)
    unsafe above.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Returns the index of the first scanline with an unknown filter type.
  static func faultyLine(of scanlines: UnsafeRawBufferPointer, bytesPerLine: Int) -> Int? {
    guard bytesPerLine > 0 else { return nil }
    return (0..<scanlines.count / bytesPerLine).first {
      unsafe FilterType(rawValue: scanlines[$0 * bytesPerLine]) == nil
    }
  }

  /// Writes the next `count` rows, without gaps, to `output`, which must have room. `scanlines` must contain exactly
  /// their data. Returns libpng's message if it fails; no more rows can be read after that.
  mutating func read(_ scanlines: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer, count: Int) -> String? {
    guard let first = scanlines.baseAddress, let saved = unsafe above.bytes.baseAddress, count > 0 else { return nil }
    for index in 0..<count {
      let line = unsafe first + index * (bytesPerRow + 1)
      let row = unsafe output + index * bytesPerRow
      let above = unsafe UnsafeRawPointer(index == 0 ? saved : row - bytesPerRow)
      guard let filter = unsafe FilterType(rawValue: line.load(as: UInt8.self)) else {
        return "bad adaptive filter value"
      }
      unsafe kernels.undo(filter, line: line + 1, above: above, into: row, count: bytesPerRow)
    }
    unsafe saved.copyMemory(from: output + (count - 1) * bytesPerRow, byteCount: bytesPerRow)
    return nil
  }
}
