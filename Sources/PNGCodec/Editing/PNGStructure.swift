/// The structure of a PNG file from its signature to its last byte, with all lengths, positions, duplicates and CRCs
/// checked, and nothing decoded.
public struct PNGStructure: Sendable, Hashable {
  /// The contents of IHDR.
  public let header: ImageHeader
  /// The colour chunks before the image data.
  public let colorChunks: ColorChunks
  /// Whether the file is an APNG, that is, contains acTL.
  public let isAnimated: Bool
  /// Irregularities of the file that do not prevent reading.
  public let findings: [Finding]
  /// The size of the file in bytes, including those after IEND.
  public let size: Int
  /// The range of each colour chunk, from the first byte of its length to the last of its CRC.
  public let ranges: [ColorChunks.Kind: Range<Int>]

  /// PLTE, and tRNS; in an RGB image the palette is only a suggestion.
  public let palette: [SIMD3<UInt8>]?
  /// tRNS; nil if the file has none.
  public let transparency: Transparency?
  let paletteRange: Range<Int>?
  /// The chunks to remove if the palette changes; at most `ChunkSurvey.listLimit`, beyond which such a change is
  /// rejected.
  public let dependentChunks: [DependentChunk]

  /// Reads a whole file. If its size is unknown, as for a pipe, the data after IEND is not counted completely.
  ///
  /// - Throws: the reason that the file is not a valid PNG. The image data is not inflated.
  public init(_ source: consuming ByteSource, limits: Limits = Limits()) throws(PNGError) {
    let size = source.size
    let reader = try PNGReader(source, limits: limits)
    let preamble = reader.preamble
    let first = reader.imageData
    var data = IDATStream(reader.chunks, first: first)
    while try !data.take().isEmpty {}
    let end = try data.finish(preamble: preamble)
    findings = end.findings.all
    dependentChunks = end.dependentChunks
    palette = preamble.palette
    transparency = preamble.transparency
    paletteRange = preamble.paletteRange
    header = preamble.header
    colorChunks = preamble.colorChunks
    isAnimated = preamble.isAnimated
    ranges = Dictionary(preamble.ranges.map { ($0.kind, $0.range) }) { first, _ in first }
    self.size = size ?? data.position
  }
}
