import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// Two colours of a catalog are nearly the same.
  public static let nearDuplicate = AuditRule(
    ofSets: "near-duplicate", severity: .note,
    title: "Two colours of a catalog or a palette are nearly the same",
    explanation: """
      Two colours of a catalog or a palette differ, by less than 1.75 (DIN99o): nobody sees the \
      difference, and one colour would do. Colours are compared for the same idiom, appearances and gamut, with the same \
      alpha. Equal colours of a catalog are not reported: different names can have one colour on purpose.
      """,
    palettes: { palette in
      palette.pairs(\.nearlyEqual) { pair in
        PaletteFinding(
          place: pair.place, message: "\(pair.words) differ by only \(Words.din99o(pair.difference)).",
          numbers: [.init("difference", pair.difference)], weight: 2_000_000 - pair.weight)
      }
    }
  ) { set, finding in
    let pairs = set.colors.compactMap { color in
      set.catalog.nearDuplicates(of: color, of: set.set.path).map { (color: color, near: $0) }
    }
    guard let nearest = pairs.min(by: { $0.near.difference < $1.near.difference }) else { return false }
    let count = pairs.reduce(0) { $0 + $1.near.count }
    finding.describe(
      count, lines: [nearest.color.slot.line] + pairs.map(\.color.slot.line),
      "The colours \(nearest.color.words) (\(nearest.color.slot.conditions.words)) and \(nearest.near.entry.name), "
        + "\(nearest.near.entry.color.words), differ by only \(Words.din99o(nearest.near.difference)).")
    finding.numbers = [.init("pairs", count), .init("smallestDifference", nearest.near.difference)]
    return true
  }
}
