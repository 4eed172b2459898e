import Foundation
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

@Suite struct ReportCommandTests {
  static let golden = Repository.path + "/Tests/GamutKitTests/Golden/"

  /// No colour moves by 100 in DIN99o, which is the difference of black and white.
  @Test(.enabled(if: Thoroughness.hasTime)) func whatCannotBeSeenIsNoChange() throws {
    let text = try GamutProcess.run(["report", Self.golden + "green_ramp_16.png", "--jnd", "100"]).text
    #expect(text.contains("No change is visible.") && !text.contains("duller"), "\(text)")
    for (jnd, words) in [("100", "no change is visible."), ("1.75", "Colours become duller in sRGB, and everything")] {
      let page = try GamutProcess.run(
        ["report", Self.golden + "green_ramp_16.png", "--jnd", jnd, "--format", "html"])
      #expect(page.text.contains(words), "\(jnd)")
    }
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      (["clips"], "srgb_chunk_16", 0), (["clips"], "green_ramp_8", 1), (["clips"], "two_reds_16", 1),
      (["collapses"], "green_ramp_8", 0), (["collapses"], "two_reds_16", 1), ([], "two_reds_16", 0),
    ])
  func failOnGivesStatusOne(threshold: [String], name: String, status: Int32) throws {
    let options = threshold.isEmpty ? [] : ["--fail-on-verdict"] + threshold
    #expect(try GamutProcess.run(["report", Self.golden + name + ".png"] + options).status == status)
  }

  @Test(.enabled(if: Thoroughness.hasTime))
  func `The environment chooses the vector instructions, and every choice gives the same bytes`() throws {
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

  @Test(.enabled(if: Thoroughness.hasTime)) func optionsReachTheReport() throws {
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

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
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

  @Test func colorsAreForTerminalsOrOnRequest() throws {
    let file = Self.golden + "two_reds_16.png"
    let escape = Character("\u{1b}")
    #expect(try !GamutProcess.run(["report", file]).text.contains(escape))
    #expect(try GamutProcess.run(["report", "--color", "always", file]).text.contains(escape))
    #expect(
      try GamutProcess.run(["report", "--color", "always", file], environment: ["NO_COLOR": "1"]).text.contains(escape))
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func versionAndHelp() throws {
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
