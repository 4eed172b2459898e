import GamutKit

extension AuditRule {
  package func page(width: Int) -> String {
    "\(rawValue): \(title)\nSeverity: \(defaultSeverity.rawValue), unless the policy says otherwise\n\n"
      + explanation.wrapped(width: width, indent: "") + "\n" + (command.map { "\n  $ \($0)\n" } ?? "")
  }
}

extension AuditPolicy {
  package var ruleList: String {
    AuditRule.allCases.map { rule in
      (severity(of: rule)?.rawValue ?? "off").padded(to: 9) + rule.rawValue.padded(to: 23) + rule.title + "\n"
    }.joined()
  }
}
