import Foundation
import SyntheticPNG
import TestSupport
import Testing

/// Lists with a name and a path on each line: the path is read, and the name is reported.
@Suite struct NamedFileTests {
  private static let golden = Repository.path + "/Tests/GamutKitTests/Golden/"
  private static let images = ["two_reds_16.png", "grey_4.png", "untagged_8.png"]

  /// Runs a command over a list.
  private static func run(_ arguments: [String], _ entries: [(String, String)]) throws -> GamutProcess {
    let list = entries.map { "\($0.0)\t\($0.1)\n" }.joined()
    return try GamutProcess.run(arguments + ["--files-from", "-"], input: Array(list.utf8))
  }

  /// The names of keys in a store with the contents of the files.
  private static let stored = images.enumerated().map { ("s3://icons/\(9 - $0.offset)/x.png", golden + $0.element) }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: ["report", "inspect", "verify --profile any"])
  func rowsHaveTheNamesAndTheContents(command: String) throws {
    let words = command.split(separator: " ").map(String.init) + ["--format", "ndjson"]
    let run = try Self.run(words, Self.stored)
    let rows = run.text.split(separator: "\n").map(String.init)
    #expect(rows.count == 3)
    // In the order of the names, and else what the command prints for the file itself.
    for (row, (name, file)) in zip(rows, Self.stored.reversed()) {
      let alone = try GamutProcess.run(words + [file])
      #expect(row + "\n" == alone.text.replacing(file.dropLast(4), with: name.dropLast(4)))
    }
  }

  /// An audit of a tree, and one of the same files elsewhere under the names of the tree, have the same rows.
  @Test(.enabled(if: Thoroughness.hasTime)) func anAuditIsThatOfATreeWithTheNames() throws {
    let (tree, store) = (try TemporaryFolder(), try TemporaryFolder())
    var entries: [(String, String)] = []
    for (index, image) in Self.images.enumerated() {
      let bytes = Array(try Data(contentsOf: URL(filePath: Self.golden + image)))
      try tree.write(bytes, to: "deep/\(index)/\(image)")
      entries.append(("deep/\(index)/\(image)", try store.write(bytes, to: "store/blob-\(7 - index)")))
    }
    try tree.write([1, 2, 3], to: "broken.png")
    entries.append(("broken.png", try store.write([1, 2, 3], to: "store/blob-b")))
    let options = ["audit", "--no-policy", "--format", "ndjson"]
    let whole = try GamutProcess.run(options + ["--root", tree.path, tree.path])
    let named = try Self.run(options, entries.shuffled())
    #expect(named.status == whole.status && named.status == 1)
    #expect(named.text.split(separator: "\n").dropFirst() == whole.text.split(separator: "\n").dropFirst())
    #expect(!named.text.contains(store.path) && named.text.contains("\"command\":null"))
    // Every other line is in another list, which has another order.
    let parts = try (0..<2).map { part in
      let lines = entries.indices.filter { $0 % 2 == part }.map { entries[$0] }
      return try tree.write(try Self.run(options, lines.reversed()).output, to: "part\(part)")
    }
    #expect(try GamutProcess.run(["merge", "--format", "ndjson"] + parts).output == named.output)
  }

  @Test func pathsAndNamesMix() throws {
    let folder = try TemporaryFolder()
    let image = try folder.write(InputFileTests.image.bytes, to: "a b.png")
    let lines = Array("\(image)\nname\t\(image)\n".utf8)
    let run = try GamutProcess.run(["report", "--format", "json", "--files-from", "-"], input: lines)
    #expect(try run.rows().map { $0["path"]?.string } == [image, "name"])
    // With zero bytes, a tab is part of a path.
    let tabbed = try folder.write(InputFileTests.image.bytes, to: "a\tb.png")
    let zeros = try GamutProcess.run(
      ["report", "--format", "json", "--files-from", "-", "-0"], input: Array("\(tabbed)\0".utf8))
    #expect(try zeros.rows().map { $0["path"]?.string } == [tabbed])
    #expect(zeros.status == 0)
    // Patterns are about names.
    let excluded = try Self.run(["report", "--format", "json", "--exclude", "b*"], [("a", image), ("b", image)])
    #expect(try excluded.rows().map { $0["path"]?.string } == ["a"])
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func faultsOfEntriesAreNamed() throws {
    let image = Self.golden + "grey_4.png"
    for (entry, word) in [
      ("\t\(image)", "a name, a tab and a path"), ("x\t", "a tab and a path"), ("x\t\(image)\ty", "a tab and a path"),
      ("x\t\(image)\nx\t\(image)2", "the name x"),
    ] {
      for command in ["report", "audit"] {
        let run = try GamutProcess.run([command, "--files-from", "-"], input: Array("\n\(entry)\n".utf8))
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains(word) && run.errors.contains("Entry \(entry.contains("\n") ? 3 : 2) of the list"))
      }
    }
    // The same line twice is one file; a path and a name of another file are not.
    let twice = try Self.run(["report", "--format", "json"], [("x", image), ("x", image)])
    #expect(try twice.rows().count == 1)
    let folder = try TemporaryFolder()
    try folder.write(InputFileTests.image.bytes, to: "x.png")
    let clash = try GamutProcess.run(
      ["audit", "--no-policy", "--root", folder.path, folder.path + "/x.png", "--files-from", "-"],
      input: Array("x.png\t\(image)\n".utf8))
    #expect(clash.status == 2 && clash.errors.contains("Two files have this name"))
  }

  /// These commands write beside or below the paths of images.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      "embed --profile srgb --in-place", "embed --profile srgb --output-dir o", "convert --to srgb --output o.png",
      "convert --catalog", "audit --fix", "audit --only-changed HEAD", "report --heatmap-dir o",
    ])
  func whatWritesBesidePathsRefusesNames(command: String) throws {
    let folder = try TemporaryFolder()
    let image = try folder.write(InputFileTests.image.bytes, to: "a.png")
    let run = try Self.run(command.split(separator: " ").map(String.init), [("name.png", image)])
    #expect(run.status == 64)
    #expect(run.errors.contains("name.png") && run.errors.contains(image) && run.errors.contains("paths alone"))
    #expect(try folder.names() == ["a.png"])
  }
}
