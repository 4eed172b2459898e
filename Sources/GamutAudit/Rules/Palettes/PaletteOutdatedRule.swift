import GamutKit
import GamutPalettes

extension AuditRule {
  /// A palette has an older form of its format.
  public static let paletteOutdated = AuditRule(
    ofPalettes: "palette-outdated", severity: .note,
    title: "A palette in an older form of its format",
    explanation: """
      The file has an older form of its format, whose meaning is clear: colours of design tokens as text, as drafts before the \
      version of 2025.10 had them. Its colours are checked. Other programs may refuse it.
      """
  ) { $0.notes(.outdated) }
}
