extension ColorChunks {
  /// The chunks that define the meaning of samples, by their names.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    // In the order of the standard's clause 11.3.2.
    /// The chunk with the name of the case.
    case cHRM, gAMA, iCCP, sBIT, sRGB, cICP, mDCV, cLLI

    /// Those that describe the samples and do not declare their colours.
    package static let describingPixels: Set<Self> = [.sBIT, .mDCV, .cLLI]

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

extension Set<ColorChunks.Kind> {
  /// The names of the chunks, in the order of the standard's clause 11.3.2.
  package var names: [String] { ColorChunks.Kind.allCases.filter(contains).map(\.rawValue) }
}
