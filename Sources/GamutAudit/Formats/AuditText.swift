import Gamut
import GamutKit

extension AuditFormat {
  /// Text for people, worst first.
  public static let text = AuditFormat("text", suffix: "txt", heading: OutputFile.heading("audit")) { run, style, _ in
    AuditText(run, style)
  }
}

/// An audit as text for people: findings by rule, worst first; last the totals and what to do first, which stay on the
/// screen of a terminal.
struct AuditText: AuditFormatter {
  private let run: AuditRun
  private let style: TextStyle
  private var byRule: WorstByRule
  private var all = WorstFindings()
  private var worst = WorstFiles(limit: 10)
  private var failures: [(path: Pathname, error: RecordedError)] = []

  /// The maximum number of files listed per rule, unless all are requested.
  private static let listed = 10

  init(_ run: AuditRun, _ style: TextStyle) {
    self.run = run
    self.style = style
    byRule = WorstByRule(limit: style.detail == .verbose ? .max : Self.listed)
    byRule.keepsWebLines = style.detail == .verbose
    byRule.joinsCopies = true
  }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    if let error = row.error, !run.omitsFailures, style.detail != .normal || failures.count < Self.listed {
      failures.append((row.path, error))
    }
    if style.detail == .quiet {
      for finding in row.findings where finding.severity > .note { all.add(finding, at: row.path) }
    } else {
      byRule.add(row)
      worst.add(row)
    }
    return []
  }

  func end(_ totals: AuditTotals) -> [UInt8] {
    let text =
      style.detail == .quiet
      ? lines
      : [unprocessed(totals), rules, worstFiles, summary(totals), byRuleTable(totals), hint(totals)]
        .compactMap { $0 }.joined(separator: "\n\n") + "\n"
    return Array(text.utf8)
  }

  /// The quiet form: one line for each finding.
  private var lines: String {
    let errors = failures.map { failure in
      style.failure("error".padded(to: 9)) + "\(failure.path.text.printable): \(failure.error.message.printable) "
        + "(\(failure.error.code))\n"
    }
    return errors.joined()
      + all.entries.map { entry in
        style.severity(entry.finding.severity.rawValue.padded(to: 9), entry.finding.severity)
          + "\(entry.place): \(entry.finding.message.printable) (\(entry.finding.rule.rawValue))\n"
      }.joined()
  }

  private func unprocessed(_ totals: AuditTotals) -> String? {
    guard totals.failures > 0, !run.omitsFailures else { return nil }
    let more = totals.failures - failures.count
    return style.failure("Could not be processed") + " (\(Words.count(totals.failures, "file")))\n"
      + failures.map { failure in
        "  \(failure.path.text.printable)\n"
          + "\(failure.error.message.printable) (\(failure.error.code))".wrapped(indent: "    ")
      }.joined(separator: "\n") + (more > 0 ? "\n  and \(Words.count(more)) more (--verbose)" : "")
  }

  private var rules: String? {
    var commands: Set<String> = []
    let blocks = byRule.sorted.map { severity, rule, findings in
      style.severity(severity.rawValue, severity) + " " + style.heading(rule.rawValue) + ": \(rule.title) "
        + "(\(findings.scope))\n" + block(findings, severity, &commands)
    }
    return blocks.isEmpty ? nil : blocks.joined(separator: "\n\n")
  }

  /// - Parameter commands: the commands already printed.
  private func block(_ findings: WorstFindings, _ severity: Severity, _ commands: inout Set<String>) -> String {
    let more = findings.count - findings.listedCount
    // If all messages are equal, the message is printed once.
    let messages = Set(findings.entries.map(\.finding.message))
    var lines: [String] = []
    for entry in findings.entries {
      lines.append("  \(entry.place)\(entry.copiesInWords)")
      if messages.count > 1 || findings.entries.count == 1 {
        lines.append(entry.finding.message.printable.wrapped(indent: "      "))
      }
      if style.detail == .verbose { lines += Self.remedy(entry) }
    }
    if more > 0 { lines.append("  and \(Words.count(more)) more (--verbose)") }
    if messages.count == 1, findings.entries.count > 1, let message = messages.first {
      lines.append(message.printable.wrapped(indent: "      "))
    }
    if style.detail != .verbose { lines += remedies(findings, severity, &commands) }
    return lines.joined(separator: "\n")
  }

  /// Returns the remedies of the listed findings of a rule: one command if it is the same for all; otherwise common
  /// advice once, then each finding's command, unless it has already been printed. Notes have only one example.
  private func remedies(
    _ findings: WorstFindings, _ severity: Severity, _ printed: inout Set<String>
  ) -> [String] {
    let entries = findings.entries
    let fix = commandForAll(findings)
    if findings.count > 1, !findings.remedies.writeNewFiles, let fix {
      // A rule may have findings of two severities, and the same command for both.
      guard printed.insert(fix).inserted, let rule = entries.first?.finding.rule else { return [] }
      let count = byRule.findings(of: rule).filter { commandForAll($0) == fix }.reduce(0) { $0 + $1.count }
      let isForOthers = count > findings.count
      return (isForOthers ? ["    All \(Words.count(count)), with those of other severities:"] : []) + ["    $ " + fix]
    }
    let example = entries.first { $0.finding.remedy != nil } ?? entries.first
    if severity == .note { return example.map(Self.remedy) ?? [] }
    var lines: [String] = []
    for advice in entries.compactMap(\.finding.advice) {
      let text = advice.printable.wrapped(indent: "    ")
      if !lines.contains(text) { lines.append(text) }
    }
    for entry in entries {
      guard let command = entry.finding.command(at: entry.path), printed.insert(command).inserted else { continue }
      lines.append("    $ " + command)
      // One example shows how to look into a file.
      if entry.finding.remedy == .inspect { break }
    }
    if findings.count > entries.count, let fix {
      lines.append("    All \(Words.count(findings.count)):")
      lines.append("    $ " + fix)
    }
    return lines
  }

  /// Returns the command that fixes all findings of a rule; nil if there is none.
  private func commandForAll(_ findings: WorstFindings) -> String? {
    guard let rule = findings.entries.first?.finding.rule, let command = run.commandForFix else { return nil }
    return findings.remedies.command(for: rule, in: command)
  }

  /// Returns the remedy of a finding.
  private static func remedy(_ entry: WorstFindings.Entry) -> [String] {
    [
      entry.finding.advice?.printable.wrapped(indent: "    "),
      entry.finding.command(at: entry.path).map { "    $ " + $0 },
      entry.web?.text(indent: "    "),
    ].compactMap { $0 }
  }

  private func summary(_ totals: AuditTotals) -> String {
    let severities = Severity.allCases.map { severity in
      let count = totals.severities[severity] ?? 0
      let text = Words.count(count, severity.rawValue)
      return count > 0 ? style.severity(text, severity) : text
    }
    let arePalettes = totals.files > 0 && totals.verdicts[.palette] == totals.files
    var lines = [
      arePalettes
        ? style.heading(Words.count(totals.files, "palette"))
        : style.heading(Words.count(totals.files, "file"))
          + (totals.verdictWords.map { ": " + $0 } ?? ""),
      severities.joined(separator: ", "),
    ]
    if totals.failures > 0 {
      lines.append(style.failure("\(Words.count(totals.failures, "file")) could not be processed"))
    }
    if totals.known > 0 { lines.append("\(Words.count(totals.known, "known finding")) hidden (--baseline)") }
    if let sentence = run.unchecked.sentence { lines.append(sentence) }
    if style.detail == .verbose { lines += run.uncheckedFiles.map { "  " + $0.text.printable } }
    return lines.joined(separator: "\n")
  }

  private func byRuleTable(_ totals: AuditTotals) -> String? {
    let sorted = byRule.sorted
    guard !sorted.isEmpty else { return nil }
    return sorted.map { severity, rule, findings in
      "  " + style.severity(severity.rawValue.padded(to: 9), severity) + rule.rawValue.padded(to: 23)
        + Words.count(findings.count).rightAligned(to: 7) + "  \(rule.title)"
    }.joined(separator: "\n")
  }

  private var worstFiles: String? {
    guard worst.entries.count > 1 else { return nil }
    return style.heading("Worst first") + "\n"
      + worst.entries.map { entry in
        let joined = WorstFindings.Entry(path: entry.path, finding: entry.findings[0], copies: entry.copies)
        return "  \(entry.path.text.printable)\(joined.copiesInWords)\n      "
          + entry.findings.map(\.rule.rawValue).joined(separator: ", ")
      }.joined(separator: "\n")
  }

  private func hint(_ totals: AuditTotals) -> String? {
    guard let (severity, rule, _) = byRule.sorted.first else {
      return totals.failures == 0 && totals.files > 0 ? "Nothing to do." : nil
    }
    if severity == .note { return "Only notes, which are for information." }
    let start = "Start with '\(rule.rawValue)': gamut audit --explain \(rule.rawValue)"
    guard let command = run.commandForFix, !run.isFixed, hasSafeRemedies else { return start }
    let fix = ([command] + run.choices.map { Pathname($0).shellWord } + ["--fix --dry-run"]).joined(separator: " ")
    return start + "\nTo see what can be fixed without a guess: \(fix)"
  }

  /// Whether a remedy changes no pixel of an existing file.
  private var hasSafeRemedies: Bool {
    byRule.sorted.contains { _, _, findings in
      findings.entries.contains { entry in
        guard let remedy = entry.finding.remedy else { return false }
        guard case .embed = remedy.action else { return remedy.output != nil && !remedy.replacesOutput }
        return !entry.finding.rule.traits.contains(.guessesSpace) && !remedy.changesMeaning
      }
    }
  }
}

