import GamutKit

/// Findings and their paths, worst first, limited to a maximum number; it stores no more than these.
struct WorstFindings {
  struct Entry {
    var path: Pathname
    var finding: AuditFinding
    /// The checksum of the contents, if identical copies are one entry.
    var content: UInt64?
    var copies = 0

    var file: Pathname { finding.file ?? path }
    var copiesInWords: String {
      guard copies > 0 else { return "" }
      return finding.rule == .lfsPointer
        ? "  (and \(Words.count(copies)) more)" : "  (and \(Words.count(copies, "identical file")))"
    }

    func isWorse(than other: Entry) -> Bool { isWorse(than: other.finding, at: other.path) }

    /// Returns whether this one sorts before a finding about the file at a path.
    func isWorse(than other: AuditFinding, at otherPath: Pathname) -> Bool {
      if finding.isWorse(than: other) { return true }
      if other.isWorse(than: finding) { return false }
      let otherFile = other.file ?? otherPath
      if file != otherFile { return file < otherFile }
      return (finding.line ?? 0) < (other.line ?? 0)
    }
  }

  private(set) var entries: [Entry] = []
  /// The number of findings, including those that are not kept.
  private(set) var count = 0
  /// The number of files that they are about, which come one after the other.
  private(set) var files = 0
  private var lastPath: Pathname?
  let limit: Int
  /// The remedies of all findings but copies.
  private(set) var remedies = CommonRemedies()

  init(limit: Int = .max) { self.limit = limit }

  var listedCount: Int { entries.reduce(entries.count) { $0 + $1.copies } }

  /// - Parameter content: the checksum of the contents of the file; a copy of a listed file is counted there.
  mutating func add(_ finding: AuditFinding, at path: Pathname, content: UInt64? = nil) {
    count += 1
    if path != lastPath {
      files += 1
      lastPath = path
    }
    remedies.add(finding.remedy)
    if limit < .max, let content,
      let place = entries.indices.first(where: {
        entries[$0].content == content && entries[$0].finding.message == finding.message
      })
    {
      entries[place].copies += 1
      return
    }
    // Most findings of a long run are no entries.
    if entries.count == limit, let last = entries.indices.last, entries[last].isWorse(than: finding, at: path) {
      return
    }
    let entry = Entry(path: path, finding: finding, content: content)
    // Binary search for the insertion index.
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].isWorse(than: entry) { low = middle + 1 } else { high = middle }
    }
    guard low < limit else { return }
    entries.insert(entry, at: low)
    if entries.count > limit { entries.removeLast() }
  }
}

/// The worst findings of each rule and severity.
struct WorstByRule {
  /// The findings by severity and rule, in any order; there are few lists.
  private var lists: [(severity: Severity, rule: AuditRule, findings: WorstFindings)] = []
  let limit: Int
  /// Whether identical copies are one entry.
  var joinsCopies = false

  init(limit: Int) { self.limit = limit }

  mutating func add(_ row: AuditRow) {
    let content = joinsCopies ? row.joinedContent : nil
    for finding in row.findings {
      let known = lists.firstIndex { $0.severity == finding.severity && $0.rule == finding.rule }
      if known == nil { lists.append((finding.severity, finding.rule, WorstFindings(limit: limit))) }
      lists[known ?? lists.count - 1].findings.add(finding, at: row.path, content: content)
    }
  }

  func findings(of rule: AuditRule) -> [WorstFindings] { lists.filter { $0.rule == rule }.map(\.findings) }

  /// The lists in the order of use: what is broken, then by severity and rule, worst first.
  var sorted: [(severity: Severity, rule: AuditRule, findings: WorstFindings)] {
    lists.sorted { a, b in
      if a.rule.isBroken != b.rule.isBroken { return a.rule.isBroken }
      return a.severity == b.severity ? a.rule.rank < b.rule.rank : a.severity > b.severity
    }
  }
}
