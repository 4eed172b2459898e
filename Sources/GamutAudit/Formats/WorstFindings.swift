import GamutKit

/// Findings and their paths, worst first, limited to a maximum number; it stores no more than these.
struct WorstFindings {
  struct Entry {
    var path: Pathname
    var finding: AuditFinding
    /// The lines for the image and its variant, if requested.
    var web: WebLines?
    /// The checksum of the contents, if identical copies are one entry.
    var content: UInt64?
    /// The number of further files with the same contents and the same finding.
    var copies = 0

    /// The file that the finding is in.
    var file: Pathname { finding.file ?? path }
    /// The file, with the line if there is one.
    var place: String { file.text.printable + (finding.line.map { ":\($0)" } ?? "") }

    func isWorse(than other: Entry) -> Bool {
      if finding.isWorse(than: other.finding) { return true }
      if other.finding.isWorse(than: finding) { return false }
      if file != other.file { return file < other.file }
      return (finding.line ?? 0) < (other.finding.line ?? 0)
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

  /// The number of findings of the entries and of their copies.
  var listedCount: Int { entries.reduce(entries.count) { $0 + $1.copies } }

  /// - Parameter content: the checksum of the contents of the file; a copy of a listed file is counted there.
  mutating func add(_ finding: AuditFinding, at path: Pathname, web: WebLines? = nil, content: UInt64? = nil) {
    count += 1
    if path != lastPath { files += 1 }
    lastPath = path
    if limit < .max, let content,
      let place = entries.firstIndex(where: { $0.content == content && $0.finding.message == finding.message })
    {
      entries[place].copies += 1
      return
    }
    remedies.add(finding.remedy)
    let entry = Entry(path: path, finding: finding, web: web, content: content)
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
  /// Whether identical copies are one entry.
  var joinsCopies = false

  init(limit: Int) { self.limit = limit }

  mutating func add(_ row: AuditRow) {
    let web = keepsWebLines ? row.webLines : nil
    for finding in row.findings {
      let key = Key(severity: finding.severity, rule: finding.rule)
      lists[key, default: WorstFindings(limit: limit)].add(
        finding, at: row.path, web: finding.rule == web?.rule ? web?.lines : nil,
        content: joinsCopies ? row.image?.content : nil)
    }
  }

  /// The lists sorted by severity, then by rule, worst first.
  var sorted: [(severity: Severity, rule: AuditRule, findings: WorstFindings)] {
    lists.sorted { a, b in
      a.key.severity == b.key.severity ? a.key.rule.rank < b.key.rule.rank : a.key.severity > b.key.severity
    }.map { ($0.key.severity, $0.key.rule, $0.value) }
  }
}
