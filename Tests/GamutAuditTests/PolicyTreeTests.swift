import Foundation
import GamutKit
import TestSupport
import Testing

@testable import GamutAudit

/// Policies in folders: which one applies to a file, what it inherits, and what its paths are relative to.
@Suite struct PolicyTreeTests {
  private static let policies = [
    ".gamut.yml": """
    baseline: known.json
    severity: {untagged: error, clips: off}
    thresholds: {clipped: 0.1, collapsed: 0.2}
    exclude: [Generated, Docs/old]
    """,
    "apps/ios/.gamut.yml": """
    extends: ../../.gamut.yml
    severity: {untagged: warning, clips: default}
    thresholds: {clipped: 0.3}
    exclude: [Preview, Assets/old]
    expect: [{files: Assets, profile: display-p3}]
    """,
    "apps/web/.gamut.yml": "exclude: [/public/old]",
    "apps/web/[a]/.gamut.yml": "extends: ../../shared/base.yml",
    "apps/shared/base.yml": "exclude: ['*.9.png', Own/x]\nseverity: {untagged: off}",
  ]

  private static func tree() throws -> (folder: TemporaryFolder, tree: PolicyTree) {
    let folder = try TemporaryFolder()
    for (path, text) in policies { try folder.write(text, to: path) }
    let place = try AuditSelection.place(of: [Pathname(folder.path)], root: nil, policy: nil)
    return (folder, try place.policies())
  }

  /// The severity of `untagged` and the two thresholds, which follow from the files above.
  @Test(
    arguments: [
      ("a.png", .error, 0.1, 0.2), ("apps/a.png", .error, 0.1, 0.2), ("apps/ios/a.png", .warning, 0.3, 0.2),
      ("apps/ios/Assets/x/a.png", .warning, 0.3, 0.2), ("apps/web/a.png", AuditRule.untagged.defaultSeverity, 0, 0),
      ("apps/web/[a]/a.png", nil, 0, 0), ("apps/web/a/a.png", AuditRule.untagged.defaultSeverity, 0, 0),
      ("/elsewhere/a.png", .error, 0.1, 0.2),
    ] as [(String, Severity?, Double, Double)])
  func theNearestOneApplies(path: String, untagged: Severity?, clipped: Double, collapsed: Double) throws {
    let (folder, tree) = try Self.tree()
    let policy = withExtendedLifetime(folder) { tree.file(for: Pathname(path)).policy }
    #expect(policy.severity(of: .untagged) == untagged)
    #expect(policy.thresholds == .init(clipped: clipped, collapsed: collapsed))
    #expect(policy.severities[.clips] == (path.contains("apps/ios") || path.contains("web") ? nil : .some(nil)))
  }

  /// Patterns with a slash are relative to their file, others match in the folder of the policy.
  @Test(arguments: [
    ("Generated/a.png", true), ("Docs/old/a.png", true), ("apps/Docs/old/a.png", false),
    ("apps/ios/Generated/a.png", true), ("apps/ios/x/Preview/a.png", true), ("apps/ios/Assets/old/a.png", true),
    ("apps/ios/x/Assets/old/a.png", false), ("apps/ios/Docs/old/a.png", false), ("Preview/a.png", false),
    ("apps/web/Generated/a.png", false), ("apps/web/public/old/a.png", true), ("apps/web/x/public/old/a.png", false),
    ("apps/web/[a]/x/b.9.png", true), ("apps/web/[a]/Own/x/b.png", false), ("apps/web/b.9.png", false),
  ])
  func patternsAreRelativeToTheirFile(path: String, isExcluded: Bool) throws {
    let (folder, tree) = try Self.tree()
    let policy = withExtendedLifetime(folder) { tree.file(for: Pathname(path)).policy }
    #expect(policy.excludes(Pathname(path)) == isExcluded)
  }

