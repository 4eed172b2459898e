import Foundation
import SyntheticPNG
import TestSupport
import Testing

/// Standard output that is closed, full or abandoned: the command reports an error or is silent, and never crashes.
@Suite struct OutputTests {
  static let file = Repository.path + "/Tests/GamutKitTests/Golden/two_reds_16.png"

  @Test(
    arguments: ["text", "json", "ndjson"],
    [(">&-", "Standard output is closed"), (">/dev/full", "No space left on device")].filter {
      $0.0 == ">&-" || FileManager.default.fileExists(atPath: "/dev/full")
    })
  func closedAndFullOutputsAreErrors(format: String, output: (redirection: String, words: String)) throws {
    let run = try GamutProcess.run(["report", "--format", format, Self.file], redirection: output.redirection)
    #expect(run.status == 2)
    #expect(run.errors.contains(output.words))
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
      redirection: "| head -n 1")
    #expect(run.text.split(separator: "\n").count == 1)
    let messages = run.errors.split(separator: "\n")
    #expect(
      !messages.isEmpty && messages.allSatisfy { $0.contains(".txt") || $0.contains("more files: ") },
      "\(run.errors.suffix(200))")
  }

  /// After `| head` the status is that of what was found until then.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: [("--fail-on-verdict collapses", 1), ("", 0)])
  func aClosedPipeKeepsTheStatus(options: String, status: Int) throws {
    try expect("\(status)", of: "echo ${PIPESTATUS[0]}", after: "report \"$1\" --format ndjson \(options)")
  }

  /// Expects the output of a command of bash after a command of gamut, for a folder of 500 images, whose reader leaves
  /// after one line.
  private func expect(_ words: String, of check: String, after command: String) throws {
    let folder = try TemporaryFolder()
    let image = try Repository.bytes("Samples/two-reds.png")
    for index in 100..<600 { try folder.write(image, to: "\(index).png") }
    let run = try GamutProcess.run(
      ["-c", "\"$0\" \(command) | head -n 1 | wc -l; \(check)", try GamutProcess.command("gamut"), folder.path],
      program: "/bin/bash")
    #expect(run.text.split(whereSeparator: \.isWhitespace) == ["1", words[...]])
    #expect(run.errors == "")
  }

  /// What writes files writes all of them when `| head` has what it wants.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ("report \"$1\" --format ndjson --heatmap-dir \"$1/maps\"", "ls \"$1/maps\" | wc -l"),
      ("audit \"$1\" --format ndjson --no-policy --write-baseline \"$1/b.json\"", "grep -c collapses \"$1/b.json\""),
    ])
  func aClosedPipeDoesNotEndTheFiles(command: String, count: String) throws {
    try expect("500", of: count, after: command + " --quiet")
  }

  /// Ctrl-C is said, and the shell sees the signal.
  @Test func anInterruptionIsSaid() throws {
    let folder = try TemporaryFolder()
    let image = try folder.copy("Samples/srgb.png", to: "aa.png")
    // More than a pipe holds, so that it is written when the run reads it; its end never arrives. Job control, because a
    // shell without it makes children ignore SIGINT.
    try folder.write(UnreliableFileTests.large, to: "large.png")
    let script = """
      set -m; mkfifo "$2/pipe"; exec 4<>"$2/pipe"
      "$0" report "$1" /dev/fd/4 --jobs 1 2>"$2/messages" & child=$!
      cat "$2/large.png" >&4; kill -INT $child; wait $child; echo $?; cat "$2/messages"
      """
    let run = try GamutProcess.run(
      ["-c", script, try GamutProcess.command("gamut"), image, folder.path], program: "/bin/bash")
    #expect(run.text.hasPrefix("130\n"), "\(run.text)")
    #expect(run.text.contains("gamut: interrupted\n"), "\(run.text)")
  }
}
