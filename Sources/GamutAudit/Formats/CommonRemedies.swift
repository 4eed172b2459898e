import GamutKit

/// The remedies of all findings of a rule, as far as one fix does them all.
struct CommonRemedies {
  private(set) var count = 0
  /// Whether a fix does each of them.
  private var areFixable = true
  private var spaces: Set<String> = []

  mutating func add(_ remedy: Remedy?) {
    count += 1
    if let remedy, remedy.verb == .embed, remedy.assumed == nil {
      if let space = remedy.space { spaces.insert(space) }
    } else {
      areFixable = areFixable && remedy?.output != nil
    }
  }

  func command(for rule: AuditRule, in run: AuditRun) -> String? {
    guard count > 0, areFixable, !run.rulesOff.contains(rule), let audit = run.commandForFixHere else { return nil }
    let fix = "\(audit) --select \(rule.rawValue) --fix"
    guard rule.traits.contains(.guessesSpace), let space = spaces.first else { return fix }
    return spaces.count == 1 ? "\(fix) --assume \(Pathname(space).shellWord)" : nil
  }
}
