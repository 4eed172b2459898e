import GamutKit
import GamutPalettes

extension AuditRule {
  /// Something in a palette is not valid.
  public static let paletteInvalid = AuditRule(
    ofPalettes: "palette-invalid", severity: .warning,
    title: "A colour of a palette is not valid",
    explanation: """
      Something in the file is not what its format allows: a colour with a wrong number, a reference to nothing, or a circle of \
      references. Programs ignore it or guess. The message says what is expected.
      """
  ) { $0.notes(.invalid) }
}
