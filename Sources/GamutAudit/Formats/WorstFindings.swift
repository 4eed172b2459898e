import GamutKit

/// Findings and their paths, worst first, limited to a maximum number; it stores no more than these.
struct WorstFindings {
  struct Entry {
    var path: Pathname
    var finding: AuditFinding
    /// The lines for the image and its variant, if requested.
    var web: WebLines?

    func isWorse(than other: Entry) -> Bool {
      if finding.isWorse(than: other.finding) { return true }
      if other.finding.isWorse(than: finding) { return false }
      return path < other.path
    }
  }

  private(set) var entries: [Entry] = []
  /// The number of findings, including those that are not kept.
  private(set) var count = 0
  let limit: Int
  /// The remedies of all findings, up to two different ones.
  private var remedies: Set<Remedy?> = []

  /// The remedy of all findings, which changes each file in place; nil if there is none.
  var commonRemedy: Remedy? {
    guard remedies.count == 1, let remedy = remedies.first ?? nil, remedy.changesFile else { return nil }
    return remedy
  }

  init(limit: Int = .max) { self.limit = limit }

  mutating func add(_ finding: AuditFinding, at path: Pathname, web: WebLines? = nil) {
    count += 1
    if remedies.count < 2 { remedies.insert(finding.remedy) }
    let entry = Entry(path: path, finding: finding, web: web)
    if let last = entries.last, entries.count == limit, !entry.isWorse(than: last) { return }
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
  private struct Key: Hashable {
    var severity: Severity
    var rule: AuditRule
  }

  private var lists: [Key: WorstFindings] = [:]
  let limit: Int
  /// Whether to keep the lines that serve images and their variants.
  var keepsWebLines = false

  init(limit: Int) { self.limit = limit }

  mutating func add(_ row: AuditRow) {
    let web = keepsWebLines ? row.webLines : nil
    for finding in row.findings {
      let key = Key(severity: finding.severity, rule: finding.rule)
      lists[key, default: WorstFindings(limit: limit)].add(
        finding, at: row.path, web: finding.rule == web?.rule ? web?.lines : nil)
    }
  }

  /// The lists sorted by severity, then by rule, worst first.
  var sorted: [(severity: Severity, rule: AuditRule, findings: WorstFindings)] {
    lists.sorted { a, b in
      a.key.severity == b.key.severity ? a.key.rule.rank < b.key.rule.rank : a.key.severity > b.key.severity
    }.map { ($0.key.severity, $0.key.rule, $0.value) }
  }
}
