import Foundation
import GamutKit
import LibC
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

/// Error messages: each names the fault, and a solution that fits the situation.
@Suite struct MessageTests {
  static let image = InputFileTests.image

  static func profile(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes = Profile.displayP3.bytes
    change(&bytes)
    return bytes
  }

  static let cmyk = profile { $0.replaceSubrange(16..<20, with: Array("CMYK".utf8)) }
  static let truncated = profile { $0.removeLast(100) }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The command; %i is an image with `chunk`, %p a file with `profile`.
    var command: String
    var chunk: PNGChunk?
    var profile: [UInt8] = []
    var status: Int32 = 2
    var words: [String]
    /// Words that must not appear.
    var not: [String] = []
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a truncated profile in an image", command: "report %i", chunk: .iCCP(truncated),
      words: ["iCCP", "byte 33", "truncated", "--override"], not: ["Export the image", "Use an RGB"]),
    Case(
      testDescription: "a CMYK profile in an image", command: "report %i", chunk: .iCCP(cmyk),
      words: ["CMYK", "--override"], not: ["Export the image", "Use an RGB"]),
    Case(
      testDescription: "a grey profile as destination", command: "report %i --to %p", profile: Profile.sGray.bytes,
      words: ["destination", "grey", "'gamut spaces'"], not: ["image", "--override"]),
    Case(
      testDescription: "a CMYK profile as destination", command: "report %i --to %p", profile: cmyk,
      words: ["destination", "CMYK", "'gamut spaces'"], not: ["image", "PNG holds", "--override"]),
    Case(
      testDescription: "a truncated profile as destination", command: "report %i --to %p", profile: truncated,
      words: ["truncated", "'gamut spaces'"], not: ["image", "--override"]),
    Case(
      testDescription: "a CMYK profile to verify against", command: "verify %i --profile %p", profile: cmyk,
      words: ["CMYK", "'gamut spaces'"], not: ["--override"]),
    Case(
      testDescription: "a truncated profile to inspect", command: "inspect %p", profile: truncated,
      words: ["truncated", "fresh copy"], not: ["Export the image"]),
    Case(
      testDescription: "PQ", command: "report %i", chunk: .cICP(9, 16),
      words: ["cICP", "byte 33", "PQ", "dynamic range", "rendition", "--override"], not: ["Fix the file"]),
    Case(
      testDescription: "HLG, to be embedded over", command: "embed %i --profile srgb --in-place", chunk: .cICP(9, 18),
      words: ["cICP", "HLG", "does not change pixels", "--assume"], not: ["not known"]),
    Case(
      testDescription: "an unspecified transfer function", command: "verify %i --profile any", chunk: .cICP(12, 2),
      words: ["cICP", "unspecified", "--assume"]),
    Case(
      testDescription: "a pointer of Git LFS as image", command: "report %p", profile: lfsPointer,
      words: ["Git LFS", "git lfs pull"], not: ["PNG signature"]),
    Case(
      testDescription: "a pointer of Git LFS as profile", command: "report %i --to %p", profile: lfsPointer,
      words: ["Git LFS", "git lfs pull"], not: ["132"]),
    Case(
      testDescription: "an unknown option before missing files", command: "report --bogus", status: 64,
      words: ["--bogus", "Usage: gamut report"], not: ["No input"]),
    Case(
      testDescription: "an unknown option before a missing output", command: "embed %i --profile srgb --bogus",
      status: 64, words: ["--bogus", "Usage: gamut embed"], not: ["No output"]),
    // The parser takes it for options of one letter, among them -h.
    Case(
      testDescription: "a name that begins with a hyphen", command: "verify -photo.png %i --profile any", status: 64,
      words: ["'-photo.png'", "$ gamut verify ./-photo.png"], not: ["Usage"]),
    Case(
      testDescription: "a heat map over the image", command: "report %i --heatmap %i",
      words: ["which this run reads", "another name"], not: ["--in-place"]),
    Case(
      testDescription: "a heat map for standard output", command: "report %i --heatmap -", status: 64,
      words: ["--heatmap", "'./-'"]),
    Case(
      testDescription: "a page for standard output", command: "audit %i --report html=-", status: 64,
      words: ["--report", "'./-'"]),
    Case(
      testDescription: "a folder as the output of one image", command: "convert %i --to srgb --output Folder/",
      status: 64,
      words: ["--output", "'Folder/'"]),
    Case(
      testDescription: "an output folder that is missing", command: "report %i --heatmap nowhere/map.png",
      words: ["does not exist"], not: ["--output"]),
    Case(
      testDescription: "an output below a file", command: "report %i --heatmap %i/map.png",
      words: ["not a folder"], not: ["--output", "original"]),
    Case(
      testDescription: "a space that is none", command: "report %i --to nope", status: 64,
      words: ["nope", "Usage: gamut report", "gamut report --help"]),
    Case(
      testDescription: "no files", command: "verify --profile any", status: 64,
      words: ["No input", "$ gamut verify --profile any ."]),
  ]

  /// A pointer according to the specification of Git LFS, https://git-lfs.com/spec/v1.
  static let lfsPointer = Array(
    """
    version https://git-lfs.github.com/spec/v1
    oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
    size 12345

    """.utf8)

  @Test(.enabled(if: Thoroughness.hasTime), arguments: cases)
  func messageNamesTheFaultAndOneRemedy(_ test: Case) throws {
    let folder = try TemporaryFolder()
    let image = try folder.write(Self.image.declaring(test.chunk.map { [$0] } ?? []).bytes, to: "image.png")
    let profile = try folder.write(test.profile, to: "file.icc")
    let arguments = test.command.split(separator: " ").map {
      $0 == "%p" ? profile : String($0).replacing("%i", with: image)
    }
    let run = try GamutProcess.run(arguments)
    #expect(run.status == test.status)
    for word in test.words { #expect(run.errors.contains(word), "\(word) in: \(run.errors)") }
    let text = run.errors.replacing(folder.path, with: "").replacing("image.png", with: "")
    for word in test.not { #expect(!text.contains(word), "\(word) in: \(run.errors)") }
  }

  /// Text has paths from the current folder, whatever was given; formats for machines keep them.
  @Test func pathsAreFromTheCurrentFolder() throws {
    let folder = try TemporaryFolder()
    let path = try folder.copy("Samples/two-reds.png", to: "a/two-reds.png")
    try folder.makeFolder("b")
    for (command, isRelative) in [(["report"], true), (["inspect"], true), (["report", "--format", "json"], false)] {
      let run = try GamutProcess.run(command + [path], at: folder.path + "/b")
      #expect(run.text.contains("../a/two-reds.png") == isRelative && run.text.contains(path) != isRelative)
    }
  }

  @Test(arguments: [["audit", "x"], ["report", "x.png"], ["convert", "x", "--to", "srgb", "--output-dir", "o"]])
  func aRemovedCurrentFolderIsAnError(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("gone")
    let run = try GamutProcess.run(arguments, preparation: "cd '\(folder.path)/gone'; rmdir '\(folder.path)/gone'")
    #expect(run.status == 2 && !run.errors.isEmpty)
  }

  @Test func aListWithZeroBytesNeedsAnOption() throws {
    let run = try GamutProcess.run(["report", "--files-from", "-"], input: Array("a.png\0b.png\0".utf8))
    #expect(run.status == 2)
    #expect(run.errors.contains("Entry 1 of the list has a zero byte") && run.errors.contains("-0"))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "/dev/full is missing"),
    arguments: ["--help", "--version", "report --help"])
  func helpThatCannotBeWrittenIsAnError(arguments: String) throws {
    let run = try GamutProcess.run(arguments.split(separator: " ").map(String.init), redirection: ">/dev/full")
    #expect(run.status == 2)
    #expect(run.errors.contains("No space left on device"))
  }

  #if os(Linux)
    @Test(arguments: ["json", "ndjson", "text"])
    func onATerminalAMessageBeginsALine(format: String) throws {
      let terminal = try Terminal()
      for command in [
        ["report"], ["inspect"], ["verify", "--profile", "any"], ["embed", "--profile", "none", "--in-place"],
      ] {
        let run = try GamutProcess.run(
          command + ["--format", format, "/nonexistent/1.png", "/nonexistent/2.png"],
          redirection: ">\(terminal.name) 2>&1")
        #expect(run.status == 2)
        let lines = terminal.read().split(whereSeparator: \.isNewline)
        #expect(lines.count { $0.hasPrefix("gamut: ") } == 2, "\(lines)")
        #expect(lines.count { $0.contains("gamut: ") } == 2, "\(lines)")
      }
    }
  #endif
}
