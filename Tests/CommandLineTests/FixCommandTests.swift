import Foundation
import SyntheticPNG
import TestSupport
import Testing

/// `gamut audit --fix`, and the commands for many files, as a user runs them.
@Suite struct FixCommandTests {
  private static func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeFolder(".git")
    try folder.write("severity: {untagged: warning}\n", to: ".gamut.yml")
    try folder.write(PNGBuilder.rgb.bytes, to: "Assets/It's untagged.png")
    try folder.write(PNGBuilder.rgb.bytes, to: "Assets/also\nuntagged.png")
    try folder.copy("Samples/two-reds.png", to: "Assets/reds.png")
    return folder
  }

  @Test func aDryRunWritesNothingAndSaysSo() throws {
    let folder = try Self.tree()
    let before = try folder.names(in: "Assets")
    let run = try GamutProcess.run(["audit", "--fix", "--dry-run"], at: folder.path)
    #expect(run.status == 0 && run.errors == "")
    #expect(run.text.contains("Assets/reds.png -> Assets/reds-srgb.png"))
    #expect(run.text.contains("--assume SPACE"))
    #expect(
      run.text.hasSuffix(
        "1 file would be fixed, findings in 2 files would be left to you (dry run: nothing was written)\n"))
    #expect(try folder.names(in: "Assets") == before)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func theStatusIsThatOfWhatIsLeft() throws {
    let folder = try Self.tree()
    let first = try GamutProcess.run(["audit", folder.path, "--fix", "--fail-on", "warning"])
    #expect(first.status == 1 && first.text.hasSuffix("1 file fixed, findings in 2 files are left to you\n"))
    #expect(try folder.names(in: "Assets").contains("reds-srgb.png"))
    let second = try GamutProcess.run(
      ["audit", folder.path, "--fix", "--assume", "srgb", "--fail-on", "warning"])
    #expect(second.status == 0 && second.text.hasSuffix("2 files fixed\n"))
    let third = try GamutProcess.run(["audit", folder.path, "--fix", "--assume", "srgb"])
    #expect(third.status == 0 && third.text.hasSuffix("Nothing to fix\n"))
  }

  /// A program reads the audit on standard output, and people the rest.
  @Test func otherFormatsStayWhole() throws {
    let folder = try Self.tree()
    let run = try GamutProcess.run(["audit", folder.path, "--fix", "--format", "json"])
    #expect(try JSONValue(parsing: run.output)["summary"]?["files"]?.integer == 4)
    #expect(run.errors.contains("1 file fixed"))
    #expect(try GamutProcess.run(["audit", folder.path, "--fix", "--format", "json", "--quiet"]).errors == "")
  }

  @Test func aFileThatCannotBeReplacedIsNamed() throws {
    let folder = try Self.tree()
    let file = folder.path + "/Assets/It's untagged.png"
    try FileManager.default.linkItem(atPath: file, toPath: folder.path + "/other")
    let run = try GamutProcess.run(["audit", "--fix", "--assume", "srgb"], at: folder.path)
    #expect(run.status == 2 && run.text.contains("Could not be fixed\n  Assets/It's untagged.png\n"))
    // An audit has no such option.
    let words = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("With 'gamut embed': Add --hard-links") && words.contains("(hard-linked)"), "\(run.text)")
    #expect(words.components(separatedBy: "--hard-links").count == 2)
    #expect(try folder.bytes("Assets/It's untagged.png") == PNGBuilder.rgb.bytes)
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: [["--dry-run"], ["--assume", "srgb"]])
  func optionsOfFixNeedIt(options: [String]) throws {
    let run = try GamutProcess.run(["audit"] + options)
    #expect(run.status == 64 && run.errors.contains("add --fix"))
  }

  /// The printed command for two files is run as it is, with names that need quotes.
  @Test func oneCommandFixesAllFilesWithTheSameRemedy() throws {
    let folder = try Self.tree()
    let audit = try GamutProcess.run(["audit", folder.path, "--select", "untagged"], at: folder.path)
    let line = try #require(audit.text.split(separator: "\n").first { $0.contains("--fix") })
    let run = try GamutProcess.shell(String(line.drop { $0 != "g" }), at: folder.path)
    #expect(run.status == 0, "\(line): \(run.errors)")
    let again = try GamutProcess.run(["audit", folder.path, "--select", "untagged"])
    #expect(again.text.contains("0 errors, 0 warnings, 0 notes"))
  }

  /// New files would move others to another part.
  @Test(.enabled(if: Thoroughness.hasTime)) func partsAreNotFixed() throws {
    let folder = try Self.tree()
    let run = try GamutProcess.run(["audit", folder.path, "--fix", "--shard", "1/2"])
    #expect(run.status == 64 && run.errors.contains("fix first"))
    #expect(try folder.names(in: "Assets").count == 3)
    // Nor is such a command printed, but all parts are the whole again. Two images make it one for a rule.
    try folder.copy("Samples/two-reds.png", to: "Assets/more.png")
    for (options, suggests) in [([], true), (["--shard", "1/1"], false)] {
      let record = folder.path + "/record"
      let audit = try GamutProcess.run(
        ["audit", folder.path, "--fail-on", "never", "--report", "html=\(folder.path)/page"]
          + ["--report", "ndjson=\(record)"] + options)
      #expect(audit.text.contains(" --fix") == suggests, "\(audit.text)")
      let direct = String(decoding: try folder.bytes("page"), as: UTF8.self)
      let recorded = try GamutProcess.run(["merge", record, "--format", "html"])
      #expect(recorded.status == 1, "\(recorded.errors)")
      #expect(direct.contains("--select collapses --fix") == suggests)
      #expect(recorded.text.contains("--select collapses --fix") && !recorded.text.contains("--shard"))
    }
  }

  /// The remaining findings are those of the audit after the fix, and a link does not count as a file.
  @Test func whatIsSaidIsWhatWasDone() throws {
    let folder = try Self.tree()
    try folder.link("Assets/link.png", to: "It's untagged.png")
    let run = try GamutProcess.run(["audit", folder.path, "--fix", "--assume", "srgb"])
    #expect(run.status == 0 && run.text.hasSuffix("\n3 files fixed\n"), "\(run.text)")
  }

  /// The printed command finds the same files: it has the severity that turned the rule on.
  @Test func theCommandForManyFilesRepeatsTheChoices() throws {
    let folder = try Self.tree()
    let run = try GamutProcess.run([
      "audit", folder.path, "--severity", "untagged=error", "--exclude=-x", "--fail-on", "never",
    ])
    let line = try #require(run.text.split(separator: "\n").first { $0.contains("--fix") })
    #expect(line.contains(" --exclude=-x ") && line.contains(" --severity untagged=error "))
    #expect(line.hasSuffix(" --select untagged --fix --assume srgb"))
  }

  @Test func aReportIsNotWrittenOverANewVariant() throws {
    let folder = try Self.tree()
    let run = try GamutProcess.run([
      "audit", folder.path, "--fix", "--report", "html=\(folder.path)/Assets/reds-srgb.png",
    ])
    #expect(run.status == 2, "\(run.errors)")
    #expect(try folder.names(in: "Assets").count == 3)
  }
}
