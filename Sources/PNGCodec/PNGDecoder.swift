/// The pixels of a file, row after row.
public struct PNGDecoder: ~Copyable, Sendable {
  public let header: ImageHeader
  public let layout: RowLayout
  private var preamble: Preamble
  private var chunks: ChunkReader

  public init(_ reader: consuming PNGReader) throws(PNGError) {
    header = reader.header
    layout = RowLayout(
      width: reader.header.width, height: reader.header.height, depth: reader.header.bitDepth,
      isGrey: reader.header.colorType.isGrey, hasAlpha: reader.header.colorType.hasAlpha)
    preamble = reader.preamble
    chunks = reader.chunks
  }

  public mutating func readRows(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int { 0 }

  public consuming func finish() throws(PNGError) -> [Finding] { preamble.findings }
}
