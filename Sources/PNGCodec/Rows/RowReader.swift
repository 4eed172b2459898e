import CPNGFilters

/// Undoes the filters of scanlines and puts each pixel in its place in the rows of the image (PNG Third Edition, 8.1 and
/// 9.2). Samples have a byte each, or two in native byte order.
struct RowReader: ~Copyable, Sendable {
  private let geometry: Scanlines
  private let bytesPerPixel: Int
  /// Whether scanlines are rows: neither interlaced nor packed.
  private let isPlain: Bool
  private let lineSize: Int
  /// The last scanline of the pass without its filter type, and unless scanlines are rows, room for two more.
  private let lines: Memory

  init(header: ImageHeader) throws(PNGError) {
    geometry = Scanlines(header: header)
    bytesPerPixel = max(1, header.bitsPerPixel / 8)
    isPlain = !header.isInterlaced && header.bitDepth >= 8
    lineSize = (header.width * header.bitsPerPixel + 7) / 8
    lines = try Memory(count: (isPlain ? 1 : 3) * lineSize)
  }

  /// Writes the pixels of a pass that are in the given rows of the image to `output`, where these rows are `stride` bytes
  /// apart; the other pixels stay. The rows of a pass follow each other, from 0 on. `scanlines` must contain exactly their
  /// data, and is changed.
  ///
  /// - Returns: the index of the first scanline with an unknown filter type; nil if there is none. No more rows can be
  ///   read after that.
  mutating func read(
    _ scanlines: UnsafeMutableRawBufferPointer, _ pass: Scanlines.Pass, rows: Range<Int>,
    into output: UnsafeMutableRawPointer, stride: Int
  ) -> Int? {
    if rows.lowerBound == 0 { unsafe lines.bytes.initializeMemory(as: UInt8.self, repeating: 0) }
    let lineBytes = geometry.bytesPerLine(pass)
    guard lineBytes > 0, let first = scanlines.baseAddress, let saved = unsafe lines.bytes.baseAddress else {
      return nil
    }
    let columns = pass.columns(width: geometry.header.width)
    var above = UnsafeRawPointer(saved)
    for index in 0..<pass.rows(in: rows) {
      let line = unsafe first + index * lineBytes
      guard let filter = unsafe FilterType(rawValue: line.load(as: UInt8.self)) else { return index }
      let row = unsafe output + (pass.row(index, in: rows) - rows.lowerBound) * stride
      let target = unsafe isPlain ? row : saved + (1 + index % 2) * lineSize
      unsafe gamut_unfilter(
        UInt32(filter.rawValue), line + 1, above, target, lineBytes - 1, bytesPerPixel,
        geometry.header.bitDepth == 16 ? 1 : 0)
      if !isPlain { unsafe place(target, columns, pass, in: row) }
      unsafe above = UnsafeRawPointer(target)
    }
    if unsafe above != saved { unsafe saved.copyMemory(from: above, byteCount: lineBytes - 1) }
    return nil
  }

  private func place(
    _ pixels: UnsafeMutableRawPointer, _ columns: Int, _ pass: Scanlines.Pass, in row: UnsafeMutableRawPointer
  ) {
    let depth = geometry.header.bitDepth
    if depth < 8 {
      let mask = UInt8(1 << depth - 1)
      for column in 0..<columns {
        let bit = column * depth
        let sample = unsafe pixels.load(fromByteOffset: bit >> 3, as: UInt8.self) >> UInt8(8 - depth - bit & 7) & mask
        unsafe row.storeBytes(of: sample, toByteOffset: pass.x + column * pass.dx, as: UInt8.self)
      }
      return
    }
    let size = bytesPerPixel
    for column in 0..<columns {
      unsafe (row + (pass.x + column * pass.dx) * size).copyMemory(from: pixels + column * size, byteCount: size)
    }
  }
}

/// The filter types of filter method 0 (PNG Third Edition, 9.2).
enum FilterType: UInt8, CaseIterable {
  case none, sub, up, average, paeth
}
