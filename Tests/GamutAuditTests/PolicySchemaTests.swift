import GamutKit
import TestSupport
import Testing

@testable import GamutAudit

/// The schema of policies, for editors.
@Suite struct PolicySchemaTests {
  static func faults(_ text: String) throws -> [String] {
    let node = try YAMLReader.read(Array(text.utf8))
    return try Repository.schema("policy").faults(in: node.map(JSONValue.init) ?? .null)
  }

  /// What `gamut init` writes: the policy without one, with suggestions that are valid, for every key.
  @Test func theFirstPolicyChangesNothing() throws {
    let draft = AuditPolicy.draft
    let suggestions = draft.split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") || line.hasPrefix("#  ") ? line.dropFirst() : line
    }.filter { !$0.hasPrefix("extends") }.joined(separator: "\n")
    #expect(try AuditPolicy(draft) == AuditPolicy())
    #expect(try AuditPolicy(suggestions).expectations.count == 2)
    #expect(try Self.faults(draft) == [] && Self.faults(suggestions) == [])
    #expect(draft.split(separator: "\n").allSatisfy { $0.count <= 120 })
    let keys = try #require(try Repository.schema("policy").root["properties"]?.object?.keys)
    #expect(Set(keys) == Set(PolicyKey.all.map(\.name)))
  }

  @Test func itListsEveryRuleAndNoOther() throws {
    let schema = try Repository.schema("policy").root
    #expect(schema["$defs.rule.enum"]?.array?.compactMap(\.string) == AuditRule.allCases.map(\.rawValue))
    #expect(schema["$schema"] == (try Repository.schema("audit").root["$schema"]))
  }

  @Test func everyKeyHasADescription() throws {
    let schema = try Repository.schema("policy").root
    for place in [
      "properties", "$defs.expectation.properties", "$defs.thresholds.properties",
      "$defs.contrast.properties", "$defs.vision.properties",
    ] {
      for (name, key) in try #require(schema[place]?.object) {
        #expect((key["description"]?.string?.count ?? 0) > 20, "\(place).\(name)")
      }
    }
  }

  /// What the reader accepts, the schema accepts.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      "", "# nothing", "{}", "version: 1", AuditPolicy().yaml, "destination: Profiles/DisplayP3.icc\ndepth: 16\njnd: 1",
      "exclude: [a, '**/b', \"a?.png\"]", "expect:\n- {files: a, profile: none}\n- {files: b, depth: 1}",
      "severity: {clips: off, apng: error, untagged: note, has-variant: warning}", "thresholds: {clipped: 1}",
      "palettes: [[a.css, '*.tokens'], b]",
      "palettes: ['*.css', tokens]\ncontrast:\n- {text: 'text-*', on: page}\n- {text: a, on: b, ratio: 21}",
      "vision: {distinct: 12, confusable: 6, doubtful: 7.5}",
    ] + AuditCase.all.map(\.policy))
  func validPoliciesAreValid(text: String) throws {
    let policy = try AuditPolicy(text)
    #expect(try Self.faults(text) == [])
    #expect(try Self.faults(policy.yaml) == [])
    #expect(try AuditPolicy(policy.yaml).node == policy.node)
  }

  /// What the reader refuses, the schema refuses.
  @Test(arguments: [
    "- depth", "colour: 1", "version: 2", "depth: 12", "jnd: 0", "jnd: much", "destination: [srgb]",
    "destination: ''", "exclude: x", "exclude: ['']", "exclude: ['!a']", "expect: {files: a}",
    "expect:\n- profile: srgb", "expect:\n- files: a", "expect:\n- {files: a, depth: 3}",
    "expect:\n- {files: a, depth: 8, size: 3}", "severity: {untaged: error}", "severity: {untagged: fatal}",
    "severity: [untagged]", "thresholds: {clipped: 2}", "thresholds: {collapsed: -1}", "thresholds: {groups: 1}",
    "severity: {clip: off}", "palettes: ['!a']", "palettes: [[]]", "palettes: a.css",
    "contrast:\n- text: a", "contrast:\n- {text: a, on: b, ratio: 22}", "vision: {model: none}",
    "vision: {severity: 2}", "vision: {limit: 1}",
  ])
  func invalidPoliciesAreNot(text: String) throws {
    #expect(try Self.faults(text) != [])
    #expect(throws: PolicyError.self) { try AuditPolicy(text) }
  }
}

extension JSONValue {
  /// The value that an editor sees: the core schema of YAML 1.2, 10.3.2.
  fileprivate init(_ node: YAMLNode) {
    switch node {
    case .sequence(let items, _): self = .array(items.map { JSONValue($0) })
    case .mapping(let entries, _):
      self = .object(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, JSONValue($0.value)) }))
    case .scalar(let text, _):
      if ["", "~", "null", "Null", "NULL"].contains(text) {
        self = .null
      } else if ["true", "True", "TRUE", "false", "False", "FALSE"].contains(text) {
        self = .bool(text.lowercased() == "true")
      } else if text.wholeMatch(of: #/[-+]?[0-9]+/#) != nil, let value = Int(text) {
        self = .integer(value)
      } else if text.wholeMatch(of: #/[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/#) != nil,
        let value = Double(text)
      {
        self = .real(value)
      } else {
        self = .string(text)
      }
    }
  }
}
