import GamutKit

extension AuditRule {
  /// The declaration does not define the colours.
  public static let profileUnusable = AuditRule(
    "profile-unusable", severity: .error,
    title: "The declaration does not define the colours",
    explanation: """
      The declaration can be read, but it does not define the colours: the profile is incomplete, its curves or \
      colorants are impossible, or a cICP chunk has a transfer function that gamut does not know. Programs fall back to \
      different colour spaces. Embed a profile that works, or export the image again. The transfer functions of high \
      dynamic range have a rule of their own, 'hdr'.
      """,
    remedy: .embed(.sRGB, overriding: true)
  ) { file, finding in
    file.describeDeclaration(that: .isUnusable, in: &finding)
  }
}
