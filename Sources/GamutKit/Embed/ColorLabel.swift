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
  let meaning: Rendition.Source
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
      return Rendition.Source.rgb(try CodePoints.space(cicp)).isEquivalent(to: meaning, isGrey: isGrey)
    } catch {
      return false
    }
  }

  /// Whether gAMA is what the standard wants beside this space for decoders that know nothing better: 45455 for the
  /// sRGB curve (PNG Third Edition, 11.3.2.5), give or take a thousandth.
  func accepts(gamma: UInt32) -> Bool {
    space != nil && (45410...45500).contains(gamma)
  }

  /// Whether cHRM has the primaries of the space (PNG Third Edition, 11.3.2.5, for sRGB), give or take 0.0005.
  func accepts(_ chromaticities: Chromaticities) -> Bool {
    let expected: [(UInt32, UInt32)]
    switch space {
    case .displayP3: expected = [(31270, 32900), (68000, 32000), (26500, 69000), (15000, 6000)]
    case .sRGB: expected = [(31270, 32900), (64000, 33000), (30000, 60000), (15000, 6000)]
    default: return false
    }
    let found = [chromaticities.white, chromaticities.red, chromaticities.green, chromaticities.blue]
    return zip(found, expected).allSatisfy { color, wanted in
      max(color.x, wanted.0) - min(color.x, wanted.0) <= 50 && max(color.y, wanted.1) - min(color.y, wanted.1) <= 50
    }
  }
}
