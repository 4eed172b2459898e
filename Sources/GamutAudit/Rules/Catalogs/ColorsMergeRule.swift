import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// Two colours of a catalog become one.
  public static let colorsMerge = AuditRule(
    ofSets: "colors-merge", severity: .error,
    title: "Two colours of a catalog or a palette become one in sRGB",
    explanation: """
      Two colours of a catalog or a palette look different on a wide-gamut display, by at least 2.5 (DIN99o), and alike on \
      displays of sRGB, by at most 1.25, because at least one of them is outside the gamut. What they tell apart \
      looks the same there. Colours are compared for the same idiom and appearances, with the same alpha; what \
      displays of sRGB show is the colour of the slot for them, if there is one. Give one of the two a slot with the display \
      gamut sRGB, with a colour that stays apart; 'gamut convert --catalog' finds one. In a palette, give displays of sRGB a colour \
      of their own, as CSS does with '@media (color-gamut: p3)', or move one of the two inside sRGB.
      """,
    remedy: .addSRGBSlots(toWideOnly: false),
    palettes: { palette in
      palette.pairs(\.merged) { pair in
        PaletteFinding(
          place: pair.place,
          message: "\(pair.words) differ by \(Words.din99o(pair.difference)) and look alike in sRGB: "
            + "\(pair.first.inSRGB.hex) and \(pair.second.inSRGB.hex).",
          numbers: [.init("difference", pair.difference), .init("inSRGB", pair.inSRGB)], weight: pair.weight)
      }
    }
  ) { set, finding in
    let pairs = set.colors.compactMap { color in
      let own = set.shown.color(for: color.slot) ?? color.color
      return set.catalog.merged(with: color, own, of: set.set.path).map { (color: color, own: own, found: $0) }
    }
    guard let worst = pairs.max(by: { $0.found.difference < $1.found.difference }) else { return false }
    let count = pairs.reduce(0) { $0 + $1.found.count }
    if !set.canHaveSRGBSlots { finding.remedy = nil }
    finding.describe(
      count, lines: [worst.color.slot.line] + pairs.map(\.color.slot.line),
      "The colours \(worst.color.words) (\(worst.color.slot.conditions.words)) and \(worst.found.entry.name), "
        + "\(worst.found.entry.color.words), differ by \(Words.din99o(worst.found.difference)) and look alike in sRGB: "
        + "\(worst.own.hex) and \(worst.found.entry.shown.hex).")
    finding.numbers = [.init("pairs", count), .init("largestDifference", worst.found.difference)]
    finding.weight = AuditFinding.weight(difference: worst.found.difference)
    return true
  }
}
