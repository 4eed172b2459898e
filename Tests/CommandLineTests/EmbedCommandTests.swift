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

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  private func types(_ bytes: [UInt8]) -> [String] { PNGChunk.split(bytes)?.map(\.type) ?? [] }

  @Test(arguments: [
    [], ["--in-place", "--output", "x.png"], ["--in-place", "--output-dir", "x"], ["--output", ""],
    ["--in-place", "--srgb-chunk"],
    ["--output", "-", "--format", "json"],
  ])
  func wrongUsage(options: [String]) throws {
    let run = try GamutProcess.run(["embed", file, "--profile", "display-p3"] + options)
    #expect(run.status == 64)
    #expect(run.errors.contains("Usage:") || run.errors.contains("  $ gamut embed"))
    #expect(try bytes(file) == Self.untagged.bytes)
  }

  @Test func usageOfNone() throws {
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
    #expect(types(try bytes(file)) == ["IHDR", "cICP", "iCCP", "IDAT", "IEND"])
    let again = try GamutProcess.run(["embed", file, "--profile", "display-p3", "--cicp", "--in-place"])
    #expect(again.text.hasPrefix("\(file): unchanged\n"))
    let quiet = try GamutProcess.run(["embed", file, "--profile", "display-p3", "--cicp", "--in-place", "--quiet"])
    #expect(quiet.text == "" && quiet.errors == "" && quiet.status == 0)
  }

  /// Of a mixed folder only the untagged files change, and the others are no errors.
  @Test func onlyUntaggedFiles() throws {
    var image = Self.untagged
    let plain = image.bytes
    image.colorChunks = [.sRGB()]
    let tagged = image.bytes
    try folder.write(plain, to: "mixed/plain.png")
    try folder.write(tagged, to: "mixed/tagged.png")
    let arguments = ["embed", folder.path + "/mixed", "--profile", "display-p3", "--in-place"]
    let refused = try GamutProcess.run(arguments + ["--dry-run"])
    #expect(refused.status == 2)
    let run = try GamutProcess.run(arguments + ["--only-untagged"])
    #expect(run.status == 0 && run.errors == "")
    #expect(run.text.contains("plain.png") && !run.text.contains("tagged.png"))
    #expect(run.text.contains("2 images: 1 written, 1 unchanged"))
    #expect(types(try bytes("\(folder.path)/mixed/plain.png")) == ["IHDR", "iCCP", "IDAT", "IEND"])
    #expect(try bytes("\(folder.path)/mixed/tagged.png") == tagged)
    let again = try GamutProcess.run(arguments + ["--only-untagged"])
    #expect(again.status == 0 && again.text.contains("2 images: 2 unchanged"))
  }

  @Test func staleChunksAreNamed() throws {
    var image = Self.untagged
    image.colorChunks = [.sRGB(), .gAMA(55556), .cHRM([1, 2, 3, 4, 5, 6, 7, 8])]
    let tagged = try folder.write(image.bytes, to: "b.png")
    let refused = try GamutProcess.run(["embed", file, tagged, "--profile", "display-p3", "--in-place"])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("b.png") && refused.errors.contains("gamut convert"))
    #expect(try bytes(tagged) == image.bytes)
    let run = try GamutProcess.run(
      ["embed", file, tagged, "--profile", "display-p3", "--assume", "display-p3", "--in-place"])
    #expect(run.status == 0)
    #expect(run.text.contains("added iCCP; removed cHRM, gAMA, sRGB"))
    #expect(types(try bytes(tagged)) == ["IHDR", "iCCP", "IDAT", "IEND"])
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

  @Test func json() throws {
    let missing = folder.path + "/missing.png"
    let run = try GamutProcess.run(
      ["embed", file, missing, "--profile", "display-p3", "--output-dir", folder.path + "/out", "--format", "json"])
    #expect(run.status == 2)
    let rows = try run.rows()
    #expect(rows.map { $0["path"]?.string } == [file, missing])
    #expect(rows[0]["action"] == .string("written"))
    #expect(rows[0]["output"] == .string(folder.path + "/out/a.png"))
    #expect(rows[1]["error.code"] == .string("io"))
  }

  @Test func aProfileThatIsNoneIsRefused() throws {
    let run = try GamutProcess.run(["embed", file, "--profile", file, "--in-place"])
    #expect(run.status == 2)
    let grey = Repository.path + "/Profiles/sGray.icc"
    let wrong = try GamutProcess.run(["embed", file, "--profile", grey, "--in-place"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("grey"))
    #expect(try GamutProcess.run(["embed", file, "--profile", "/nonexistent", "--in-place"]).status == 64)
    #expect(try bytes(file) == Self.untagged.bytes)
  }

  /// A signal during a long run leaves complete files and nothing else.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalsLeaveNothingBehind(signal: Int32) throws {
    let old = Self.untagged.bytes
    for index in 0..<3000 { try folder.write(old, to: "many/\(index).png") }
    // Uses job control, because a shell without it makes background processes ignore SIGINT.
    let script = """
      set -m
      "$0" embed "$1" --profile display-p3 --in-place --quiet --jobs 4 >/dev/null 2>&1 & child=$!
      while [ -z "$(find "$1" -name '.gamut-*' -print -quit)" ] && kill -0 $child 2>/dev/null; do :; done
      kill -\(signal) $child; wait $child; echo $?
      """
    let run = try GamutProcess.run(
      ["-c", script, try GamutProcess.command("gamut"), folder.path + "/many"], program: "/bin/bash")
    #expect(run.text == "\(128 + signal)\n")
    let new = try GamutProcess.run(["embed", file, "--profile", "display-p3", "--output", "-"]).output
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/many")
    #expect(names.count == 3000)
    #expect(names.allSatisfy { $0.hasSuffix(".png") })
    var counts = [0, 0]
    for name in names {
      let found = try bytes(folder.path + "/many/" + name)
      if found == old { counts[0] += 1 } else if found == new { counts[1] += 1 }
    }
    #expect(counts.reduce(0, +) == 3000)
  }
}
