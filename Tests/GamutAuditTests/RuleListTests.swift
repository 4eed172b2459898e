import Foundation
import GamutAudit
import GamutKit
import TestSupport
import Testing

/// The files that list the rules: `make docs WHAT=rules` writes the lists, from the rules of the audit.
@Suite struct RuleListTests {
  /// A file, the text before its list, the text after it, and the list.
  static let lists: [(file: String, start: String, end: String, lines: [String])] = {
    let names = AuditRule.allCases.map { "        \"\($0.rawValue)\"" }
    let members = [names.joined(separator: ",\n")]
    let schemas = ["audit", "baseline", "policy"].map { name in
      ("Schemas/\(name).schema.json", "    \"rule\": {\n      \"enum\": [\n", "\n      ]", members)
    }
    let rows = AuditRule.allCases.map { "| `\($0.rawValue)` | \($0.defaultSeverity.rawValue) | \($0.title) |" }
    return schemas + [("Documentation/rules.md", "|---|---|---|\n", "\n\n", rows)]
  }()

  @Test(arguments: lists.indices)
  func `Lists of the rules are generated`(index: Int) throws {
    let (file, start, end, lines) = Self.lists[index]
    let text = try Repository.text(file)
    let first = try #require(text.range(of: start)).upperBound
    let last = try #require(text[first...].range(of: end)).lowerBound
    let written = text[..<first] + lines.joined(separator: "\n") + text[last...]
    if ProcessInfo.processInfo.environment["GAMUT_RECORD_RULES"] != nil {
      try Data(written.utf8).write(to: URL(filePath: Repository.path + "/" + file))
    }
    #expect(try Repository.text(file) == String(written), "written anew by 'make docs WHAT=rules'")
  }
}