  @Test func theTopOneHasTheBaseline() throws {
    let (folder, tree) = try Self.tree()
    #expect(tree.top.baseline?.fileName == "known.json")
    #expect(tree.file(for: Pathname("apps/ios/a.png")).baseline == nil)
    #expect(tree.failure == nil)
    try folder.write("baseline: b.json", to: "apps/mac/.gamut.yml")
    _ = tree.file(for: Pathname("apps/mac/a.png"))
    #expect(tree.failure?.message.contains("only in the top policy") == true)
    #expect(tree.failure?.localizedDescription.contains("apps/mac/.gamut.yml: ") == true)
  }

  @Test(arguments: [
    ("extends: b.yml", "extends: .gamut.yml", 1, "again"), ("depth: 8\nextends: none.yml", "", 2, "none.yml"),
    ("extends: b.yml", "depth: 8\ndepth: 9", 2, "twice"), ("extends: [b.yml]", "", 1, "single"),
  ])
  func faultsOfWhatIsExtended(text: String, other: String, line: Int, word: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: ".gamut.yml")
    try folder.write(other, to: "b.yml")
    let error = #expect(throws: PolicyError.self) { try PolicyFile(reading: Pathname(path)) }
    #expect(error?.line == line && (error?.message.contains(word) == true || error?.hint?.contains(word) == true))
    #expect((error?.path?.fileName == "b.yml") == (other.contains("depth") || other.contains("extends")))
  }

  /// The places are the lines above.
  @Test func thePrintedPolicySaysWhereValuesAre() throws {
    let (folder, tree) = try Self.tree()
    let path = Pathname("apps/ios/Assets/a.png")
    let root = try #require(try Pathname(folder.path).resolved)
    let text = tree.file(for: path).text(for: path, isFolder: false, below: tree.top, root: root) { $0 }
    for line in [
      "untagged: warning  # apps/ios/.gamut.yml:2", "clips: note  # apps/ios/.gamut.yml:2",
      "clipped: 0.3  # apps/ios/.gamut.yml:3",
      "collapsed: 0.2  # .gamut.yml:3", "- \"apps/ios/**/Generated\"  # .gamut.yml:4", "depth: 8\n",
      "- \"apps/ios/**/Preview\"  # apps/ios/.gamut.yml:4", "files: \"apps/ios/**/Assets\"  # apps/ios/.gamut.yml:5",
    ] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
    #expect(try PolicyFile.policy(Array(text.utf8), in: root).node == tree.file(for: path).policy.node)
  }

  /// Rows of folders are those of an auditor with the policy of each alone.
  @Test func aRunUsesAllPolicies() throws {
    let (folder, tree) = try Self.tree()
    let names = ["a.png", "apps/ios/Assets/a.png", "apps/web/a.png", "apps/web/[a]/a.png"]
    for name in names { try folder.copy("Samples/untagged.png", to: name) }
    let root = try #require(try Pathname(folder.path).resolved)
    let selection = AuditSelection([root], root: root) { tree.file(for: $0).policy.excludes($0) }
    let policy = tree.policy(of: selection.inputs)
    #expect(Set(policy.folders.keys) == ["apps/ios", "apps/web", "apps/web/[a]"])
    var rows: [AuditRow] = []
    try Auditor(policy).audit(selection, jobs: 2) { rows.append($0) }
    for (row, input) in zip(rows, selection.inputs) {
      #expect(try row == Auditor(tree.file(for: row.path).policy).audit(input))
    }
    #expect(rows.count == names.count && Set(rows.map { $0.findings.map(\.severity) }).count > 2)
    // The recorded policy differs if that of a folder does.
    try folder.write("severity: {untagged: note}", to: "apps/web/.gamut.yml")
    let other = try Self.place(folder).policies().policy(of: selection.inputs)
    #expect(other.node != policy.node && AuditRun(other, []).obstacle(toMergingWith: AuditRun(policy, [])) == nil)
  }

  private static func place(_ folder: TemporaryFolder) throws -> AuditSelection.Place {
    try AuditSelection.place(of: [Pathname(folder.path)], root: nil, policy: nil)
  }
}
