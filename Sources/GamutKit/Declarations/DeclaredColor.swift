import Gamut
import LittleCMS
package import PNGCodec

/// What says something about the colours of a file: a chunk or two, or the user.
public enum SourceOrigin: String, Sendable, Hashable, CaseIterable {
  case cICP
  case iCCP
  case sRGB
  case gammaAndChromaticities = "gAMA+cHRM"
  case gamma = "gAMA"
  /// The cHRM chunk alone, which declares nothing.
  case chromaticities = "cHRM"
  /// The colour space in the Exif data of the eXIf chunk, which declares nothing.
  case eXIf
  /// The colour space, or the name of the profile, in XMP, which declares nothing.
  case xmp = "XMP"
  /// The file declares nothing.
  case assumed
  /// The user overrides the declaration of the file.
  case override

  /// Those that declare what codes mean, in the order of their precedence.
  static let declarations: [SourceOrigin] = [.cICP, .iCCP, .sRGB, .gammaAndChromaticities, .gamma]

  init(_ declaration: Declaration) {
    self =
      switch declaration {
      case .cICP: .cICP
      case .iCCP: .iCCP
      case .sRGB: .sRGB
      case .gammaAndChromaticities: .gammaAndChromaticities
      case .gamma: .gamma
      }
  }

  /// "iCCP chunk", "gAMA and cHRM chunks", "XMP text"; "colour space" if there is none.
  package var chunkNames: String {
    switch self {
    case .cICP, .iCCP, .sRGB, .gamma, .chromaticities, .eXIf: "\(rawValue) chunk"
    case .gammaAndChromaticities: "gAMA and cHRM chunks"
    case .xmp: "XMP text"
    case .assumed, .override: "colour space"
    }
  }

  package var chunk: String? {
    switch self {
    case .cICP, .iCCP, .sRGB, .gamma, .chromaticities, .eXIf: rawValue
    case .gammaAndChromaticities: "gAMA"
    case .xmp: "iTXt"
    case .assumed, .override: nil
    }
  }

  package func offset(in chunks: ColorChunks) -> Int? {
    switch self {
    case .cICP: chunks.cICP?.offset
    case .iCCP: chunks.iCCP?.offset
    case .sRGB: chunks.sRGB?.offset
    case .gamma, .gammaAndChromaticities: chunks.gAMA?.offset
    case .chromaticities: chunks.cHRM?.offset
    case .eXIf, .xmp, .assumed, .override: nil
    }
  }
}

/// The colour space of a file: its name, its parameters, and the declaration that it comes from.
public struct DeclaredColor: Sendable, Hashable {
  /// The chunks of the declaration.
  public var origin: SourceOrigin
  /// The profile's own description, or a description of the declaration.
  public var description: String?
  /// The space identified by its parameters, not by its name; nil for any other space.
  public var space: ReferenceSpace?

  /// The name of the space, or the description in quotes.
  package var words: String { space?.name ?? description.map { "\"\($0)\"" } ?? "a space without a name" }
}

/// The meaning of a file's codes, in a form for computations.
struct SourceColor: Sendable {
  var declared: DeclaredColor
  var meaning: SourceSpace
  /// The profile that defines the meaning, if there is one.
  var profile: Profile?
  var wordsOnTables: String?

  init(origin: SourceOrigin, description: String?, meaning: SourceSpace, profile: Profile? = nil) {
    // A grey curve is compared with that of sRGB: neutrals have no other property that distinguishes spaces.
    let space = meaning.comparable.flatMap { ReferenceSpace(usual: $0) }
    declared = DeclaredColor(origin: origin, description: description, space: space)
    self.meaning = meaning
    self.profile = profile
  }

  init(_ choice: SpaceChoice, origin: SourceOrigin, isGrey: Bool) throws(DeclarationFault) {
    let (meaning, profile): (SourceSpace, Profile) =
      switch choice {
      case .known(.sGray): (try Profile.sGray.source(isGrey: isGrey), .sGray)
      case .known(let known): (.rgb(known.profileSpace), known.profile)
      case .profile(let given): (try given.source(isGrey: isGrey), given)
      }
    self.init(origin: origin, description: choice.description, meaning: meaning, profile: profile)
    if case .table = meaning { wordsOnTables = profile.wordsOnTables }
  }

  var space: ReferenceSpace? { declared.space }
}

/// Determines the meaning of a file's codes (PNG Third Edition, 4.3).
struct DeclarationInForce: Sendable {
  /// The space of files without a declaration; nil assumes sRGB.
  var assumed: SpaceChoice?
  var override: SpaceChoice?
  var meanings = Meanings.ofDeclarations()

  func key(_ chunks: ColorChunks, isGrey: Bool) -> DeclarationKey {
    DeclarationKey(declaration: override == nil ? chunks.declarations.first : nil, isGrey: isGrey)
  }

  /// Returns the meaning of the image: from `override`, else from the declaration of highest precedence, else from
  /// `assumed`, else sRGB.
  ///
  /// An unusable declaration is an error. There is no silent fallback to the next one: it would be a guess.
  func source(_ chunks: ColorChunks, isGrey: Bool) throws(GamutError) -> SourceColor {
    if let override { return try Self.given(override, .override, isGrey: isGrey) }
    guard let declaration = chunks.declarations.first else {
      return try Self.given(assumed ?? .sRGB, .assumed, isGrey: isGrey)
    }
    switch meanings.meaning(of: declaration, isGrey: isGrey).color {
    case .success(let color): return color
    case .failure(let fault):
      let origin = SourceOrigin(declaration)
      throw .declaration(origin, fault, offset: origin.offset(in: chunks))
    }
  }

  /// Returns the meaning of the declaration below a cICP chunk, which older decoders use; nil without a usable one.
  func sourceBelowCICP(_ chunks: ColorChunks, isGrey: Bool) -> SourceColor? {
    guard override == nil, chunks.cICP != nil, let next = chunks.declarations.dropFirst().first else { return nil }
    return try? meanings.meaning(of: next, isGrey: isGrey).color.get()
  }

  private static func given(
    _ choice: SpaceChoice, _ origin: SourceOrigin, isGrey: Bool
  ) throws(GamutError) -> SourceColor {
    do { return try SourceColor(choice, origin: origin, isGrey: isGrey) } catch { throw .givenSource(error) }
  }
}
