import Gamut
import LittleCMS
import PNGCodec

/// A declaration to write into images of one kind, RGB or grey.
struct ColorLabel: Sendable {
  let isGrey: Bool
  /// The name in messages.
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

  /// - Throws: `profile` or `rgbProfileOnGrey` if the profile cannot declare the colours of such an image.
  init(_ choice: SpaceChoice, isGrey: Bool) throws(EmbedError) {
    let profile: Profile
    switch choice {
    case .profile(let given):
      if isGrey, given.header.colorSpace == "RGB " { throw .rgbProfileOnGrey }
      profile = given
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
