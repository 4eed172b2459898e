import Gamut
import LittleCMS
import PNGCodec

/// A declaration to write into images of one kind, RGB or grey.
struct ColorLabel: Sendable {
  let isGrey: Bool
  /// The name in messages.
  let name: String
  /// The space identified by its parameters.
  let space: KnownSpace?
  let meaning: SourceSpace
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
    case .known(.displayP3): profile = isGrey ? .sGray : .displayP3
    case .known(.sRGB): profile = isGrey ? .sGray : .sRGB
    }
    do throws(DeclarationFault) {
      let color = try SourceColor(.profile(profile), origin: .override, isGrey: isGrey)
      meaning = color.meaning
      // A grey curve alone does not distinguish Display P3 from sRGB; the requested name is used.
      if case .known(let known) = choice { space = known } else { space = color.space }
    } catch {
      throw .profile(error)
    }
    self.isGrey = isGrey
    profileName = profile.description ?? ""
    name = space?.name ?? profile.description.map { "\"\($0)\"" } ?? "the given profile"
    self.profile = Array(profile.bytes.prefix(profile.header.size))
  }

  /// The equivalent code points of ITU-T H.273.
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
