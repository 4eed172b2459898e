import GamutKit

extension AuditRule {
  /// The declaration does not define the colours.
  public static let profileUnusable = AuditRule(
    "profile-unusable", severity: .error,
    title: "The declaration cannot say what colours are",
    explanation: """
      What the file declares can be read, but does not say which colours codes are: the profile lacks what it needs, \
      its curves or colorants are impossible, or a cICP chunk names a transfer function that depends on the display \
      (PQ, HLG) or that this program does not know. Programs fall back to something else, each to its own. Embed a \
      profile that works, or export again; of an image in PQ or HLG, a rendition for standard dynamic range.
      """,
    remedy: Remedy("embed", "--profile", "srgb", "--assume", "srgb", "--in-place")
  ) { file, finding in
    file.describeDeclaration(that: .isUnusable, in: &finding)
  }
}
