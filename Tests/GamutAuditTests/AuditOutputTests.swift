import Foundation
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The contents of the formats of one audit, each read by an independent parser.
@Suite struct AuditOutputTests {
  private static let tree = Result { try AuditOfTree(try HostileTree.make()) }

  private var audit: AuditOfTree { get throws { try Self.tree.get() } }

  /// Returns how often each rule fires, according to the rows.
  private func expected() throws -> [String: Int] {
    try audit.rows.flatMap(\.findings).reduce(into: [:]) { $0[$1.rule.rawValue, default: 0] += 1 }
  }

  @Test func theTreeHasEveryRuleButThoseOfPolicies() throws {
    let ofPolicies = ["unexpected-profile", "p3-8bit", "eye-confuses", "light-loses"]
    let (ofPalettes, others) = (
      AuditRule.allCases.filter(\.isOfPalettesOnly), AuditRule.allCases.filter { !$0.isOfPalettesOnly }
    )
    let found = try Set(expected().keys)
    #expect(found.subtracting(ofPalettes.map(\.rawValue)) == Set(others.map(\.rawValue)).subtracting(ofPolicies))
    // Two images beyond the limit of pixels.
    #expect(try audit.rows.filter { $0.error != nil }.count == 2)
  }

  @Test func jsonFollowsTheSchemaAndAgrees() throws {
    let document = try JSONValue(parsing: try audit.bytes(.json))
    #expect(try Repository.schema("audit").faults(in: document) == [])
    let files = try #require(document["files"]?.array)
    let rules = files.flatMap { $0["findings"]?.array ?? [] }.compactMap { $0["rule"]?.string }
    #expect(try rules.reduce(into: [:]) { $0[$1, default: 0] += 1 } == expected())
    #expect(try document["summary.files"]?.integer == audit.rows.count)
    let reports = try Repository.schema("report")
    for file in files {
      guard var report = file["image.report"]?.object else { continue }
      report["schema"] = .string("gamut.report/3")
      report["path"] = .string("x")
      #expect(reports.faults(in: .object(report)) == [])
    }
  }

  /// The list of rules is closed: the schemas have them all and no others, as do the members by rule.
  @Test func theSchemasListEveryRule() throws {
    let rules = AuditRule.allCases.map(\.rawValue)
    for name in ["audit", "baseline"] {
      #expect(try Repository.schema(name).root["$defs.rule.enum"]?.array?.compactMap(\.string) == rules)
    }
    let document = try JSONValue(parsing: try audit.bytes(.json))
    for place in ["run.policy.severity", "summary.rules"] {
      #expect(document[place]?.object?.keys.sorted() == rules.sorted())
    }
  }

  @Test(arguments: [
    ("\"untagged\":", "\"unlabelled\":", 2), ("\"untagged\":\"default\"", "\"untagged\":\"fatal\"", 1),
  ])
  func theSchemaRefusesOtherRules(text: String, other: String, faults: Int) throws {
    let written = String(decoding: try audit.bytes(.json), as: UTF8.self)
    let document = try JSONValue(parsing: written.replacing(text, with: other).utf8)
    #expect(try Repository.schema("audit").faults(in: document).count == faults)
  }

  @Test func linesAreTheSame() throws {
    let document = try JSONValue(parsing: try audit.bytes(.json))
    let lines = try audit.bytes(.ndjson).split(separator: 0x0a).map { try JSONValue(parsing: $0).object ?? [:] }
    let files = try #require(document["files"]?.array)
    #expect(lines.count == files.count + 2)
    #expect(lines.first?["schema"] == .string("gamut.audit/3"))
    for (line, file) in zip(lines.dropFirst(), files) {
      #expect(line["kind"] == .string("file"))
      #expect(JSONValue.object(line.filter { $0.key != "kind" }) == file)
    }
  }

