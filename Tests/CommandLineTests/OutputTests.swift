import Foundation
import SyntheticPNG
import TestSupport
import Testing

/// Standard output that is closed, full or abandoned: the command reports an error or is silent, and never crashes.
@Suite struct OutputTests {
  static let file = Repository.path + "/Tests/GamutKitTests/Golden/two_reds_16.png"

  @Test(arguments: ["text", "json", "ndjson"])
  func closedOutputIsAnError(format: String) throws {
    let run = try GamutProcess.run(["report", "--format", format, Self.file], redirection: ">&-")
    #expect(run.status == 2)
    #expect(run.errors.contains("Standard output is closed"))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "/dev/full is missing"),
    arguments: ["text", "json", "ndjson"])
  func fullOutputIsAnError(format: String) throws {
    let run = try GamutProcess.run(["report", "--format", format, Self.file], redirection: ">/dev/full")
    #expect(run.status == 2)
    #expect(run.errors.contains("No space left on device"))
  }

  /// The descriptor of a closed standard input or error is not reused for an opened file.
  @Test func otherStreamsMayBeClosed() throws {
    let run = try GamutProcess.run(
      ["report", "--format", "ndjson", Self.file, "/nonexistent"], redirection: "<&- 2>&-")
    #expect(run.status == 2)
    #expect(run.text.split(separator: "\n").count == 2)
    #expect(try GamutProcess.run(["report", "-"], redirection: "<&-").status == 2)
  }

  @Test func aReaderThatLeavesIsNoReasonForAMessage() throws {
    let folder = try TemporaryFolder()
    let names = try (0..<2000).map { try folder.write([], to: "\($0).txt") }
    let run = try GamutProcess.run(
      ["report", "--files-from", "-"], input: Array(names.joined(separator: "\n").utf8),
      redirection: "2>/dev/null | head -n 1")
    #expect(run.text.split(separator: "\n").count == 1)
  }
}
