import Foundation
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

@Suite struct ReportCommandTests {
  static let golden = Repository.path + "/Tests/GamutKitTests/Golden/"

  /// No colour moves by 100 in DIN99o, which is the difference of black and white.
  @Test func whatCannotBeSeenIsNoChange() throws {
    let text = try GamutProcess.run(["report", Self.golden + "green_ramp_16.png", "--jnd", "100"]).text
    #expect(text.contains("No change is visible.") && !text.contains("duller"), "\(text)")
    for (jnd, words) in [("100", "no change is visible."), ("1.75", "Colours become duller in sRGB, and everything")] {
      let page = try GamutProcess.run(
        ["report", Self.golden + "green_ramp_16.png", "--jnd", jnd, "--format", "html"])
      #expect(page.text.contains(words), "\(jnd)")
    }
  }

  @Test(arguments: [
    (["clips"], "srgb_chunk_16", 0), (["clips"], "green_ramp_8", 1), (["clips"], "two_reds_16", 1),
    (["collapses"], "green_ramp_8", 0), (["collapses"], "two_reds_16", 1), ([], "two_reds_16", 0),
  ])
  func failOnGivesStatusOne(threshold: [String], name: String, status: Int32) throws {
    let options = threshold.isEmpty ? [] : ["--fail-on-verdict"] + threshold
    #expect(try GamutProcess.run(["report", Self.golden + name + ".png"] + options).status == status)
  }

  @Test func aFailureWeighsMoreThanAFinding() throws {
    let run = try GamutProcess.run(
      ["report", "--fail-on-verdict", "clips", Self.golden + "two_reds_16.png", "/nonexistent.png"])
    #expect(run.status == 2)
  }

  @Test(arguments: ["text", "json", "ndjson", "html"])
  func theBytesDoNotDependOnJobs(format: String) throws {
    /// A page names the time and the command.
    func output(_ jobs: Int) throws -> String {
      let run = try GamutProcess.run(
        ["report", Self.golden, "--format", format, "--jobs", "\(jobs)"],
        environment: ["SOURCE_DATE_EPOCH": "0"])
      #expect(run.status == 0 && !run.output.isEmpty)
      return run.text.replacing("--jobs \(jobs)", with: "")
    }
    let one = try output(1)
    for jobs in [2, 7] { #expect(try output(jobs) == one) }
  }

  @Test func `The environment chooses the vector instructions, and every choice gives the same bytes`() throws {
    func run(_ extension: String) throws -> GamutProcess {
      try GamutProcess.run(
        ["report", Self.golden, "--format", "ndjson"], environment: ["GAMUT_VECTOR": `extension`])
    }
    let portable = try run("portable")
    #expect(portable.status == 0)
    let wrong = try run("sse9")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("GAMUT_VECTOR is 'sse9'"))
    for name in ["avx2", "avx512"] {
      // A processor without them refuses the name.
      let run = try run(name)
      #expect(run.status == 64 && run.output.isEmpty || run.output == portable.output)
    }
  }

  @Test func standardInputIsOneImage() throws {
    let bytes = try Repository.bytes("Tests/GamutKitTests/Golden/two_reds_16.png")
    let run = try GamutProcess.run(["report", "-", "--format", "ndjson"], input: bytes)
    #expect(run.status == 0)
    let row = try JSONValue(parsing: run.output)
    #expect(row["path"] == .string("-"))
    let file = try GamutProcess.run(["report", Self.golden + "two_reds_16.png", "--format", "ndjson"])
    #expect(row["collapse"] == (try JSONValue(parsing: file.output))["collapse"])
  }

