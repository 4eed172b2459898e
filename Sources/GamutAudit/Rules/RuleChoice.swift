public import GamutKit
import LittleCMS

/// Choices of rules for a single run. Each is stronger than the policy and than the choices before it.
extension AuditPolicy {
  /// Turns off all other rules, at all paths. A selected rule that the policy turns off has its default severity; an
  /// override that turns it off for some paths still does.
  public mutating func select(_ rules: Set<AuditRule>) {
    for rule in AuditRule.allCases {
      if !rules.contains(rule) {
        setSeverity(nil, of: rule)
      } else if severity(of: rule) == nil {
        severities[rule] = .some(rule.defaultSeverity)
      }
    }
  }

  /// Turns rules off, at all paths.
  public mutating func ignore(_ rules: Set<AuditRule>) {
    for rule in rules { setSeverity(nil, of: rule) }
  }

  /// Gives a rule a severity at all paths; nil turns the rule off.
  public mutating func setSeverity(_ severity: Severity?, of rule: AuditRule) {
    severities.updateValue(severity, forKey: rule)
    for index in overrides.indices { overrides[index].severities.removeValue(forKey: rule) }
    overrides.removeAll { $0.isEmpty }
  }
}

extension AuditRule {
  /// Returns the sentences about a name that no rule has.
  package static func unknown(_ name: String) -> String {
    let names = allCases.map(\.rawValue)
    let nearest = Suggestion.nearest(to: name, among: names).map { " Did you mean '\($0)'?" } ?? ""
    return "There is no rule '\(name.shortened)'.\(nearest) The rules are \(Words.list(names.sorted()))."
  }
}
