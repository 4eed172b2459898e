import Foundation
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

/// Runs over several apps, each with its policy, with one baseline, from any folder.
@Suite struct MonorepoTests {
  /// Two apps with an image without a declaration and one that collapses: untagged is an error in one, off in the other.
  private static func tree(top: String? = nil) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for app in ["ios", "web"] {
      for name in ["untagged", "two-reds"] {
        try folder.copy("Samples/\(name).png", to: "apps/\(app)/img/\(name).png")
      }
      try folder.write("severity: {untagged: \(app == "ios" ? "error" : "off")}", to: "apps/\(app)/.gamut.yml")
    }
    try top.map { _ = try folder.write($0, to: ".gamut.yml") }
    try folder.makeFolder(".git")
    return folder
  }

  private static func run(_ arguments: String..., in folder: TemporaryFolder, at place: String = ".") throws
    -> GamutProcess
  {
    try GamutProcess.run(arguments, at: "\(folder.path)/\(place)")
  }

  /// The files with a finding of `untagged`, by a JSON document.
  private static func untagged(_ json: JSONValue) -> [String] {
    (json["files"]?.array ?? []).filter { file in
      file["findings"]?.array?.contains { $0["rule"]?.string == "untagged" } == true
    }.compactMap { $0["path"]?.string }
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ([], ".", true), (["apps/ios", "apps/web"], ".", true), (["../web", "."], "apps/ios", true),
      (["--policy", "apps/web/.gamut.yml"], ".", false), (["apps/web/img/untagged.png"], ".", false),
    ])
  func eachFileHasTheNearestPolicy(arguments: [String], place: String, isFound: Bool) throws {
    let folder = try Self.tree()
    let run = try GamutProcess.run(["audit", "--format", "json"] + arguments, at: "\(folder.path)/\(place)")
    let json = try JSONValue(parsing: run.output)
    #expect(Self.untagged(json) == (isFound ? ["apps/ios/img/untagged.png"] : []) || place != ".", "\(run.errors)")
    #expect(Self.untagged(json).count == (isFound ? 1 : 0))
    #expect(try Repository.schema("audit").faults(in: json) == [])
    #expect(
      try json["run.root"]?.string.map { try Pathname($0).resolved } == Pathname(folder.path).resolved || !isFound)
  }

  /// Shards, and parts over the folders alone, are merged to the bytes of one run; parts of another policy are refused.
  @Test(.enabled(if: Thoroughness.hasTime)) func partsKnowThePolicies() throws {
    let folder = try Self.tree(top: "version: 1")
    func part(_ name: String, _ arguments: String...) throws -> String {
      let run = try GamutProcess.run(
        ["audit", "--format", "ndjson", "--fail-on", "never"] + arguments, at: folder.path)
      return try folder.write(run.output, to: name + ".ndjson")
    }
    let whole = try Self.run("audit", "--format", "json", in: folder)
    let shards = try [part("1", "--shard", "1/2"), part("2", "--shard", "2/2")]
    #expect(try GamutProcess.run(["merge", "--format", "json"] + shards).output == whole.output)
    let text = try Self.run("audit", in: folder).output
    #expect(try GamutProcess.run(["merge"] + shards, at: folder.path).output == text)
    let apps = try [part("ios", "apps/ios"), part("web", "apps/web")]
    let merged = try JSONValue(parsing: GamutProcess.run(["merge", "--format", "json"] + apps).output)
    let expected = try JSONValue(parsing: whole.output)
    #expect(merged["files"] == expected["files"] && merged["run.policy"] == expected["run.policy"])
    // The policy of a folder changes; a folder gets one.
    try folder.write("severity: {untagged: note}", to: "apps/web/.gamut.yml")
    let shard = try part("other", "--shard", "2/2")
    try FileManager.default.removeItem(atPath: folder.path + "/apps/web/.gamut.yml")
    let without = try part("without", "apps/web/img/two-reds.png")
    for parts in [[shards[0], shard], [apps[1], without]] {
      let refused = try GamutProcess.run(["merge"] + parts)
      #expect(refused.status == 2 && refused.errors.contains("another policy"), "\(refused.errors)")
    }
  }

  /// A cache has no row of another policy.
  @Test(.enabled(if: Thoroughness.hasTime)) func aCacheKnowsThePolicies() throws {
    let folder = try Self.tree()
    for text in ["severity: {untagged: off}", "severity: {untagged: error}"] {
      try folder.write(text, to: "apps/web/.gamut.yml")
      let plain = try Self.run("audit", "apps", "--format", "json", in: folder)
      for _ in 0..<2 {
        #expect(
          try Self.run("audit", "apps", "--format", "json", "--cache", "cache", in: folder).output == plain.output)
      }
    }
  }

  /// Paths and commands in text and on pages are for the folder where the user is, and each command works there.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      (".", "apps/ios/img/two-reds.png"), ("apps/ios", "img/two-reds.png"), ("apps/ios/img", "two-reds.png"),
      ("apps/web", "../ios/img/two-reds.png"),
    ])
  func pathsAreForTheCurrentFolder(place: String, path: String) throws {
    let folder = try Self.tree(top: "version: 1")
    let page = folder.path + "/page.html"
    let run = try Self.run(
      "audit", "\(folder.path)/apps/ios", "--verbose", "--report", "html=\(page)", in: folder, at: place)
    #expect(run.text.contains("\n  \(path)\n"), "\(run.text)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("\"path\":\"\(path)\""))
    let commands = run.text.split(separator: "\n").filter { $0.contains("$ gamut convert") }
    for command in commands {
      let words = command.drop { $0 != "$" }.dropFirst(2).split(separator: " ").map(String.init)
      #expect(try GamutProcess.run(Array(words.dropFirst()), at: "\(folder.path)/\(place)").status == 0, "\(command)")
    }
    #expect(!commands.isEmpty)
    // Failures, too.
    try folder.write(InputFileTests.header(0x7fff_ffff, 0x7fff_ffff), to: "apps/ios/img/huge.png")
    let failed = try GamutProcess.run(["audit", folder.path + "/apps"], at: "\(folder.path)/\(place)")
    #expect(failed.errors.contains("gamut: \(path.dropLast(12))huge.png: "), "\(failed.errors)")
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func aBaselineInThePolicyHidesFindingsUntilTheyAreFixed() throws {
    let folder = try Self.tree(top: "baseline: known.json")
    let missing = try Self.run("audit", in: folder)
    #expect(missing.status == 2 && missing.errors.contains("gamut audit --write-baseline"), "\(missing.errors)")
    let below = try Self.run("audit", in: folder, at: "apps/ios").errors
    #expect(below.contains("gamut audit ../.. --write-baseline ../../known.json\n"), "\(below)")
    let written = try Self.run("audit", "--write-baseline", "known.json", in: folder)
    #expect(written.status == 0 && written.errors.isEmpty)
    #expect(written.text.hasPrefix("Wrote known.json: ") && written.text.split(separator: "\n").count == 1)
    let elsewhere = try Self.run("audit", "--write-baseline", "../b.json", in: folder, at: "apps")
    #expect(elsewhere.text.hasSuffix("add to the policy (.gamut.yml): baseline: b.json\n"), "\(elsewhere.text)")
    #expect(try Self.run("audit", "--quiet", "--write-baseline", "known.json", in: folder).output.isEmpty)
    for place in [".", "apps/ios", "apps"] {
      let known = try Self.run("audit", "--fail-on", "warning", "--fail-on-stale", in: folder, at: place)
      #expect(known.status == 0 && known.text.contains("hidden by the baseline"), "\(known.text)")
    }
    #expect(try Self.run("audit", "--no-baseline", in: folder).status == 1)
    #expect(try Self.run("audit", "--baseline", "/nonexistent", in: folder).status == 2)
    // A renamed folder stays known.
    try FileManager.default.moveItem(atPath: folder.path + "/apps/ios", toPath: folder.path + "/apps/iphone")
    #expect(try Self.run("audit", "--fail-on-stale", in: folder).status == 0)
    // What is fixed is counted where it is checked.
    try folder.copy("Samples/srgb.png", to: "apps/web/img/two-reds.png")
    #expect(try Self.run("audit", "apps/iphone", "--fail-on-stale", in: folder).status == 0)
    #expect(try Self.run("audit", "--select", "untagged", "--fail-on-stale", in: folder).status == 0)
    #expect(try Self.run("audit", "--exclude", "apps/web", "--fail-on-stale", in: folder).status == 0)
    let stale = try Self.run("audit", "--fail-on-stale", in: folder)
    #expect(stale.status == 1 && stale.text.contains("occurs: to drop it, run gamut audit --prune-baseline\n"))
    #expect(stale.text.contains("\n  collapses  apps/web/img/two-reds.png\n"), "\(stale.text)")
    for option in ["--quiet", "--format=github"] {
      let run = try Self.run("audit", "--fail-on-stale", option, in: folder)
      #expect(run.status == 1 && run.errors.contains("run gamut audit --prune-baseline"), "\(run.errors)")
    }
    let plain = try Self.run("audit", in: folder)
    #expect(plain.status == 0 && !plain.text.contains("\n  collapses  apps"))
    #expect(try Self.run("audit", "--verbose", in: folder).text.contains("\n  collapses  apps/web/img/two-reds.png\n"))
    let json = try JSONValue(parsing: Self.run("audit", "--format", "json", in: folder).output)
    #expect(json["summary.stale"] != .integer(0))
    let part = try folder.write(Self.run("audit", "--format", "ndjson", in: folder).output, to: "part.ndjson")
    let merged = try JSONValue(parsing: Self.run("merge", part, "--format", "json", in: folder).output)
    #expect(merged["summary"] == json["summary"])
    // Nothing new is added.
    try folder.copy("Samples/flat-gradient.png", to: "apps/web/img/new.png")
    let baseline = try folder.bytes("known.json")
    let said = try Self.run("audit", "--prune-baseline", in: folder).text
    #expect(
      said.contains("no longer occurs.\n  ") && said.contains("dropped, ") && !said.contains("to drop"), "\(said)")
    try folder.write(baseline, to: "known.json")
    let pruned = try Self.run("audit", "--prune-baseline", "--quiet", in: folder)
    #expect(pruned.status == 1 && pruned.text.contains("new.png"))
    let after = try Self.run("audit", "--fail-on-stale", "--quiet", in: folder)
    #expect(after.status == 1 && after.output == pruned.output)
    // A part of such a run does not have all findings.
    let refused = try Self.run("merge", part, "--write-baseline", "next.json", in: folder)
    #expect(refused.status == 64 && refused.output.isEmpty && refused.errors.contains("--no-baseline"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/next.json"))
  }

  @Test func aBaselineStandsInTheTopPolicy() throws {
    let folder = try Self.tree(top: "version: 1")
    try folder.write("depth: 8\nbaseline: known.json", to: "apps/web/.gamut.yml")
    for place in [".", "apps/web"] {
      let run = try Self.run("audit", in: folder, at: place)
      #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(".gamut.yml: 'baseline'"), "\(run.errors)")
    }
  }

  @Test func thePrintedPolicyIsThatOfAPath() throws {
    let folder = try Self.tree(top: "severity: {clips: off}")
    let run = try Self.run("audit", "--print-policy", "img/untagged.png", in: folder, at: "apps/ios")
    #expect(run.status == 0 && run.text.contains("  untagged: error  # .gamut.yml:1\n"), "\(run.text)")
    #expect(run.text.contains("The policy for img/untagged.png: .gamut.yml."))
    #expect(try Self.run("audit", "--print-policy", in: folder).text.contains("  clips: off  # .gamut.yml:1\n"))
    // What an option says is in no file.
    let noted = try Self.run("audit", "--print-policy", "--severity", "clips=error", in: folder)
    #expect(noted.text.contains("  clips: error\n"), "\(noted.text)")
    #expect(try Self.run("audit", "--print-policy", "apps/ios", in: folder).text.contains("# apps/ios/.gamut.yml:1\n"))
    // The baseline of the top policy is for all paths.
    try folder.write("baseline: known.json", to: ".gamut.yml")
    let shared = try Self.run("audit", "--print-policy", in: folder, at: "apps/ios").text
    #expect(shared.contains("\nbaseline: known.json  # ../../.gamut.yml:1\n"), "\(shared)")
    try folder.write("depth: 9", to: "apps/ios/.gamut.yml")
    let broken = try Self.run("audit", in: folder)
    #expect(broken.status == 2 && broken.errors.contains("apps/ios/.gamut.yml:1:8: "), "\(broken.errors)")
  }
}
