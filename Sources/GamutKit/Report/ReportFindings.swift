import Gamut
import PNGCodec

extension GamutReport.Source {
  init(
    _ color: SourceColor, isGrey: Bool, without fallback: Result<SourceColor, GamutError>?, in chunks: ColorChunks
  ) {
    self.init(
      origin: color.origin, description: color.description, space: color.space, isGrey: isGrey,
      withoutCICP: fallback.map { fallback in
        switch fallback {
        case .success(let other):
          GamutReport.Fallback(origin: other.origin, description: other.description, space: other.space)
        case .failure(let error):
          GamutReport.Fallback(origin: error.origin ?? .assumed, error: error)
        }
      })
  }
}

extension GamutError {
  /// The origin of the declaration that cannot be used.
  fileprivate var origin: SourceOrigin? {
    if case .declaration(let origin, _, _) = self { origin } else { nil }
  }
}

extension FileFinding {
  /// Returns the irregularities of a file's declarations.
  static func aboutDeclarations(
    _ color: SourceColor, _ fallback: Result<SourceColor, GamutError>?, _ chunks: ColorChunks, isGrey: Bool
  ) -> [FileFinding] {
    var findings: [FileFinding] = []
    if isGrey, color.origin == .iCCP, case .rgb = color.meaning {
      findings.append(
        FileFinding(
          .rgbProfileOnGrey, .warning, "The image is grey and its profile is for RGB; it should be a grey one.",
          offset: chunks.iCCP?.offset, chunk: "iCCP"))
    }
    if color.origin == .iCCP, let profile = color.profile, let words = profile.version5Words {
      findings.append(
        FileFinding(.version5, .warning, words, offset: chunks.iCCP?.offset, chunk: "iCCP"))
    }
    // If there is no other declaration, nothing disagrees with the cICP: an older decoder only ignores it.
    if case .success(let other)? = fallback, other.origin != .assumed, !other.means(the: color.meaning) {
      findings.append(
        FileFinding(
          .disagreement, .warning,
          "The cICP chunk says \(color.words), and the \(other.origin.chunkNames) that older decoders use "
            + "\(other.origin == .gammaAndChromaticities ? "say" : "says") \(other.words).",
          offset: chunks.cICP?.offset, chunk: "cICP"))
    }
    return findings
  }
}

extension SourceColor {
  /// The name of the space, or the description in quotes.
  fileprivate var words: String { space?.name ?? description.map { "\"\($0)\"" } ?? "a space without a name" }

  /// Returns whether two meanings are equivalent at 8 bits.
  fileprivate func means(the other: SourceSpace) -> Bool {
    switch (meaning, other) {
    case (.rgb(let a), .rgb(let b)): a == b || a.isEquivalent(to: b)
    // A grey profile below a cICP: only the curves can differ.
    case (.grey(let a), .rgb(let b)), (.rgb(let b), .grey(let a)): a == b.green
    case (.grey(let a), .grey(let b)): a == b
    case (.table, _), (_, .table): false
    }
  }
}
