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
    guard set.set.kind == .colorSet else { return false }
    for gamut in [nil, SlotConditions.Gamut.sRGB, .displayP3] {
      let colors = set.colors.filter { $0.slot.conditions.gamut == gamut && !$0.components.space.isGrey }
      // Extended sRGB is sRGB with a larger range.
      guard let first = colors.first,
        let other = colors.first(where: {
          ($0.components.space == .displayP3) != (first.components.space == .displayP3)
        })
      else { continue }
      finding.message =
        "The slots are in two spaces: \(first.words) (\(first.slot.conditions.words)) and \(other.words) "
        + "(\(other.slot.conditions.words))."
      finding.line = other.slot.line
      return true
    }
    return false
  }
}
