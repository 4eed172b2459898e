import GamutCatalogs
import GamutKit

extension AuditRule {
  /// A set has no slot for an appearance that the policy requires.
  public static let missingAppearance = AuditRule(
    ofSets: "missing-appearance", severity: .warning,
    title: "No slot for an appearance that the policy requires",
    explanation: """
      The policy (.gamut.yml, expect, appearances) requires that sets of colours and images in this place have slots for \
      some appearances, such as dark or high-contrast, and this set has none for an idiom that it is for. Without such an \
      entry in the policy, nothing is required. Templates need no appearances, because the app draws them in a colour of \
      its own. Add the slot in Xcode.
      """
  ) { set, finding in
    guard !set.appearances.isEmpty, [.colorSet, .imageSet, .appIconSet].contains(set.set.kind), !set.set.isTemplate
    else { return false }
    let slots = set.set.slots.filter { !$0.isUnassigned && ($0.file != nil || $0.color != nil) }
    var missing: [String] = []
    var line: Int?
    for appearance in set.appearances {
      for idiom in Set(slots.map(\.conditions.idiom)).sorted() {
        let own = slots.filter { $0.conditions.idiom == idiom }
        guard !own.contains(where: { $0.conditions.appearances.contains { appearance.matches($0) } }) else { continue }
        missing.append("\(appearance.rawValue) (\(idiom))")
        line = line ?? own.first?.line
      }
    }
    guard !missing.isEmpty else { return false }
    finding.message = "The policy requires slots that the set does not have: \(missing.joined(separator: ", "))."
    finding.line = line
    finding.numbers = [.init("appearances", missing.count)]
    return true
  }
}

extension AuditPolicy.ExpectedAppearance {
  /// Returns whether a condition is this appearance.
  fileprivate func matches(_ condition: SlotConditions.Appearance) -> Bool {
    switch self {
    case .highContrast: condition.name == "contrast" && condition.value == "high"
    case .dark, .light, .tinted: condition.name == "luminosity" && condition.value == rawValue
    }
  }
}
