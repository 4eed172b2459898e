import GamutKit

extension AuditRule {
  /// The profile cannot be read.
  public static let profileUnreadable = AuditRule(
    "profile-unreadable", severity: .error,
    title: "The profile cannot be read",
    explanation: """
      The file has an iCCP chunk without a readable ICC profile: its compressed data is damaged or truncated, or it \
      contains something else. Most programs then silently use sRGB or the colour space of the display. Export the \
      image again, or embed the profile that it was made with; for sRGB, that is 'gamut embed --profile srgb \
      --assume srgb'. If only the checksum at the end of the data is missing, the command names the space of the \
      profile if it is a published one.
      """,
    remedy: .embed(.sRGB, overriding: true)
  ) { file, finding in
    guard file.describeDeclaration(that: .isUnreadable, in: &finding) else { return false }
    if let profile = file.inspection.profileWithoutChecksum {
      finding.remedy = profile.identification?.space.map { .embed($0, overriding: true) } ?? .inspect
    }
    return true
  }
}
