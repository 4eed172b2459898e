import Foundation
import TestSupport
import Testing

/// `gamut palette`, and palettes in `gamut audit`.
@Suite struct PaletteCommandTests {
  /// Both are #ff0000 in sRGB.
  private static let merging =
    ":root {\n  --alert: color(display-p3 1 0 0);\n  --badge: color(display-p3 0.925 0 0);\n}\n"
  /// A note: people with protanopia and deuteranopia confuse them.
  private static let confusing = "<style>\n:root { --go: #5c7d00; --stop: #a46a00 }\n</style>\n"
  /// A note.
  private static let equal = "<style>\n:root { --sea: #336699; --lake: #336699 }\n</style>\n"
  private static let fine =
    "{\"a\": {\"$type\": \"color\", \"$value\": {\"colorSpace\": \"srgb\", \"components\": [0, 0, 1]}}}"

  private func folder(policy: String? = nil) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in [
      ("merging.css", Self.merging), ("confusing.svg", Self.confusing), ("equal.svg", Self.equal),
      ("fine.tokens", Self.fine),
    ] { try folder.write(text, to: name) }
    for (name, components) in [("Go", "0.361 0.490 0.000"), ("Stop", "0.643 0.416 0.000")] {
      let values = zip(["red", "green", "blue"], components.split(separator: " ")).map { "\"\($0)\":\"\($1)\"" }
      let color = "{\"color-space\":\"srgb\",\"components\":{\(values.joined(separator: ",")),\"alpha\":\"1.000\"}}"
      try folder.write(
        "{\"colors\":[{\"color\":\(color),\"idiom\":\"universal\"}]}",
        to: "Media.xcassets/\(name).colorset/Contents.json")
    }
    if let policy { try folder.write(policy, to: ".gamut.yml") }
    return folder
  }

  /// Runs the command in the folder.
  private func palette(
    _ folder: TemporaryFolder, _ arguments: [String], command: String = "palette"
  ) throws -> GamutProcess {
    let root = command == "merge" ? [] : ["--root", "."]
    return try GamutProcess.run([command] + arguments + root, environment: ["HOME": folder.path], at: folder.path)
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      (["fine.tokens"], 0), (["equal.svg"], 0), (["confusing.svg"], 0), (["merging.css"], 1),
      (["fine.tokens", "merging.css"], 1), (["confusing.svg", "--fail-on", "note"], 1),
      (["equal.svg", "--fail-on", "warning"], 0), (["equal.svg", "--fail-on", "note"], 1),
      (["merging.css", "--fail-on", "never"], 0), (["merging.css", "--ignore", "colors-merge"], 0),
      (["merging.css", "--select", "near-duplicate"], 0), (["merging.css", "--select", "colors-merge"], 1),
      (["equal.svg", "--severity", "near-duplicate=error"], 1),
      (["merging.css", "--severity", "colors-merge=note"], 0),
      (["Media.xcassets", "--fail-on", "warning"], 0), (["Media.xcassets", "--fail-on", "note"], 1),
      (["Media.xcassets/Go.colorset", "--fail-on", "note"], 0),
      (["."], 1), (["missing.css"], 2), (["merging.css", "missing.css"], 2),
      ([], 64), (["merging.css", "--select", "none"], 64),
      (["merging.css", "--format", "none"], 64),
    ] as [([String], Int32)])
  func exitStatus(arguments: [String], status: Int32) throws {
    let run = try palette(try folder(), arguments)
    #expect(run.status == status, "\(run.errors)")
    #expect(status < 2 || !run.errors.isEmpty)
  }

  @Test func errorsSayWhatToDo() throws {
    let folder = try folder()
    #expect(try palette(try TemporaryFolder(), ["."]).errors.contains("No file in the folder is a palette"))
    #expect(try palette(folder, ["missing.css"]).errors.contains("missing.css: "))
    try folder.write("{\n\"a\": {\n", to: "broken.tokens")
    #expect(try palette(folder, ["broken.tokens"]).errors.contains("broken.tokens: Line 3: "))
    let row = try #require(try palette(folder, ["broken.tokens", "--format", "json"]).rows().first)
    #expect(row["error"]?["code"]?.string == "palette-unreadable" && row["verdict"]?.string == "unjudged")
  }

  /// Standard input has no name: its first mark says what it is.
  @Test func standardInputIsKnownByItsContents() throws {
    for (text, format, status) in [
      (Self.merging, "css", 1), (Self.fine, "design-tokens", 0), ("\n" + Self.confusing, "css", 0),
    ] {
      let run = try GamutProcess.run(["palette", "-", "--format", "json"], input: Array(text.utf8))
      let row = try #require(try run.rows().first)
      #expect(run.status == status && row["path"]?.string == "-" && row["palette"]?["format"]?.string == format)
    }
    let image = try GamutProcess.run(["palette", "-"], input: Repository.bytes("Samples/srgb.png"))
    #expect(image.status == 2 && image.errors.contains("gamut palette icon.png"), "\(image.errors)")
  }

  @Test func jsonHasThePalette() throws {
    let run = try palette(try folder(), ["merging.css", "Media.xcassets", "--format", "json"])
    let value = try JSONValue(parsing: run.output)
    let schema = try Repository.text("Schemas/audit.schema.json")
    if schema.contains("\"palette\"") { #expect(try Repository.schema("audit").faults(in: value) == []) }
    let rows = try run.rows()
    #expect(rows.map { $0["path"]?.string } == ["Media.xcassets", "merging.css"])
    #expect(rows.map { $0["verdict"]?.string } == ["palette", "palette"])
    #expect(rows.map { $0["palette"]?["format"]?.string } == ["catalog", "css"])
    #expect(rows[1]["palette"]?["colors"]?.integer == 2)
    let finding = try #require(rows[1]["findings"]?.array?.first)
    #expect(finding["rule"]?.string == "colors-merge" && finding["line"]?.integer == 3)
    #expect(finding["severity"]?.string == "error")
    // The red of Display P3 and 0.925 of it, in DIN99o: 4.248 apart (coloraide).
    #expect(abs(try #require(finding["numbers"]?["difference"]?.number) - 4.248) < 0.01)
    #expect(finding["numbers"]?["inSRGB"]?.number == 0)
  }

  @Test func formatsHaveLines() throws {
    let folder = try folder()
    let sarif = try JSONValue(parsing: try palette(folder, ["merging.css", "--format", "sarif", "--verbose"]).output)
    let results = try #require(sarif["runs"]?[0]?["results"]?.array)
    let lines = results.map { $0["locations"]?[0]?["physicalLocation"]?["region"]?["startLine"]?.integer }
    #expect(lines == [3, 2, 3])
    let github = try palette(folder, ["merging.css", "--format", "github"]).text
    #expect(github.hasPrefix("::error file=merging.css,line=3,"))
    let xcode = try palette(folder, ["merging.css", "--format", "xcode"]).text
    #expect(xcode.contains("/merging.css:3:1: error: --alert (color(display-p3 1 0 0)) and --badge"))
    let quiet = try palette(
      folder, ["merging.css", "confusing.svg", "equal.svg", "--quiet", "--severity", "confusable-colors=warning"]
    ).text
    #expect(quiet.split(separator: "\n").count == 2 && quiet.contains("merging.css:3: --alert"))
    #expect(quiet.contains("(3.1)") && !quiet.contains("near-duplicate"))
    let text = try palette(folder, ["merging.css"]).text
    #expect(text.contains("  merging.css:3\n") && text.contains("1 palette\n") && !text.contains("\u{1b}"))
    for format in ["junit", "markdown", "html"] {
      #expect(try palette(folder, ["merging.css", "--format", format]).text.contains("colors-merge"), "\(format)")
    }
  }

  /// Of the 4,096 pixels of the sample, 3,380 have one red of Display P3, and 716 the other.
  @Test func theColorsOfAnImageAreListed() throws {
    let folder = try folder()
    let image = Repository.path + "/Samples/two-reds.png"
    let listed = try palette(folder, [image, "--names", "merging.css"])
    #expect(listed.status == 0)
    for words in ["2 area colours of 4,096 pixels", "82.5 %", "17.5 %", "--alert, 0.0 (DIN99o)", "--badge, 0."] {
      #expect(listed.text.contains(words), "\(words) in \(listed.text)")
    }
    let found = try palette(folder, [image, "--find", "color(display-p3 1 0 0)"])
    #expect(found.status == 0 && found.text.contains("yes, 17.5 %"))
    // The reds differ by 6.6 from that of sRGB, and by less from each other.
    let other = try palette(folder, [image, "--find", "#fb2c36"])
    #expect(other.status == 1 && other.text.contains("no; the nearest area colour is #ff0000, outside sRGB by"))
    #expect(try palette(folder, ["equal.svg", "--find", "red"]).status == 64)
    #expect(try palette(folder, [image, "--format", "json"]).status == 64)
    #expect(try palette(folder, [image, "--output", "colors.html"]).status == 64)
  }

  /// What another file of a folder imports, or a resolver names, stands where it does, whatever the order of the names; and
  /// a reference to what only another palette of the run has is not invalid.
  @Test func filesOfARunReferToEachOther() throws {
    let folder = try TemporaryFolder()
    let ink = "\"$type\": \"color\", \"$value\": {\"colorSpace\": \"srgb\", \"components\": [0, 0, 0]}"
    for (name, text) in [
      ("css/dark.css", ":root { --background: #111 }"), ("themes/a.css", ":root { --back: #111 }"),
      ("css/main.css", "@import 'dark.css' (prefers-color-scheme: dark); :root { --background: #fff; --text: #000 }"),
      ("tokens/dark.json", "{\"back\": {\"$type\": \"color\", \"$value\": \"{ink}\"}}"),
      ("tokens/ink.json", "{\"ink\": {\(ink)}}"),
      (
        "tokens/x.json",
        "{\"version\": \"2025.10\", \"resolutionOrder\": [{\"name\": \"a\", \"sources\": "
          + "[{\"$ref\": \"ink.json\"}, {\"$ref\": \"dark.json\"}]}]}"
      ),
      (".gamut.yml", "palettes: [\"tokens/*k.json\"]"), ("themes/b.css", ":root { --back: #eee }"),
    ] { try folder.write(text, to: name) }
    func messages(_ arguments: [String], _ command: String = "palette") throws -> [String] {
      try palette(folder, arguments + ["--format", "json"], command: command).findings()
        .map { "\($0["rule"]?.string ?? "") \($0["message"]?.string ?? "")" }
    }
    #expect(
      try messages(["css"]) == [
        "low-contrast --text (#000) on --background (#111) has a contrast of 1.11, below 4.5 (dark)."
      ])
    #expect(try messages(["tokens"]) == [])
    #expect(try messages(["themes"]).contains { $0.hasPrefix("palette-unknown The file replaces 1 value of others") })
    #expect(
      try messages(["."], "audit") == [
        "palette-unknown 'back' refers to '{ink}', which the file does not have. Another palette has it: name the files in "
          + "one list of 'palettes'."
      ])
  }

  @Test func thePolicyIsThatOfAudits() throws {
    let folder = try folder(
      policy: "severity: {near-duplicate: error, colors-merge: note}\nvision: {distinct: 200}\n"
        + "contrast: [{text: --go, on: --stop, ratio: 7}]\n")
    #expect(try palette(folder, ["equal.svg"]).status == 1)
    #expect(try palette(folder, ["merging.css"]).status == 0)
    let run = try palette(folder, ["confusing.svg"])
    #expect(!run.text.contains("confusable-colors") && run.text.contains("low-contrast"))
    #expect(try palette(folder, ["merging.css", "--no-policy"]).status == 1)
    try folder.write("contrast: [{text: go, ratio: 7}]", to: ".gamut.yml")
    let broken = try palette(folder, ["fine.tokens"])
    #expect(broken.status == 2 && broken.errors.contains("'on' is missing"))
  }

  @Test func auditsCheckPalettesOfThePolicy() throws {
    let plain = try palette(try folder(), ["."], command: "audit")
    #expect(plain.status == 0 && !plain.text.contains("merging.css"))
    let folder = try folder(policy: "palettes: [\"*.css\", \"*.xcassets\"]\n")
    let run = try palette(folder, [".", "--format", "json"], command: "audit")
    #expect(run.status == 1)
    let rules = Dictionary(
      try run.rows().map { row in
        (row["path"]?.string ?? "", (row["findings"]?.array ?? []).compactMap { $0["rule"]?.string })
      }
    ) { first, _ in first }
    #expect(rules["merging.css"] == ["colors-merge", "color-outside-srgb", "color-outside-srgb"])
    #expect(rules["Media.xcassets"] == ["confusable-colors"])
    #expect(rules["confusing.svg"] == nil && rules["Media.xcassets/Go.colorset/Contents.json"] == [])
    let printed = try palette(folder, [".", "--print-policy"], command: "audit").withoutComments
    try folder.write(printed, to: ".gamut.yml")
    #expect(try palette(folder, [".", "--print-policy"], command: "audit").withoutComments == printed)
    #expect(try palette(folder, [".", "--format", "json"], command: "audit").status == 1)
  }

  /// The colours of a catalog are compared without being named anywhere; its sets have the findings about themselves.
  @Test(.enabled(if: Thoroughness.hasTime)) func auditsCompareTheColorsOfCatalogs() throws {
    let folder = try folder(policy: "severity: {confusable-colors: warning}\n")
    let file = "Media.xcassets/Stop.colorset/Contents.json"
    let row = try #require(try palette(folder, [".", "--format", "json"], command: "audit").rows().first)
    #expect(row["path"]?.string == "Media.xcassets" && row["verdict"]?.string == "palette")
    #expect(row["findings"]?.array?.count == 1 && row["findings"]?[0]?["file"]?.string == file)
    #expect(row["findings"]?[0]?["rule"]?.string == "confusable-colors" && row["findings"]?[0]?["line"]?.integer == 1)
    for (format, part) in [
      ("text", "  \(file):1\n"), ("github", "::warning file=\(file),line=1,"), ("xcode", "/\(file):1:1: warning: Go ("),
      ("sarif", "\"artifactLocation\":{\"uri\":\"\(file)\","), ("html", "Stop.colorset/Contents.json, line 1: Go ("),
    ] {
      for command in ["palette", "audit"] {
        let run = try palette(folder, ["Media.xcassets", "--format", format], command: command)
        #expect(run.status == 0 && run.text.contains(part), "\(command) \(format) \(run.text)")
      }
    }
    // With `in` the catalog there is nothing above its sets.
    let inside = try GamutProcess.run(
      ["audit", "--format", "github", "--root", "."], at: folder.path + "/Media.xcassets")
    #expect(inside.text.contains("::warning file=Stop.colorset/Contents.json,line=1,"), "\(inside.text)")
    let one = try palette(folder, ["Media.xcassets/Go.colorset", "--format", "json"], command: "audit")
    #expect(try one.rows().map { $0["path"]?.string } == ["Media.xcassets/Go.colorset/Contents.json"])
    let off = try palette(folder, [".", "--ignore", "confusable-colors"], command: "audit")
    #expect(off.text.contains("0 warnings"))
  }

  /// Texts with equal contrast, each on the background of its own element, come in the order of the file: hashes differ
  /// from one process to the next.
  @Test func everyRunListsTheSamePairs() throws {
    let folder = try TemporaryFolder()
    let elements = (0..<30).map { "--e\($0)a: #ffffff;\n--e\($0)a-foreground: #999999;\n" }.joined()
    try folder.write(":root {\n\(elements)}\n", to: "elements.css")
    for _ in 0..<3 {
      let rows = try palette(folder, ["elements.css", "--select", "low-contrast", "--format", "json"]).rows()
      let lines = (rows.first?["findings"]?.array ?? []).map { $0["line"]?.integer }
      #expect(lines == (0..<30).map { 3 + 2 * $0 })
    }
  }
}
