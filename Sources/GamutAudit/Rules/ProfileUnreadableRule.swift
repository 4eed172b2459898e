import GamutKit

extension AuditRule {
  /// The profile cannot be read.
  public static let profileUnreadable = AuditRule(
    "profile-unreadable", severity: .error,
    title: "The profile cannot be read",
    explanation: """
      The iCCP chunk is there, but no ICC profile comes out of it: its compressed data are damaged or cut short, or \
      what they hold is no profile. Most programs then quietly take the pixels for sRGB or for the display's own. \
      Export the image again, or embed the profile that it was made with, as 'gamut embed --profile srgb --assume \
      srgb' does for sRGB.
      """,
    remedy: Remedy("embed", "--profile", "srgb", "--assume", "srgb", "--in-place")
  ) { file, finding in
    file.describeDeclaration(that: .isUnreadable, in: &finding)
  }
}
