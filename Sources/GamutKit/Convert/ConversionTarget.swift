import Gamut
import LittleCMS
import PNGCodec

/// The destination for colour images and for grey images.
struct ConversionTarget: Sendable {
  /// The name in messages.
  let name: String
  /// Display P3 or sRGB, identified by its parameters; nil for any other space.
  let space: ReferenceSpace?
  /// The destination of RGB and palette images; nil for a grey profile.
  let color: SourceSpace?
  /// The curve for grey images, if all three channels have the same curve; nil otherwise, and grey becomes colour.
  let greyCurve: TransferFunction?
  /// The profiles to embed, for colour and for grey images.
  let colorProfile, greyProfile: Profile?

  /// - Throws: `destination` if the profile cannot be used.
  init(_ choice: SpaceChoice) throws(ConvertError) {
    space = Self.usual(choice)
    switch choice {
    case .known(let known): name = known.name
    case .profile(let profile): name = space?.name ?? profile.description.map { "\"\($0)\"" } ?? "the given profile"
    }
    switch choice {
    case .known(.sGray): (color, greyCurve, colorProfile, greyProfile) = (nil, RGBSpace.sRGBCurve, nil, .sGray)
    case .known(let known):
      color = .rgb(known.profileSpace)
      greyCurve = known.profileSpace.red
      colorProfile = known.profile
      greyProfile = known.greyProfile
    case .profile(let profile):
      do throws(DeclarationFault) {
        let isGrey = profile.header.colorSpace == "GRAY"
        let meaning = try profile.source(isGrey: isGrey)
        switch meaning {
        case .grey(let curve):
          (color, greyCurve, colorProfile, greyProfile) = (nil, curve, nil, profile)
        case .rgb(let space):
          let hasOneCurve = space.red == space.green && space.red == space.blue
          color = meaning
          greyCurve = hasOneCurve ? space.red : nil
          colorProfile = profile
          greyProfile = hasOneCurve ? profile.greySibling : nil
        case .table:
          if isGrey { throw DeclarationFault.tables }
          // Lookup tables lead to the connection space; check here whether they also lead back.
          do throws(ProfileError) { _ = try DeviceTransform(from: .sRGB, to: profile) } catch {
            throw DeclarationFault.profile(error)
          }
          (color, greyCurve, colorProfile, greyProfile) = (meaning, nil, profile, nil)
        }
      } catch {
        throw .destination(error)
      }
    }
  }

  private static func usual(_ choice: SpaceChoice) -> ReferenceSpace? {
    if case .known(let known) = choice { return ReferenceSpace.usual.contains(known) ? known : nil }
    return (try? SourceColor(choice, origin: .override, isGrey: false))?.space
  }

  /// Returns the iCCP chunk of the destination.
  func chunk(isGrey: Bool) -> NewColorChunk? {
    (isGrey ? greyProfile : colorProfile).map {
      .iCCP(name: $0.description ?? "", profile: Array($0.bytes.prefix($0.header.size)))
    }
  }
}
