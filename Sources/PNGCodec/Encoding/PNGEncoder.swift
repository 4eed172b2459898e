import CPNGShim

/// Writes a PNG row by row, with libpng's filters and compression.
///
/// Sendable because the handle has a single owner.
@safe public struct PNGEncoder: ~Copyable, @unchecked Sendable {
  private let writer: OpaquePointer
  private let bytesPerRow: Int

  /// - Parameters:
  ///   - header: a size and a depth that PNG allows; not interlaced.
  ///   - palette: 1 to 256 colours for a palette image, empty for others.
  ///   - alpha: the alpha of the first colours of the palette (tRNS).
  ///   - color: the colour chunks, at most one of each kind.
  ///   - texts: texts to write before the palette.
  ///   - level: the compression level of zlib, 0 to 9.
  /// - Throws: `PNGError.outOfMemory`, for every failure of libpng.
  public init(
    _ header: ImageHeader, palette: [SIMD3<UInt8>] = [], alpha: [UInt8] = [], color: [NewColorChunk] = [],
    texts: [TextChunk] = [], level: Int = 6
  ) throws(PNGError) {
    bytesPerRow = (header.width * header.bitsPerPixel + 7) / 8
    unsafe writer = try Self.begin(
      header, palette, alpha,
      chunks: color.map { chunk throws(PNGError) in
        (chunk.kind.type.rawValue.bigEndianBytes, try chunk.data())
      } + texts.map { (ChunkType.tEXt.rawValue.bigEndianBytes, $0.data) }, level: level)
  }

  @unsafe
  private static func begin(
    _ header: ImageHeader, _ palette: [SIMD3<UInt8>], _ alpha: [UInt8], chunks: [(type: [UInt8], data: [UInt8])],
    level: Int
  ) throws(PNGError) -> OpaquePointer {
    let entries = palette.flatMap { [$0.x, $0.y, $0.z] }
    var message = [CChar](repeating: 0, count: 160)
    let writer = unsafe entries.withUnsafeBufferPointer { entries in
      var image = unsafe gamut_png_image(
        width: UInt32(truncatingIfNeeded: header.width), height: UInt32(truncatingIfNeeded: header.height),
        bit_depth: UInt8(truncatingIfNeeded: header.bitDepth),
        color_type: UInt8(truncatingIfNeeded: header.colorType.rawValue), is_interlaced: 0,
        palette_entries: UInt16(truncatingIfNeeded: entries.count / 3), palette: entries.baseAddress)
      return unsafe message.withUnsafeMutableBufferPointer { message in
        unsafe gamut_png_writer_create(&image, Int32(truncatingIfNeeded: level), message.baseAddress, message.count)
      }
    }
    guard let writer = unsafe writer else { throw .outOfMemory(bytes: header.width) }
    for chunk in chunks {
      let code = unsafe chunk.type.withUnsafeBufferPointer { type in
        unsafe chunk.data.withUnsafeBufferPointer { data in
          unsafe gamut_png_writer_chunk(writer, type.baseAddress, data.baseAddress, data.count)
        }
      }
      guard code == 0 else {
        unsafe gamut_png_writer_destroy(writer)
        throw .outOfMemory(bytes: chunk.data.count)
      }
    }
    let code = unsafe alpha.withUnsafeBufferPointer { alpha in
      unsafe alpha.isEmpty ? 0 : gamut_png_writer_alpha(writer, alpha.baseAddress, alpha.count)
    }
    guard code == 0 else {
      unsafe gamut_png_writer_destroy(writer)
      throw .outOfMemory(bytes: alpha.count)
    }
    return unsafe writer
  }

  deinit { unsafe gamut_png_writer_destroy(writer) }

  /// Writes the next rows: whole rows without gaps, with samples below 8 bits packed as in PNG, and 16-bit samples in
  /// native byte order.
  public mutating func write(_ rows: RawSpan) throws(PNGError) {
    try unsafe rows.withUnsafeBytes { (rows) throws(PNGError) in try unsafe write(rows) }
  }

  /// Writes the next rows: whole rows without gaps, with samples below 8 bits packed as in PNG, and 16-bit samples in
  /// native byte order.
  public mutating func write(_ rows: UnsafeRawBufferPointer) throws(PNGError) {
    let code = unsafe gamut_png_writer_rows(
      writer, rows.baseAddress?.assumingMemoryBound(to: UInt8.self), bytesPerRow,
      UInt32(truncatingIfNeeded: rows.count / max(bytesPerRow, 1)))
    guard code == 0 else { throw .outOfMemory(bytes: rows.count) }
  }

  /// Writes the next rows.
  public mutating func write(_ rows: [UInt8]) throws(PNGError) {
    let code = unsafe rows.withUnsafeBufferPointer { rows in
      unsafe gamut_png_writer_rows(
        writer, rows.baseAddress, bytesPerRow, UInt32(truncatingIfNeeded: rows.count / max(bytesPerRow, 1)))
    }
    guard code == 0 else { throw .outOfMemory(bytes: rows.count) }
  }

  /// Returns the bytes of the file produced since the last call.
  public mutating func take() -> [UInt8] {
    var start: UnsafePointer<UInt8>?
    let count = unsafe gamut_png_writer_take(writer, &start)
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Returns the rest of the file. All rows must have been written.
  public consuming func finish() throws(PNGError) -> [UInt8] {
    guard unsafe gamut_png_writer_finish(writer) == 0 else { throw .outOfMemory(bytes: bytesPerRow) }
    return take()
  }
}
