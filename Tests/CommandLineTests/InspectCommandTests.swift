import SyntheticPNG
import TestSupport
import Testing

/// Tests of `gamut inspect` and `gamut verify` as commands.
@Suite struct InspectCommandTests {
  static func image(_ chunks: [PNGChunk], depth: Int = 8) -> [UInt8] {
    PNGBuilder(width: 4, height: 4, depth: depth) { x, y, channel in 60 * x + y + channel }.declaring(chunks).bytes
  }

  /// Creates a folder with a Display P3, an sRGB, an undeclared and a damaged file, and one that is not a PNG.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(image([.cICP(12, 13)], depth: 16), to: "p3.png")
    try folder.write(image([.sRGB()]), to: "srgb.png")
    try folder.write(image([]), to: "sub/none.png")
    try folder.write(image([.iCCP([1, 2, 3])]), to: "sub/broken.PNG")
    return folder
  }

  @Test func inspectsAFolder() throws {
    let folder = try Self.folder()
    for jobs in ["1", "4"] {
      let run = try GamutProcess.run(["inspect", folder.path, "--format", "json", "--jobs", jobs])
      #expect(run.status == 0 && run.errors == "")
      let rows = try run.rows()
      #expect(
        rows.compactMap { $0["path"]?.string?.split(separator: "/").last.map(String.init) } == [
          "p3.png", "srgb.png", "broken.PNG", "none.png",
        ])
      #expect(rows.map { $0["inForce.equivalence.space"]?.string } == ["display-p3", "srgb", nil, nil])
      let schema = try Repository.schema("inspect")
      #expect(rows.flatMap(schema.faults(in:)) == [])
    }
    let lines = try GamutProcess.run(["inspect", folder.path, "--format", "ndjson"]).text
    #expect(lines.split(separator: "\n").count == 4)
    let text = try GamutProcess.run(["inspect", folder.path])
    #expect(text.text.contains("4 files: 1 Display P3, 1 sRGB, 1 undeclared, 1 unusable"))
  }

  @Test func whatCannotBeInspected() throws {
    let folder = try Self.folder()
    let text = try folder.write("neither PNG nor profile", to: "notes.txt")
    let run = try GamutProcess.run([
      "inspect", "--format", "json", folder.path + "/p3.png", text, folder.path + "/gone",
    ])
    #expect(run.status == 2)
    #expect(try run.rows().map { $0["error.code"]?.string } == ["io", "not-png", nil])
    #expect(run.errors.contains("gone") && run.errors.contains("not a PNG") || run.errors.contains("Not a PNG"))
    #expect(try GamutProcess.run(["inspect"]).status == 64)
  }

  @Test func standardInputAndProfiles() throws {
    let run = try GamutProcess.run(["inspect", "-"], input: Self.image([.sRGB()]))
    #expect(run.status == 0 && run.text.hasPrefix("-: sRGB\n"))
    let profile = try GamutProcess.run(["inspect", Repository.path + "/Profiles/DisplayP3.icc", "--format", "json"])
    #expect(profile.status == 0)
    let row = try #require(try profile.rows().first)
    #expect(row["kind"] == .string("icc") && row["profile.equivalence.space"] == .string("display-p3"))
    #expect(row["profile.id.stored"] == row["profile.id.computed"])
  }

  static let statuses: [([String], Int32)] = [
    (["--profile", "display-p3", "p3.png"], 0), (["--profile", "srgb", "p3.png"], 1),
    (["--profile", "srgb", "srgb.png"], 0), (["--profile", "any", "p3.png", "srgb.png"], 0),
    (["--profile", "any", "sub/none.png"], 1), (["--profile", "display-p3", "sub/none.png"], 1),
    (["--profile", "display-p3", "sub/broken.PNG"], 2), (["--profile", "any", "sub/broken.PNG", "sub/none.png"], 2),
    (["--profile", "display-p3", "gone.png"], 2),
    (["--profile", "display-p3", "--level", "16-bit", "p3.png"], 0), (["p3.png"], 64),
    (["--profile", "display-p4", "p3.png"], 64),
    (["--profile", "srgb", "--level", "10-bit", "p3.png"], 64),
  ]

  @Test(.enabled(if: Thoroughness.hasTime), arguments: statuses)
  func verifyStatus(_ arguments: [String], _ status: Int32) throws {
    let folder = try Self.folder()
    let paths = arguments.map { $0.lowercased().hasSuffix(".png") ? folder.path + "/" + $0 : $0 }
    let run = try GamutProcess.run(["verify"] + paths, preparation: "cd /")
    #expect(run.status == status, "\(run.text) \(run.errors)")
    if status == 2 { #expect(run.errors.hasPrefix("gamut: \(folder.path)")) }
  }

  @Test func verifySaysWhyAndByHowMuch() throws {
    let folder = try Self.folder()
    let file = folder.path + "/srgb.png"
    let run = try GamutProcess.run(["verify", "--profile", "display-p3", file])
    // The expected value, 116.88 of 255, comes from an independent program in double precision.
    #expect(run.text.contains("not Display P3") && run.text.contains("117") && run.text.contains("codes of 255"))
    let profile = Repository.path + "/Profiles/DisplayP3.icc"
    let json = try GamutProcess.run(["verify", "--profile", profile, file, "--format", "json"])
    let row = try #require(try json.rows().first)
    #expect(try Repository.schema("verify").faults(in: row) == [])
    #expect(abs((row["difference.codes8"]?.number ?? 0) - 116.8809) < 0.001)
    #expect(row["verified"] == .bool(false) && row["reasons.0.code"] == .string("not-equivalent"))
    #expect(row["target.profile"] == .string("file"))
  }
}
