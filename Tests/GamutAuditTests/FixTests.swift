import Foundation
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

/// `FixPlan`: what is fixed, what is left, and that nothing is lost.
@Suite struct FixTests {
  /// The effect of a fix on the file of a finding.
  private enum Effect: String {
    case nothing, declaration, variant
    case alpha = "no alpha"
    case assumed = "declaration, with --assume"
  }

  /// An audit, and its plan.
  private static func plan(
    _ folder: TemporaryFolder, _ policy: AuditPolicy = AuditPolicy(), assuming space: SpaceChoice? = nil
  ) throws -> (plan: FixPlan, rows: [AuditRow]) {
    let root = try #require(try Pathname(folder.path).resolved)
    let selection = AuditSelection([root], root: root) { policy.excludes($0) }
    var plan = FixPlan(policy, assuming: space)
    var rows: [AuditRow] = []
    var inputs = selection.inputs[...]
    try Auditor(policy, assuming: space).audit(selection, jobs: 2) { row in
      plan.add(row, of: inputs.removeFirst())
      rows.append(row)
    }
    return (plan, rows)
  }

  private static func run(_ plan: FixPlan, _ folder: TemporaryFolder, isDryRun: Bool = false) -> [FixOutcome] {
    var outcomes: [FixOutcome] = []
    plan.run(named: [Pathname(folder.path)], jobs: 2, isDryRun: isDryRun) { outcomes.append($0) }
    return outcomes
  }

  /// The chunks that are not about colour, with their data, in the order of the file; nil if it is no complete PNG.
  private static func pixels(_ bytes: [UInt8]) -> [[UInt8]]? {
    guard let chunks = PNGChunk.split(bytes) else { return nil }
    let kept = chunks.filter { !["iCCP", "sRGB", "gAMA", "cHRM", "cICP", "eXIf"].contains($0.type) }
    return kept.map(\.bytes) + [Array(bytes[chunks.reduce(PNGBuilder.signature.count) { $0 + $1.bytes.count }...])]
  }

  /// A policy for all files, and the cases of the rules for it.
  private static let policies = Set(AuditCase.all.map(\.policy)).sorted()

  private static func tree(_ policy: String) throws -> (TemporaryFolder, AuditPolicy) {
    let folder = try TemporaryFolder()
    for (index, item) in AuditCase.all.enumerated() where item.policy == policy {
      try folder.write(item.bytes, to: "\(index).png")
    }
    return (folder, try PolicyFile.policy(Array(policy.utf8), in: Pathname(folder.path)))
  }

