import Foundation
import SyntheticPNG
import TestSupport
import Testing

@Suite struct EmbedCommandTests {
  static let untagged = PNGBuilder(width: 4, height: 3, samples: (0..<36).map { UInt16($0 * 7) })

  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(Self.untagged.bytes, to: "a.png")
  }

  private func types(_ bytes: [UInt8]) -> [String] { PNGChunk.split(bytes)?.map(\.type) ?? [] }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      [], ["--in-place", "--output", "x.png"], ["--in-place", "--output-dir", "x"], ["--output", ""],
      ["--in-place", "--srgb-chunk"], ["--output", "-", "--format", "json"],
    ])
  func wrongUsage(options: [String]) throws {
    let run = try GamutProcess.run(["embed", file, "--profile", "display-p3"] + options)
    #expect(run.status == 64)
    #expect(run.errors.contains("Usage:") || run.errors.contains("  $ gamut embed"))
    #expect(try folder.bytes("a.png") == Self.untagged.bytes)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func usageOfNone() throws {
    for option in ["--cicp", "--srgb-chunk", "--assume=srgb"] {
      #expect(try GamutProcess.run(["embed", file, "--profile", "none", "--in-place", option]).status == 64)
    }
    #expect(try GamutProcess.run(["embed", file, "--in-place"]).status == 64)
    #expect(try GamutProcess.run(["embed", file, file + "x", "--profile", "srgb", "--output", "y"]).status == 64)
  }

  @Test func whatWasDoneIsSaid() throws {
    let run = try GamutProcess.run(["embed", file, "--profile", "display-p3", "--cicp", "--in-place"])
    #expect(run.status == 0)
    #expect(run.errors == "")
    for words in ["written", "had no declaration", "now declares Display P3", "iCCP", "cICP"] {
      #expect(run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(words))
    }
    #expect(types(try folder.bytes("a.png")) == ["IHDR", "cICP", "iCCP", "IDAT", "IEND"])
    let again = try GamutProcess.run(
      ["embed", file, "--profile", "display-p3", "--cicp", "--in-place"], preparation: "cd /")
    #expect(again.text.hasPrefix("\(file): unchanged\n"))
    let quiet = try GamutProcess.run(["embed", file, "--profile", "display-p3", "--cicp", "--in-place", "--quiet"])
    #expect(quiet.text == "" && quiet.errors == "" && quiet.status == 0)
  }

  @Test func throughPipes() throws {
    let run = try GamutProcess.run(
      ["embed", "-", "--profile", "srgb", "--srgb-chunk", "--output", "-"], input: Self.untagged.bytes)
    #expect(run.status == 0)
    #expect(types(run.output) == ["IHDR", "sRGB", "IDAT", "IEND"])
    #expect(run.errors == "")
    let inPlace = try GamutProcess.run(["embed", "-", "--profile", "srgb", "--in-place"], input: Self.untagged.bytes)
    #expect(inPlace.status == 2)
    let full = try GamutProcess.run(
      ["embed", file, "--profile", "srgb", "--output", "-"], redirection: ">/dev/full")
    #expect(full.status == 2)
  }

  @Test func aProfileThatIsNoneIsRefused() throws {
    let run = try GamutProcess.run(["embed", file, "--profile", file, "--in-place"])
    #expect(run.status == 2)
    let grey = Repository.path + "/Profiles/sGray.icc"
    let wrong = try GamutProcess.run(["embed", file, "--profile", grey, "--in-place"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("grey"))
    #expect(try GamutProcess.run(["embed", file, "--profile", "/nonexistent", "--in-place"]).status == 64)
    #expect(try folder.bytes("a.png") == Self.untagged.bytes)
  }

  /// Of a mixed folder only the untagged files change, and the others are no errors.
  @Test func onlyUntaggedFiles() throws {
    let tagged = Self.untagged.declaring([.sRGB()]).bytes
    try folder.write(Self.untagged.bytes, to: "mixed/plain.png")
    try folder.write(tagged, to: "mixed/tagged.png")
    let arguments = ["embed", folder.path + "/mixed", "--profile", "display-p3", "--in-place"]
    let refused = try GamutProcess.run(arguments + ["--dry-run"])
    #expect(refused.status == 2)
    let run = try GamutProcess.run(arguments + ["--only-untagged"])
    #expect(run.status == 0 && run.errors == "")
    #expect(run.text.contains("plain.png") && !run.text.contains("tagged.png"))
    #expect(run.text.contains("2 images: 1 written, 1 unchanged"))
    #expect(types(try folder.bytes("mixed/plain.png")) == ["IHDR", "iCCP", "IDAT", "IEND"])
    #expect(try folder.bytes("mixed/tagged.png") == tagged)
    let again = try GamutProcess.run(arguments + ["--only-untagged"])
    #expect(again.status == 0 && again.text.contains("2 images: 2 unchanged"))
  }
}
