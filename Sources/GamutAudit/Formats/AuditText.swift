import Gamut
import GamutKit

/// An audit as text for people: findings by rule, worst first; last, so that they stay on the screen, totals and hints.
struct AuditText: RowFormatter {
  private let run: AuditRun
  private let style: TextStyle
  private var byRule: WorstByRule

  private static let listed = 10
  /// The largest number of findings for which files are listed with what is said about them.
  private static let fewFindings = 40

  init(_ run: AuditRun, _ style: TextStyle) {
    self.run = run
    self.style = style
    byRule = WorstByRule(limit: style.detail == .normal ? Self.listed : .max)
  }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    var row = row
    if style.detail == .quiet { row.findings.removeAll { $0.severity == .note } }
    byRule.add(row)
    return []
  }

  private func place(_ entry: WorstFindings.Entry) -> String {
    run.shown(entry.file).text.printable + (entry.finding.line.map { ":\($0)" } ?? "")
  }

  func end(_ totals: AuditTotals) -> [UInt8] {
    let text =
      style.detail == .quiet
      ? lines
      : [rules, summary(totals), hint(totals)]
        .compactMap { $0 }.joined(separator: "\n\n") + "\n"
    return Array(text.utf8)
  }

  private var lines: String {
    byRule.bySeverity.flatMap(\.findings.entries).map { entry in
      style.severity(entry.finding.severity.rawValue.padded(to: 9), entry.finding.severity)
        + "\(place(entry)): \(entry.finding.message.printable) (\(entry.finding.rule.rawValue))\n"
    }.joined()
  }

  /// The lists in the order of use. Below others, the summary alone counts the notes about files that declare nothing, or
  /// no more than a gamma.
  private var sorted: [WorstByRule.List] {
    let all = byRule.sorted
    let counted: Set<AuditRule> = [.untagged, .gammaOnly]
    return all.filter {
      style.detail == .verbose || all.count == 1 || $0.severity > .note || !counted.contains($0.rule)
    }
  }

  private var isLong: Bool {
    style.detail != .verbose && sorted.reduce(0) { $0 + $1.findings.count } > Self.fewFindings
  }

  private var rules: String? {
    var commands: Set<Pathname> = []
    let (isLong, sorted) = (isLong, sorted)
    let blocks = sorted.indices.compactMap { index -> String? in
      let (severity, rule, findings) = sorted[index]
      // A long list names each rule once, with its worst severity.
      let others = isLong ? sorted.indices.filter { sorted[$0].rule == rule } : [index]
      guard others.first == index else { return nil }
      let more = others.dropFirst().map {
        ", and \(Words.count(sorted[$0].findings.count)) as \(sorted[$0].severity.rawValue)s"
      }
      return style.severity(severity.rawValue, severity) + " " + style.heading(rule.rawValue) + ": \(rule.title) "
        + "(\([findings].scope)\(more.joined()))\n" + (isLong ? line(findings) : block(findings, severity, &commands))
    }
    let end = isLong ? "\n\nOf each rule the worst file is shown; --verbose lists all." : ""
    return blocks.isEmpty ? nil : blocks.joined(separator: isLong ? "\n" : "\n\n") + end
  }

  private func line(_ findings: WorstFindings) -> String {
    guard let worst = findings.entries.first else { return "" }
    let command = commandForAll(worst.finding.rule) ?? worst.finding.command(at: worst.path, run.shown)
    let isSaid = worst.finding.rule.isBroken || worst.finding.severity > .note || worst.finding.line != nil
    let message = isSaid ? worst.finding.message.printable.wrapped(indent: "      ") : nil
    let how = command.map { "    $ " + $0 } ?? (isSaid ? worst.finding.advice?.printable.wrapped(indent: "    ") : nil)
    return ["  \(place(worst))", message, how].compactMap(\.self).joined(separator: "\n")
  }

  private func block(_ findings: WorstFindings, _ severity: Severity, _ commands: inout Set<Pathname>) -> String {
    let more = findings.entries.reduce(findings.count) { $0 - 1 - $1.copies }
    // If all messages are equal, the message is printed once.
    let messages = Set(findings.entries.map(\.finding.message))
    var lines: [String] = []
    for entry in findings.entries {
      lines.append("  \(place(entry))" + (entry.copies > 0 ? "  (and \(Words.count(entry.copies)) more)" : ""))
      if messages.count > 1 || findings.entries.count == 1 {
        lines.append(entry.finding.message.printable.wrapped(indent: "      "))
      }
      if style.detail == .verbose {
        if let advice = entry.finding.advice { lines.append(advice.printable.wrapped(indent: "    ")) }
        if let command = entry.finding.command(at: entry.path, run.shown) { lines.append("    $ " + command) }
      }
    }
    let how = style.detail == .verbose ? ", which are not listed" : " (--verbose)"
    if more > 0 { lines.append("  and \(Words.count(more)) more\(how)") }
    if messages.count == 1, findings.entries.count > 1, let message = messages.first {
      lines.append(message.printable.wrapped(indent: "      "))
    }
    if style.detail != .verbose { lines += remedies(findings, severity, &commands) }
    return lines.joined(separator: "\n")
  }

  /// Returns the remedies of the listed findings of a rule: their advice once, and one command if it does what those of
  /// all do, otherwise that of each, unless it has already been printed. Notes have only one example.
  private func remedies(
    _ findings: WorstFindings, _ severity: Severity, _ printed: inout Set<Pathname>
  ) -> [String] {
    let entries = findings.entries
    var lines: [String] = []
    for advice in entries.compactMap(\.finding.advice) {
      let text = advice.printable.wrapped(indent: "    ")
      if !lines.contains(text) { lines.append(text) }
    }
    for command in commands(findings, severity) where printed.insert(Pathname(command)).inserted {
      lines.append("    $ " + command)
    }
    return lines
  }

  private func commands(_ findings: WorstFindings, _ severity: Severity) -> [String] {
    let entries = findings.entries.filter { $0.finding.remedy != nil }
    guard let first = entries.first, let remedy = first.finding.remedy else { return [] }
    if findings.count > 1, let all = commandForAll(first.finding.rule) { return [all] }
    // One example shows how to look into a file, and is enough for a note.
    if severity == .note || remedy == .inspect {
      return [first.finding.command(at: first.path, run.shown)].compactMap(\.self)
    }
    if remedy.output == nil, findings.count == entries.count, entries.allSatisfy({ $0.finding.remedy == remedy }) {
      return [remedy.mapped(run.shown).command(for: entries.map { run.shown($0.path) })]
    }
    return entries.compactMap { $0.finding.command(at: $0.path, run.shown) }
  }

  private func commandForAll(_ rule: AuditRule) -> String? {
    let commands = Set(byRule.findings(of: rule).map { $0.remedies.command(for: rule, in: run) })
    return commands.count == 1 ? commands.first ?? nil : nil
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
    if totals.known > 0 {
      lines.append("\(Words.count(totals.known, "known finding")) hidden by the baseline (--no-baseline)")
    }
    if totals.stale > 0 { lines.append(totals.staleWords(run)) }
    if let sentence = totals.untaggedSentence { lines.append(sentence.wrapped(indent: "")) }
    if let gammas = byRule.sorted.first(where: { $0.rule == .gammaOnly && $0.severity == .note }) {
      let count = gammas.findings.count
      let words = Words.count(count, "file") + (count == 1 ? " declares" : " declare")
      lines.append("\(words) only a gamma, which many programs ignore (--select gamma-only).".wrapped(indent: ""))
    }
    if let sentence = run.unchecked.sentence { lines.append(sentence) }
    return lines.joined(separator: "\n")
  }

  /// The action with the most effect: the one for the most findings. Images that are still to be fetched are among what is
  /// broken. Rules that are right only where nobody meant it so do not count by their number.
  private func hint(_ totals: AuditTotals) -> String? {
    let lists = byRule.sorted
    guard let first = lists.first else {
      return totals.failures + totals.stale == 0 && totals.files > 0 ? "Nothing to do." : nil
    }
    guard first.severity > .note else { return "Only notes, which are for information." }
    let worst = lists.filter {
      $0.rule.isBroken == first.rule.isBroken && ($0.severity == first.severity || $0.rule == .lfsPointer)
    }
    // Of equal counts the first one.
    let certain = worst.filter { $0.rule.rank <= AuditRule.profileDevice.rank && $0.rule != .scaleMismatch }
    let most = certain.map(\.findings.count).max()
    let chosen = certain.first { $0.findings.count == most } ?? first
    let start = "Start with '\(chosen.rule.rawValue)'"
    // These commands are for findings of all severities.
    let all = byRule.findings(of: chosen.rule).scope
    if chosen.rule == .lfsPointer { return "\(start) (\(all)): git lfs pull" }
    if !run.isFixed, let fix = commandForAll(chosen.rule) { return "\(start) (\(all)): \(fix) --dry-run" }
    let own = commands(chosen.findings, chosen.severity)
    // What looks into one file says nothing about others.
    let looks = [Remedy.Verb.inspect, .report].contains(chosen.findings.entries.first?.finding.remedy?.verb)
    let list = isLong && !run.rulesOff.contains(chosen.rule) ? run.commandForFixHere.map { $0 + " --select " } : nil
    let action =
      own.count == 1 && (!looks || chosen.findings.count == 1)
      ? own[0] : (list ?? "gamut audit --explain ") + chosen.rule.rawValue
    return "\(start) (\([chosen.findings].scope)): \(action)"
  }
}

