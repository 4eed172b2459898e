extension PNGBuilder {
  /// The filtered scanlines of all passes, before compression.
  public var scanlines: [UInt8] { Array(separateScanlines.joined()) }

  /// The filtered scanlines one by one, each with its filter type (PNG Third Edition, 8.1).
  public var separateScanlines: [[UInt8]] {
    // Column and row of the first pixel of each pass, and the steps between pixels.
    let adam7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    var output: [[UInt8]] = []
    for (x, y, dx, dy) in isInterlaced ? adam7 : [(0, 0, 1, 1)] where x < width && y < height {
      let count = (width - x + dx - 1) / dx
      var above = [UInt8](repeating: 0, count: (count * channels * depth + 7) / 8)
      for row in stride(from: y, to: height, by: dy) {
        let line = packed(row: row, columns: stride(from: x, to: width, by: dx))
        output.append(filtered(line, above: above))
        above = line
      }
    }
    return output
  }

  private func packed(row: Int, columns: StrideTo<Int>) -> [UInt8] {
    var values: [UInt16] = []
    for x in columns { values += samples[((row * width + x) * channels)...].prefix(channels) }
    var line: [UInt8] = []
    if depth == 16 {
      for value in values {
        line.append(UInt8(value >> 8))
        line.append(UInt8(value & 0xff))
      }
      return line
    }
    let perByte = 8 / depth
    for start in stride(from: 0, to: values.count, by: perByte) {
      var byte: UInt8 = 0
      for (index, value) in values[start...].prefix(perByte).enumerated() {
        byte |= UInt8(value) << UInt8(8 - depth * (index + 1))
      }
      line.append(byte)
    }
    return line
  }

  private func filtered(_ line: [UInt8], above: [UInt8]) -> [UInt8] {
    switch filter {
    case .fixed(let type): return [type] + apply(type, line, above)
    case .adaptive:
      var best: [UInt8] = []
      var least = Int.max
      for type in UInt8(0)...4 {
        let candidate = apply(type, line, above)
        let cost = candidate.reduce(0) { $0 + Int(Int8(bitPattern: $1).magnitude) }
        if cost < least { (best, least) = ([type] + candidate, cost) }
      }
      return best
    }
  }

  /// Applies a filter (PNG Third Edition, 9.2).
  private func apply(_ type: UInt8, _ line: [UInt8], _ above: [UInt8]) -> [UInt8] {
    let step = max(1, channels * depth / 8)
    return line.indices.map { index in
      let a = index >= step ? Int(line[index - step]) : 0
      let b = Int(above[index])
      let c = index >= step ? Int(above[index - step]) : 0
      let prediction =
        switch type {
        case 1: a
        case 2: b
        case 3: (a + b) / 2
        case 4: Self.paeth(a, b, c)
        default: 0
        }
      return line[index] &- UInt8(prediction)
    }
  }

  private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
    let p = a + b - c
    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
  }
}
