import LittleCMS
import PNGCodec

/// Which colour chunks a file shall have.
struct WantedChunks: Sendable {
  var added: [NewColorChunk] = []
  /// Old chunks that say the same and stay.
  var kept: Set<ColorChunks.Kind> = []

  /// The declarations that stay no longer. sBIT declares nothing and stays; mDCV and cLLI go with the cICP that they
  /// belong to, and stay with it.
  func removed(of chunks: ColorChunks, present: Set<ColorChunks.Kind>) -> Set<ColorChunks.Kind> {
    let declarations: Set<ColorChunks.Kind> = [.cICP, .iCCP, .sRGB, .gAMA, .cHRM]
    var removed = declarations.subtracting(kept)
    if chunks.cICP != nil, removed.contains(.cICP) { removed.formUnion([.mDCV, .cLLI]) }
    return removed.intersection(present)
  }
}

extension ColorLabel {
  /// What says this in a file that has these chunks. A chunk that says it already stays byte for byte.
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

  /// Whether a declaration is this very profile: of lookup tables nothing else can be told.
  func isProfile(of declaration: Declaration) -> Bool {
    guard case .iCCP(let embedded) = declaration else { return false }
    return embedded.contents == .success(profile)
  }

  func isProfile(of choice: SpaceChoice) -> Bool {
    guard case .profile(let given) = choice else { return false }
    return Array(given.bytes.prefix(given.header.size)) == profile
  }
}
