import Gamut
import LittleCMS
import PNGCodec

struct ColorLabel: Sendable {
  let isGrey: Bool
  let name: String
  /// The space identified by its parameters.
  let space: ReferenceSpace?
  let meaning: SourceSpace
  /// The meaning, and the same space as other makers of profiles round it.
  private let meanings: [SourceSpace]
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

  var codePoints: CICP? { space?.codePoints }

  func matches(_ other: SourceColor) -> Bool {
    meanings.contains { other.meaning.isEquivalent(to: $0, isGrey: isGrey) }
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

/// The chunks that a file gets, and those of its own that stay.
typealias WantedChunks = (added: [NewColorChunk], kept: Set<ColorChunks.Kind>)

extension PNGStructure {
  /// Returns the chunks to remove with the declarations that are not kept. sBIT declares nothing and is kept; mDCV and
  /// cLLI belong to cICP, and are removed or kept with it.
  func declarations(except kept: Set<ColorChunks.Kind>) -> Set<ColorChunks.Kind> {
    var removed = Set<ColorChunks.Kind>([.cICP, .iCCP, .sRGB, .gAMA, .cHRM]).union(faultyKinds).subtracting(kept)
    if colorChunks.cICP != nil, removed.contains(.cICP) { removed.formUnion([.mDCV, .cLLI]) }
    return removed.intersection(colorChunkKinds)
  }
}

extension ColorLabel {
  /// Returns the chunks for this label in a file with the given chunks. An equivalent chunk is kept byte for byte.
  func chunks(for file: PNGStructure, _ options: EmbedOptions) -> WantedChunks {
    let (old, faulty) = (file.colorChunks, file.faultyKinds)
    var wanted: WantedChunks = ([], [])
    let cicp = faulty.contains(.cICP) ? nil : old.cICP?.value
    if options.addsCICP, let codePoints {
      if cicp == codePoints { wanted.kept.insert(.cICP) } else { wanted.added.append(.cICP(codePoints)) }
    } else if let cicp, let space = try? CodePoints.space(cicp),
      SourceSpace.rgb(space).isEquivalent(to: meaning, isGrey: isGrey)
    {
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
