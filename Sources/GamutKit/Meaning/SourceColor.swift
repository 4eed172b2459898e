import Gamut
import LittleCMS

/// The meaning of a file's codes, in a form for computations.
struct SourceColor: Sendable {
  /// The declaration with the same meaning.
  var declared: DeclaredColor
  var meaning: SourceSpace
  /// The profile that defines the meaning, if there is one.
  var profile: Profile?

  init(origin: SourceOrigin, description: String?, meaning: SourceSpace, profile: Profile? = nil) {
    declared = DeclaredColor(origin: origin, description: description, space: Self.usual(meaning))
    self.meaning = meaning
    self.profile = profile
  }

  /// Creates the meaning of a profile, of a space given by the user, or of the default.
  init(_ choice: SpaceChoice, origin: SourceOrigin, isGrey: Bool) throws(DeclarationFault) {
    let (meaning, profile): (SourceSpace, Profile) =
      switch choice {
      case .known(.sGray): (try Profile.sGray.source(isGrey: isGrey), .sGray)
      case .known(let known): (.rgb(known.profileSpace), known.profile)
      case .profile(let given): (try given.source(isGrey: isGrey), given)
      }
    self.init(origin: origin, description: choice.description, meaning: meaning, profile: profile)
  }

  /// The equivalent usual space; nil for any other space.
  var space: ReferenceSpace? { declared.space }

  /// A grey curve is compared with that of sRGB: neutrals have no other property that distinguishes spaces.
  private static func usual(_ meaning: SourceSpace) -> ReferenceSpace? {
    switch meaning {
    case .rgb(let space): ReferenceSpace(usual: space)
    case .grey(let curve):
      RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: curve, green: curve, blue: curve)
        .flatMap { ReferenceSpace(usual: $0) }
    case .table: nil
    }
  }
}
