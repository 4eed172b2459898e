import Foundation
import GamutAudit
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

/// The commands that an audit suggests for its findings, each executed as printed, in the folder that it is meant for.
@Suite struct RemedyTests {
  private static func image(_ chunks: [PNGChunk], depth: Int = 8, grey: Bool = false) -> [UInt8] {
    PNGBuilder(width: 4, height: 4, depth: depth, colorType: grey ? 0 : 2) { x, y, channel in
      20 * x + 10 * y + channel
    }.declaring(chunks).bytes
  }

  /// Returns a profile of the project with a modified header; class and colour space are at bytes 12 and 16
  /// (ICC.1:2022, 7.2).
  private static func profile(_ offset: Int, _ signature: String) -> PNGChunk {
    var bytes = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([384])).bytes()
    bytes.replaceSubrange(offset..<offset + 4, with: Array(signature.utf8))
    return .iCCP(bytes)
  }

  /// A file, the rule that it violates, the subcommand suggested for it, and whether that fixes the finding.
  static let cases: [(name: String, bytes: [UInt8], rule: AuditRule, verb: String, fixes: Bool)] = [
    ("untagged", image([]), .untagged, "embed", true),
    ("gamma", image([.gAMA(45455)]), .gammaOnly, "inspect", false),
    (
      "Display P3 by gamma", image([.gAMA(45455), .cHRM(PNGChunk.p3Primaries)]),
      .gammaOnly, "inspect", false
    ),
    // DCI-P3 has the primaries of Display P3, a different white, and an exponent of 2.6.
    (
      "DCI-P3 by gamma", image([.gAMA(38462), .cHRM([31400, 35100, 68000, 32000, 26500, 69000, 15000, 6000])]),
      .gammaOnly, "convert", true
    ),
    // The reciprocal of 0.45455, in units of 1/100,000: nobody knows what was meant.
    ("reciprocal", image([.gAMA(219_998)]), .gammaOnly, "inspect", false),
    ("old Macs", image([.gAMA(55_556)]), .gammaOnly, "convert", true),
    ("PQ", image([.cICP(9, 16)]), .hdr, "inspect", false),
    ("HLG", image([.cICP(9, 18)]), .hdr, "inspect", false),
    ("gAMA 0", image([.gAMA(0)]), .profileUnusable, "inspect", false),
    ("no profile", image([.iCCP(Array("no profile".utf8))]), .profileUnusable, "inspect", false),
    ("CMYK", image([profile(16, "CMYK")]), .profileIgnored, "embed", true),
    ("RGB for grey", image([.iCCP(Profile.sRGB.bytes)], grey: true), .profileIgnored, "embed", true),
    ("a wrong CRC", image([PNGChunk.iCCP(Profile.displayP3.bytes).withWrongCRC]), .chunkFault, "embed", true),
    ("an odd intent", image([profile(64, "\u{1}\0\0\0")]), .profileIgnored, "embed", true),
    ("narrow range", image([.cICP(1, 1, fullRange: 0)]), .profileUnusable, "inspect", false),
    ("two", image([.cICP(12, 13), .iCCP(Profile.sRGB.bytes)]), .declarationsDisagree, "embed", true),
    ("unneeded", image([.iCCP(Profile.displayP3.bytes)], depth: 16), .p3Unneeded, "convert", true),
    (
      "fault",
      PNGBuilder.file(
        PNGBuilder(width: 1, height: 1) { _, _, _ in 0 }.chunks.dropLast() + [
          PNGChunk("tEXt", [0x61, 0]).withWrongCRC, .end,
        ]),
      .chunkFault, "inspect", false
    ),
  ]

  /// The profile is written again as it is: its bytes are those before.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [Profile.displayP3.bytes, ICCBuilder.sRGBPrimaries(curve: ICCData.curve([384])).bytes()])
  func aProfileWithAFaultyChunkIsEmbeddedAgain(profile: [UInt8]) throws {
    let stream = deflated(profile)
    for chunk in [
      PNGChunk.iCCP(profile).withWrongCRC, PNGChunk("iCCP", Array("x\0\0".utf8) + stream.dropLast(4)),
      PNGChunk("iCCP", Array("x\0\0".utf8) + stream.dropLast() + [stream[stream.count - 1] ^ 1]),
    ] {
      let folder = try TemporaryFolder()
      try folder.write(Self.image([chunk]), to: "x.png")
      let command = try #require(try finding(.chunkFault, in: folder.path)?["command"]?.string)
      #expect(command == "gamut embed x.png --profile same --in-place")
      #expect(try GamutProcess.shell(command, at: folder.path).status == 0)
      #expect(try finding(.chunkFault, in: folder.path) == nil)
      // What the file has needs no change then.
      try folder.write(profile, to: "x.icc")
      let again = try GamutProcess.shell(
        "gamut embed x.png --profile x.icc --in-place --format ndjson", at: folder.path)
      #expect(try JSONValue(parsing: again.output)["action"]?.string == "unchanged", "\(again.text)")
    }
  }

  /// A monitor with the primaries of Display P3: its greys fit sRGB, its green does not.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: [(255, "display-p3"), (100, "srgb")])
  func theProfileOfADeviceGivesWayToTheSpaceThatIsNeeded(green: Int, space: String) throws {
    let curve = ICCData.curve([384])
    let colorants: [[Int32]] = [[0x83df, 0x3dbf, -0x45], [0x4abf, 0xb137, 0x0ab9], [0x2838, 0x110a, 0xc8b9]]
    let profile = ICCBuilder.matrix(colorants, red: curve, green: curve, blue: curve).adding("vcgt", [0, 0, 0, 0])
    let image = PNGBuilder(width: 4, height: 4) { _, _, channel in channel == 1 ? green : 100 }
    let folder = try TemporaryFolder()
    try folder.write(image.declaring([.iCCP(profile.bytes())]).bytes, to: "x.png")
    // The numbers may be right without the profile.
    let advice = try #require(try finding(.profileDevice, in: folder.path)?["advice"]?.string)
    #expect(advice.contains("gamut embed --profile srgb --assume srgb"), "\(advice)")
    #expect(advice.contains("'gamut convert --to \(space)'"), "\(advice)")
    let command = "gamut convert x.png --to \(space) --in-place"
    #expect(try GamutProcess.shell(command, at: folder.path).status == 0)
    let rules = try GamutProcess.run(["audit", folder.path, "--no-policy", "--format", "json"]).rules()
    #expect(!rules.contains("profile-device") && !rules.contains("p3-unneeded"), "\(rules)")
  }

  private func finding(_ rule: AuditRule, in folder: String) throws -> JSONValue? {
    let run = try GamutProcess.run(["audit", folder, "--no-policy", "--format", "json"])
    return try run.findings().first { $0["rule"]?.string == rule.rawValue }
  }

  /// Display P3 (0, 255, 255) and (60, 255, 255) differ by 1.29 in DIN99o, and are one colour in sRGB; with a red of 90, by
  /// 2.94.
  private static func pale(_ chunks: [PNGChunk], red: Int = 60) -> [UInt8] {
    PNGBuilder(width: 16, height: 16) { x, y, channel in
      channel > 0 ? 255 : (4..<12).contains(x) && (4..<12).contains(y) ? red : 0
    }.declaring(chunks).bytes
  }

  /// A conversion needs the space and the difference that the report had, or it finds nothing to keep apart.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ([.iCCP(Profile.displayP3.bytes)], []), ([PNGChunk("sRGB", [0])], ["--override", "display-p3"]),
      ([], ["--assume", "display-p3"]),
    ] as [([PNGChunk], [String])])
  func commandsKeepTheOptionsOfTheReport(chunks: [PNGChunk], options: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.pale(chunks), to: "x.png")
    let words = ["gamut", "report", "x.png", "--jnd", "1"] + options
    let report = try GamutProcess.shell(words.joined(separator: " "), at: folder.path)
    #expect(report.text.hasPrefix("x.png: collapses"), "\(report.text)")
    let commands = report.text.split(separator: "\n").compactMap { $0.firstMatch(of: /^ *\$ (.*)/)?.output.1 }
    #expect(commands.contains { $0.hasPrefix("gamut convert") })
    for command in commands {
      #expect(try GamutProcess.shell(String(command), at: folder.path).status == 0, "\(command)")
    }
    let clipped = (["gamut", "convert", "x.png", "--to", "srgb", "--output", "clipped.png"] + options)
    #expect(try GamutProcess.shell(clipped.joined(separator: " "), at: folder.path).status == 0)
    // Clipping leaves one colour.
    #expect(try folder.bytes("x-srgb.png") != folder.bytes("clipped.png"))
  }

  /// A variant that a fix writes has to be one for the policy that asks for it.
  @Test func aFixHasTheDifferenceOfThePolicy() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.pale([.iCCP(Profile.displayP3.bytes)]), to: "x.png")
    try folder.write("jnd: 1\n", to: ".gamut.yml")
    #expect(try GamutProcess.run(["audit", folder.path]).status == 1)
    #expect(try GamutProcess.run(["audit", folder.path, "--fix"]).status == 0)
    let rules = try GamutProcess.run(["audit", folder.path, "--format", "json"]).rules()
    #expect(rules.contains("has-variant") && !rules.contains("variant-loses"), "\(rules)")
  }

  /// The space of files without a declaration may be one that commands do not name.
  @Test(.enabled(if: Thoroughness.hasTime)) func aFixHasTheSpaceThatIsAssumed() throws {
    let folder = try TemporaryFolder()
    try folder.copy("Samples/two-reds.png", to: "reds.png")
    let plain = "gamut embed reds.png --profile none --in-place --force"
    #expect(try GamutProcess.shell(plain, at: folder.path).status == 0)
    let report = try GamutProcess.shell("gamut report reds.png --assume adobe-rgb", at: folder.path).text
    #expect(report.hasPrefix("reds.png: collapses") && !report.contains("display-p3"), "\(report)")
    _ = try GamutProcess.shell("gamut audit --no-policy --fix --assume adobe-rgb", at: folder.path)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/reds-srgb.png"))
    let rules = try GamutProcess.shell("gamut audit --no-policy --format json", at: folder.path).rules()
    #expect(rules.contains("has-variant") && !rules.contains("variant-loses"), "\(rules)")
  }

  /// A variant that exists may be the work of a person.
  @Test func aVariantThatExistsIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy("Samples/two-reds.png", to: "reds.png")
    try folder.copy("Samples/grey.png", to: "reds-srgb.png")
    let text = try GamutProcess.run(["report", path]).text
    #expect(text.contains("reds-srgb.png") && !text.contains("$ gamut"), "\(text)")
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: cases.indices)
  func commandsFixTheirFindings(index: Int) throws {
    let entry = Self.cases[index]
    let folder = try TemporaryFolder()
    try folder.write(entry.bytes, to: "It's \(entry.name).png")
    let found = try #require(try finding(entry.rule, in: folder.path), "\(entry.name)")
    let command = try #require(found["command"]?.string)
    #expect(command.hasPrefix("gamut \(entry.verb) "), "\(command)")
    let run = try GamutProcess.shell(command, at: folder.path)
    #expect(run.status == 0, "\(command): \(run.errors)")
    #expect((try finding(entry.rule, in: folder.path) == nil) == entry.fixes, "\(entry.name): \(command)")
  }
}
