import Foundation
import TestSupport
import Testing

/// A run that was cut short goes on with its part, which then has the bytes of a run that was not.
@Suite struct ResumeTests {
  private let folder = try! TemporaryFolder()
  private var part: String { folder.path + "/part.ndjson" }

  init() throws {
    for name in ["two-reds", "grey", "untagged", "flat-gradient", "contradiction"] {
      try folder.write(Repository.bytes("Samples/\(name).png"), to: "in/\(name).png")
    }
    try folder.write(
      Repository.bytes("Samples/Media.xcassets/Colours/Alarm.colorset/Contents.json"), to: "in/C.colorset/Contents.json"
    )
    try folder.write([1, 2, 3], to: "in/broken.png")
  }

  private func run(_ arguments: String...) throws -> GamutProcess {
    try GamutProcess.run(["audit", folder.path + "/in", "--root", folder.path, "--no-policy"] + arguments)
  }

  private func written() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: part))) }

  @Test func aPartIsTheOutput() throws {
    let whole = try run("--format", "ndjson")
    let text = try run()
    let resumed = try run("--resume", part)
    #expect(try written() == whole.output)
    #expect(resumed.output == text.output && resumed.status == text.status && text.status == 2)
    // There is nothing left to do, and the output is the same.
    let again = try run("--resume", part, "--format", "ndjson")
    #expect(again.output == whole.output && again.status == whole.status)
    #expect(try written() == whole.output)
  }

  @Test func aPartThatWasCutIsCompleted() throws {
    let whole = try run("--format", "ndjson").output
    let text = try run().output
    let ends = whole.indices.filter { whole[$0] == 0x0a }
    var random = RandomSource(seed: 3)
    let cuts = [0, 1] + ends.flatMap { [$0, $0 + 1] } + (0..<12).map { _ in random.below(whole.count) }
    for cut in cuts {
      try folder.write(Array(whole.prefix(cut)), to: "part.ndjson")
      let resumed = try run("--resume", part, "--jobs", "2")
      #expect(try written() == whole, "cut at \(cut)")
      #expect(resumed.output == text, "cut at \(cut)")
    }
  }

  @Test func shardsAndBaselinesGoOn() throws {
    let known = folder.path + "/known.json"
    _ = try run("--write-baseline", known)
    let options = ["--shard", "2/2", "--baseline", known, "--format", "ndjson"]
    let whole = try GamutProcess.run(["audit", folder.path + "/in", "--root", folder.path, "--no-policy"] + options)
    let second = try #require(whole.output.dropFirst(whole.output.count / 2).firstIndex(of: 0x0a))
    try folder.write(Array(whole.output[...second]) + Array("{\"kind\":\"fi".utf8), to: "part.ndjson")
    let resumed = try GamutProcess.run(
      ["audit", folder.path + "/in", "--root", folder.path, "--no-policy"] + options + ["--resume", part])
    #expect(resumed.output == whole.output && resumed.status == whole.status)
    #expect(try written() == whole.output)
  }

  @Test func aPartOfAnotherRunIsRefused() throws {
    _ = try run("--resume", part)
    let whole = try written()
    for (arguments, words) in [
      (["--select", "untagged"], "begun with another policy"), (["--shard", "1/2"], "begun over other files"),
      (["--exclude", "grey.png"], "begun over other files"),
    ] {
      let refused = try GamutProcess.run(
        ["audit", folder.path + "/in", "--root", folder.path, "--no-policy", "--resume", part] + arguments)
      #expect(refused.status == 2 && refused.output.isEmpty && refused.errors.contains(words), "\(refused.errors)")
      #expect(try written() == whole)
    }
    let text = String(decoding: whole, as: UTF8.self)
    for (other, words) in [
      ("A text.\n", "Line 1"),
      (text.replacing("\"verdict\":\"fits\"", with: "\"verdict\":\"fit\""), "is not one of a part"),
      (text.replacing("in/grey.png", with: "in/gray.png"), "another file here"),
      (text + "{}\n", "follows the last file"),
      (text.replacing("\"version\":\"", with: "\"version\":\"9"), "another version of gamut"),
    ] {
      try folder.write(Array(other.utf8), to: "part.ndjson")
      let refused = try run("--resume", part)
      #expect(refused.status == 2 && refused.output.isEmpty && refused.errors.contains(words), "\(refused.errors)")
      #expect(try written() == Array(other.utf8))
    }
  }

  @Test func whatCannotGoOnIsRefused() throws {
    for other in [["--fix"], ["--write-baseline", "x.json"], ["--remedy", "inspect"]] {
      let refused = try GamutProcess.run(["audit", folder.path, "--resume", part] + other)
      #expect(refused.status == 64 && refused.errors.contains("--resume cannot be combined"))
    }
    let image = folder.path + "/in/grey.png"
    let before = try Data(contentsOf: URL(filePath: image))
    #expect(try run("--resume", image).status == 2)
    #expect(try Data(contentsOf: URL(filePath: image)) == before)
  }
}
