import GamutKit
import LittleCMS
import PNGCodec

extension AuditRule {
  /// The profile is for another kind of image.
  public static let profileKind = AuditRule(
    "profile-kind", severity: .error,
    title: "The profile is for another kind of image",
    explanation: """
      The profile is for another kind of image: a grey profile in an RGB image, an RGB profile in a grey image, or a \
      CMYK profile, which PNG does not support. The PNG standard requires a profile that matches the image, and \
      programs ignore others or fail. Embed the right profile; for a grey image, 'gamut embed --profile srgb' embeds \
      a grey one.
      """,
    remedy: .embed(.sRGB, overriding: true)
  ) { file, finding in
    if file.describeDeclaration(that: .isOfAnotherKind, in: &finding) { return true }
    guard file.header.colorType.isGrey, let profile = file.inspection.profile, profile.fault == nil,
      profile.profile.header.colorSpace == "RGB "
    else { return false }
    finding.message = "The image is grey and its profile is for RGB; it needs a grey profile."
    (finding.offset, finding.chunk) = (file.chunks.iCCP?.offset, "iCCP")
    // What the curves of the profile mean for grey is known.
    if case .success(let report) = file.report, report.source.origin == .iCCP, let space = report.source.space {
      finding.remedy = .embed(space)
    }
    return true
  }
}
