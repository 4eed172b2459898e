import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// Two colours of a catalog become one.
  public static let colorsMerge = AuditRule(
    ofSets: "colors-merge", severity: .error,
    title: "Two colours of an asset catalog become one in sRGB",
    explanation: """
      Two colour sets of a catalog look different on a wide-gamut display, by at least the JND (0.015 in OKLab), and by \
      less than half of it on displays of sRGB, where at least one of them is outside the gamut. What they tell apart \
      looks the same there. Colours are compared for the same idiom, appearances and gamut, with the same alpha. Add a \
      slot with the display gamut sRGB to one of the two, with a colour that stays apart.
      """
  ) { set, finding in
    let pairs = set.colors.filter { !set.hasSRGBVariant($0.slot) }.flatMap { color in
      set.catalog.merged(with: color, of: set.set.path).map {
        (color: color, other: $0.entry, difference: $0.difference)
      }
    }.sorted { $0.difference > $1.difference }
    guard let worst = pairs.first else { return false }
    finding.describe(
      pairs.count, line: worst.color.slot.line,
      "The colours \(worst.color.words) (\(worst.color.slot.conditions.words)) and \(worst.other.name), "
        + "\(worst.other.color.words), differ by \(Words.difference(worst.difference)) and look alike in sRGB: "
        + "\(worst.color.color.hex) and \(worst.other.color.color.hex).")
    finding.numbers = [.init("pairs", pairs.count), .init("largestDifference", worst.difference)]
    finding.weight = Int(worst.difference * 1e6)
    return true
  }
}
