import Gamut
import GamutCatalogs
import GamutKit
import GamutPalettes

extension AuditRule {
  /// A colour outside sRGB has no replacement inside it for displays of sRGB.
  public static let colorOutsideSRGB = AuditRule(
    ofSets: "color-outside-srgb", severity: .note,
    title: "A colour outside sRGB has no replacement inside it",
    explanation: """
      A colour of a colour set is outside sRGB, and the set has no slot with the display gamut sRGB for the same idiom \
      and appearances, or the colour is in that slot itself. Displays of sRGB show the nearest colour of theirs. The \
      shift is the difference (DIN99o); 1.75 is just visible. Add an sRGB slot if that colour is not the one you want; \
      'gamut convert --catalog --only wide' adds one for every such colour. In a palette, the colour has no other one \
      for displays of sRGB, as CSS has outside of '@media (color-gamut: p3)'.
      """,
    remedy: .addSRGBSlots(toWideOnly: true),
    palettes: { palette in
      palette.colors { color in
        let shown = color.inSRGB
        guard shown.isClipped else { return nil }
        let entry = color.replacement?.entry ?? color.entry
        let end = end(alpha: entry.color.alpha)
        return PaletteFinding(
          place: entry.place,
          message:
            "\(entry.words) is outside sRGB: it shifts by \(Words.din99o(shown.shift)) to \(shown.hex)\(end)",
          numbers: [.init("shift", shown.shift)], weight: AuditFinding.weight(difference: shown.shift)
        )
      }
    }
  ) { set, finding in
    let outside = set.colors.filter {
      $0.color.isClipped && ($0.slot.conditions.gamut == .sRGB || set.shown.slot(for: $0.slot) == nil)
    }.sorted { $0.color.shift > $1.color.shift }
    guard let worst = outside.first else { return false }
    if !set.canHaveSRGBSlots { finding.remedy = nil }
    finding.describe(
      outside.count, lines: outside.map(\.slot.line),
      "The colour \(worst.words) (\(worst.slot.conditions.words)) is outside sRGB: it shifts by "
        + "\(Words.din99o(worst.color.shift)) to \(worst.color.hex)\(end(alpha: worst.components.alpha))")
    finding.numbers = [.init("slots", outside.count), .init("largestShift", worst.color.shift)]
    finding.weight = AuditFinding.weight(difference: worst.color.shift)
    return true
  }
}

/// Returns the end of a sentence about the shift of a colour, which is that of the colour without its alpha.
private func end(alpha: Double) -> String {
  alpha < 1 ? ", if it were opaque; less is visible with its alpha." : "."
}