extension WorstFindings {
  /// The number of files and findings, such as "3 files" or "12 findings in 2 files".
  fileprivate var scope: String {
    let files = Words.count(files, "file")
    return count == self.files ? files : "\(Words.count(count, "finding")) in \(files)"
  }
}

/// The files with the worst findings.
struct WorstFiles {
  struct Entry {
    var path: Pathname
    var findings: [AuditFinding]
    var content: UInt64?
    /// The number of further files with the same contents.
    var copies = 0

    func isWorse(than other: Entry) -> Bool {
      for (a, b) in zip(findings, other.findings) {
        if a.isWorse(than: b) { return true }
        if b.isWorse(than: a) { return false }
      }
      if findings.count != other.findings.count { return findings.count > other.findings.count }
      return path < other.path
    }
  }

  private(set) var entries: [Entry] = []
  let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func add(_ row: AuditRow) {
    // Notes do not count.
    let findings = row.findings.filter { $0.severity != .note }
    guard !findings.isEmpty else { return }
    if let content = row.joinedContent, let place = entries.firstIndex(where: { $0.content == content }) {
      entries[place].copies += 1
      return
    }
    let entry = Entry(path: row.path, findings: findings, content: row.joinedContent)
    let place = entries.firstIndex { entry.isWorse(than: $0) } ?? entries.count
    guard place < limit else { return }
    entries.insert(entry, at: place)
    if entries.count > limit { entries.removeLast() }
  }
}

extension TextStyle {
  func severity(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: verdict(text, .collapses)
    case .warning: verdict(text, .clips)
    case .note: verdict(text, .fits)
    }
  }
}

extension AuditTotals {
  /// The verdicts with their numbers of files, as a list; nil if there is none.
  var verdictWords: String? {
    let words = RowVerdict.allCases.compactMap { verdict -> String? in
      guard let count = verdicts[verdict], count > 0 else { return nil }
      return "\(Words.count(count)) \(verdict.verb(count))"
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
