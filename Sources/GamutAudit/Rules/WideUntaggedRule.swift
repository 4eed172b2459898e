import GamutKit

extension AuditRule {
  /// 16 bits per channel, and no colour space declared.
  public static let wideUntagged = AuditRule(
    "wide-untagged-16bit", severity: .warning, traits: [.isNoteInCatalogs, .guessesSpace],
    title: "16 bits per channel, and no colour space declared",
    explanation: """
      The image has 16 bits per channel and declares no colour space. sRGB images are rarely exported with 16 bits: \
      usually such a file is a wide-gamut image that lost its profile, and every program shows it in duller colours \
      than intended. Embed the profile of the colour space that the image was made in. Reported instead of \
      'untagged'. In an asset catalog, where Xcode uses sRGB, it is a note unless the policy sets a severity.
      """,
    remedy: .embed(.displayP3)
  ) { file, finding in
    guard file.losesWideSpace else { return false }
    finding.message =
      "The image has 16 bits per channel and declares no colour space. "
      + (file.catalog == nil ? "Programs show it as sRGB" : "Xcode reads it as sRGB")
      + "; such images usually come from a wider colour space."
    // The app shows sRGB now, and would show other colours.
    if file.catalog != nil { finding.remedy = nil }
    return true
  }
}

extension AuditSubject {
  /// Whether the image has the samples of a wide space, and lacks the declaration of one.
  var losesWideSpace: Bool {
    inspection.declarations.isEmpty && hasWideSamples && expectation?.0.profile != AuditPolicy.ExpectedProfile.none
  }
}
