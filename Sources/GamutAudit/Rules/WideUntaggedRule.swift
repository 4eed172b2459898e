import GamutKit

extension AuditRule {
  /// 16 bits per channel, and no colour space declared.
  public static let wideUntagged = AuditRule(
    "wide-untagged-16bit", severity: .warning,
    title: "16 bits per channel, and no colour space declared",
    explanation: """
      The image has 16 bits per channel and declares no colour space. Nobody exports 16 bits for sRGB: mostly this \
      is a wide-gamut image that lost its profile on the way, and every program shows it in duller colours than it \
      was made in. Embed the profile of the space that it was made in. Reported instead of 'untagged'.
      """,
    remedy: Remedy("embed", "--profile", "display-p3", "--in-place")
  ) { file, finding in
    let expectsNothing = file.expectation?.0.profile == AuditPolicy.ExpectedProfile.none
    guard file.inspection.declarations.isEmpty, file.hasWideSamples, !expectsNothing else { return false }
    finding.message =
      "The image has 16 bits per channel and declares no colour space. It is shown as sRGB; mostly it was made in a "
      + "wider space."
    return true
  }
}
