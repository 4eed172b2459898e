import GamutKit
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit

/// Severities and thresholds for some files, and the choices of a single run.
@Suite struct OverrideTests {
  private static func policy(_ text: String) throws(PolicyError) -> AuditPolicy {
    try PolicyFile.policy(Array(text.utf8), in: Pathname(Repository.path))
  }

  private static let text = """
    severity: {untagged: error, clips: off}
    thresholds: {clipped: 0.5}
    overrides:
      - files: [Old, "*.9.png"]
        severity: {untagged: off, clips: warning}
        thresholds: {collapsed: 0.25}
      - files: Old/New/**
        severity: {untagged: note}
        thresholds: {collapsed: 0}
    """

  @Test func allThatMatchApplyAndTheLaterOnesLast() throws {
    let policy = try Self.policy(Self.text)
    let (plain, old) = (policy.policy(for: Pathname("x.png")), policy.policy(for: Pathname("Old/x.png")))
    let new = policy.policy(for: Pathname("Old/New/x.png"))
    #expect([plain, old, new].map { $0.severity(of: .untagged) } == [.error, nil, .note])
    #expect([plain, old, new].map { $0.severity(of: .clips) } == [nil, .warning, .warning])
    #expect([plain, old, new].map(\.thresholds.clipped) == [0.5, 0.5, 0.5])
    #expect([plain, old, new].map(\.thresholds.collapsed) == [0, 0.25, 0])
    #expect(policy.policy(for: Pathname("x/y.9.png")).severity(of: .untagged) == nil)
    #expect(policy.policy(for: Pathname("New/x.png")) == plain)
  }

  @Test func thePrintedPolicyIsTheSame() throws {
    let policy = try Self.policy(Self.text)
    let printed = try Self.policy(policy.yaml)
    #expect(printed.node == policy.node && printed.overrides == policy.overrides)
    #expect(printed.yaml == policy.yaml)
  }

  /// The position is that of the wrong word.
  @Test(arguments: [
    ("overrides: {files: a}", 1, 12, "list"), ("overrides:\n- severity: {clips: off}", 2, 3, "'files' is missing"),
    ("overrides:\n- files: a", 2, 3, "'severity' or 'thresholds'"),
    ("overrides:\n- {files: a, severity: {}}", 2, 3, "'severity' or 'thresholds'"),
    ("overrides:\n- files: []\n  severity: {clips: off}", 2, 10, "empty list"),
    ("overrides:\n- files: [a, '../b']\n  severity: {clips: off}", 2, 14, "relative"),
    ("overrides:\n- files: a\n  severty: {clips: off}", 3, 3, "Did you mean 'severity'?"),
    ("overrides:\n- files: a\n  severity: {clip: off}", 3, 14, "Did you mean 'clips'?"),
    ("overrides:\n- files: a\n  severity: {clips: of}", 3, 21, "not 'of'"),
    ("overrides:\n- files: a\n  thresholds: {collapsed: 2}", 3, 27, "0 to 1"),
    ("overrides:\n- files: a\n  expect: []", 3, 3, "'files' of its own"),
    ("overrides:\n- files: a\n  jnd: 1", 3, 3, "for all files"),
    ("severty: {}", 1, 1, "Did you mean 'severity'?"), ("override: []", 1, 1, "Did you mean 'overrides'?"),
    ("severity: {colapses: off}", 1, 12, "Did you mean 'collapses'?"),
  ])
  func faultsHaveLineAndColumn(text: String, line: Int, column: Int, word: String) throws {
    let error = #expect(throws: PolicyError.self) { try Self.policy(text) }
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    #expect(error?.line == line && error?.column == column, "\(error?.line ?? 0):\(error?.column ?? 0)")
  }

  @Test func thePatternsOfAllKeysAreLimitedTogether() throws {
    let pattern = String(repeating: "a", count: 1000)
    let item = "\n- {files: \(pattern), severity: {clips: off}}"
    let fit = PolicyReader.maximumPatternBytes / 1000
    #expect(try Self.policy("overrides:" + String(repeating: item, count: fit)).overrides.count == fit)
    #expect(throws: PolicyError.self) { try Self.policy("overrides:" + String(repeating: item, count: fit + 1)) }
  }

