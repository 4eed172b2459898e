import GamutKit

extension AuditRule {
  /// No colour space declared.
  public static let untagged = AuditRule(
    "untagged", severity: .warning,
    title: "No colour space declared",
    explanation: """
      The file says nothing of its colours: no cICP, iCCP, sRGB or gAMA. Browsers take it for sRGB, other programs \
      for the space of the display, so that it looks different on each. Say what it is, with the profile of the \
      space that it was made in; an sRGB chunk takes 13 bytes.
      """,
    remedy: Remedy("embed", "--profile", "srgb", "--in-place")
  ) { file, finding in
    // If the policy requires a profile, `unexpected-profile` reports this.
    let isExpected = file.expectation?.0.profile != nil
    guard file.inspection.declarations.isEmpty, !file.hasWideSamples, !isExpected else { return false }
    finding.message = "The file declares no colour space. Programs take it for sRGB, or for that of their display."
    return true
  }
}
