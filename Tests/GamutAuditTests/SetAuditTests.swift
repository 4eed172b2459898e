import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

/// The sets of a catalog, and the rules that each violates: derived from the text of the rules and the format of
/// catalogs, not from the code.
struct SetAuditCase: Sendable, CustomTestStringConvertible {
  var name: String
  /// The contents of the file of each set, by the name of its folder.
  var sets: [String: String]
  /// Other files, empty, by their path in the catalog.
  var files: [String] = []
  /// By the name of the folder; sets that violate none are left out.
  var rules: [String: Set<AuditRule>]

  var testDescription: String { name }

  /// Returns a slot with a colour.
  static func color(_ space: String, _ components: String, _ conditions: String = "") -> String {
    let names = components.split(separator: " ").count > 2 ? ["red", "green", "blue", "alpha"] : ["white", "alpha"]
    let members = zip(names, components.split(separator: " ")).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
    return "{\"color\":{\"color-space\":\"\(space)\",\"components\":{\(members)}},\"idiom\":\"universal\"\(conditions)}"
  }

  static func brand(_ numbers: String) -> [UInt8] { Array(colors(color("srgb", numbers + " 1.000")).utf8) }
  static func colors(_ slots: String...) -> String { colors(slots) }
  static func colors(_ slots: [String]) -> String { "{\"colors\":[\n" + slots.joined(separator: ",\n") + "]}" }

  static let dark = ",\"appearances\":[{\"appearance\":\"luminosity\",\"value\":\"dark\"}]"
  static let light = ",\"appearances\":[{\"appearance\":\"luminosity\",\"value\":\"light\"}]"
  private static let high = "{\"appearance\":\"contrast\",\"value\":\"high\"}"
  static let contrast = ",\"appearances\":[\(high)]"
  static let inSRGB = ",\"display-gamut\":\"sRGB\"", inP3 = ",\"display-gamut\":\"display-P3\""

  private static func one(_ name: String, _ rules: Set<AuditRule>, _ slots: String...) -> SetAuditCase {
    SetAuditCase(
      name: name, sets: ["A.colorset": colors(slots)], rules: rules.isEmpty ? [:] : ["A.colorset": rules])
  }