  @Test func choicesOfARunAreStrongerThanThePolicy() throws {
    let policy = try Self.policy(Self.text)
    let old = Pathname("Old/x.png")
    func rules(_ policy: AuditPolicy) -> Set<AuditRule> {
      Set(AuditRule.allCases.filter { policy.severity(of: $0) != nil })
    }

    var selected = policy
    selected.select([.clips, .untagged])
    #expect(rules(selected) == [.clips, .untagged])
    // What the policy turns off for all files has its default severity, which is that of the rule's explanation.
    #expect(selected.severity(of: .untagged) == .error && selected.severity(of: .clips) == .note)
    #expect(rules(selected.policy(for: old)) == [.clips])

    var other = policy
    other.select([.apng])
    #expect(rules(other) == [.apng] && rules(other.policy(for: old)) == [.apng])
    #expect(other.overrides.map(\.severities) == [[:], [:]] && other.overrides.count == 2)

    var ignored = policy
    ignored.ignore([.untagged, .collapses])
    for path in [Pathname("x.png"), old, Pathname("Old/New/x.png")] {
      #expect(rules(ignored.policy(for: path)).isDisjoint(with: [.untagged, .collapses]))
    }

    var given = policy
    given.setSeverity(.warning, of: .untagged)
    for path in [Pathname("x.png"), old] { #expect(given.policy(for: path).severity(of: .untagged) == .warning) }
    // What is printed can be read again.
    for policy in [selected, other, ignored, given] { #expect(try Self.policy(policy.yaml).node == policy.node) }
  }

  /// Two reds of Display P3 of which a share of 0.75 is lost, as `AuditCases` derives it.
  private static let twoReds: [UInt8] = {
    var builder = PNGBuilder(width: 8, height: 8, depth: 16) { x, _, channel in
      channel == 0 ? (x < 4 ? 0xffff : 0xecec) : 0
    }
    builder.colorChunks = [.iCCP(Profile.displayP3.bytes)]
    return builder.bytes
  }()

  private static func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["New/a.png", "Old/a.png", "Old/Kept/a.png"] { try folder.write(twoReds, to: name) }
    for name in ["New/b.png", "Old/b.png"] { try folder.write(PNGBuilder.rgb.bytes, to: name) }
    return folder
  }

  private static let overrides = """
    overrides:
      - {files: Old, severity: {untagged: error}, thresholds: {collapsed: 0.75}}
      - {files: Old/Kept, thresholds: {collapsed: 0.1}}
    """

  @Test func findingsFollowThePath() throws {
    let audit = try AuditOfTree(try Self.tree(), try Self.policy(Self.overrides))
    let findings = audit.rows.reduce(into: [:]) { $0[$1.path.text] = Set($1.findings.map(\.rule)) }
    #expect(
      findings == [
        "New/a.png": [.collapses], "Old/a.png": [.tolerated], "Old/Kept/a.png": [.collapses],
        "New/b.png": [.untagged], "Old/b.png": [.untagged],
      ])
    let untagged = audit.rows.filter { $0.path.text.hasSuffix("b.png") }.map { $0.findings[0].severity }
    #expect(untagged == [.note, .error])
  }

  /// The variant is judged by the threshold of its image.
  @Test(arguments: [("overrides: [{files: '*-p3.png', thresholds: {collapsed: 1}}]", false), ("version: 1", true)])
  func theThresholdOfAVariantIsThatOfItsImage(policy: String, loses: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(try Repository.bytes("Samples/two-reds.png"), to: "pair-p3.png")
    // In sRGB both reds are #ff0000.
    var variant = PNGBuilder(width: 64, height: 64) { _, _, channel in channel == 0 ? 255 : 0 }
    variant.colorChunks = [.sRGB()]
    try folder.write(variant.bytes, to: "pair-srgb.png")
    let audit = try AuditOfTree(folder, try Self.policy(policy))
    #expect(audit.rows.flatMap(\.findings).contains { $0.rule == .variantLoses } == loses)
  }

  @Test func partsMergeIfTheirPoliciesAreTheSame() throws {
    let (folder, target) = (try Self.tree(), try TemporaryFolder())
    let policy = try Self.policy(Self.overrides)
    let whole = try AuditOfTree(folder, policy)
    let document = try JSONValue(parsing: whole.bytes(.json))
    #expect(try Repository.schema("audit").faults(in: document) == [])
    #expect(document["run.policy.overrides"]?.array?.count == 2)
    func part(_ index: Int, _ policy: AuditPolicy) throws -> Pathname {
      let audit = try AuditOfTree(folder, policy, shard: Shard(index: index, count: 2))
      return Pathname(try target.write(audit.bytes(.ndjson), to: "part-\(index)"))
    }
    let merge = try AuditMerge([try part(2, policy), try part(1, policy)])
    #expect(merge.run == whole.run)
    var chosen = policy
    chosen.ignore([.untagged])
    let failure = #expect(throws: AuditError.self) { try AuditMerge([part(1, policy), part(2, chosen)]) }
    #expect(failure?.message.contains("another policy") == true)
  }
}
