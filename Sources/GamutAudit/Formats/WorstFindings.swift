import GamutKit

/// Findings and their paths, worst first, limited to a maximum number; it stores no more than these, and the files of one path.
struct WorstFindings {
  struct Entry {
    var path: Pathname
    var finding: AuditFinding
    /// The number of findings with the same message that it stands for besides its own.
    var copies = 0

    var file: Pathname { finding.file ?? path }

    func isWorse(than other: Entry) -> Bool { isWorse(than: other.finding, at: other.path) }

    /// Returns whether this one sorts before a finding about the file at a path.
    func isWorse(than other: AuditFinding, at otherPath: Pathname) -> Bool {
      if finding.isWorse(than: other) { return true }
      if other.isWorse(than: finding) { return false }
      return (file, finding.line ?? 0) < (other.file ?? otherPath, other.line ?? 0)
    }
  }

  /// Among them are all of the worst.
  private(set) var entries: [Entry] = []
  private var least: Entry?
  private(set) var count = 0
  /// The number of files that they are about: those of one path come one after the other.
  private(set) var files = 0
  private var last: (path: Pathname?, files: Set<Pathname>) = (nil, [])
  let limit: Int
  private(set) var remedies = CommonRemedies()

  init(limit: Int) { self.limit = limit }

  /// - Parameter joins: whether a listed finding with the same message counts this one.
  mutating func add(_ finding: AuditFinding, at path: Pathname, joins: Bool = false) {
    count += finding.occurrences
    if path != last.path { last = (path, []) }
    if last.files.insert(finding.file ?? path).inserted { files += 1 }
    remedies.add(finding.remedy)
    if joins, limit < .max, let place = entries.firstIndex(where: { $0.finding.message == finding.message }) {
      entries[place].copies += 1
      return
    }
    // Most findings of a long run are no entries.
    if let least, least.isWorse(than: finding, at: path) { return }
    entries.append(Entry(path: path, finding: finding))
    if entries.count / 2 == limit { settle() }
  }

  /// Sorts the entries, and keeps the worst.
  mutating func settle() {
    entries = Array(entries.sorted { $0.isWorse(than: $1) }.prefix(limit))
    least = entries.count == limit ? entries.last : nil
  }
}

struct WorstByRule {
  typealias List = (severity: Severity, rule: AuditRule, findings: WorstFindings)

  private var lists: [List] = []
  private let limit: Int
  /// Whether findings of a rule with one message are one entry, as those of pointers of Git LFS always are.
  private let joinsMessages: Bool

  init(limit: Int, joinsMessages: Bool = false) { (self.limit, self.joinsMessages) = (limit, joinsMessages) }

  mutating func add(_ row: AuditRow) {
    for finding in row.findings {
      let known = lists.firstIndex { $0.severity == finding.severity && $0.rule == finding.rule }
      if known == nil { lists.append((finding.severity, finding.rule, WorstFindings(limit: limit))) }
      lists[known ?? lists.count - 1].findings.add(
        finding, at: row.path, joins: joinsMessages || finding.rule == .lfsPointer)
    }
  }

  func findings(of rule: AuditRule) -> [WorstFindings] { lists.filter { $0.rule == rule }.map(\.findings) }

  var bySeverity: [List] {
    var lists = lists
    for index in lists.indices { lists[index].findings.settle() }
    return lists.sorted { $0.severity == $1.severity ? $0.rule.rank < $1.rule.rank : $0.severity > $1.severity }
  }

  /// The lists in the order of use: what is broken, then the others, each by severity and rule; notes are last.
  var sorted: [List] {
    let isFirst = { (list: List) in list.rule.isBroken && list.severity > .note }
    return bySeverity.filter(isFirst) + bySeverity.filter { !isFirst($0) }
  }
}

/// The remedies of all findings of a rule, as far as one fix does them all.
struct CommonRemedies {
  private(set) var count = 0
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