  static let all: [SetAuditCase] =
    [
      one("a colour of sRGB", [], color("srgb", "0.2 0.4 0.6 1.000")),
      one("no colour", [], "{\"idiom\":\"universal\"}"),
      one("grey", [], color("gray-gamma-22", "0.5 1.000")),
      one("an unknown space", [], color("other", "0.2 0.4 0.6 1.000")),
      one("the red of Display P3", [.colorOutsideSRGB], color("display-p3", "1.000 0.000 0.000 1.000")),
      one("beyond sRGB", [.colorOutsideSRGB], color("extended-srgb", "1.2 -0.1 0.0 1.000")),
      one(
        "with a slot for sRGB", [], color("display-p3", "1.000 0.000 0.000 1.000", inP3),
        color("srgb", "0.900 0.000 0.000 1.000", inSRGB)),
      one(
        "with a slot for sRGB, and not for dark", [.colorOutsideSRGB],
        color("display-p3", "1.000 0.000 0.000 1.000", inP3), color("srgb", "0.900 0.000 0.000 1.000", inSRGB),
        color("display-p3", "0.900 0.000 0.100 1.000", inP3 + dark)),
      one("Display P3 inside sRGB", [.p3Unneeded], color("display-p3", "0.600 0.400 0.300 1.000")),
      one("a grey of Display P3", [.p3Unneeded], color("display-p3", "0.200 0.200 0.200 1.000")),
      // #ff3b30 is systemRed, light, and 255,69,58 systemRed, dark.
      one("systemRed, decimal", [.systemColor], color("srgb", "255 59 48 1.000")),
      one("systemRed, hexadecimal", [.systemColor], color("srgb", "0xFF 0x3B 0x30 1.000")),
      one("systemRed, three places", [.systemColor], color("srgb", "1.000 0.231 0.188 0.150")),
      one("one code beside systemRed", [], color("srgb", "255 59 49 1.000")),
      one("white", [], color("srgb", "255 255 255 1.000")),
      one(
        "systemRed in Display P3", [.numbersInWrongSpace, .colorOutsideSRGB],
        color("display-p3", "1.000 0.271 0.227 1.000")),
      // 228,64,108 in both spaces.
      one(
        "the same numbers in two spaces", [.numbersInWrongSpace, .p3Unneeded],
        color("srgb", "228 64 108 1.000", inSRGB), color("display-p3", "228 64 108 1.000", inP3)),
      // No codes of 8 bits, as Xcode writes them.
      one(
        "the same decimals in two spaces", [.numbersInWrongSpace, .p3Unneeded],
        color("srgb", "0.200 0.450 0.300 1.000"), color("display-p3", "0.2 0.45 0.3 1.000", dark)),
      one(
        "the same colour for both gamuts", [.p3Unneeded],
        color("display-p3", "228 64 108 1.000", inSRGB), color("display-p3", "228 64 108 1.000", inP3)),
      one("dark is another one", [], color("srgb", "0.2 0.4 0.6 1.000"), color("srgb", "0.3 0.4 0.6 1.000", dark)),
      one(
        "two spaces", [.colorOutsideSRGB], color("srgb", "0.2 0.4 0.6 1.000"),
        color("display-p3", "0.0 1.0 0.0 1.000", dark)),
      one("grey and sRGB", [], color("srgb", "0.2 0.4 0.6 1.000"), color("gray-gamma-22", "0.3 1.000", dark)),
      one(
        "a colour of the system", [],
        "{\"color\":{\"platform\":\"ios\",\"reference\":\"systemIndigoColor\"},\"idiom\":\"universal\"}"),
      one("a component that is no number", [.catalogBroken], color("srgb", "0,2 0.4 0.6 1.000")),
      one(
        "numbers without bounds", [.catalogBroken],
        "{\"color\":{\"color-space\":\"extended-srgb\",\"components\":{\"red\":1e300,\"green\":0,\"blue\":0}}}"),
      // The red of Display P3 clips to that of sRGB, which has the same numbers.
      one(
        "red for both gamuts", [], color("display-p3", "1.000 0.000 0.000 1.000", inP3),
        color("srgb", "1.000 0.000 0.000 1.000", inSRGB)),
      // WCAG 2.2, 1.4.11: on white, the green has 1.6; the grey has 4.6 and 4.5.
      SetAuditCase(
        name: "accents and texts without a dark slot",
        sets: [
          "AccentColor.colorset": colors(color("srgb", "0.2 0.9 0.3 1.000")),
          "Tint.colorset": colors(color("srgb", "0.1 0.1 0.5 1.000"), color("srgb", "0.6 0.6 0.95 1.000", dark)),
          "LabelMuted.colorset": colors(color("srgb", "0.46 0.46 0.48 1.000")),
          "Card.colorset": colors(color("srgb", "0.9 0.8 0.3 1.000")),
          "Foreground.colorset": colors(color("srgb", "0.3 0.9 0.9 1.000")),
        ], rules: ["AccentColor.colorset": [.missingAppearance], "Foreground.colorset": [.missingAppearance]]),
      SetAuditCase(name: "no JSON", sets: ["A.colorset": "{\"colors\":["], rules: ["A.colorset": [.catalogBroken]]),
    ] + pairs + images

  /// In sRGB, 1 0 0 and 236/255 0 0 of Display P3 are both #ff0000.
  private static let pairs: [SetAuditCase] = [
    SetAuditCase(
      name: "two reds",
      sets: [
        "A.colorset": colors(color("display-p3", "1.000 0.000 0.000 1.000")),
        "Group/B.colorset": colors(color("display-p3", "0.925 0.000 0.000 1.000")),
        "C.colorset": colors(color("srgb", "0.2 0.4 0.6 1.000")),
      ], rules: ["A.colorset": [.colorsMerge, .colorOutsideSRGB], "B.colorset": [.colorsMerge, .colorOutsideSRGB]]),
    SetAuditCase(
      name: "two reds for two appearances",
      sets: [
        "A.colorset": colors(color("display-p3", "1.000 0.000 0.000 1.000")),
        "B.colorset": colors(color("display-p3", "0.925 0.000 0.000 1.000", dark)),
      ], rules: ["A.colorset": [.colorOutsideSRGB], "B.colorset": [.colorOutsideSRGB]]),
    SetAuditCase(
      name: "two greens with the same slot for sRGB",
      sets: [
        "A.colorset": colors(
          color("display-p3", "0.0 1.0 0.0 1.000", inP3), color("srgb", "0 200 0 1.000", inSRGB)),
        "B.colorset": colors(
          color("display-p3", "0.0 0.9 0.0 1.000", inP3), color("srgb", "0 200 0 1.000", inSRGB)),
      ], rules: ["A.colorset": [.colorsMerge], "B.colorset": [.colorsMerge]]),
    SetAuditCase(
      name: "nearly one colour",
      sets: [
        "A.colorset": colors(color("srgb", "51 102 153 1.000")),
        "B.colorset": colors(color("srgb", "52 102 154 1.000")),
        "C.colorset": colors(color("srgb", "51 102 153 1.000")),
        "D.colorset": colors(color("srgb", "90 102 153 1.000")),
      ], rules: ["A.colorset": [.nearDuplicate], "B.colorset": [.nearDuplicate], "C.colorset": [.nearDuplicate]]),
  ]

