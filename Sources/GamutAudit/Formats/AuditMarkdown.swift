import GamutKit

/// An audit as GitHub Flavored Markdown: the totals, the rules, and the worst findings of each.
struct AuditMarkdown: RowFormatter {
  static let format = AuditFormat("markdown", endings: ["md"], isOurs: { $0.text.hasPrefix(title + "\n") }) {
    AuditMarkdown(run: $0.run)
  }

  private let run: AuditRun
  private var byRule = WorstByRule(limit: 50)
  private var failures: [(path: Pathname, error: RecordedError)] = []
  private static let failureLimit = 50
  private static let title = "## Colour audit"

  mutating func add(_ row: AuditRow) -> [UInt8] {
    if let error = row.error, failures.count < Self.failureLimit { failures.append((row.path, error)) }
    byRule.add(row)
    return []
  }

  func end(_ totals: AuditTotals) -> [UInt8] {
    var blocks = [Self.title, summary(totals)]
    let sorted = byRule.sorted
    if !sorted.isEmpty {
      blocks.append(
        "| severity | rule | files | |\n|---|---|---:|---|\n"
          + sorted.map { severity, rule, findings in
            "| \(severity.rawValue) | `\(rule.rawValue)` | \(Words.count(findings.files)) | \(rule.title) |"
          }.joined(separator: "\n"))
    }
    if !failures.isEmpty {
      blocks.append(
        "### Could not be processed\n\n| file | why |\n|---|---|\n"
          + failures.map { "| \($0.path.markdown) | \($0.error.message.markdown) |" }.joined(separator: "\n")
          + Self.more(totals.failures - failures.count))
    }
    for (severity, rule, findings) in sorted {
      blocks.append(
        "### \(severity.rawValue): \(rule.rawValue)\n\n| file | finding |\n|---|---|\n"
          + findings.entries.map {
            "| \($0.path.markdown) | \(($0.finding.start(below: $0.path) + $0.finding.sentences).markdown) |"
          }.joined(
            separator: "\n")
          + Self.more(findings.count - findings.entries.count))
    }
    return Array((blocks.joined(separator: "\n\n") + "\n").utf8)
  }

  private static func more(_ count: Int) -> String { count > 0 ? "\n\nand \(Words.count(count)) more." : "" }

  private func summary(_ totals: AuditTotals) -> String {
    var parts = Severity.allCases.map { Words.count(totals.severities[$0] ?? 0, $0.rawValue) }
    if totals.failures > 0 { parts.append("\(Words.count(totals.failures)) could not be processed") }
    if totals.known > 0 { parts.append("\(Words.count(totals.known)) known") }
    let stale = totals.stale > 0 ? totals.staleWords(run) : nil
    return "**\(Words.count(totals.files, "file"))**: " + parts.joined(separator: ", ") + ". "
      + (totals.verdictWords.map { $0 + "." } ?? "")
      + [stale, totals.untaggedSentence, run.unchecked.sentence].compactMap(\.self).map { " " + $0 }.joined()
  }
}

extension Pathname {
  /// The path as code, which Markdown and HTML do not interpret.
  fileprivate var markdown: String {
    let text = text.printable
    // By scalars: a mark with an accent is one character, and a mark to Markdown.
    let scalars = text.unicodeScalars
    let longest = scalars.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let needsSpace = scalars.first == "`" || scalars.last == "`" || scalars.first == " "
    let padding = needsSpace ? " " : ""
    // A vertical bar ends a table cell, even in code.
    return fence + padding + text.escaping(["|": "\\|"]) + padding + fence
  }
}

extension String {
  /// The text, escaped so that Markdown and HTML do not interpret it.
  fileprivate var markdown: String {
    var result = String.UnicodeScalarView()
    let scalars = printable.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      switch scalar {
      // GitHub makes a link or a mention of what follows, which a reverse solidus does not prevent.
      case "@": result.append(contentsOf: "@&#8288;".unicodeScalars)
      case ":" where scalars[index...].dropFirst().starts(with: "//".unicodeScalars),
        "." where String(scalars[..<index].suffix(3)).lowercased() == "www":
        result.append("\\")
        result.append(scalar)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "\\", "`", "*", "_", "{", "}", "[", "]", "|", "~", "#", "!", "$":
        result.append("\\")
        result.append(scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