  @Test func listsOfNames() throws {
    let names = ["two_reds_16.png", "grey_4.png", "two_reds_16.png"].map { Self.golden + $0 }
    let lines = try GamutProcess.run(
      ["report", "--files-from", "-", "--format", "json"], input: Array(names.joined(separator: "\n").utf8))
    let zeros = try GamutProcess.run(
      ["report", "--files-from", "-", "-0", "--format", "json"], input: Array(names.joined(separator: "\0").utf8))
    #expect(try lines.rows().map { $0["path"]?.string } == [names[1], names[0]])
    #expect(lines.output == zeros.output)
    let missing = try GamutProcess.run(["report", "--files-from", "/nonexistent"])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("/nonexistent"))
  }

  @Test func optionsReachTheReport() throws {
    let file = Self.golden + "untagged_8.png"
    func row(_ options: String...) throws -> JSONValue {
      try #require(try GamutProcess.run(["report", "--format", "json", file] + options).rows().first)
    }
    #expect(try row("--depth", "16")["destination.bitDepth"] == .integer(16))
    #expect(try row("--jnd", "1.5")["jnd"] == .real(1.5))
    #expect(try row("--to", "display-p3")["destination.space"] == .string("display-p3"))
    #expect(try row("--to", Repository.path + "/Profiles/DisplayP3.icc")["destination.space"] == .string("display-p3"))
    #expect(try row("--assume", "display-p3")["source.space"] == .string("display-p3"))
    #expect(try row("--override", "display-p3")["source.origin"] == .string("override"))
    let few = try GamutProcess.run(["report", "--format", "json", "--top", "3", Self.golden + "noise_8.png"])
    #expect(try few.rows().first?["collapse.largest"]?.array?.count == 3)
  }

  @Test(arguments: [
    [], ["--jobs", "-1", "x.png"], ["--jnd", "0", "x.png"], ["--jnd", "nan", "x.png"], ["--top", "-1", "x.png"],
    ["--depth", "12", "x.png"], ["--format", "xml", "x.png"], ["--to", "displayp4", "x.png"],
    ["--assume", "no-such-file.icc", "x.png"], ["-0", "x.png"], ["--quiet", "--verbose", "x.png"],
    ["-", "--files-from", "-"], ["--no-such-option", "x.png"], ["--fail-on-verdict", "fits", "x.png"],
  ])
  func wrongUsageIsStatus64(arguments: [String]) throws {
    let run = try GamutProcess.run(["report"] + arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("Error: "))
  }

  @Test func anUnusableDestinationIsRefused() throws {
    let grey = try GamutProcess.run(
      ["report", "--to", Repository.path + "/Profiles/sGray.icc", Self.golden + "grey_4.png"])
    #expect(grey.status == 2)
    #expect(grey.errors.contains("sGray.icc") && grey.errors.contains("destination"))
    let picture = try GamutProcess.run(["report", "--to", Self.golden + "grey_4.png", Self.golden + "grey_4.png"])
    #expect(picture.status == 2)
    #expect(picture.errors.contains("no profile"))
  }

  @Test func colorsAreForTerminalsOrOnRequest() throws {
    let file = Self.golden + "two_reds_16.png"
    let escape = Character("\u{1b}")
    #expect(try !GamutProcess.run(["report", file]).text.contains(escape))
    #expect(try GamutProcess.run(["report", "--color", "always", file]).text.contains(escape))
    #expect(
      try GamutProcess.run(["report", "--color", "always", file], environment: ["NO_COLOR": "1"]).text.contains(escape))
  }

  @Test func versionAndHelp() throws {
    #expect(try GamutProcess.run(["--version"]).text == gamutVersion + "\n")
    for (arguments, file) in [
      (["--help"], "gamut"), (["inspect", "--help"], "inspect"), (["verify", "--help"], "verify"),
      (["embed", "--help"], "embed"), (["convert", "--help"], "convert"), (["report", "--help"], "report"),
      (["audit", "--help"], "audit"), (["merge", "--help"], "merge"), (["init", "--help"], "init"),
      (["color", "--help"], "color"), (["compare", "--help"], "compare"), (["palette", "--help"], "palette"),
      (["spaces", "--help"], "spaces"),
    ] {
      let run = try GamutProcess.run(arguments, environment: ["COLUMNS": "80"])
      #expect(run.status == 0)
      let golden = "Tests/CommandLineTests/Help/\(file).txt"
      if ProcessInfo.processInfo.environment["GAMUT_RECORD_HELP"] != nil {
        try Data(run.output).write(to: URL(filePath: Repository.path + "/" + golden))
      }
      #expect(try run.text == Repository.text(golden), "recorded anew with GAMUT_RECORD_HELP=1 in the environment")
    }
  }
}