  private static let images: [SetAuditCase] = [
    SetAuditCase(
      name: "all files are there",
      sets: ["A.imageset": "{\"images\":[{\"filename\":\"a.data\",\"idiom\":\"universal\"}]}"],
      files: ["A.imageset/a.data"], rules: [:]),
    SetAuditCase(
      name: "a file is missing",
      sets: ["A.imageset": "{\"images\":[{\"filename\":\"a.data\",\"idiom\":\"universal\"}]}"],
      rules: ["A.imageset": [.catalogMissingFile]]),
    SetAuditCase(
      name: "a file of no slot", sets: ["A.imageset": "{\"images\":[{\"idiom\":\"universal\"}]}"],
      files: ["A.imageset/a.data"], rules: ["A.imageset": [.catalogOrphanFile]]),
    SetAuditCase(
      name: "two files for one slot",
      sets: [
        "A.appiconset":
          "{\"images\":[{\"filename\":\"a.data\",\"scale\":\"2x\"},{\"filename\":\"b.data\",\"scale\":\"2x\"}]}"
      ], files: ["A.appiconset/a.data", "A.appiconset/b.data"], rules: ["A.appiconset": [.catalogBroken]]),
    // A background and a layer, and the ends of two gradients, are different things.
    SetAuditCase(
      name: "a document of Icon Composer with one colour in several fills",
      sets: [
        "A.icon": """
        {"fill": {"linear-gradient": ["srgb:0.2,0.4,0.6,1", "srgb:0.9,0.4,0.1,1"]},
         "groups": [{"layers": [{"fill-specializations": [
           {"value": {"linear-gradient": ["srgb:0.9,0.4,0.1,1", "srgb:0.2,0.4,0.6,1"]}},
           {"appearance": "dark", "value": {"solid": "srgb:0.2,0.4,0.6,1"}}]}]}]}
        """
      ], rules: [:]),
    SetAuditCase(
      name: "a document of Icon Composer",
      sets: ["A.icon": "{\"fill\":{\"solid\":\"display-p3:1.00000,0.00000,0.00000,1.00000\"},\"groups\":[]}"],
      rules: ["A.icon": [.colorOutsideSRGB]]),
  ]

  /// Writes the catalog into a folder.
  func write(to folder: TemporaryFolder, below root: String) throws {
    for (set, contents) in sets {
      let name = set.hasSuffix(".icon") ? "icon.json" : "Contents.json"
      try folder.write(Array(contents.utf8), to: "\(root)/\(set)/\(name)")
    }
    for file in files { try folder.write([], to: "\(root)/\(file)") }
  }
}

@Suite struct SetAuditTests {
  @Test(arguments: SetAuditCase.all)
  func setsHaveTheFindingsOfTheirCase(entry: SetAuditCase) throws {
    let folder = try TemporaryFolder()
    try entry.write(to: folder, below: "Media.xcassets")
    // The catalog has a row of its own with the findings about its palette.
    let rows = try AuditOfTree(folder).rows.filter { $0.verdict != .palette }
    #expect(rows.count == entry.sets.count && rows.allSatisfy { $0.verdict == .set && $0.error == nil })
    var found: [String: Set<AuditRule>] = [:]
    for row in rows where !row.findings.isEmpty { found[row.path.folder.fileName] = Set(row.findings.map(\.rule)) }
    #expect(found == entry.rules)
    for finding in rows.flatMap(\.findings) {
      #expect(finding.message.first?.isUppercase == true)
      #expect(finding.rule == .catalogOrphanFile || (finding.line ?? 0) >= 1, "\(finding.rule)")
    }
  }

