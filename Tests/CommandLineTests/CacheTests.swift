import Foundation
import SyntheticPNG
import TestSupport
import Testing

/// The output with a cache is that without one, whatever has changed since, and whatever the cache contains.
@Suite(.enabled(if: Thoroughness.hasTime)) struct CacheTests {
  private static let formats = ["text", "json", "ndjson", "sarif", "junit", "github", "xcode", "markdown", "html"]
  private static let golden = "Tests/GamutKitTests/Golden/"
  private static let cacheFile = "gamut-rows-2.cache"

  /// A folder with files, and one with a cache of their results.
  private struct Tree: Sendable {
    let folder = try! TemporaryFolder()
    let cache = try! TemporaryFolder()

    /// All that a run prints and writes.
    struct Result: Equatable {
      var status: Int32
      var output: [UInt8]
      var errors: String
      var files: [[UInt8]] = []
    }

    func run(cached: Bool, _ arguments: [String] = ["--verbose"], at place: String? = nil) throws -> Result {
      let reports = try TemporaryFolder()
      let formats = CacheTests.formats.flatMap { ["--report", "\($0)=\(reports.path)/\($0)"] }
      let run = try GamutProcess.run(
        ["audit", folder.path, "--root", folder.path] + formats + arguments
          + (cached ? ["--cache", place ?? cache.path] : []))
      let files = try CacheTests.formats.map { format in
        let text = try String(contentsOfFile: "\(reports.path)/\(format)", encoding: .utf8)
        // A page names the command that made it.
        return Array(text.split(separator: "\n").filter { !$0.hasPrefix("Made by gamut") }.joined(separator: "\n").utf8)
      }
      return Result(status: run.status, output: run.output, errors: run.errors, files: files)
    }

    /// The contents of the cache, which a run that finds all results in it leaves as they are.
    func stored() throws -> [UInt8] { try cache.bytes(CacheTests.cacheFile) }

    func expectSame(_ what: Comment, _ arguments: [String] = ["--verbose"], runs: Int = 1) throws {
      let expected = try run(cached: false, arguments)
      for _ in 0..<runs { #expect(try run(cached: true, arguments) == expected, what) }
    }
  }

  @Test func theOutputIsThatWithout() throws {
    let tree = Tree()
    try FileManager.default.copyItem(atPath: Repository.path + "/Samples", toPath: tree.folder.path + "/Samples")
    try FileManager.default.copyItem(
      atPath: Repository.path + "/" + Self.golden, toPath: tree.folder.path + "/Golden")
    if let corpus = Corpus.path {
      try FileManager.default.copyItem(atPath: corpus, toPath: tree.folder.path + "/Corpus")
    }
    let expected = try tree.run(cached: false)
    #expect(try tree.run(cached: true) == expected, "cold")
    let stored = try tree.stored()
    #expect(try tree.run(cached: true) == expected, "warm")
    #expect(try tree.stored() == stored)
    // Results of other options are others.
    for arguments in [
      ["--severity", "clips=error"], ["--select", "untagged,collapses"], ["--quiet"], ["--shard", "2/3"],
      ["--jobs", "3"],
    ] {
      try tree.expectSame("\(arguments), then warm", arguments, runs: 2)
    }
    // A tree at another place has other files with the same contents.
    try FileManager.default.moveItem(atPath: tree.folder.path + "/Golden", toPath: tree.folder.path + "/Moved")
    try tree.expectSame("moved")
  }

  /// What may change between two runs.
  private static let changes: [(String, @Sendable (Tree) throws -> Void)] = [
    ("a file has other contents", { try $0.folder.copy(golden + "grey_4.png", to: "plain.png") }),
    (
      "a file of the same size and time has other contents",
      { tree in
        let path = tree.folder.path + "/plain.png"
        let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        bytes[bytes.count - 20] ^= 1
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.write(contentsOf: bytes)
        try handle.close()
        try FileManager.default.setAttributes([.modificationDate: time as Any], ofItemAtPath: path)
      }
    ),
    ("a variant is added", { try $0.folder.copy(golden + "grey_4.png", to: "other-srgb.png") }),
    ("a variant is removed", { try FileManager.default.removeItem(atPath: $0.folder.path + "/reds-srgb.png") }),
    ("a variant has other contents", { try $0.folder.copy("Samples/two-reds.png", to: "reds-srgb.png") }),
    ("an image has other contents", { try $0.folder.copy("Samples/grey.png", to: "reds.png") }),
    ("a variant gets another image", { try $0.folder.copy("Samples/two-reds.png", to: "reds-p3.png") }),
    (
      "a file becomes a link",
      {
        try FileManager.default.removeItem(atPath: $0.folder.path + "/other.png")
        try $0.folder.link("other.png", to: "reds.png")
      }
    ),
    ("a policy is added", { try $0.folder.write("severity: {collapses: note}\n", to: ".gamut.yml") }),
    (
      "slots change",
      {
        try $0.folder.write(#"{"images":[{"filename":"a.png","idiom":"universal"}]}"#, to: "A.imageset/Contents.json")
      }
    ),
    ("slots are removed", { try FileManager.default.removeItem(atPath: $0.folder.path + "/A.imageset/Contents.json") }),
    (
      "a variant becomes a link to its image",
      {
        try FileManager.default.removeItem(atPath: $0.folder.path + "/reds-srgb.png")
        try $0.folder.link("reds-srgb.png", to: "reds.png")
      }
    ),
    (
      "a variant becomes another name of its image",
      {
        try $0.folder.copy("Samples/two-reds.png", to: "reds-srgb.png")
        _ = try $0.run(cached: true)
        try FileManager.default.removeItem(atPath: $0.folder.path + "/reds-srgb.png")
        try FileManager.default.linkItem(
          atPath: $0.folder.path + "/reds.png", toPath: $0.folder.path + "/reds-srgb.png")
      }
    ),
    ("a file has no contents", { try $0.folder.write([], to: "plain.png") }),
    ("a file is removed", { try FileManager.default.removeItem(atPath: $0.folder.path + "/plain.png") }),
  ]

  @Test func changesAreSeen() throws {
    for (what, change) in Self.changes {
      let tree = Tree()
      try tree.folder.copy(Self.golden + "untagged_8.png", to: "plain.png")
      try tree.folder.copy("Samples/two-reds.png", to: "other.png")
      try tree.folder.copy("Samples/two-reds.png", to: "reds.png")
      try tree.folder.copy(Self.golden + "grey_4.png", to: "reds-srgb.png")
      try tree.folder.copy("Samples/two-reds.png", to: "A.imageset/a.png")
      try tree.folder.write(
        #"{"images":[{"filename":"a.png","idiom":"universal","display-gamut":"display-P3"}]}"#,
        to: "A.imageset/Contents.json")
      try tree.expectSame("before: \(what)")
      try change(tree)
      try tree.expectSame("\(what), then once more", runs: 2)
    }
  }

  /// The advice for an Android resource depends on its folder, which a path in that folder does not contain.
  @Test func theFolderOfAResourceCounts() throws {
    let folder = try TemporaryFolder()
    let cache = folder.path + "/cache"
    for place in ["plain", "res/drawable", "res/drawable-nowidecg"] {
      try folder.copy("Samples/two-reds.png", to: place + "/reds.png")
    }
    for place in ["plain", "res/drawable", "res/drawable-nowidecg"] {
      let runs = try [[], ["--cache", cache], ["--cache", cache]].map {
        try GamutProcess.run(["audit", "--format", "markdown"] + $0, at: "\(folder.path)/\(place)").text
      }
      #expect(runs[1] == runs[0] && runs[2] == runs[0], "\(place)")
    }
  }

  @Test func reportsAreThoseWithout() throws {
    let cache = try TemporaryFolder()
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Repository.path + "/Samples", toPath: folder.path + "/Samples")
    for arguments in [
      ["--format", "ndjson"], ["--verbose"], ["--format", "html"], ["--format", "json", "--depth", "16"],
      ["--format", "json", "--to", "display-p3", "--top", "3"], ["--format", "json", "--assume", "display-p3"],
    ] {
      let command = ["report", folder.path + "/Samples"] + arguments
      let plain = try GamutProcess.run(command)
      for _ in 0..<2 {
        let run = try GamutProcess.run(command + ["--cache", cache.path])
        let outputs = [run, plain].map { $0.text.split(separator: "\n").filter { !$0.hasPrefix("Made by gamut") } }
        #expect(outputs[0] == outputs[1] && run.errors == plain.errors && run.status == plain.status, "\(arguments)")
      }
    }
  }
}
