import Gamut
import GamutCatalogs
import GamutKit
import GamutPalettes

extension AuditRule {
  /// A colour in Display P3 that sRGB holds.
  public static let p3ColorUnneeded = AuditRule(
    ofSets: "p3-color-unneeded", severity: .note,
    title: "A colour in Display P3 that sRGB has too",
    explanation: """
      The numbers of a colour are those of Display P3, and the colour is inside sRGB: the space changes nothing that a \
      display shows. The finding has its code in sRGB. There is nothing to fix, unless the numbers were meant for sRGB: \
      the same numbers are another colour there.
      """,
    palettes: { palette in
      palette.colors { color in
        // One for displays of Display P3 alone is no effort for others.
        guard color.entry.color.space == .displayP3, !color.color.isClipped, color.replacement == nil else { return nil }
        return PaletteFinding(place: color.entry.place, message: "\(color.words) is inside sRGB, as \(color.color.hex).")
      }
    }
  ) { set, finding in
    let inside = set.colors.filter { $0.components.space == .displayP3 && !$0.color.isClipped }
    guard let first = inside.first else { return false }
    finding.describe(
      inside.count, lines: inside.map(\.slot.line),
      "The colour \(first.words) (\(first.slot.conditions.words)) is inside sRGB, as \(first.color.hex).")
    return true
  }
}
