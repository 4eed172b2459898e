import GamutKit
import PNGCodec

/// An audit as JUnit XML: a test case for each file, with a failure for each rule that it violates with severity
/// error, or the least one that fails the run. Other findings are written as its output.
///
/// The counts precede the cases, so the cases are buffered in memory.
struct AuditJUnit: RowFormatter {
  static let format = AuditFormat("junit", endings: ["xml"], isOurs: { $0.isJUnit("gamut audit") }) {
    AuditJUnit(leastFailing: $0.run.leastFailing)
  }

  private let leastFailing: Severity
  private var cases: [UInt8] = []
  private var failed = 0

  mutating func add(_ row: AuditRow) -> [UInt8] {
    let name = row.path.text.xmlAttribute
    let folder = row.path.folder
    let className = folder == Pathname(".") ? "gamut" : folder.text.xmlAttribute
    var body = ""
    if let error = row.error {
      body += "      <error type=\"\(error.code.xmlAttribute)\" message=\"\(error.message.xmlAttribute)\"/>\n"
    }
    let errors = row.findings.filter { $0.severity >= leastFailing }
    if !errors.isEmpty { failed += 1 }
    for error in errors {
      body += "      <failure type=\"\(error.rule.rawValue)\" message=\"\(error.message.xmlAttribute)\">"
      body += Self.text([error], of: row) + "</failure>\n"
    }
    let others = row.findings.filter { $0.severity < leastFailing }
    if !others.isEmpty { body += "      <system-out>" + Self.text(others, of: row) + "</system-out>\n" }
    cases += Array("    <testcase name=\"\(name)\" classname=\"\(className)\" time=\"0\"".utf8)
    cases += Array((body.isEmpty ? "/>\n" : ">\n" + body + "    </testcase>\n").utf8)
    return []
  }

  func end(_ totals: AuditTotals) -> [UInt8] {
    BuildDocument.junit(
      "gamut audit", tests: totals.files, failures: failed, errors: totals.failures, cases)
  }

  private static func text(_ findings: [AuditFinding], of row: AuditRow) -> String {
    findings.map { finding in
      let command = finding.command(at: row.path).map { "\n  $ " + $0 } ?? ""
      return
        "\(finding.severity.rawValue) \(finding.rule.rawValue): \(finding.start(below: row.path))\(finding.sentences.printable)\(command.printableLines)"
        .xmlText
    }.joined(separator: "\n")
  }
}

/// An audit as the array that GitLab reads as a Code Quality report: an object for each error and warning, and for each
/// note in verbose detail. GitLab compares the fingerprints of two branches, and shows new and fixed findings.
struct AuditGitLab: RowFormatter {
  static let format = AuditFormat(
    "gitlab", isOurs: { $0.json == "[]" || $0.json.hasPrefix("[{\"check_name\":\"gamut/") }
  ) { AuditGitLab($0.run, $0.style) }

  private let run: AuditRun
  private let hasNotes: Bool
  /// What distinguishes the files below this root from those of the same paths below another root of the repository.
  private let folderPrint: String
  private var isEmpty = true

  init(_ run: AuditRun, _ style: TextStyle) {
    self.run = run
    folderPrint = run.folder.map { "-" + hex16(ContentChecksum.crc64($0.bytes)) } ?? ""
    hasNotes = style.detail == .verbose
  }

  func begin() -> [UInt8] { Array("[".utf8) }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    var bytes: [UInt8] = []
    // GitLab wants each fingerprint once; a set may have several findings of one rule.
    var seen: [String: Int] = [:]
    func unique(_ print: String) -> String {
      seen[print, default: 0] += 1
      return seen[print] == 1 ? print : "\(print)-\(seen[print, default: 0])"
    }
    if let error = row.error {
      let print = hex16(ContentChecksum.crc64(Array(error.code.utf8) + [0] + row.path.bytes))
      bytes += issue("unprocessed", "critical", error.message, row.path, fingerprint: unique(print))
    }
    for finding in row.findings where hasNotes || finding.severity != .note {
      let command = finding.command(at: row.path).map { " Run: " + $0 } ?? ""
      bytes += issue(
        finding.rule.rawValue, Self.severity(finding.severity), finding.sentences + command, finding.file ?? row.path,
        line: finding.line, fingerprint: unique(row.fingerprint(of: finding)))
    }
    return bytes
  }

  func end(_ totals: AuditTotals) -> [UInt8] { Array((isEmpty ? "]\n" : "\n]\n").utf8) }

  /// The name comes first, because a file is recognised by it.
  private mutating func issue(
    _ name: String, _ severity: String, _ description: String, _ path: Pathname, line: Int? = nil, fingerprint: String
  ) -> [UInt8] {
    defer { isEmpty = false }
    let issue = JSONWriter.object { issue in
      issue.member("check_name", "gamut/" + name)
      issue.member("description", description)
      issue.member("fingerprint", fingerprint + folderPrint)
      issue.member("severity", severity)
      issue.member("location") { location in
        location.member("path", run.inRepository(path).text)
        location.member("lines") { $0.member("begin", line ?? 1) }
      }
    }
    return Array((isEmpty ? "\n" : ",\n").utf8) + issue
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}

/// An audit as compiler diagnostics: `path:1:1: warning: message (rule)`. Paths are absolute, because Xcode opens no
/// others; so are those of the commands that fix the findings.
struct AuditXcode: RowFormatter {
  static let format = AuditFormat("xcode") {
    AuditXcode(root: (try? $0.pictures.root.resolved) ?? $0.pictures.root)
  }

  let root: Pathname

  func add(_ row: AuditRow) -> [UInt8] {
    var text = ""
    func place(_ path: Pathname) -> String { root.joined(path).text.diagnostic }
    if let error = row.error { text += "\(place(row.path)):1:1: error: \(error.message.diagnostic) (\(error.code))\n" }
    for finding in row.findings {
      let remedy = finding.command(at: row.path, { root.joined($0) }).map { " Fix: \($0.diagnostic)" } ?? ""
      text +=
        "\(place(finding.file ?? row.path)):\(finding.line ?? 1):1: \(finding.severity.rawValue): \(finding.sentences.diagnostic)\(remedy) "
        + "(\(finding.rule.rawValue))\n"
    }
    return Array(text.utf8)
  }

  func end(_ totals: AuditTotals) -> [UInt8] { [] }
}

extension String {
  /// The text for the line of a diagnostic: printable, and nowhere with `: error:` or the like, which some readers take
  /// for the kind of the diagnostic wherever in the line it is.
  fileprivate var diagnostic: String {
    let parts = printable.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    return parts.indices.reduce(into: "") { text, index in
      let isKind = index < parts.count - 1 && Self.kinds.contains(parts[index].lowercased().filter { $0 != " " })
      if index > 0 { text += isKind ? "\\u{3a}" : ":" }
      text += parts[index]
    }
  }

  private static let kinds: Set = ["error", "warning", "note", "fatalerror", "fatalwarning", "fatalnote"]
}
