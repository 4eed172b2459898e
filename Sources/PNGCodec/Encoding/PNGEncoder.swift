/// Writes a PNG row by row.
///
/// Sendable because the encoder of stripes has a single owner.
public struct PNGEncoder: ~Copyable, @unchecked Sendable {
  private let header: ImageHeader
  private let bytesPerRow: Int
  private let encoder: StripeEncoder
  private var assembler = PNGAssembler()
  /// The bytes of the file that were not taken.
  private var output: [UInt8]
  /// The rows of the next stripe so far, and the row above it; empty at the top of the image.
  private var stripe: [UInt8] = []
  private var above: [UInt8] = []
  /// The number of rows from the next stripe on.
  private var rowsLeft: Int

  /// - Parameters:
  ///   - header: a size and a depth that PNG allows; not interlaced.
  ///   - palette: 1 to 256 colours for a palette image, empty for others.
  ///   - alpha: the alpha of the first colours of the palette (tRNS).
  ///   - color: the colour chunks, at most one of each kind.
  ///   - texts: texts to write before the palette.
  ///   - compression: the effort.
  /// - Throws: `PNGError.outOfMemory`.
  public init(
    _ header: ImageHeader, palette: [SIMD3<UInt8>] = [], alpha: [UInt8] = [], color: [NewColorChunk] = [],
    texts: [TextChunk] = [], compression: Compression = .default
  ) throws(PNGError) {
    var start = PNGAssembler.start(header)
    for chunk in color { start += try chunk.bytes() }
    for text in texts { start += ChunkType.tEXt.chunk(text.data) }
    if !palette.isEmpty { start += ChunkType.PLTE.chunk(palette.flatMap { [$0.x, $0.y, $0.z] }) }
    if !alpha.isEmpty { start += ChunkType.tRNS.chunk(alpha) }
    // Neighbouring indices of a palette have no similar colours.
    let filter: FilterChoice = header.colorType == .palette ? .always(.none) : .cheapest
    encoder = try StripeEncoder(header, compression, filter: filter)
    output = start
    self.header = header
    bytesPerRow = (header.width * header.bitsPerPixel + 7) / 8
    rowsLeft = header.height
  }

  /// Writes the next rows: whole rows without gaps, with samples below 8 bits packed as in PNG, and 16-bit samples in
  /// native byte order.
  public mutating func write(_ rows: RawSpan) throws(PNGError) {
    try unsafe rows.withUnsafeBytes { (rows) throws(PNGError) in try unsafe write(rows) }
  }

  /// Writes the next rows: whole rows without gaps, with samples below 8 bits packed as in PNG, and 16-bit samples in
  /// native byte order.
  public mutating func write(_ rows: UnsafeRawBufferPointer) throws(PNGError) {
    var start = 0
    while start < rows.count {
      guard rowsLeft > 0 else { throw .outOfMemory(bytes: rows.count) }
      let size = min(rowsLeft, StripeEncoder.rowsPerStripe(header)) * bytesPerRow
      let end = min(start + size - stripe.count, rows.count)
      unsafe stripe.append(contentsOf: rows[start..<end])
      start = end
      if stripe.count == size { try encodeStripe() }
    }
  }

  /// Writes the next rows.
  public mutating func write(_ rows: [UInt8]) throws(PNGError) { try unsafe write(rows.span.bytes) }

  private mutating func encodeStripe() throws(PNGError) {
    rowsLeft -= stripe.count / bytesPerRow
    let isLast = rowsLeft == 0
    let piece = try Memory(count: StripeEncoder.maximumPiece(header))
    let encoded = try unsafe stripe.span.bytes.withUnsafeBytes { (rows) throws(PNGError) in
      try unsafe above.span.bytes.withUnsafeBytes { (above) throws(PNGError) in
        let start = unsafe above.isEmpty ? nil : above.baseAddress
        return try unsafe encoder.encode(rows, below: start, isLast: isLast, into: piece.bytes)
      }
    }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: piece.bytes[..<encoded.size])
    let (before, after) = unsafe assembler.wrap(bytes, of: encoded, isLast: isLast)
    output += before
    unsafe output.append(contentsOf: bytes)
    output += after
    above = stripe.suffix(bytesPerRow)
    stripe.removeAll(keepingCapacity: true)
  }

  /// Returns the bytes of the file produced since the last call.
  public mutating func take() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Returns the rest of the file. All rows must have been written.
  public consuming func finish() throws(PNGError) -> [UInt8] {
    guard rowsLeft == 0 else { throw .outOfMemory(bytes: bytesPerRow) }
    return output + PNGAssembler.end
  }
}
