import GamutKit

extension AuditRule {
  /// No colour space declared.
  public static let untagged = AuditRule(
    "untagged", severity: .warning, traits: [.isNoteInCatalogs, .guessesSpace],
    title: "No colour space declared",
    explanation: """
      The file does not declare its colour space: it has no cICP, iCCP, sRGB or gAMA chunk. Browsers use sRGB, other \
      programs use the colour space of the display, so the image looks different in each. Embed the profile of the \
      colour space that the image was made in, which adds some 350 bytes; for many small files in sRGB, 'gamut embed \
      --profile srgb --srgb-chunk' adds 13 bytes instead. In an asset catalog, where Xcode uses sRGB, it is a note \
      unless the policy sets a severity.
      """,
    remedy: .embed(.sRGB)
  ) { file, finding in
    // If the policy requires a profile, `unexpected-profile` reports this.
    let isExpected = file.expectation?.0.profile != nil
    guard file.inspection.declarations.isEmpty, !file.hasWideSamples, !isExpected else { return false }
    finding.message =
      file.catalog == nil
      ? "The file declares no colour space. Programs use sRGB, or the colour space of the display."
      : "The file declares no colour space. Xcode uses sRGB."
    return true
  }
}