extension [WorstFindings] {
  /// The number of files and findings, such as "3 files" or "12 findings in 2 files".
  fileprivate var scope: String {
    let (count, files) = reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.files) }
    return (count == files ? "" : "\(Words.count(count, "finding")) in ") + Words.count(files, "file")
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
  var untaggedSentence: String? {
    guard let count = rules[.untagged], count > 0 else { return nil }
    return
      "\(Words.count(count, "file")) \(count == 1 ? "declares" : "declare") no colour space: browsers and Xcode use sRGB, "
      + "others that of the display."
  }

  var verdictWords: String? {
    let words = RowVerdict.allCases.compactMap { verdict -> String? in
      guard let count = verdicts[verdict], count > 0 else { return nil }
      return "\(Words.count(count)) \(verdict.verb(count))"
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension AuditRule {
  package func page(width: Int) -> String {
    "\(rawValue): \(title)\nSeverity: \(defaultSeverity.rawValue), unless the policy says otherwise\n\n"
      + explanation.wrapped(width: width, indent: "") + "\n" + (command.map { "\n  $ \($0)\n" } ?? "")
  }
}

extension AuditPolicy {
  package var ruleList: String {
    AuditRule.allCases.map { rule in
      (severity(of: rule)?.rawValue ?? "off").padded(to: 9) + rule.rawValue.padded(to: 23) + rule.title + "\n"
    }.joined()
  }
}
