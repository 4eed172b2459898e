import GamutKit
import LittleCMS
import PNGCodec

extension AuditRule {
  /// The profile is for another kind of image.
  public static let profileKind = AuditRule(
    "profile-kind", severity: .error,
    title: "The profile is for another kind of image",
    explanation: """
      The profile is for another kind of image: for grey in an image with red, green and blue, for RGB in a grey \
      one, or for CMYK, which PNG does not have. The PNG standard asks for a profile of the image's own kind, and \
      programs ignore others or fail. Embed the right one; of a grey image, 'gamut embed --profile srgb' makes a \
      grey one.
      """,
    remedy: Remedy("embed", "--profile", "srgb", "--assume", "srgb", "--in-place")
  ) { file, finding in
    if file.describeDeclaration(that: .isOfAnotherKind, in: &finding) { return true }
    guard file.header.colorType.isGrey, let profile = file.inspection.profile, profile.fault == nil,
      profile.profile.header.colorSpace == "RGB "
    else { return false }
    finding.message = "The image is grey and its profile is for RGB; it should be a grey one."
    (finding.offset, finding.chunk) = (file.chunks.iCCP?.offset, "iCCP")
    return true
  }
}
