/// Undoes the filters of the scanlines of interlaced images, and of samples below 8 bits, and puts each pixel in its place
/// in the rows of the image (PNG Third Edition, 8.1 and 9.2). Samples have a byte each, or two in native byte order.
struct PassRows: ~Copyable, Sendable {
  private let geometry: Scanlines
  private let kernels: FilterKernels
  /// The bytes of a pixel in the rows of the image.
  private let pixelBytes: Int
  /// The last row of the pass, without its filter type, and room for the next one, in turn.
  private let lines: Memory
  private let lineSize: Int
  private var isLastSecond = false

  init(header: ImageHeader) throws(PNGError) {
    geometry = Scanlines(header: header)
    let bytes = max(1, header.bitsPerPixel / 8)
    kernels = FilterKernels(bytesPerPixel: bytes, isSwapped: header.bitDepth == 16)
    pixelBytes = bytes
    lineSize = (header.width * header.bitsPerPixel + 7) / 8
    lines = try Memory(count: 2 * lineSize)
  }

  /// Writes the pixels of a pass that are in the given rows of the image to `output`, where these rows are `stride` bytes
  /// apart; the other pixels stay. The rows of a pass follow each other, from 0 on. `scanlines` must contain exactly their
  /// data. Returns libpng's message if it fails; no more rows can be read after that.
  mutating func read(
    _ scanlines: UnsafeRawBufferPointer, _ pass: Scanlines.Pass, rows: Range<Int>,
    into output: UnsafeMutableRawPointer, stride: Int
  ) -> String? {
    if rows.lowerBound == 0 { unsafe lines.bytes.initializeMemory(as: UInt8.self, repeating: 0) }
    let lineBytes = geometry.bytesPerLine(pass)
    guard lineBytes > 0, let first = scanlines.baseAddress, let memory = unsafe lines.bytes.baseAddress else {
      return nil
    }
    let columns = pass.columns(width: geometry.header.width)
    for index in 0..<pass.rows(in: rows) {
      let last = unsafe memory + (isLastSecond ? lineSize : 0)
      let row = unsafe memory + (isLastSecond ? 0 : lineSize)
      let line = unsafe first + index * lineBytes
      guard let filter = unsafe FilterType(rawValue: line.load(as: UInt8.self)) else {
        return "bad adaptive filter value"
      }
      unsafe kernels.undo(filter, line: line + 1, above: UnsafeRawPointer(last), into: row, count: lineBytes - 1)
      unsafe place(row, columns, pass, in: output + (pass.row(index, in: rows) - rows.lowerBound) * stride)
      isLastSecond.toggle()
    }
    return nil
  }

  /// Writes the pixels of a row of a pass to their columns in a row of the image.
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
    let size = pixelBytes
    for column in 0..<columns {
      unsafe (row + (pass.x + column * pass.dx) * size).copyMemory(from: pixels + column * size, byteCount: size)
    }
  }
}
