import GamutKit

extension AuditRule {
  /// The image is for high dynamic range.
  public static let hdr = AuditRule(
    "hdr", severity: .warning,
    title: "The image is for high dynamic range",
    explanation: """
      A cICP chunk declares the transfer function PQ or HLG (PNG, third edition, clause 11.3.2.6), so the image is for \
      displays with a high dynamic range. Programs that do not know the chunk show dull colours, others fit the \
      brightness to the display, each in its own way, and gamut does not say what is lost. Ship a version for standard \
      dynamic range beside it. If the image is only for programs that know HDR, turn the rule off for it.
      """,
    remedy: .inspect
  ) { file, finding in
    file.describeDeclaration(that: .isForHDR, in: &finding)
  }
}
