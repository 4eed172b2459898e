import LittleCMS
import PNGCodec

extension ColorChunks {
  /// Returns a short description of a chunk; nil if it is not present.
  ///
  /// - Parameter profile: returns the profile of an iCCP chunk; nil if it contains none.
  func words(_ kind: Kind, profile: (EmbeddedProfile) -> Profile?) -> String? {
    switch kind {
    case .cICP: cICP.map { $0.value.words }
    case .iCCP: iCCP.map { $0.value.words(profile) }
    case .sRGB: sRGB.map { Self.intent($0.value) }
    case .gAMA: gAMA.map { "\($0.value)" }
    case .cHRM: cHRM.map { $0.value.words }
    case .mDCV: mDCV.map { _ in "mastering display" }
    case .cLLI: cLLI.map { _ in "light levels" }
    case .sBIT: sBIT.map { $0.value.map(String.init).joined(separator: " ") + " bits" }
    }
  }

  static func intent(_ value: UInt8) -> String {
    switch value {
    case 0: "perceptual"
    case 1: "relative colorimetric"
    case 2: "saturation"
    case 3: "absolute colorimetric"
    default: "unknown intent \(value)"
    }
  }
}

extension NewColorChunk {
  /// Returns a short description of the chunk, the same as after reading it.
  ///
  /// - Parameter profile: returns the profile of an iCCP chunk; nil if it contains none.
  func words(profile: (EmbeddedProfile) -> Profile?) -> String {
    switch self {
    case .cICP(let cicp): cicp.words
    case .iCCP(let name, let bytes): EmbeddedProfile(name: name, contents: .success(bytes)).words(profile)
    case .sRGB(let intent): ColorChunks.intent(intent)
    }
  }
}

extension CICP {
  fileprivate var words: String { "\(primaries) \(transfer) \(matrix) \(fullRange), \(CodePoints.description(self))" }
}

extension Chromaticities {
  fileprivate var words: String {
    [("white", white), ("red", red), ("green", green), ("blue", blue)]
      .map { "\($0) \($1.x) \($1.y)" }.joined(separator: ", ")
  }
}

extension EmbeddedProfile {
  fileprivate func words(_ profile: (EmbeddedProfile) -> Profile?) -> String {
    switch contents {
    case .failure(let fault): return "unreadable: \(fault.message)"
    case .success(let bytes):
      let size = Words.count(bytes.count, "byte")
      guard let profile = profile(self) else { return "not a profile, \(size)" }
      return (profile.description.map { "\"\($0)\", " } ?? "") + size
    }
  }
}
