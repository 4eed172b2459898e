import GamutAudit
import GamutKit

/// The example of checking a folder.
func auditExample(print: (Any...) -> Void) throws {
  // README
  let names = [Pathname("Samples")]
  let place = try AuditSelection.place(of: names, root: nil, policy: nil)
  let policy = try place.policy.map { try PolicyFile(reading: $0, root: place.root).policy } ?? AuditPolicy()
  let selection = AuditSelection(names, root: place.root) { policy.excludes($0) }
  try Auditor(policy).audit(selection, jobs: 4) { row in
    for finding in row.findings where finding.severity == .error { print(row.path.text, finding.rule) }
  }
  // end
}
