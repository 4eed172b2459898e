package import PNGCodec

/// The origin of the meaning of a file's pixels.
public enum SourceOrigin: String, Sendable, Hashable, CaseIterable {
  /// The cICP chunk.
  case cICP
  /// The profile in the iCCP chunk.
  case iCCP
  /// The sRGB chunk.
  case sRGB
  /// The gAMA and cHRM chunks.
  case gammaAndChromaticities = "gAMA+cHRM"
  /// The gAMA chunk alone.
  case gamma = "gAMA"
  /// The file declares nothing.
  case assumed
  /// The user overrides the declaration of the file.
  case override

  init(_ declaration: Declaration) {
    switch declaration {
    case .cICP: self = .cICP
    case .iCCP: self = .iCCP
    case .sRGB: self = .sRGB
    case .gammaAndChromaticities: self = .gammaAndChromaticities
    case .gamma: self = .gamma
    }
  }

  /// "iCCP chunk", "gAMA and cHRM chunks"; "colour space" if there is no chunk.
  package var chunkNames: String {
    switch self {
    case .cICP, .iCCP, .sRGB, .gamma: "\(rawValue) chunk"
    case .gammaAndChromaticities: "gAMA and cHRM chunks"
    case .assumed, .override: "colour space"
    }
  }

  /// Returns the offset of the first chunk.
  package func offset(in chunks: ColorChunks) -> Int? {
    switch self {
    case .cICP: chunks.cICP?.offset
    case .iCCP: chunks.iCCP?.offset
    case .sRGB: chunks.sRGB?.offset
    case .gamma, .gammaAndChromaticities: chunks.gAMA?.offset
    case .assumed, .override: nil
    }
  }
}
