import Gamut
import LittleCMS
import PNGCodec

extension GamutReport.Fallback {
  init(_ fallback: Result<SourceColor, GamutError>) {
    switch fallback {
    case .success(let other): self.init(color: other.declared)
    case .failure(let error): self.init(color: DeclaredColor(origin: error.origin ?? .assumed), error: error)
    }
  }
}

extension GamutError {
  fileprivate var origin: SourceOrigin? {
    if case .declaration(let origin, _, _) = self { origin } else { nil }
  }
}

extension FileFinding {
  static func aboutDeclarations(
    _ color: SourceColor, _ fallback: Result<SourceColor, GamutError>?, _ chunks: ColorChunks, isGrey: Bool
  ) -> [FileFinding] {
    var findings: [FileFinding] = []
    let origin = color.declared.origin
    if origin == .iCCP, let profile = color.profile {
      if isGrey, !profile.isGrey {
        findings.append(
          FileFinding(
            .profileIgnored, .warning, ProfileRefusal.rgbInGreyImage.message, offset: chunks.iCCP?.offset,
            chunk: "iCCP"))
      }
      findings += FileFinding.aboutReaders(of: profile, color.wordsOnTables, at: chunks.iCCP?.offset)
    }
    // If there is no other declaration, nothing disagrees with the cICP: an older decoder only ignores it.
    if case .success(let other)? = fallback, other.declared.origin != .assumed, !other.means(the: color.meaning) {
      let below = other.declared
      findings.append(
        FileFinding(
          .disagreement, .warning,
          "The cICP chunk declares \(color.declared.words), and the \(below.origin.chunkNames) for older decoders "
            + "\(below.origin == .gammaAndChromaticities ? "declare" : "declares") \(below.words).",
          offset: chunks.cICP?.offset, chunk: "cICP"))
    }
    return findings
  }
}

extension SourceColor {
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
