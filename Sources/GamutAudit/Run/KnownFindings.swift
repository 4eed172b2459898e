public import GamutKit

/// The use of a baseline in a run: which findings its entries hide, and which entries no longer occur.
///
/// An entry hides a finding by its rule and path, of several that with the same contents; or, if there is no file at its
/// path any more, one finding of another file by its rule and contents: a file that was moved stays known, a copy is new.
public struct KnownFindings {
  private enum State { case unused, used, stale }

  private let entries: [Baseline.Entry]
  private let root: Pathname
  private let isOn: (AuditRule, Pathname) -> Bool
  private var states: [State]
  /// The entries that the next baseline has instead, by their indices.
  private var replacements: [Int: Baseline.Entry] = [:]
  private let byPath: [Pathname: [Int]]
  private lazy var byContent = Dictionary(grouping: entries.indices) { entries[$0].withoutPath }
  private var gone: [Pathname: Bool] = [:]

  /// - Parameters:
  ///   - baseline: the baseline of the run.
  ///   - root: the folder that its paths are relative to.
  ///   - isOn: returns whether the run checks a rule for a path.
  public init(
    _ baseline: Baseline, root: Pathname, isOn: @escaping (AuditRule, Pathname) -> Bool = { _, _ in true }
  ) {
    let entries = baseline.entries.sorted()
    (self.entries, self.root, self.isOn) = (entries, root, isOn)
    states = Array(repeating: .unused, count: entries.count)
    byPath = Dictionary(grouping: entries.indices) { entries[$0].path }
  }

  /// Removes the known findings from a row, and counts them there, and the entries for the file that no longer occur.
  public mutating func remove(from row: inout AuditRow) {
    let own = byPath[row.path] ?? []
    let places = Dictionary(uniqueKeysWithValues: own.map { (entries[$0], $0) })
    let found = row.findings.map { Baseline.Entry($0, of: row) }
    var hidden = found.map { entry in entry.flatMap { use(places[$0], for: $0) } ?? false }
    // A palette may have 50,000 findings of a rule.
    var unused = Dictionary(grouping: own.reversed().filter { states[$0] == .unused }) { entries[$0].rule }
    for (index, entry) in found.enumerated() where !hidden[index] {
      guard let entry else { continue }
      hidden[index] = use(unused[entry.rule]?.popLast() ?? moved(entry), for: entry)
    }
    let new = row.findings.indices.filter { !hidden[$0] }.map { row.findings[$0] }
    row.known += row.findings.count - new.count
    row.findings = new
    guard row.error == nil else { return }
    for index in own where states[index] == .unused && isOn(entries[index].rule, row.path) {
      states[index] = .stale
      row.stale += 1
    }
  }

  private mutating func use(_ index: Int?, for entry: Baseline.Entry) -> Bool {
    guard let index else { return false }
    states[index] = .used
    if entries[index] != entry { replacements[index] = entry }
    return true
  }

  /// Returns an unused entry with the same rule and contents, whose file is gone; nil if there is none.
  private mutating func moved(_ entry: Baseline.Entry) -> Int? {
    (byContent[entry.withoutPath] ?? []).first { states[$0] == .unused && isGone($0) }
  }

  private mutating func isGone(_ index: Int) -> Bool {
    let path = entries[index].path
    if let known = gone[path] { return known }
    // A file about which the system does not answer is not gone.
    let isGone = (try? FileStatus(of: root.joined(path), followingLink: false) == nil) ?? false
    gone[path] = isGone
    return isGone
  }

  /// Counts the entries of files that are gone, after all rows of a run over whole folders that have all entries: otherwise
  /// a file may be where the run did not look.
  ///
  /// - Parameters:
  ///   - folders: what the run has searched.
  ///   - isAudited: returns whether the run would have audited a file at a path in them.
  /// - Returns: the number of entries that hid no finding.
  public mutating func countGone(in folders: [Pathname], where isAudited: (Pathname) -> Bool) -> Int {
    guard entries.allSatisfy({ entry in folders.contains { $0.contains(entry.path) } }) else { return 0 }
    var count = 0
    for index in states.indices where states[index] == .unused {
      let entry = entries[index]
      guard isAudited(entry.path), isOn(entry.rule, entry.path), isGone(index) else { continue }
      states[index] = .stale
      count += 1
    }
    return count
  }

  package var stale: [Baseline.Entry] { zip(states, entries).filter { $0.0 == .stale }.map(\.1) }

  /// The baseline without the entries that no longer occur, and with the paths and contents of today.
  public var current: Baseline {
    Baseline(entries.indices.filter { states[$0] != .stale }.map { replacements[$0] ?? entries[$0] })
  }
}

extension Baseline.Entry {
  init?(_ finding: AuditFinding, of row: AuditRow) {
    guard let content = row.content(of: finding) else { return nil }
    self.init(path: row.path, rule: finding.rule, content: content)
  }

  fileprivate var withoutPath: Baseline.Entry { Baseline.Entry(path: .here, rule: rule, content: content) }
}
