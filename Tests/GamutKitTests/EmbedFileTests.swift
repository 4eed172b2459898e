import Foundation
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// Output files: which are written, kept, rejected and left behind.
@Suite struct EmbedFileTests {
  static let untagged = PNGBuilder(width: 4, height: 3, samples: (0..<36).map { UInt16($0 * 7) }).bytes

  let folder: TemporaryFolder
  let embedder: Embedder

  init() throws {
    folder = try TemporaryFolder()
    embedder = try Embedder(EmbedOptions(.space(.displayP3)))
  }

  private func path(_ name: String) -> Pathname { Pathname(folder.path + "/" + name) }

  private func status(_ name: String) throws -> FileStatus {
    try #require(try FileStatus(of: path(name), followingLink: false))
  }

  private func change(_ name: String, mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path + "/" + name)
  }

  /// Returns the rows of a run on the given names in the folder.
  private func run(
    _ names: [String], _ options: WriteOptions, jobs: Int = 2
  ) -> [EmbedRow] {
    let paths = names.map { $0.hasPrefix("/") ? Pathname($0) : path($0) }
    let inputs = Input.collect(paths)
    var rows: [EmbedRow] = []
    embedder.embed(inputs, OutputPlan(inputs, named: paths, options: options), jobs: jobs) { rows.append($0) }
    return rows
  }

  /// "written", "unchanged", "would-write" or the code of the error.
  private func words(_ rows: [EmbedRow]) -> [String] {
    rows.map { row in
      switch row.result {
      case .success(let report): report.action.rawValue
      case .failure(let error): error.code
      }
    }
  }

  @Test(arguments: [0o644, 0o600, 0o640, 0o755, 0o4711])
  func modeAndOwnerAreKept(mode: Int) throws {
    try folder.write(Self.untagged, to: "a.png")
    try change("a.png", mode: mode)
    if geteuid() == 0 {
      // Changing the owner clears set-user-ID.
      #expect(unsafe chown(folder.path + "/a.png", 12345, 23456) == 0)
      try change("a.png", mode: mode)
    }
    let before = try status("a.png")
    #expect(words(run(["a.png"], WriteOptions(.inPlace))) == ["written"])
    let after = try status("a.png")
    #expect(after.mode == mode_t(mode))
    #expect(after.owner == before.owner && after.group == before.group)
    #expect(after.identity != before.identity)
    #expect(try folder.bytes("a.png") == embedder.embed(png: Self.untagged).bytes)
    #expect(try folder.names() == ["a.png"])
  }

  @Test func twiceInARowChangesNothing() throws {
    for name in ["a.png", "b.png", "c/d.png"] { try folder.write(Self.untagged, to: name) }
    #expect(words(run([""], WriteOptions(.inPlace))) == ["written", "written", "written"])
    let before = try ["a.png", "b.png", "c/d.png"].map(status)
    #expect(words(run([""], WriteOptions(.inPlace))) == ["unchanged", "unchanged", "unchanged"])
    #expect(try ["a.png", "b.png", "c/d.png"].map(status) == before)
    let tree = WriteOptions(.tree(path("out")))
    #expect(words(run(["a.png", "c"], tree)) == ["written", "written"])
    let copied = try ["out/a.png", "out/d.png"].map(status)
    #expect(words(run(["a.png", "c"], tree)) == ["unchanged", "unchanged"])
    #expect(try ["out/a.png", "out/d.png"].map(status) == copied)
  }

  @Test func dryRunsWriteNothing() throws {
    try folder.write(Self.untagged, to: "a.png")
    let before = try status("a.png")
    for target in [WriteOptions.Target.inPlace, .file(path("b.png")), .tree(path("out"))] {
      #expect(words(run(["a.png"], WriteOptions(target, isDryRun: true))) == ["would-write"])
    }
    #expect(try status("a.png") == before)
    #expect(try folder.names() == ["a.png"])
  }

  @Test func linksAreWrittenThrough() throws {
    try folder.write(Self.untagged, to: "real/a.png")
    try folder.link("link.png", to: "second.png")
    try folder.link("second.png", to: "real/a.png")
    #expect(words(run(["link.png"], WriteOptions(.inPlace))) == ["written"])
    #expect(try status("link.png").kind == .link)
    #expect(try status("second.png").kind == .link)
    #expect(try folder.bytes("real/a.png") == embedder.embed(png: Self.untagged).bytes)
    // Also for an output.
    try folder.write(Self.untagged, to: "b.png")
    try folder.write([1], to: "real/old.png")
    try folder.link("output.png", to: "real/old.png")
    #expect(words(run(["b.png"], WriteOptions(.file(path("output.png"))))) == ["output-exists"])
    #expect(words(run(["b.png"], WriteOptions(.file(path("output.png")), overwrites: true))) == ["written"])
    #expect(try status("output.png").kind == .link)
    #expect(try folder.bytes("real/old.png") == embedder.embed(png: Self.untagged).bytes)
    try folder.link("nowhere.png", to: "missing.png")
    #expect(words(run(["b.png"], WriteOptions(.file(path("nowhere.png"))))) == ["output-not-a-file"])
    #expect(words(run(["nowhere.png"], WriteOptions(.inPlace))) == ["io"])
  }

  @Test func twoNamesOfOneFileAreOne() throws {
    try folder.write(Self.untagged, to: "b.png")
    try folder.link("a.png", to: "b.png")
    let rows = run([""], WriteOptions(.inPlace))
    #expect(words(rows) == ["written", "unchanged"])
    #expect(try rows[1].result.get().sameFile == rows[0].path)
    #expect(try status("a.png").kind == .link)
  }

  @Test func hardLinksNeedAFlag() throws {
    try folder.write(Self.untagged, to: "a.png")
    #expect(unsafe link(folder.path + "/a.png", folder.path + "/b.png") == 0)
    #expect(words(run(["a.png"], WriteOptions(.inPlace))) == ["hard-linked"])
    #expect(try folder.bytes("a.png") == Self.untagged)
    #expect(words(run(["a.png"], WriteOptions(.inPlace, separatesHardLinks: true))) == ["written"])
    #expect(try folder.bytes("a.png") != Self.untagged)
    #expect(try folder.bytes("b.png") == Self.untagged)
  }

  @Test func existingOutputsNeedForce() throws {
    try folder.write(Self.untagged, to: "a.png")
    try folder.write([1, 2, 3], to: "b.png")
    #expect(words(run(["a.png"], WriteOptions(.file(path("b.png"))))) == ["output-exists"])
    #expect(try folder.bytes("b.png") == [1, 2, 3])
    #expect(words(run(["a.png"], WriteOptions(.file(path("b.png")), overwrites: true))) == ["written"])
    #expect(try folder.bytes("b.png") == embedder.embed(png: Self.untagged).bytes)
    #expect(words(run(["a.png"], WriteOptions(.file(path("b.png"))))) == ["unchanged"])
    try folder.makeFolder("folder")
    #expect(words(run(["a.png"], WriteOptions(.file(path("folder")), overwrites: true))) == ["output-not-a-file"])
    #expect(words(run(["a.png"], WriteOptions(.file(path("none/b.png"))))) == ["write-failed"])
    #expect(try folder.bytes("a.png") == Self.untagged)
  }

  @Test func theTreeIsKept() throws {
    for name in ["in/x/a.png", "in/x/y/b.png", "in/c.PNG", "other/d.png"] { try folder.write(Self.untagged, to: name) }
    let rows = run(["in", "other/d.png"], WriteOptions(.tree(path("out/new"))))
    #expect(words(rows) == ["written", "written", "written", "written"])
    #expect(try folder.names(in: "out/new") == ["c.PNG", "d.png", "x"])
    #expect(try folder.names(in: "out/new/x") == ["a.png", "y"])
    #expect(try folder.names(in: "out/new/x/y") == ["b.png"])
  }

  /// Rejected before anything is written.
  @Test func whatFallsTogetherIsRefused() throws {
    let cases: [(files: [String], inputs: [String], output: String, codes: [String])] = [
      (
        ["a/x.png", "b/x.png", "b/y.png"], ["a", "b"], "out",
        ["nothing-written", "output-collision", "nothing-written"]
      ),
      (["a/x.png", "b/X.PNG"], ["a", "b"], "out", ["nothing-written", "output-collision"]),
      (
        ["a/\u{e9}.png", "b/e\u{301}.png"], ["a", "b"], "out", ["nothing-written", "output-collision"]
      ),
      (["a/stra\u{df}e.png", "b/STRASSE.png"], ["a", "b"], "out", ["nothing-written", "output-collision"]),
      (["a/x.png", "a/y.png"], ["a"], "a", ["output-is-input", "output-is-input"]),
      (
        ["a/x.png", "b/x.png", "c/z.png"], ["a", "b/x.png", "c/z.png"], "b",
        [
          "output-is-input", "output-is-input", "nothing-written",
        ]
      ),
    ]
    for (index, test) in cases.enumerated() {
      for file in test.files { try folder.write(Self.untagged, to: "\(index)/" + file) }
      let rows = run(
        test.inputs.map { "\(index)/" + $0 }, WriteOptions(.tree(path("\(index)/" + test.output)), overwrites: true))
      #expect(words(rows) == test.codes, "case \(index)")
      for file in test.files { #expect(try folder.bytes("\(index)/" + file) == Self.untagged) }
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/\(index)/out"))
    }
  }

  @Test func nothingLeavesTheTree() throws {
    try folder.write(Self.untagged, to: "in/x/a.png")
    try folder.write(Self.untagged, to: "in/b.png")
    try folder.makeFolder("out")
    try folder.makeFolder("elsewhere")
    try folder.link("out/x", to: "../elsewhere")
    let tree = WriteOptions(.tree(path("out")), overwrites: true)
    #expect(words(run(["in"], tree)) == ["nothing-written", "output-outside-tree"])
    #expect(try folder.names(in: "elsewhere") == [])
    #expect(try folder.names(in: "out") == ["x"])
    // The file itself is a link that leads out of the tree.
    try folder.write([1], to: "elsewhere/b.png")
    try folder.link("out/b.png", to: "../elsewhere/b.png")
    #expect(words(run(["in/b.png"], tree)) == ["output-outside-tree"])
    #expect(try folder.bytes("elsewhere/b.png") == [1])
    // Relative names with `..`.
    let inputs = [Input.file(Pathname("../a.png")), .file(Pathname("x/../../a.png")), .file(Pathname("./a.png"))]
    let plan = OutputPlan(inputs, named: inputs.map(\.path), options: tree)
    #expect(plan.isRefused)
    #expect(words(run(["in/b.png"], WriteOptions(.tree(path("missing/new"))))) == ["written"])
  }

  @Test func whatEarlierRunsLeftIsRemoved() throws {
    try folder.write(Self.untagged, to: "a.png")
    let names = (0..<2).map { _ in String(decoding: TemporaryFile.newName(), as: UTF8.self) }
    // The last digits are a CRC-32 of what comes before: a name that only looks alike is the user's own.
    let own = ".gamut-0123456789abcdef.tmp"
    for name in names + [own] { try folder.write([1], to: name) }
    // This file belongs to another run that is still active.
    let other = unsafe open(folder.path + "/" + names[1], O_RDONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    #expect(words(run(["a.png"], WriteOptions(.inPlace))) == ["written"])
    #expect(try folder.names() == [own, names[1], "a.png"].sorted())
  }

  /// Another program saves the file between the time it is read and the time it is replaced.
  @Test func nobodysWorkIsLost() throws {
    try folder.write(Self.untagged, to: "a.png")
    let writer = FileWriter(WriteOptions(.inPlace))
    let write = try writer.makeFile(for: writer.place(of: status("a.png"), at: path("a.png")))
    try folder.write([7, 7, 7], to: "a.png")
    #expect(TemporaryFile.commit([write]) == [.changed])
    #expect(try folder.bytes("a.png") == [7, 7, 7])
    let new = try writer.makeFile(for: writer.place(at: path("b.png")))
    try folder.write([8], to: "b.png")
    #expect(TemporaryFile.commit([new]) == [.changed])
    #expect(try folder.bytes("b.png") == [8])
  }

  /// What was put into place is taken back; what another program has saved there stays.
  @Test func onlyWhatWasPlacedIsTakenBack() throws {
    for (old, theirs) in [(nil, nil), (nil, 7), (9, nil), (9, 7)] as [(UInt8?, UInt8?)] {
      if let old { try folder.write([old], to: "a.png") } else { _ = unsafe unlink(folder.path + "/a.png") }
      let writer = FileWriter(WriteOptions(.variants))
      let write = try writer.makeFile(for: writer.place(at: path("a.png")))
      try write.write([1])
      #expect(TemporaryFile.commit([write], canTakeBack: true) == [nil])
      #expect(try folder.bytes("a.png") == [1])
      if let theirs {
        try folder.write([theirs], to: "new")
        #expect(unsafe rename(folder.path + "/new", folder.path + "/a.png") == 0)
      }
      write.takeBack()
      #expect((try? folder.bytes("a.png")) == (theirs ?? old).map { [$0] })
    }
  }

  @Test func manyFilesInOneRun() throws {
    for index in 0..<300 { try folder.write(Self.untagged, to: "\(index % 3)/\(index).png") }
    try folder.write([1, 2, 3], to: "1/broken.png")
    let rows = run([""], WriteOptions(.inPlace), jobs: 3)
    #expect(words(rows).filter { $0 == "written" }.count == 300)
    #expect(rows.map(\.path) == rows.map(\.path).sorted())
    #expect(words(rows)[rows.firstIndex { $0.path.text.hasSuffix("broken.png") } ?? 0] == "not-png")
    #expect(try (0..<3).flatMap { try folder.names(in: "\($0)") }.allSatisfy { $0.hasSuffix(".png") })
  }

  @Test func rowsFollowTheSchema() throws {
    let schema = try Repository.schema("embed")
    let codes = try #require(schema.root["$defs.error.properties.code.enum"]?.array).compactMap(\.string)
    #expect(try codes == ErrorCodes.ofWriting("GamutKit/Embed/EmbedReport.swift"))
    try folder.write(Self.untagged + [0], to: "a.png")
    try folder.write([1, 2, 3], to: "broken.png")
    try folder.link("z.png", to: "a.png")
    let rows =
      run([""], WriteOptions(.inPlace, isDryRun: true))
      + run([""], WriteOptions(.inPlace))
    #expect(rows.count == 6)
    for row in rows { #expect(schema.faults(in: try JSONValue(parsing: row.json())) == []) }
  }
}
