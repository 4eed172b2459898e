import Gamut
import GamutCatalogs
import GamutKit

/// A set of an asset catalog, and the facts that rules use. All rules share it.
final class SetSubject: Sendable {
  let policy: AuditPolicy
  let set: AssetSet
  /// The colours of its slots whose meaning is known.
  let colors: [SetColor]
  /// What displays of sRGB show instead of some of them.
  let shown: ShownColors
  /// The colours of the catalog that it is in.
  let catalog: CatalogColors
  /// The images of its slots that can be read, if there are several.
  let images: [SetImage]
  /// The files of catalogs that have copies in other sets.
  let copies: CatalogCopies
  /// The appearances that the policy requires slots for.
  let appearances: [AuditPolicy.ExpectedAppearance]

  /// - Parameters:
  ///   - colors: the colours of its slots; nil if they are not known yet.
  ///   - catalog: the colours of the catalog that it is in.
  init(
    _ set: AssetSet, _ policy: AuditPolicy, _ colors: [SetColor]?, _ catalog: CatalogColors, images: [SetImage],
    copies: CatalogCopies, appearances: [AuditPolicy.ExpectedAppearance]
  ) {
    (self.set, self.policy, self.catalog) = (set, policy, catalog)
    (self.images, self.copies, self.appearances) = (images, copies, appearances)
    shown = ShownColors(set)
    self.colors = colors ?? set.slots.filter { $0.color != nil }.compactMap { SetColor($0) }
  }

  /// Returns the findings of the rules that are on, in the order of the rules.
  func findings() -> [AuditFinding] {
    var findings: [AuditFinding] = []
    // Most checks find nothing and leave the finding as it is, so that the next rule takes it.
    var finding = AuditFinding(rule: .catalogBroken, severity: .note, message: "")
    for (rule, check) in AuditRule.ofSets {
      guard let severity = policy.severity(of: rule) else { continue }
      finding.rule = rule
      finding.severity = severity
      finding.remedy = rule.remedy
      guard check(self, &finding) else { continue }
      findings.append(finding)
      finding = AuditFinding(rule: rule, severity: severity, message: "")
    }
    return findings
  }

  /// Whether a slot for displays of sRGB can be added for a colour.
  var canHaveSRGBSlots: Bool {
    self.set.kind == .colorSet && !set.faults.contains { $0.kind == .broken }
      && !Set(set.slotsWithoutSRGB.map { set.slots[$0] })
        .isDisjoint(with: colors.filter { $0.color.isClipped && $0.systemColorOfItsNumbers == nil }.map(\.slot))
  }

  /// Completes a finding with the faults of a kind.
  func describe(_ kind: CatalogFault.Kind, in finding: inout AuditFinding) -> Bool {
    let faults = set.faults.filter { $0.kind == kind }
    guard let first = faults.first else { return false }
    finding.describe(faults.count, line: first.line, first.message)
    return true
  }
}

extension AuditFinding {
  /// Sets the message to the sentence about the first of some slots, with the number of the others, and the line.
  mutating func describe(_ count: Int, line: Int?, _ sentence: String) {
    self.line = line
    message = sentence + (count > 1 ? " (And \(count - 1) more.)" : "")
    numbers = [.init("slots", count)]
    weight = count
  }
}