  /// A set without its file has a row, whatever else is in its folder.
  @Test func setsWithoutTheirFileAreBroken() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "Media.xcassets/A.imageset/a.data")
    for name in ["B.colorset", "C.icon"] { try folder.makeFolder("Media.xcassets/\(name)") }
    try folder.write(Array("{\"images\":[]}".utf8), to: "Media.xcassets/D.imageset/Contents.json")
    // The system decides what sets of data need.
    try folder.makeFolder("Media.xcassets/E.dataset")
    let rows = try AuditOfTree(folder).rows.filter { !$0.findings.isEmpty }
    #expect(rows.map { $0.path.folder.fileName } == ["A.imageset", "B.colorset", "C.icon"])
    for row in rows {
      #expect(row.findings.map(\.rule) == [.catalogBroken])
      #expect(row.findings.first?.message.hasSuffix("json is missing.") == true)
    }
  }

  /// The file of a set may be excluded as any other; its images are not.
  @Test func excludedFilesOfSetsHaveNoRow() throws {
    let contents = Array("{\"colors\":[".utf8)
    let audit = try AuditOfTree(
      ["A.xcassets/A.colorset/Contents.json": contents, "A.xcassets/B.colorset/Contents.json": contents],
      policy: "exclude: ['**/A.colorset/Contents.json']")
    let rows = audit.rows.filter { !$0.findings.isEmpty }
    #expect(rows.map { $0.path.folder.fileName } == ["B.colorset"])
  }

  @Test(.enabled(if: GitRepository.isAvailable)) func missingFilesThatGitIgnoresAreANote() throws {
    let repository = try GitRepository()
    try repository.folder.write(Array("*.icon.data\n".utf8), to: ".gitignore")
    // App icons have some 40.
    for (file, severity) in [("a.icon.data", Severity.note), ("a.data", .error)] {
      let slots = (1...40).map { ImageSlots.slot("\($0)\(file)", ImageSlots.scale($0)) }
      try repository.folder.write(ImageSlots.contents(slots), to: "M.xcassets/A.imageset/Contents.json")
      #expect(try AuditOfTree(repository.folder).rows.flatMap(\.findings).first?.severity == severity)
    }
  }

  /// What Xcode reads on most Macs.
  @Test(arguments: [
    ("[],}", AuditRule.catalogBroken, Severity.note), ("[{\"idiom\":\"mac\"]}", .catalogBroken, .error),
    ("[{\"idiom\":\"mac\"} ,\n]}", .catalogBroken, .note), ("[{\"filename\":\"A.data\"}]}", .catalogMissingFile, .note),
    ("[{\"filename\":\"b.data\"}]}", .catalogMissingFile, .error),
  ])
  func lastCommasAndOtherCasesAreNotes(images: String, rule: AuditRule, severity: Severity) throws {
    let set = "M.xcassets/A.imageset/"
    let findings = try AuditOfTree([set + "Contents.json": Array("{\"images\":\(images)".utf8), set + "a.data": []])
      .rows.flatMap(\.findings)
    #expect(findings[0].rule == rule && findings[0].severity == severity, "\(findings)")
    #expect(findings.contains { $0.rule == .catalogOrphanFile } == (rule == .catalogMissingFile && severity == .error))
  }

  @Test(arguments: [
    ("57x57", 2, Severity.note), ("60x60", 1, .note), ("76x76", 3, .note), ("60x60", 2, .error), ("76x76", 2, .error),
  ])
  func missingFilesOfOldDevicesAreANote(size: String, scale: Int, severity: Severity) throws {
    let slot = "{\"filename\":\"a.data\",\"idiom\":\"iphone\",\"size\":\"\(size)\",\(ImageSlots.scale(scale))}"
    let findings = try AuditOfTree(["M.xcassets/A.appiconset/Contents.json": ImageSlots.contents([slot])]).rows[0]
      .findings
    #expect(findings.map(\.rule) == [.catalogMissingFile] && findings[0].severity == severity)
  }

  /// All slots that violate a rule have their lines in its finding.
  @Test(arguments: [
    (1, ""), (2, " (And 1 more, in line 3.)"), (3, " (And 2 more, in lines 3 and 4.)"),
    (9, " (And 8 more, in lines 3, 4, 5, 6, 7, 8, 9 and 10.)"),
    (10, " (And 9 more, in lines 3, 4, 5, 6, 7, 8, 9, 10 and others.)"),
  ])
  func findingsListTheLinesOfOtherSlots(count: Int, words: String) throws {
    let contents = ImageSlots.contents((1...count).map { ImageSlots.slot("\($0).data", ImageSlots.scale($0)) })
    let finding = try AuditOfTree(["Media.xcassets/A.imageset/Contents.json": contents]).rows.first?.findings.first
    #expect(finding?.rule == .catalogMissingFile && finding?.line == 2)
    #expect(finding?.message == "The file 1.data is not there (universal, 1x).\(words)")
  }

  /// The line of a finding is that of the slot, in every format that has lines.
  @Test func findingsHaveALine() throws {
    let contents = SetAuditCase.colors(
      SetAuditCase.color("srgb", "0.2 0.4 0.6 1.000"), SetAuditCase.color("srgb", "255 59 48 1.000", SetAuditCase.dark))
    let audit = try AuditOfTree(["Media.xcassets/A.colorset/Contents.json": Array(contents.utf8)])
    #expect(audit.rows.first?.findings.map(\.line) == [3])
    let sarif = try JSONValue(parsing: audit.bytes(.sarif, TextStyle(detail: .verbose)))
    let region = sarif["runs"]?[0]?["results"]?[0]?["locations"]?[0]?["physicalLocation"]?["region"]
    #expect(region?["startLine"]?.integer == 3)
    let github = String(decoding: audit.bytes(.github), as: UTF8.self)
    #expect(github.contains("Contents.json,line=3,"))
    #expect(String(decoding: audit.bytes(.text), as: UTF8.self).contains("Contents.json:3"))
  }
}