  /// A run that was killed after the exchange of two files leaves the old one, and the next has nothing to fix there.
  @Test(arguments: [true, false]) func whatAKilledRunLeftIsRemoved(isDryRun: Bool) throws {
    let folder = try TemporaryFolder()
    let image = PNGBuilder.rgb.declaring([.sRGB()])
    let name = String(decoding: TemporaryFile.newName(), as: UTF8.self)
    try folder.write(image.bytes, to: "sub/a.png")
    try folder.write([1], to: "sub/" + name)
    let plan = try Self.plan(folder).plan
    #expect(plan.steps.isEmpty)
    #expect(Self.run(plan, folder, isDryRun: isDryRun).isEmpty)
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/sub/\(name)") == isDryRun)
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: policies.indices, [SpaceChoice?.none, .sRGB, .displayP3])
  func `Pixels and other files stay, and a second run changes nothing`(index: Int, space: SpaceChoice?) throws {
    let (folder, policy) = try Self.tree(Self.policies[index])
    let before = try folder.contents()
    let first = try Self.plan(folder, policy, assuming: space).plan
    _ = Self.run(first, folder, isDryRun: true)
    #expect(try folder.contents() == before)

    let outcomes = Self.run(first, folder)
    let after = try folder.contents()
    let changed = Set(first.steps.map(\.output.text))
    for (name, bytes) in before {
      #expect(after[name] == bytes || changed.contains(name) && Self.pixels(bytes) == Self.pixels(after[name] ?? []))
    }
    #expect(Set(after.keys).subtracting(before.keys).isSubset(of: changed))
    for outcome in outcomes { #expect(throws: Never.self, "\(outcome.step)") { try outcome.result.get() } }

    let (second, rows) = try Self.plan(folder, policy, assuming: space)
    #expect(second.steps.isEmpty, "\(second.steps)")
    // What was planned is no longer found.
    for step in first.steps {
      let row = try #require(rows.first { $0.path == step.path })
      #expect(Set(row.findings.map(\.rule)).isDisjoint(with: step.rules), "\(step): \(row.findings)")
    }
  }

  @Test func `Untagged files need an assumption, and 16 bits are no reason for another`() throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBuilder.rgb.bytes, to: "a.png")
    let red = PNGBuilder(width: 3, height: 2, depth: 16) { x, _, channel in channel == 0 ? 50_000 + x : 20_000 }
    try folder.write(red.bytes, to: "b.png")
    let left = try Self.plan(folder).plan
    // The other one is a note.
    #expect(left.steps.isEmpty && left.leftFiles == 1 && left.lacksSpace)
    let plan = try Self.plan(folder, assuming: .displayP3).plan
    #expect(plan.leftFiles == 0 && plan.steps.map(\.rules) == [[.untagged], [.untagged]])
    _ = Self.run(plan, folder)
    let rows = try Self.plan(folder).rows
    #expect(rows.map { $0.image?.declaration?.space } == [.displayP3, .displayP3])
  }

  @Test func `A policy for another space is stronger than an assumption`() throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBuilder.rgb.bytes, to: "a.png")
    let policy = try PolicyFile.policy(
      Array("expect: [{files: '*.png', profile: display-p3}]".utf8), in: Pathname("/"))
    let plan = try Self.plan(folder, policy, assuming: .sRGB).plan
    #expect(plan.steps.isEmpty && plan.leftFiles == 1 && !plan.lacksSpace)
    #expect(try Self.plan(folder, policy, assuming: .displayP3).plan.steps.count == 1)
  }

  @Test func `An existing variant is never replaced`() throws {
    let folder = try TemporaryFolder()
    let wide = PNGBuilder(width: 8, height: 8, depth: 16) { x, _, channel in channel == 0 ? (x < 4 ? 65535 : 0xecec) : 0
    }.declaring([.iCCP(Profile.displayP3.bytes)])
    try folder.write(wide.bytes, to: "a.png")
    // Of another size, so that it does not count as the variant.
    try folder.write(PNGBuilder.rgb.bytes, to: "a-srgb.png")
    let plan = try Self.plan(folder).plan
    #expect(plan.steps.isEmpty && plan.leftFiles > 0)
    // Written by another program after the plan was made.
    try FileManager.default.removeItem(atPath: folder.path + "/a-srgb.png")
    let late = try Self.plan(folder).plan
    try folder.write(PNGBuilder.rgb.bytes, to: "a-srgb.png")
    let outcomes = Self.run(late, folder)
    #expect(outcomes.count == 1)
    if case .failure(let failure) = outcomes.first?.result { #expect(failure.code == "output-exists") }
    #expect(try folder.contents()["a-srgb.png"] == PNGBuilder.rgb.bytes)
  }

  /// The table of Documentation/audit.md says for each rule what a fix does; each case of the rules does one of that.
  @Test(.enabled(if: Thoroughness.hasTime)) func `The documented effects are those of the plan`() throws {
    let path = #filePath.dropLast("Tests/GamutAuditTests/FixTests.swift".count) + "Documentation/audit.md"
    let lines = String(decoding: try Data(contentsOf: URL(filePath: String(path))), as: UTF8.self).split(
      separator: "\n")
    var documented: [String: String] = [:]
    for line in lines where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4 else { continue }
      for rule in cells[0].replacing("`", with: "").split(separator: ", ") { documented[String(rule)] = cells[1] }
    }
    #expect(Set(documented.keys) == Set(AuditRule.allCases.map(\.rawValue)))

    var seen: [String: Set<String>] = [:]
    for policy in Self.policies {
      let (folder, parsed) = try Self.tree(policy)
      let (without, rows) = try Self.plan(folder, parsed)
      let with = try Self.plan(folder, parsed, assuming: .sRGB).plan
      for row in rows {
        for finding in row.findings {
          func step(_ plan: FixPlan) -> FixPlan.Step? {
            plan.steps.first { $0.path == row.path && $0.rules.contains(finding.rule) }
          }
          let effect: Effect =
            switch step(without)?.action {
            case .embed: .declaration
            case .dropAlpha: .alpha
            case .writeVariant: .variant
            case nil: step(with) == nil ? .nothing : .assumed
            }
          seen[finding.rule.rawValue, default: []].insert(effect.rawValue)
        }
      }
    }
    for (rule, effects) in seen {
      let allowed = Set((documented[rule] ?? "").split(separator: "; ").map(String.init))
      #expect(effects.isSubset(of: allowed), "\(rule): \(effects) documented as \(allowed)")
    }
    // Each rule has a case, but for those that need two files, or a catalog, whose rules have no command.
    let others = SetAuditCase.all.flatMap { $0.rules.values.flatMap { $0.map(\.rawValue) } }
    #expect(
      Set(AuditRule.allCases.filter { !$0.isOfPalettesOnly }.map(\.rawValue)).subtracting(seen.keys).subtracting(others)
        .isSubset(
          of: [
            "has-variant", "variant-loses", "gamut-slot-mismatch", "needless-16bit", "scale-mismatch",
            "missing-appearance", "profile-stripped", "app-icon-alpha",
          ]))
  }

  /// The channel goes, the colours stay, and an assumption is about the colours: the file declares them afterwards.
  @Test(arguments: [nil, SpaceChoice.displayP3, .sRGB])
  func `An opaque icon loses its alpha channel`(assumed: SpaceChoice?) throws {
    let folder = try TemporaryFolder()
    let slot = #"{"images":[{"filename":"a.png","idiom":"universal","platform":"ios"}]}"#
    try folder.write(slot, to: "A.xcassets/AppIcon.appiconset/Contents.json")
    let icon = PNGBuilder(width: 8, height: 8, colorType: 6) { x, y, channel in channel == 3 ? 255 : 9 * x + y }
    try folder.write(icon.bytes, to: "A.xcassets/AppIcon.appiconset/a.png")
    _ = Self.run(try Self.plan(folder, assuming: assumed).plan, folder)
    let (second, rows) = try Self.plan(folder, assuming: assumed)
    #expect(second.steps.isEmpty && Set(rows.flatMap(\.findings).map(\.rule)).isSubset(of: [.p3Unneeded]))
    #expect(rows.last?.image?.header.colorType == .rgb)
    #expect(rows.last?.image?.declaration?.space == (assumed == .displayP3 ? .displayP3 : .sRGB))
  }

  /// Returns a PNG whose halves are two reds of Display P3 that are one in sRGB, with the given chunks.
  private static func twoReds(_ chunks: [PNGChunk]) -> [UInt8] {
    PNGBuilder(width: 16, height: 16, depth: 8) { x, _, channel in channel == 0 ? (x < 8 ? 255 : 236) : 0 }
      .declaring(chunks).bytes
  }

  /// Files are placed in batches; a link to one of an earlier batch is the same file, not one that somebody else changed.
  @Test(.enabled(if: Thoroughness.hasTime)) func linksToFixedFilesAreFixed() throws {
    let folder = try TemporaryFolder()
    for index in 0..<400 { try folder.write(PNGBuilder.rgb.bytes, to: "a\(1000 + index).png") }
    try folder.link("z.png", to: "a1000.png")
    let outcomes = Self.run(try Self.plan(folder, assuming: .sRGB).plan, folder)
    #expect(outcomes.count == 400 && outcomes.allSatisfy { (try? $0.result.get()) == .written })
  }

  /// A file that collapses only in the assumed space gets its variant in the same run.
  @Test func `One run declares an untagged file and writes its variant`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.twoReds([]), to: "a.png")
    #expect(try Self.plan(folder, assuming: .sRGB).plan.steps.map(\.rules) == [[.untagged]])
    let plan = try Self.plan(folder, assuming: .displayP3).plan
    #expect(plan.steps.map(\.rules) == [[.untagged], [.collapses]])
    for outcome in Self.run(plan, folder) { #expect(throws: Never.self) { try outcome.result.get() } }
    let (second, rows) = try Self.plan(folder, assuming: .displayP3)
    #expect(second.steps.isEmpty && rows.map(\.path.text) == ["a-srgb.png", "a.png"])
    #expect(rows.last?.findings.map(\.rule).contains(.hasVariant) == true)
  }

  /// The policy is about the image: its variant keeps the declaration without which it would not count.
  @Test(arguments: ["profile: none", "profile: display-p3", "profile: display-p3, depth: 16"])
  func `A policy for images leaves their variants alone`(expected: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.twoReds([.iCCP(Profile.displayP3.bytes)]), to: "a.png")
    let policy = try PolicyFile.policy(Array("expect: [{files: '*', \(expected)}]".utf8), in: Pathname("/"))
    _ = Self.run(try Self.plan(folder, policy).plan, folder)
    let (second, rows) = try Self.plan(folder, policy)
    #expect(second.steps.isEmpty)
    #expect(rows.first?.path == Pathname("a-srgb.png") && rows.first?.findings == [])
    #expect(rows.last?.findings.map(\.rule).contains(.hasVariant) == true)
  }

  /// A broken declaration above a good one, and gAMA, which means other colours than a profile: a new declaration would
  /// be a guess.
  @Test(
    arguments: [
      ([.iCCP(Array("no profile".utf8)), .sRGB()], 1), ([.cICP(2, 2), .iCCP(Profile.displayP3.bytes)], 1),
      // A note.
      ([.gAMA(100_000)], 0),
      ([.gAMA(0)], 1), ([.cICP(9, 16)], 1),
    ] as [([PNGChunk], Int)])
  func `An assumption replaces no declaration`(chunks: [PNGChunk], left: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = Self.twoReds(chunks)
    try folder.write(bytes, to: "a.png")
    let plan = try Self.plan(folder, assuming: .displayP3).plan
    #expect(plan.steps.isEmpty && plan.leftFiles == left, "\(plan.steps)")
    #expect(try folder.contents()["a.png"] == bytes)
  }
}
