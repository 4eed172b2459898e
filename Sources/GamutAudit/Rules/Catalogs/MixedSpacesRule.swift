import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// The colours of a set are in different spaces.
  public static let mixedSpaces = AuditRule(
    ofSets: "mixed-spaces", severity: .note,
    title: "The colours of a set are in different spaces",
    explanation: """
      The slots of a colour set have colours in different spaces, not counting greys and slots for different gamuts. That \
      works, but numbers of one slot cannot be compared with those of another. Use one space for the set.
      """
  ) { set, finding in
    for gamut in [nil, SlotConditions.Gamut.sRGB, .displayP3] {
      let colors = set.colors.filter { $0.slot.conditions.gamut == gamut && !$0.components.space.isGrey }
      let spaces = Set(colors.map { $0.components.space.rawValue.replacing("extended-", with: "") }).sorted()
      guard spaces.count > 1, let first = colors.first,
        let other = colors.first(where: { $0.components.space != first.components.space })
      else { continue }
      finding.message =
        "The slots are in \(spaces.joined(separator: " and ")): \(first.words) (\(first.slot.conditions.words)) and "
        + "\(other.words) (\(other.slot.conditions.words))."
      finding.line = other.slot.line
      finding.numbers = [.init("spaces", spaces.count)]
      return true
    }
    return false
  }
}
