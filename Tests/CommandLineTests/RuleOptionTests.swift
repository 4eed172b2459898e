import GamutAudit
import SyntheticPNG
import TestSupport
import Testing

/// The choice of rules, of the status and of the files for one run.
@Suite struct RuleOptionTests {
  /// The first one has errors, the other a warning.
  private static let samples = ["two-reds", "untagged"]

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ([], nil, ["collapses", "untagged"]), (["--select", "untagged"], nil, ["untagged"]),
      (["--select", "untagged,collapses"], nil, ["untagged", "collapses"]),
      (["--select", "untagged", "--select=collapses"], nil, ["untagged", "collapses"]),
      (["--select", "all", "--ignore", "collapses"], nil, ["p3-8bit", "untagged"]),
      (["--select", "untagged", "--ignore", "untagged"], nil, []), (["--ignore", "all"], nil, []),
      (["--ignore", "all", "--severity", "untagged=note"], nil, ["untagged"]),
      (["--severity", "collapses=off", "--severity", "p3-8bit=note"], nil, ["p3-8bit", "untagged"]),
      (["--select", "untagged"], "severity: {untagged: off}", ["untagged"]),
      (["--severity", "p3-8bit=error"], "severity: {p3-8bit: off, untagged: off}", ["collapses", "p3-8bit"]),
    ] as [([String], String?, [String])])
  func theChosenRulesAreChecked(options: [String], policy: String?, expected: [String]) throws {
    let folder = try TemporaryFolder(samples: Self.samples, policy: policy)
    let run = try GamutProcess.run(["audit", folder.path, "--format", "json"] + options)
    #expect(try run.rules() == Set(expected))
  }

  @Test func theChoiceIsPrintedAndRecorded() throws {
    let folder = try TemporaryFolder(samples: Self.samples, policy: "severity: {clips: error}")
    let options = ["--ignore", "clips", "--severity", "untagged=error"]
    let printed = try GamutProcess.run(["audit", folder.path, "--print-policy"] + options).withoutComments
    #expect(printed.contains("  clips: off\n") && printed.contains("  untagged: error\n"))
    let listed = try GamutProcess.run(["audit", folder.path, "--list-rules"] + options).text
    #expect(listed.contains("off      clips ") && listed.contains("error    untagged "))
    let part = try GamutProcess.run(["audit", folder.path, "--format", "ndjson", "--shard", "1/2"] + options)
    let run = try JSONValue(parsing: part.output.prefix { $0 != 0x0a })
    #expect(run["policy.severity.untagged"] == .string("error") && run["policy.severity.clips"] == .string("off"))
    // A part with another choice is refused.
    let first = try folder.write(part.output, to: "part-1")
    let second = try folder.write(
      try GamutProcess.run(["audit", folder.path, "--format", "ndjson", "--shard", "2/2"]).output, to: "part-2")
    let merged = try GamutProcess.run(["merge", first, second])
    #expect(merged.status == 2 && merged.errors.contains("another policy"))
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      (["--select", "colapses"], "'colapses'", "Did you mean 'collapses'?"),
      (["--select", "clips,untaged"], "'untaged'", "Did you mean 'untagged'?"),
      (["--ignore", "Collapses"], "'Collapses'", "Did you mean 'collapses'?"),
      (["--ignore", ""], "''", "--list-rules"), (["--select", "clips,"], "''", "--list-rules"),
      (["--severity", "clip=off"], "'clip'", "Did you mean 'clips'?"),
      (["--severity", "clips=eror"], "eror", "Did you mean 'clips=error'?"),
      (["--severity", "clips"], "clips", "untagged=error"),
      (["--explain", "collapse"], "'collapse'", "Did you mean 'collapses'?"),
      (["--explain", "x"], "'x'", "--list-rules"), (["--shard", "5/4"], "5/4", "as in 1/4"),
      (["--shard", "1-4"], "1-4", "as in 1/4"), (["--only-changed=-x"], "-x", "Name a commit"),
      (["--only-changed", "HEAD", "--write-baseline", "x"], "--write-baseline", "--only-changed"),
      (["--shard", "1/4", "--write-baseline", "x"], "--shard", "gamut merge PARTS --write-baseline"),
    ])
  func typingErrorsAreNamed(options: [String], word: String, help: String) throws {
    let run = try GamutProcess.run(["audit", Repository.path + "/Samples"] + options)
    #expect(run.status == 64 && run.output.isEmpty && run.errors.hasPrefix("Error: "))
    #expect(run.errors.contains(word) && run.errors.contains(help), "\(run.errors)")
  }

  /// The tree has errors, the policy `policy` leaves a warning, or nothing.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      (nil, [], 1), (nil, ["--fail-on", "error"], 1), (nil, ["--fail-on", "note"], 1),
      (nil, ["--fail-on", "never"], 0),
      ("untagged", [], 0), ("untagged", ["--fail-on", "warning"], 1), ("untagged", ["--fail-on", "note"], 1),
      ("p3-8bit", ["--fail-on", "warning"], 0), ("p3-8bit", ["--fail-on", "note"], 1),
      ("apng", ["--fail-on", "note"], 0),
    ] as [(String?, [String], Int32)])
  func theStatusFollowsTheSeverity(rule: String?, options: [String], status: Int32) throws {
    let folder = try TemporaryFolder(samples: Self.samples, policy: "severity: {untagged: warning}")
    let selected = rule.map { ["--select", $0] } ?? []
    let run = try GamutProcess.run(["audit", folder.path, "--format", "ndjson"] + selected + options)
    #expect(run.status == status)
    let merged = try GamutProcess.run(["merge", "-"] + options, input: run.output)
    #expect(merged.status == status)
    // Only a run without findings says that there is nothing to do.
    #expect(merged.text.contains("Nothing to do.") == (rule == "apng"))
    // What cannot be processed is worse than any finding.
    let missing = try GamutProcess.run(["audit", folder.path, folder.path + "/missing.png"] + selected + options)
    #expect(missing.status == 2)
  }

  @Test(.enabled(if: GitRepository.isAvailable, "git is not installed"))
  func onlyChangedFilesAreAudited() throws {
    let repository = try GitRepository()
    let folder = repository.folder
    for name in Self.samples { try folder.copy("Samples/\(name).png", to: "Assets/\(name).png") }
    try repository.commit()
    func audit(_ options: String...) throws -> GamutProcess {
      try GamutProcess.run(["audit", folder.path + "/Assets"] + options, environment: ["HOME": folder.path])
    }
    let none = try audit("--only-changed", "HEAD")
    #expect(none.status == 0 && none.errors.contains("No file to check differs from 'HEAD'."))
    try folder.write(try Repository.bytes("Samples/untagged.png") + [0], to: "Assets/untagged.png")
    let one = try audit("--only-changed", "HEAD", "--format", "json")
    #expect(one.status == 0 && one.errors == "")
    #expect(try one.rows().map { $0["path"]?.string } == ["Assets/untagged.png"])
    let unknown = try audit("--only-changed", "nowhere")
    #expect(unknown.status == 2 && unknown.output.isEmpty && unknown.errors.contains("'nowhere' is not a commit"))
  }
}
