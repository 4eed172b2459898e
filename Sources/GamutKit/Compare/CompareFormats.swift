package import Gamut

/// The rows of `gamut compare`. A pair fails a test from the verdict `least` on.
package struct CompareDocument: RunDocument {
  package static let formats =
    runFormats + [CompareJUnit.format, CompareSARIF.format, CompareGitHub.format, ComparePage.format]
  package static let command = "compare"
  package var style: TextStyle
  let comparer: Comparer
  let pairs: [ComparePair]
  fileprivate let least: PictureDifference.Verdict

  package init(_ style: TextStyle, _ comparer: Comparer, _ pairs: [ComparePair], least: PictureDifference.Verdict) {
    (self.style, self.comparer, self.pairs, self.least) = (style, comparer, pairs, least)
  }

  package var text: any RowFormatter<CompareRow, Void> { CompareTextFormatter(style: style, isList: pairs.count > 1) }
  package var json: RowsInJSON<CompareRow> {
    RowsInJSON(
      member: "verdicts", results: PictureDifference.Verdict.allCases.map(\.rawValue),
      result: { $0.verdict?.rawValue }, json: { $0.json() })
  }
}

/// JUnit: a test case for each pair, which fails if it differs. The counts precede the cases, so these are buffered.
struct CompareJUnit: RowFormatter {
  static let format = OutputFormat<CompareDocument>("junit", endings: ["xml"], isOurs: { $0.isJUnit("gamut compare") })
  {
    CompareJUnit(least: $0.least)
  }

  private let least: PictureDifference.Verdict
  private var cases: [UInt8] = []
  private var counts = (tests: 0, failures: 0, errors: 0)

  mutating func add(_ row: CompareRow) -> [UInt8] {
    counts.tests += 1
    var body = ""
    if let failure = row.failure {
      counts.errors += 1
      body = "<error type=\"\(failure.code.xmlAttribute)\" message=\"\(failure.message.xmlAttribute)\"/>"
    } else if let verdict = row.verdict, verdict >= least {
      counts.failures += 1
      body = "<failure type=\"\(verdict.rawValue)\" message=\"\(row.sentences.xmlAttribute)\"/>"
    } else if row.verdict == .alike {
      body = "<system-out>\(row.sentences.printable.xmlText)</system-out>"
    }
    let name =
      "<testcase name=\"\(row.path.text.xmlAttribute)\" classname=\"\(row.path.folder.text.xmlAttribute)\" time=\"0\""
    cases += Array("    \(name)\(body.isEmpty ? "/>" : ">\(body)</testcase>")\n".utf8)
    return []
  }

  func end(_: Void) -> [UInt8] {
    BuildDocument.junit(
      "gamut compare", tests: counts.tests, failures: counts.failures, errors: counts.errors, cases)
  }
}

/// Annotations of GitHub Actions: an error for each of the first pairs that differ or could not be compared, of which
/// GitHub shows ten, and a notice for those that are alike.
struct CompareGitHub: RowFormatter {
  static let format = OutputFormat<CompareDocument>("github") { _ in CompareGitHub() }

  private var counts: [String: Int] = [:]

  private static let limit = 10

  mutating func add(_ row: CompareRow) -> [UInt8] {
    guard row.verdict != .same else { return [] }
    let level = row.verdict == .alike ? "notice" : "error"
    counts[level, default: 0] += 1
    guard counts[level, default: 0] <= Self.limit else { return [] }
    let title = row.verdict.map { "gamut: \($0.rawValue)" } ?? "gamut: could not be compared"
    return Array(workflowCommand(level, title: title, at: row.changed.text, row.sentences).utf8)
  }

  func end(_: Void) -> [UInt8] { [] }
}

/// SARIF 2.1.0: a result for each pair that is not the same; at most as many as code scanning takes.
struct CompareSARIF: RowFormatter {
  static let format = OutputFormat<CompareDocument>("sarif", isOurs: \.isSARIF) { _ in CompareSARIF() }

  private static let rules = [
    ("differs", "error", "The pictures differ."), ("alike", "note", "The codes differ, and nobody sees it."),
    ("unprocessed", "error", "The files could not be compared."),
  ]
  private static let limit = 25_000
  private var count = 0
  private var hasFailures = false

  func begin() -> [UInt8] {
    BuildDocument.sarif(gamutVersion, Self.rules) { object, rule in
      object.member("id", rule.0)
      object.member("shortDescription") { $0.member("text", rule.2) }
      object.member("defaultConfiguration") { $0.member("level", rule.1) }
    }
  }

  mutating func add(_ row: CompareRow) -> [UInt8] {
    guard row.verdict != .same, count < Self.limit else { return [] }
    if row.verdict == nil { hasFailures = true }
    count += 1
    let rule = Self.rules.firstIndex { $0.0 == row.verdict?.rawValue } ?? Self.rules.count - 1
    let result = JSONWriter.object { result in
      result.member("ruleId", Self.rules[rule].0)
      result.member("ruleIndex", rule)
      result.member("level", Self.rules[rule].1)
      result.member("message") { $0.member("text", row.sentences) }
      result.sarifLocation(row.changed)
    }
    return Array((count == 1 ? "\n" : ",\n").utf8) + result
  }

  func end(_: Void) -> [UInt8] {
    Array(
      "\(count == 0 ? "]" : "\n]"),\n\"invocations\":[{\"executionSuccessful\":\(!hasFailures)}]\n}]}\n".utf8)
  }
}
