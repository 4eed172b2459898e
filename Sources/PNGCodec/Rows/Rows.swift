import CPNGShim

enum Rows: ~Copyable, Sendable {
  case unfilter(Unfilter)
  case passes(PassRows)
  case libpng(RowReader)

  /// Writes the part of a pass that is in the given rows of the image to `output`, which has room for these rows, `stride`
  /// bytes apart. The rows of a pass follow each other. `scanlines` must contain exactly their data. Returns libpng's
  /// message if it fails; no more rows can be read after that.
  mutating func read(
    _ scanlines: UnsafeRawBufferPointer, _ pass: Scanlines.Pass, rows: Range<Int>,
    into output: UnsafeMutableRawPointer, stride: Int
  ) -> String? {
    switch consume self {
    case .unfilter(var unfilter):
      let failure = unsafe unfilter.read(scanlines, into: output, count: rows.count)
      self = .unfilter(unfilter)
      return failure
    case .passes(var passes):
      let failure = unsafe passes.read(scanlines, pass, rows: rows, into: output, stride: stride)
      self = .passes(passes)
      return failure
    case .libpng(var reader):
      let failure = unsafe reader.read(scanlines, into: output, stride: stride, count: rows.count)
      self = .libpng(reader)
      return failure
    }
  }
}

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

/// Undoes the filters of the scanlines of interlaced images, and of samples below 8 bits, and puts each pixel in its place
/// in the rows of the image (PNG Third Edition, 8.1 and 9.2). Samples have a byte each, or two in native byte order.
struct PassRows: ~Copyable, Sendable {
  private let geometry: Scanlines
  private let kernels: FilterKernels
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

/// The reference for the rows: a libpng reader that undoes filters and interlacing and unpacks samples, from scanlines in memory to rows in memory.
///
/// Sendable because the handle has a single owner.
@safe struct RowReader: ~Copyable, @unchecked Sendable {
  private let rows: OpaquePointer

  /// Creates a reader. The header must have been checked. libpng only requires that a palette exists.
  init(header: ImageHeader, palette: [SIMD3<UInt8>]?) throws(PNGError) {
    let entries = header.colorType == .palette ? (palette ?? []).flatMap { [$0.x, $0.y, $0.z] } : []
    var message = [CChar](repeating: 0, count: 160)
    let made = unsafe entries.withUnsafeBufferPointer { entries in
      var image = unsafe gamut_png_image(
        width: UInt32(truncatingIfNeeded: header.width), height: UInt32(truncatingIfNeeded: header.height),
        bit_depth: UInt8(truncatingIfNeeded: header.bitDepth),
        color_type: UInt8(truncatingIfNeeded: header.colorType.rawValue), is_interlaced: header.isInterlaced ? 1 : 0,
        palette_entries: UInt16(truncatingIfNeeded: entries.count / 3), palette: entries.baseAddress)
      return unsafe message.withUnsafeMutableBufferPointer { message in
        unsafe gamut_png_rows_create(&image, message.baseAddress, message.count)
      }
    }
    guard let made = unsafe made else {
      let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw .imageData(detail: "libpng: " + String(decoding: bytes, as: UTF8.self), offset: 0)
    }
    unsafe rows = made
  }

  deinit { unsafe gamut_png_rows_destroy(rows) }

  /// Writes the next `count` rows, `stride` bytes apart, to `output`, which must have room. `scanlines` must contain
  /// exactly their data. Returns libpng's message if it fails; no more rows can be read after that.
  mutating func read(
    _ scanlines: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer, stride: Int, count: Int
  ) -> String? {
    let code = unsafe gamut_png_rows_read(
      rows, scanlines.baseAddress?.assumingMemoryBound(to: UInt8.self), scanlines.count,
      output.assumingMemoryBound(to: UInt8.self), stride, UInt32(truncatingIfNeeded: count))
    return code == 0 ? nil : unsafe String(cString: gamut_png_rows_message(rows))
  }
}
