import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// Slots of a set for different conditions have the same colour.
  public static let identicalVariants = AuditRule(
    ofSets: "identical-variants", severity: .note,
    title: "Slots for different conditions have the same colour",
    explanation: """
      Two slots of a colour set differ only in their appearances or in their gamut, and have the same colour, so the \
      second one changes nothing. Remove it, or give it the colour that it was meant to have.
      """
  ) { set, finding in
    guard set.set.kind == .colorSet else { return false }
    var found: [(String, Int?)] = []
    for (index, slot) in set.set.slots.enumerated() {
      let twin = set.set.slots[..<index].first { other in
        set.isSame(slot, other) && slot.conditions.idiom == other.conditions.idiom
          && slot.conditions.others == other.conditions.others
          && (slot.conditions.gamut == other.conditions.gamut
            || slot.conditions.appearances == other.conditions.appearances)
      }
      guard let twin else { continue }
      let what =
        slot.conditions.gamut == twin.conditions.gamut ? "the same colour as" : "the same colour for another gamut as"
      found.append(
        ("The slot \(slot.conditions.words) has \(what) \(twin.conditions.words) in line \(twin.line).", slot.line))
    }
    guard let first = found.first else { return false }
    finding.describe(found.count, line: first.1, first.0)
    return true
  }
}

extension SetSubject {
  /// Returns whether two slots have the same colour: the same reference, or the same colour and alpha.
  fileprivate func isSame(_ slot: AssetSlot, _ other: AssetSlot) -> Bool {
    guard let color = slot.color, let otherColor = other.color else { return false }
    if color == otherColor { return true }
    guard let first = SetColor(slot), let second = SetColor(other) else { return false }
    guard first.components.alpha == second.components.alpha else { return false }
    let isInside = !first.color.isClipped && !second.color.isClipped
    return isInside && first.color.code == second.color.code || first.color.lab.deltaE(to: second.color.lab) < 0.0005
  }
}
