import GamutKit

extension AuditFormat {
  /// A test case for each file, for build servers.
  public static let junit = AuditFormat("junit", suffix: "xml") { run, _, _ in AuditJUnit(run.leastFailing) }
}

/// An audit as JUnit XML: a test case for each file, with a failure for each rule that it violates with severity
/// error, or the least one that fails the run. Other findings are written as its output.
///
/// The counts precede the cases, so the cases are buffered in memory.
struct AuditJUnit: AuditFormatter {
  private let leastFailing: Severity
  private var cases: [UInt8] = []
  private var failed = 0

  init(_ leastFailing: Severity) { self.leastFailing = leastFailing }

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
    let counts = "tests=\"\(totals.files)\" failures=\"\(failed)\" errors=\"\(totals.failures)\""
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="gamut audit" \(counts) time="0">
        <testsuite name="gamut audit" \(counts) skipped="0" time="0">

      """.utf8) + cases + Array("  </testsuite>\n</testsuites>\n".utf8)
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
