import GamutKit

extension AuditRule {
  /// The declaration does not define the colours.
  public static let profileUnusable = AuditRule(
    "profile-unusable", severity: .error,
    title: "The declaration does not define the colours",
    explanation: """
      The declaration can be read, but it does not define the colours: the profile is incomplete, its curves or \
      colorants are impossible, or a cICP chunk has a transfer function that depends on the display (PQ, HLG) or \
      that gamut does not know. Programs fall back to different colour spaces. Embed a profile that works, or export \
      the image again; for PQ or HLG, export a version for standard dynamic range.
      """,
    remedy: .embed(.sRGB, overriding: true)
  ) { file, finding in
    file.describeDeclaration(that: .isUnusable, in: &finding)
  }
}