  @Test func sarifNamesEveryFindingAndItsFile() throws {
    let document = try JSONValue(parsing: try audit.bytes(.sarif, TextStyle(detail: .verbose)))
    #expect(try Repository.schema("audit-sarif").faults(in: document) == [])
    let results = try #require(document["runs.0.results"]?.array)
    let rules = results.compactMap { $0["ruleId"]?.string }
    #expect(try rules.filter { $0 != "unprocessed" }.reduce(into: [:]) { $0[$1, default: 0] += 1 } == expected())
    #expect(try rules.filter { $0 == "unprocessed" }.count == audit.rows.filter { $0.error != nil }.count)
    let names = document["runs.0.tool.driver.rules"]?.array?.map { $0["id"]?.string }
    var fingerprints: Set<String> = []
    var decoded = 0
    for result in results {
      let index = try #require(result["ruleIndex"]?.integer)
      #expect(names?[index] == result["ruleId"]?.string)
      let uri = try #require(result["locations.0.physicalLocation.artifactLocation.uri"]?.string)
      // RFC 3986: the path that Foundation decodes is that of the file.
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } && !uri.contains(":"))
      if let path = uri.removingPercentEncoding {
        decoded += 1
        #expect(try audit.rows.contains { $0.path == Pathname(path) })
      } else {
        // The names that are not UTF-8.
        #expect(uri.contains("%FF") || uri.contains("%C3.png"))
      }
      if result["ruleId"]?.string != "unprocessed" {
        let print = try #require(result["partialFingerprints"]?.object?["gamut/v1"]?.string)
        #expect(fingerprints.insert(print).inserted)
      }
    }
    #expect(decoded > 0)
  }

  /// GitLab's documentation of Code Quality reports: these members, each fingerprint once, paths that do not begin with
  /// `./`, and one of five severities.
  @Test func gitlabHasEveryFindingOnce() throws {
    let issues = try #require(try JSONValue(parsing: try audit.bytes(.gitlab, TextStyle(detail: .verbose))).array)
    var rules: [String: Int] = [:]
    for issue in issues {
      #expect(
        issue.object?.keys.sorted() == ["check_name", "description", "fingerprint", "location", "severity"])
      let name = try #require(issue["check_name"]?.string)
      #expect(issue["description"]?.string?.isEmpty == false)
      #expect(["info", "minor", "major", "critical", "blocker"].contains(issue["severity"]?.string))
      let path = try #require(issue["location.path"]?.string)
      #expect(!path.hasPrefix("./") && !path.hasPrefix("/"))
      #expect(try #require(issue["location.lines.begin"]?.integer) >= 1)
      rules[String(name.dropFirst("gamut/".count)), default: 0] += 1
    }
    #expect(Set(issues.compactMap { $0["fingerprint"]?.string }).count == issues.count)
    let failures = try audit.rows.filter { $0.error != nil }
    #expect(rules.removeValue(forKey: "unprocessed") == failures.count)
    #expect(rules == (try expected()).filter { $0.value > 0 })
    let few = try #require(try JSONValue(parsing: try audit.bytes(.gitlab)).array)
    #expect(few.count < issues.count && few.allSatisfy { $0["severity"]?.string != "info" })
  }

  /// Counts the elements of JUnit's XML.
  private final class Counter: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var attributes: [String: String] = [:]
    var names: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      if name == "testsuite" { self.attributes = attributes }
      if name == "testcase" { names.append(attributes["name"] ?? "") }
    }
  }

  @Test func junitIsWellFormedAndAgrees() throws {
    let parser = XMLParser(data: Data(try audit.bytes(.junit)))
    let counter = Counter()
    parser.delegate = counter
    #expect(parser.parse())
    let rows = try audit.rows
    let failed = rows.filter { $0.findings.contains { $0.severity == .error } }.count
    let errors = rows.filter { $0.error != nil }.count
    #expect(counter.elements["testcase"] == rows.count)
    let failures = rows.flatMap(\.findings).filter { $0.severity == .error }.count
    #expect(counter.elements["failure"] == failures && counter.attributes["failures"] == "\(failed)")
    #expect(counter.elements["error"] == errors && counter.attributes["errors"] == "\(errors)")
    #expect(counter.attributes["tests"] == "\(rows.count)")
    #expect(counter.names == rows.map { $0.path.text.printable })
  }

  /// GitHub's documentation: one command per line, with `%`, CR and LF escaped, and in properties also `:` and `,`.
  @Test func githubHasTenProblemsOfEachLevel() throws {
    let text = String(decoding: try audit.bytes(.github), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    for (level, severity) in [("error", Severity.error), ("warning", .warning), ("notice", .note)] {
      let found = lines.filter { $0.hasPrefix("::\(level) ") }.count
      // Findings of a rule with the same message are one problem.
      let all = Set(
        try audit.rows.flatMap(\.findings).filter { $0.severity == severity }.map { [$0.rule.rawValue, $0.message] }
      ).count
      let failures = severity == .error ? try audit.rows.filter { $0.error != nil }.count : 0
      #expect(found == min(10, all + failures))
    }
    // A property ends at a comma or a colon, a command at the end of its line.
    #expect(lines.allSatisfy { $0.firstMatch(of: #/^::[a-z]+ file=[^:,]+,line=\d+,title=gamut%3A [^:,]+::./#) != nil })
  }

  @Test func xcodeHasALineForEachFinding() throws {
    let lines = String(decoding: try audit.bytes(.xcode), as: UTF8.self).split(separator: "\n")
    let count = try audit.rows.reduce(0) { $0 + $1.findings.count + ($1.error == nil ? 0 : 1) }
    #expect(lines.count == count)
    #expect(lines.allSatisfy { $0.firstMatch(of: #/:\d+:1: (error|warning|note): .* \([a-z0-9-]+\)$/#) != nil })
  }

  @Test func textIsFitForATerminalAndAgrees() throws {
    for style in [TextStyle(), TextStyle(detail: .verbose), TextStyle(detail: .quiet)] {
      let bytes = try audit.bytes(.text, style)
      #expect(bytes.allSatisfy { $0 == 0x0a || $0 >= 0x20 && $0 != 0x7f })
      #expect(!String(decoding: bytes, as: UTF8.self).unicodeScalars.contains("\u{202e}"))
    }
    let quiet = String(decoding: try audit.bytes(.text, TextStyle(detail: .quiet)), as: UTF8.self)
    let findings = try audit.rows.flatMap(\.findings).filter { $0.severity != .note }
    for (rule, found) in Dictionary(grouping: findings, by: \.rule) {
      #expect(quiet.split(separator: "\n").filter { $0.hasSuffix("(\(rule))") }.count == found.count)
    }
    // Worst first.
    let order = quiet.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(
      order
        == order.sorted {
          ["error", "warning", "note"].firstIndex(of: $0)! < ["error", "warning", "note"].firstIndex(of: $1)!
        })
  }

  @Test func markdownCountsAndEscapes() throws {
    let text = String(decoding: try audit.bytes(.markdown), as: UTF8.self)
    // The files of each rule.
    let kinds = try audit.rows.flatMap { row in
      row.findings.map { ["| \($0.severity.rawValue) | `\($0.rule)` |", ($0.file ?? row.path).text] }
    }
    for (kind, own) in Dictionary(grouping: Set(kinds), by: \.[0]) { #expect(text.contains("\(kind) \(own.count) |")) }
    // Outside code, no markup of a name is kept.
    let outside = text.replacing(#/(`+)[^`](.|\n)*?\1/#, with: "")
    #expect(!outside.contains("<script>"))
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("|") }.allSatisfy { $0.hasSuffix("|") })
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func theBytesDoNotDependOnJobs() throws {
    let folder = try HostileTree.make()
    let one = try AuditOfTree(folder)
    for jobs in [2, 7] {
      let other = try AuditOfTree(folder, jobs: jobs)
      for format in AuditFormat.allCases { #expect(other.bytes(format) == one.bytes(format), "\(format) \(jobs)") }
    }
  }
}
