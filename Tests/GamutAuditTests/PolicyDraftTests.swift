import GamutKit
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit

/// First policies: what they say about a tree, and that they and their suggestions are valid.
@Suite struct PolicyDraftTests {
  private static let wide: [UInt8] = {
    var builder = PNGBuilder.rgb16
    builder.colorChunks = [.iCCP(Profile.displayP3.bytes)]
    return builder.bytes
  }()

  private static let standard: [UInt8] = {
    var builder = PNGBuilder.rgb
    builder.colorChunks = [.sRGB()]
    return builder.bytes
  }()

  private static func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for index in 0..<3 { try folder.write(wide, to: "App/Media.xcassets/\(index).imageset/\(index).png") }
    try folder.write(standard, to: "App/other.png")
    try folder.write(PNGBuilder.rgb.bytes, to: "App/untagged.png")
    for name in ["a", "b"] { try folder.write(wide, to: "What? [é] *\\!/\(name).png") }
    try folder.write(standard, to: "Web {1}/a.png")
    try folder.write(standard, to: "# new\nline: 'x'/a.png")
    try folder.write(standard, to: "build/made.png")
    try folder.write(standard, to: "top.9.png")
    try folder.write(Array("no image".utf8), to: "broken.png")
    for name in ["web/node_modules/x/y.png", "Pods/z.png", ".git/object.png"] { try folder.write(standard, to: name) }
    return folder
  }

  /// The policy with all its suggestions: `#` without a space, or with the indentation of an item.
  private static func uncommented(_ draft: String) -> String {
    draft.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") || line.hasPrefix("#  ") ? String(line.dropFirst()) : String(line)
    }.joined(separator: "\n")
  }

  private static func policy(_ text: String) throws(PolicyError) -> AuditPolicy {
    try PolicyFile.policy(Array(text.utf8), in: Pathname(Repository.path))
  }

  @Test func theNumbersAreThoseOfTheTree() throws {
    let folder = try Self.tree()
    for jobs in [1, 3] {
      let survey = TreeSurvey(of: Pathname(folder.path), jobs: jobs)
      #expect(survey.all.files == 12 && survey.all.deep == 5)
      #expect(survey.all.declared == [.displayP3: 5, .sRGB: 5, .untagged: 1, .unreadable: 1])
      #expect(survey.catalogs.mapValues(\.files) == [Pathname("App/Media.xcassets"): 3])
      #expect(survey.excluded == ["node_modules", "Pods"] && survey.guessed == ["build": 1])
      #expect(survey.ninePatches == 1)
    }
    // A slash at the end changes nothing.
    #expect(TreeSurvey(of: Pathname(folder.path + "/"), jobs: 1).catalogs.keys.first == Pathname("App/Media.xcassets"))
  }

  @Test func aDraftIsThePolicyWithoutOneButForItsExclusions() throws {
    let folder = try Self.tree()
    // The folder is deleted with its last use.
    let draft = withExtendedLifetime(folder) { PolicyDraft(TreeSurvey(of: Pathname(folder.path), jobs: 1)).text }
    var policy = try Self.policy(draft)
    #expect(policy.excludes.map(\.text) == ["Pods", "node_modules"])
    policy.excludes = []
    #expect(policy == AuditPolicy())
    let lines = draft.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("# ") && !$0.hasPrefix("#  ") }.allSatisfy { $0.count <= 100 })
  }

  /// A suggested expectation is what the files already are, and a suggested exclusion leaves out what it names.
  @Test func suggestionsHold() throws {
    let folder = try Self.tree()
    let policy = try Self.policy(Self.uncommented(PolicyDraft(TreeSurvey(of: Pathname(folder.path), jobs: 1)).text))
    #expect(policy.excludes.map(\.text) == ["Pods", "node_modules", "build", "*.9.png"])
    #expect(policy.expectations.count == 3 && policy.overrides.count == 1 && !policy.severities.isEmpty)
    #expect(policy.palettes.count == 1 && policy.contrast.count == 1 && policy.vision == AuditPolicy().vision)
    for (path, profile, depth) in [
      ("App/Media.xcassets/1.imageset/1.png", "display-p3", 16), ("What? [é] *\\!/a.png", "display-p3", 16),
      ("# new\nline: 'x'/a.png", "srgb", nil),
    ] as [(String, String, Int?)] {
      let index = try #require(policy.expectation(for: Pathname(path)), "\(path)")
      #expect(policy.expectations[index].profile?.name == profile && policy.expectations[index].depth == depth)
    }
    let audit = try AuditOfTree(folder, policy)
    #expect(!audit.rows.flatMap(\.findings).contains { $0.rule == .unexpectedProfile })
    #expect(!audit.rows.contains { $0.path.text.hasPrefix("build") || $0.path.text.contains("node_modules") })
  }

  @Test func emptyFoldersHaveADraftToo() throws {
    let folder = try TemporaryFolder()
    let draft = withExtendedLifetime(folder) { PolicyDraft(TreeSurvey(of: Pathname(folder.path), jobs: 2)).text }
    #expect(try Self.policy(draft) == AuditPolicy())
    // Each key of the table in Documentation/policy.md, which is complete.
    let table = String(decoding: try Repository.bytes("Documentation/policy.md"), as: UTF8.self)
    let keys = table.split(separator: "## Patterns")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
      .flatMap { $0.split(separator: "|")[0].split(separator: "`").enumerated().filter { $0.offset % 2 == 1 } }
      .flatMap { $0.element.split(separator: ".") }
    try #require(keys.count > 15)
    for key in keys where key != "files" { #expect(draft.contains(key), "\(key)") }
    #expect(try Self.policy(Self.uncommented(draft)).expectations.count == 1)
  }

  /// For editors, which see the keys and their suggestions.
  @Test func theSchemaAcceptsDrafts() throws {
    let folder = try Self.tree()
    let surveys = [Pathname(Repository.path + "/Samples"), Pathname(folder.path)].map { TreeSurvey(of: $0, jobs: 1) }
    for draft in surveys.map({ PolicyDraft($0).text }) {
      #expect(try PolicySchemaTests.faults(draft) == [])
      #expect(try PolicySchemaTests.faults(Self.uncommented(draft)) == [])
    }
    withExtendedLifetime(folder) {}
  }
}
