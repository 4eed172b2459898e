/// A PNG file from its signature to its last byte: every length, place, duplicate and CRC checked, nothing decoded.
public struct PNGStructure: Sendable, Hashable {
  public let header: ImageHeader
  public let colorChunks: ColorChunks
  /// Whether the file is an APNG: acTL is there.
  public let isAnimated: Bool
  /// What is irregular about the file and does not keep it from being read.
  public let findings: [Finding]
  /// Bytes of the file, those after IEND among them.
  public let size: Int
  /// Where each colour chunk lies, from the first byte of its length to the last of its CRC.
  public let places: [ColorChunks.Kind: Range<Int>]

  /// PLTE, and tRNS; in an RGB image the palette is a mere suggestion.
  public let palette: [SIMD3<UInt8>]?
  public let transparency: Transparency?
  let palettePlace: Range<Int>?
  /// What goes when the palette changes; at most `ChunkSurvey.listLimit`, and a file with more of them is refused then.
  public let unsafeToCopy: [UnsafeChunk]

  /// Reads all of a file. Where that has no known size, as a pipe, what follows IEND is not counted in full.
  ///
  /// - Throws: what keeps the file from being a PNG. Whether the image data can be inflated is not looked at.
  public init(_ source: consuming ByteSource, limits: Limits = Limits()) throws(PNGError) {
    let size = source.size
    let reader = try PNGReader(source, limits: limits)
    let preamble = reader.preamble
    let first = reader.imageData
    var data = IDATStream(reader.chunks, first: first)
    while try !data.take().isEmpty {}
    let end = try data.finishAll(preamble: preamble)
    findings = end.findings
    unsafeToCopy = end.preamble.unsafeToCopy
    palette = preamble.palette
    transparency = preamble.transparency
    palettePlace = preamble.palettePlace
    header = preamble.header
    colorChunks = preamble.colorChunks
    isAnimated = preamble.isAnimated
    places = Dictionary(preamble.places.map { ($0.kind, $0.place) }) { first, _ in first }
    self.size = size ?? data.position
  }
}

extension ColorChunks {
  /// The chunks that say what samples mean, by their names.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    // In the order of the standard's clause 11.3.2.
    case cHRM, gAMA, iCCP, sBIT, sRGB, cICP, mDCV, cLLI

    init?(_ type: ChunkType) { self.init(rawValue: type.description) }

    var type: ChunkType {
      switch self {
      case .cHRM: .cHRM
      case .gAMA: .gAMA
      case .iCCP: .iCCP
      case .sBIT: .sBIT
      case .sRGB: .sRGB
      case .cICP: .cICP
      case .mDCV: .mDCV
      case .cLLI: .cLLI
      }
    }
  }
}
