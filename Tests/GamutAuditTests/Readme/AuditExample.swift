import GamutAudit
import GamutKit

/// The example of checking a folder.
func auditExample(print: (Any...) -> Void) throws {
  // README
  let names = [Pathname("Samples/Media.xcassets")]
  let place = try AuditSelection.place(of: names, root: nil, policy: nil)
  let policies = try place.policies()
  let selection = AuditSelection(names, root: place.root) { policies.file(for: $0).policy.excludes($0) }
  try Auditor(policies.policy(of: selection.inputs)).audit(selection, jobs: 4) { row in
    for finding in row.findings where finding.severity == .error { print(row.path.text, finding.rule) }
  }
  // end
}
