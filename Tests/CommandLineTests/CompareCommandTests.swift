import Foundation
import SyntheticPNG
import TestSupport
import Testing

/// Tests of `gamut compare` as a command.
@Suite struct CompareCommandTests {
  private static func image(_ chunks: [PNGChunk], adding more: Int = 0) -> [UInt8] {
    PNGBuilder(width: 20, height: 20) { x, y, channel in 10 * x + 2 * y + (channel == 0 ? more : 0) }
      .declaring(chunks).bytes
  }

  /// Creates two folders: files that are the same, alike, different, renamed, alone and damaged.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files: [(name: String, a: [UInt8]?, b: [UInt8]?)] = [
      ("alike.png", image([.sRGB()]), image([.sRGB()], adding: 1)),
      ("differs.png", image([.sRGB()]), image([.sRGB()], adding: 30)), ("old.png", image([.cICP(9, 14)]), nil),
      ("only-a.png", image([.sRGB()], adding: 9), nil), ("sub/only-b.png", nil, image([.sRGB()], adding: 7)),
      ("sub/renamed.png", nil, image([.cICP(9, 14)])), ("sub/same.png", image([.sRGB()]), image([])),
    ]
    for file in files {
      if let a = file.a { try folder.write(a, to: "A/\(file.name)") }
      if let b = file.b { try folder.write(b, to: "B/\(file.name)") }
    }
    return folder
  }

  @Test func foldersByPath() throws {
    let folder = try Self.folder()
    let names = ["A", "B"].map { "\(folder.path)/\($0)" }
    let schema = try Repository.schema("compare")
    for jobs in ["1", "4"] {
      let run = try GamutProcess.run(["compare"] + names + ["--format", "json", "--jobs", jobs])
      #expect(run.status == 1 && run.errors == "")
      let rows = try run.rows()
      #expect(rows.flatMap(schema.faults(in:)) == [])
      #expect(try schema.faults(in: JSONValue(parsing: run.output)) == [])
      let found = rows.map { row in
        [row["path"]?.string, row["other"]?.string].map { ($0 ?? "").dropFirst(folder.path.count + 3) }.joined(
          separator: " ")
          + " \(row["verdict"]?.string ?? "")"
      }
      #expect(
        found == [
          "alike.png alike.png alike", "differs.png differs.png differs", "old.png sub/renamed.png same",
          "only-a.png only-a.png differs", "sub/only-b.png sub/only-b.png differs", "sub/same.png sub/same.png same",
        ])
      #expect(rows.map { $0["alone"]?.string } == [nil, nil, nil, "a", "b", nil])
    }
    let text = try GamutProcess.run(["compare"] + names)
    #expect(text.text.contains("6 pairs: 3 differ (2 without a partner), 1 is alike, 2 are the same"))
    #expect(try GamutProcess.run(["compare", "--exclude", "*only-*"] + names).text.contains("4 pairs: 1 differs"))
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func statusAndErrors() throws {
    let folder = try Self.folder()
    func run(_ files: [String], _ options: String...) throws -> GamutProcess {
      try GamutProcess.run(["compare"] + files.map { "\(folder.path)/\($0)" } + options)
    }
    let (same, alike) = (["A/sub/same.png", "B/sub/same.png"], ["A/alike.png", "B/alike.png"])
    let differs = ["A/differs.png", "B/differs.png"]
    #expect(try run(same, "--fail-on", "alike").status == 0)
    #expect(try run(alike).status == 0)
    #expect(try run(alike, "--fail-on", "alike").status == 1)
    #expect(try run(differs).status == 1)
    #expect(try run(differs, "--fail-on", "never").status == 0)
    #expect(try run(differs, "--tolerance", "40").status == 0)
    try folder.write(Array(Self.image([]).dropLast(30)), to: "broken.png")
    let failed = try run(["A/alike.png", "broken.png"])
    #expect(failed.status == 2 && failed.errors.contains("broken.png: The file is cut short"), "\(failed.errors)")
    #expect(try run(["A/alike.png", "none.png"]).status == 2)
    for files in [["A/alike.png"], ["A", "A/alike.png"], ["A", "B", "A"]] { #expect(try run(files).status == 64) }
    #expect(try run(same, "--against-codes", "--to", "srgb").status == 64)
  }

  @Test func aListOfPairs() throws {
    let folder = try Self.folder()
    let list = ["alike", "differs", "alike"].map { "\(folder.path)/A/alike.png\t\(folder.path)/B/\($0).png\n" }.joined()
    let run = try GamutProcess.run(
      ["compare", "--files-from", "-", "--format", "ndjson", "--fail-on", "never"], input: Array(list.utf8))
    #expect(run.status == 0)
    #expect(run.text.split(separator: "\n").count == 3)
    let alone = try GamutProcess.run(["compare", "--files-from", "-"], input: Array("a.png\n".utf8))
    #expect(alone.status == 2 && alone.errors.contains("no second path beside a.png"))
  }
}

/// Profiles that commands take out of PNG files.
@Suite struct ProfileOfImageTests {
  @Test func extractAndEmbed() throws {
    let folder = try TemporaryFolder()
    let profile = try Repository.bytes("Profiles/DisplayP3.icc")
    let pixels = PNGBuilder.rgb
    for (name, chunks) in [("p3", [PNGChunk.iCCP(profile)]), ("none", []), ("srgb", [.sRGB()]), ("pq", [.cICP(9, 16)])]
    {
      try folder.write(pixels.declaring(chunks).bytes, to: name + ".png")
    }
    func run(_ arguments: String...) throws -> GamutProcess {
      try GamutProcess.run(arguments.map { $0.hasPrefix("/") ? folder.path + $0 : $0 })
    }
    #expect(try run("inspect", "/p3.png", "--extract", "/out.icc").status == 0)
    #expect(try folder.bytes("out.icc") == profile)
    #expect(try run("inspect", "/p3.png", "--extract", "/out.icc").status == 0, "a profile is replaced")
    let none = try run("inspect", "/srgb.png", "--extract", "/out.icc")
    #expect(none.status == 2 && none.errors.contains("srgb.png: The image has no profile"))
    try folder.write("mine", to: "mine.txt")
    #expect(try run("inspect", "/p3.png", "--extract", "/mine.txt").status == 2)
    #expect(try run("inspect", "/p3.png", "--extract", "/p3.png").status == 2)

    #expect(try run("embed", "/none.png", "--profile", "/p3.png", "--output", "/tagged.png").status == 0)
    #expect(try run("inspect", "/tagged.png", "--extract", "/again.icc").status == 0)
    #expect(try folder.bytes("again.icc") == profile)
    #expect(try run("verify", "/p3.png", "--profile", "/tagged.png").status == 0)
    #expect(try run("verify", "/srgb.png", "--profile", "/srgb.png").status == 0)
    for (name, words) in [("/none.png", "This image has no profile"), ("/pq.png", "cICP")] {
      let failed = try run("embed", "/none.png", "--profile", name, "--output", "/other.png")
      #expect(failed.status == 2 && failed.errors.contains(words), "\(failed.errors)")
    }
  }
}
