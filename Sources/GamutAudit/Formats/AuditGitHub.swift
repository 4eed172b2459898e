import GamutKit

/// An audit as workflow commands of GitHub Actions: annotations, worst first. GitHub shows ten of each level per step
/// and drops the rest, so ten different problems are written; the step summary has all findings by rule.
struct AuditGitHub: RowFormatter {
  static let format = AuditFormat("github") { AuditGitHub(run: $0.run) }

  private let run: AuditRun
  /// Findings of one rule with the same message are one problem.
  private var problems = WorstByRule(limit: AuditGitHub.limit, joinsMessages: true)
  /// The first file that could not be processed for each of the first reasons, and the number of files.
  private var failures: [(path: Pathname, error: RecordedError, files: Int)] = []

  static let limit = 10

  mutating func add(_ row: AuditRow) -> [UInt8] {
    if let error = row.error {
      // Messages for one reason differ at most in numbers.
      let words = error.message.filter { !$0.isNumber }
      let like = failures.firstIndex {
        $0.error.code == error.code && $0.error.message.filter { !$0.isNumber } == words
      }
      if let place = like {
        failures[place].files += 1
      } else if failures.count < Self.limit {
        failures.append((row.path, error, 1))
      }
    }
    problems.add(row)
    return []
  }

  func end(_ totals: AuditTotals) -> [UInt8] {
    // Half of the errors is for findings, or as much as they need.
    let shown = failures.prefix(Self.limit - min(chosen(.error, Self.limit).count, Self.limit / 2))
    var lines = shown.map { failure in
      command("error", "could not be processed", failure.path, failure.error.message + Self.others(failure.files))
    }
    for severity in Severity.allCases {
      for entry in chosen(severity, severity == .error ? Self.limit - lines.count : Self.limit) {
        let remedy = Self.others(entry.copies + 1) + (entry.finding.command(at: entry.path).map { "\n" + $0 } ?? "")
        lines.append(
          command(
            severity == .note ? "notice" : severity.rawValue, entry.finding.rule.rawValue, entry.file,
            entry.finding.sentences + remedy, line: entry.finding.line))
      }
    }
    if totals.stale > 0 { lines.append(workflowCommand("notice", title: "gamut: baseline", totals.staleWords(run))) }
    return Array(lines.joined().utf8)
  }

  private func chosen(_ severity: Severity, _ count: Int) -> [WorstFindings.Entry] {
    let ranked = problems.bySeverity.filter { $0.severity == severity }.flatMap { $0.findings.entries.enumerated() }
    let chosen = ranked.sorted { a, b in
      a.offset == b.offset ? a.element.isWorse(than: b.element) : a.offset < b.offset
    }
    return chosen.prefix(max(count, 0)).map(\.element).sorted { $0.isWorse(than: $1) }
  }

  private static func others(_ files: Int) -> String {
    files > 1 ? "\nThe same in \(Words.count(files - 1, "more file"))." : ""
  }

  private func command(
    _ level: String, _ title: String, _ path: Pathname, _ message: String, line: Int? = nil
  ) -> String {
    workflowCommand(level, title: "gamut: " + title, at: run.inRepository(path).text, line: line ?? 1, message)
  }
}
