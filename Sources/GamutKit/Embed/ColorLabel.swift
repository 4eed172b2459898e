import Gamut
import LittleCMS
import PNGCodec

/// A declaration to write into images of one kind, RGB or grey.
struct ColorLabel: Sendable {
  let isGrey: Bool
  let name: String
  /// The space identified by its parameters.
  let space: ReferenceSpace?
  let meaning: SourceSpace
  /// The meaning, and the same space as other makers of profiles round it.
  private let meanings: [SourceSpace]
  /// Whether code points have this meaning.
  private let comparisons = Memo<CICP, Bool>()
  /// The source of the iCCP keyword.
  let profileName: String
  /// The contents of iCCP: the profile without trailing bytes.
  let profile: [UInt8]

  init(_ choice: SpaceChoice, isGrey: Bool) throws(EmbedError) {
    let profile: Profile
    switch choice {
    case .profile(let given):
      if isGrey, given.header.colorSpace == "RGB " { throw .rgbProfileOnGrey }
      profile = given.repaired
    case .known(let known): profile = isGrey ? known.greyProfile : known.profile
    }
    do throws(DeclarationFault) {
      let color = try SourceColor(.profile(profile), origin: .override, isGrey: isGrey)
      meaning = color.meaning
      // A grey curve alone does not distinguish Display P3 from sRGB; the requested name is used.
      if case .known(let known) = choice { space = known } else { space = color.space }
      meanings = isGrey ? [meaning] : [meaning] + (space?.variants.dropFirst() ?? []).map { SourceSpace.rgb($0) }
    } catch {
      throw .profile(error)
    }
    self.isGrey = isGrey
    profileName = profile.description ?? ""
    name = space?.name ?? profile.description.map { "\"\($0)\"" } ?? "the given profile"
    self.profile = Array(profile.bytes.prefix(profile.header.size))
  }

  /// The equivalent code points of ITU-T H.273.
  var codePoints: CICP? { space?.codePoints }

  func matches(_ other: SourceColor) -> Bool {
    meanings.contains { other.meaning.isEquivalent(to: $0, isGrey: isGrey) }
  }

  func matches(_ cicp: CICP) -> Bool {
    comparisons.value(for: cicp) {
      guard let space = try? CodePoints.space(cicp) else { return false }
      return SourceSpace.rgb(space).isEquivalent(to: meaning, isGrey: isGrey)
    }
  }
}

extension ColorMetadata {
  init(of space: ReferenceSpace?, named name: String) {
    let isSRGB = space == .sRGB || space == .sGray
    self.init(
      isSRGB: isSRGB, isAdobeRGB: space == .adobeRGB,
      profileNames: ((isSRGB ? ["sRGB IEC61966-2.1"] : []) + [name] + [space?.name].compactMap(\.self)).map(\.xmlText))
  }
}

struct WantedChunks: Sendable {
  var added: [NewColorChunk] = []
  var kept: Set<ColorChunks.Kind> = []
}

extension PNGStructure {
  /// Returns the chunks to remove with the declarations that are not kept. sBIT declares nothing and is kept; mDCV and
  /// cLLI belong to cICP, and are removed or kept with it.
  func declarations(except kept: Set<ColorChunks.Kind>) -> Set<ColorChunks.Kind> {
    var removed = Set<ColorChunks.Kind>([.cICP, .iCCP, .sRGB, .gAMA, .cHRM]).union(faultyKinds).subtracting(kept)
    if colorChunks.cICP != nil, removed.contains(.cICP) { removed.formUnion([.mDCV, .cLLI]) }
    return removed.intersection(colorRanges.map(\.kind))
  }
}

extension ColorLabel {
  /// Returns the chunks for this label in a file with the given chunks. An equivalent chunk is kept byte for byte.
  func chunks(for file: PNGStructure, _ options: EmbedOptions) -> WantedChunks {
    let (old, faulty) = (file.colorChunks, file.faultyKinds)
    var wanted = WantedChunks()
    let cicp = faulty.contains(.cICP) ? nil : old.cICP?.value
    if options.addsCICP, let codePoints {
      if cicp == codePoints { wanted.kept.insert(.cICP) } else { wanted.added.append(.cICP(codePoints)) }
    } else if let cicp, matches(cicp) {
      wanted.kept.insert(.cICP)
    }
    if options.usesSRGBChunk {
      if let intent = old.sRGB?.value, intent <= 3, !faulty.contains(.sRGB) {
        wanted.kept.insert(.sRGB)
      } else {
        wanted.added.append(.sRGB(intent: 0))
      }
    } else if old.iCCP?.value.contents == .success(profile), !faulty.contains(.iCCP) {
      wanted.kept.insert(.iCCP)
    } else {
      wanted.added.append(.iCCP(name: profileName, profile: profile))
    }
    if let gamma = old.gAMA?.value, space?.accepts(gamma: gamma) == true { wanted.kept.insert(.gAMA) }
    if let chromaticities = old.cHRM?.value, space?.accepts(chromaticities) == true { wanted.kept.insert(.cHRM) }
    wanted.kept.subtract(faulty)
    return wanted
  }

  /// Returns whether a declaration is this exact profile: lookup tables cannot be compared in another way.
  func isProfile(of declaration: Declaration) -> Bool {
    guard case .iCCP(let embedded) = declaration, case .success(let bytes) = embedded.contents else { return false }
    return bytes == profile || (try? Profile(bytes: bytes)).map { isProfile(of: .profile($0)) } == true
  }

  func isProfile(of choice: SpaceChoice) -> Bool {
    guard case .profile(let given) = choice else { return false }
    return given.repaired.bytes.prefix(given.repaired.header.size).elementsEqual(profile)
  }
}

extension ColorChunks {
  /// Returns a short description of a chunk; nil if it is not present.
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
