import LittleCMS
import PNGCodec

/// The colour chunks that a file must have.
struct WantedChunks: Sendable {
  var added: [NewColorChunk] = []
  /// Old chunks that are equivalent and are kept.
  var kept: Set<ColorChunks.Kind> = []

  /// Returns the declarations to remove. sBIT declares nothing and is kept; mDCV and cLLI belong to cICP, and are
  /// removed or kept with it.
  func removed(of chunks: ColorChunks, present: Set<ColorChunks.Kind>) -> Set<ColorChunks.Kind> {
    let declarations: Set<ColorChunks.Kind> = [.cICP, .iCCP, .sRGB, .gAMA, .cHRM]
    var removed = declarations.subtracting(kept)
    if chunks.cICP != nil, removed.contains(.cICP) { removed.formUnion([.mDCV, .cLLI]) }
    return removed.intersection(present)
  }
}

extension ColorLabel {
  /// Returns the chunks for this label in a file with the given chunks. An equivalent chunk is kept byte for byte.
  func chunks(for old: ColorChunks, _ options: EmbedOptions) -> WantedChunks {
    var wanted = WantedChunks()
    if options.addsCICP, let codePoints {
      if old.cICP?.value == codePoints { wanted.kept.insert(.cICP) } else { wanted.added.append(.cICP(codePoints)) }
    } else if let cicp = old.cICP?.value, matches(cicp) {
      wanted.kept.insert(.cICP)
    }
    if options.usesSRGBChunk {
      if let intent = old.sRGB?.value, intent <= 3 {
        wanted.kept.insert(.sRGB)
      } else {
        wanted.added.append(.sRGB(intent: 0))
      }
    } else if old.iCCP?.value.contents == .success(profile) {
      wanted.kept.insert(.iCCP)
    } else {
      wanted.added.append(.iCCP(name: profileName, profile: profile))
    }
    if let gamma = old.gAMA?.value, space?.accepts(gamma: gamma) == true { wanted.kept.insert(.gAMA) }
    if let chromaticities = old.cHRM?.value, space?.accepts(chromaticities) == true { wanted.kept.insert(.cHRM) }
    return wanted
  }

  /// Returns whether a declaration is this exact profile: lookup tables cannot be compared in another way.
  func isProfile(of declaration: Declaration) -> Bool {
    guard case .iCCP(let embedded) = declaration else { return false }
    return embedded.contents == .success(profile)
  }

  func isProfile(of choice: SpaceChoice) -> Bool {
    guard case .profile(let given) = choice else { return false }
    return Array(given.bytes.prefix(given.header.size)) == profile
  }
}
