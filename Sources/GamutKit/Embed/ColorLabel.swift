import Gamut
import LittleCMS
import PNGCodec

/// A declaration as it is written into images of one kind, RGB or grey.
struct ColorLabel: Sendable {
  let isGrey: Bool
  /// For people.
  let name: String
  /// By its numbers.
  let space: KnownSpace?
  let meaning: SourceSpace
  /// The keyword that iCCP gets is made of this.
  let profileName: String
  /// What iCCP carries: the profile without bytes that may follow it.
  let profile: [UInt8]

  /// - Throws: `profile` or `rgbProfileOnGrey` where the profile cannot say what such an image's colours are.
  init(_ choice: SpaceChoice, isGrey: Bool) throws(EmbedError) {
    let profile: Profile
    switch choice {
    case .profile(let given):
      if isGrey, given.header.colorSpace == "RGB " { throw .rgbProfileOnGrey }
      profile = given
    case .known(.displayP3): profile = isGrey ? .sGray : .displayP3
    case .known(.sRGB): profile = isGrey ? .sGray : .sRGB
    }
    do throws(DeclarationFault) {
      let color = try SourceColor(.profile(profile), origin: .override, isGrey: isGrey)
      meaning = color.meaning
      // A grey curve alone does not tell Display P3 from sRGB; who asks for one of them gets its name.
      if case .known(let known) = choice { space = known } else { space = color.space }
    } catch {
      throw .profile(error)
    }
    self.isGrey = isGrey
    profileName = profile.description ?? ""
    name = space?.name ?? profile.description.map { "\"\($0)\"" } ?? "the given profile"
    self.profile = Array(profile.bytes.prefix(profile.header.size))
  }

  /// The code points of ITU-T H.273 that say the same.
  var codePoints: CICP? {
    switch space {
    case .displayP3: CICP(primaries: 12, transfer: 13)
    case .sRGB: CICP(primaries: 1, transfer: 13)
    default: nil
    }
  }

  func matches(_ other: SourceColor) -> Bool { other.meaning.isEquivalent(to: meaning, isGrey: isGrey) }

  func matches(_ cicp: CICP) -> Bool {
    do {
      return SourceSpace.rgb(try CodePoints.space(cicp)).isEquivalent(to: meaning, isGrey: isGrey)
    } catch {
      return false
    }
  }
}
