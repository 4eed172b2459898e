import GamutKit
import GamutPalettes

extension AuditRule {
  /// A colour of a palette cannot be known.
  public static let paletteUnknown = AuditRule(
    ofPalettes: "palette-unknown", severity: .note,
    title: "A colour of a palette is not known",
    explanation: """
      A colour depends on something that is not in the file, or on a computation that gamut does not do, such as calc(), \
      currentColor and color-mix(). It is not checked. Give the colour that it results in, if it should be.
      """
  ) { $0.notes(.unknown) }
}
