import GamutKit

/// An audit as SARIF 2.1.0 (OASIS Standard, 27 March 2020): a result for each error and warning, in verbose detail also
/// for notes. Of more than the 25,000 that GitHub takes, the less severe are left out, with a notification.
struct AuditSARIF: RowFormatter {
  static let format = AuditFormat("sarif", isOurs: \.isSARIF) { AuditSARIF($0.run, $0.style) }

  private let run: AuditRun
  private let limit: Int
  private let severities: [Severity]
  private var failures: [[UInt8]] = []
  private var results: [Severity: [[UInt8]]] = [:]
  private var count = 0

  private static let unprocessed = "unprocessed"

  init(_ run: AuditRun, _ style: TextStyle = TextStyle(), limit: Int = 25_000) {
    self.run = run
    self.limit = limit
    severities = Severity.allCases.filter { $0 != .note || style.detail == .verbose }
  }

  func begin() -> [UInt8] {
    BuildDocument.sarif(
      run.version, AuditRule.allCases.map { Optional($0) } + [nil],
      bases:
        "\"originalUriBaseIds\":{\"SRCROOT\":{\"description\":{\"text\":\"The folder that the paths are relative to: the top folder of the repository. Outside a repository it is the root of the audit.\"}}},\n"
    ) { $0.descriptor($1, id: $1?.rawValue ?? Self.unprocessed) }
  }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    for finding in row.findings where severities.contains(finding.severity) {
      count += 1
      guard results[finding.severity, default: []].count < limit else { continue }
      results[finding.severity, default: []].append(JSONWriter.object { $0.result(finding, of: row, in: run) })
    }
    guard let error = row.error else { return [] }
    count += 1
    failures.append(
      JSONWriter.object { result in
        result.member("ruleId", Self.unprocessed)
        result.member("ruleIndex", AuditRule.allCases.count)
        result.member("level", "error")
        result.member("message") { $0.member("text", error.message) }
        result.location(run.inRepository(row.path))
        result.member("properties") { $0.member("code", error.code) }
      })
    return []
  }

  func end(_ totals: AuditTotals) -> [UInt8] {
    let written = (failures + severities.flatMap { results[$0] ?? [] }).prefix(limit)
    let invocation = JSONWriter.object { invocation in
      invocation.member("executionSuccessful", failures.isEmpty)
      guard written.count < count else { return }
      invocation.member("toolExecutionNotifications", objects: [written.count]) { notification, first in
        notification.member("level", "warning")
        let words =
          "This file has the first \(Words.count(first)) of \(Words.count(count, "result")), the most severe ones"
        notification.member("message") { $0.member("text", words + ": code scanning takes no more.") }
      }
    }
    let bytes = written.enumerated().flatMap { Array(($0 == 0 ? "\n" : ",\n").utf8) + $1 }
    return bytes + Array((written.isEmpty ? "]" : "\n]").utf8) + Array(",\n\"invocations\":[".utf8) + invocation
      + Array("]\n}]}\n".utf8)
  }
}

extension JSONWriter {
  fileprivate mutating func descriptor(_ rule: AuditRule?, id: String) {
    member("id", id)
    member("shortDescription") { $0.member("text", rule?.title ?? "The file could not be processed") }
    member("fullDescription") { object in
      object.member("text", rule?.explanation ?? "The file cannot be read, or not wholly; the message says why.")
    }
    member("defaultConfiguration") { $0.member("level", rule?.defaultSeverity.rawValue ?? "error") }
  }

  fileprivate mutating func result(_ finding: AuditFinding, of row: AuditRow, in run: AuditRun) {
    member("ruleId", finding.rule.rawValue)
    member("ruleIndex", finding.rule.rank)
    member("level", finding.severity.rawValue)
    let command = finding.command(at: row.path).map { " Run: " + $0 } ?? ""
    member("message") { $0.member("text", finding.sentences + command) }
    location(run.inRepository(finding.file ?? row.path), line: finding.line)
    member("partialFingerprints") { $0.member("gamut/v1", row.fingerprint(of: finding)) }
    member("properties") { object in for number in finding.numbers { object.findingNumber(number) } }
  }

  fileprivate mutating func location(_ path: Pathname, line: Int? = nil) {
    sarifLocation(path, base: path.isAbsolute ? nil : "SRCROOT", line: line ?? 1)
  }
}
