import Foundation
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutCLI

/// The progress of a run in a terminal.
@Suite struct ProgressTests {
  @Test(
    arguments: [
      (80, "1,234 of 10,000 files, 56.1 Mpx/s, 12 findings, 72 s left"),
      (50, "1,234 of 10,000 files, 12 findings, 72 s left"), (40, "1,234 of 10,000 files, 72 s left"),
      (25, "1,234 of 10,000 files"), (10, "1,234 of 1"), (0, ""), (-1, ""),
    ])
  func whatDoesNotFitIsLeftOut(width: Int, text: String) {
    // 8,766 files at 1,234 in 10 s take 71.04 s.
    let shown = Progress.text(
      files: 1234, pixels: 561_000_000, of: 10_000, findings: 12, elapsed: .seconds(10), width: width)
    #expect(shown == text)
  }

  @Test(arguments: [(1, "99 s"), (2, "3 min 18 s"), (61, "1 h 40 min")] as [(Int, String)])
  func timeIsShownInCommonUnits(seconds: Int, left: String) {
    let text = Progress.text(files: 1, pixels: 1, of: 100, findings: nil, elapsed: .seconds(seconds))
    #expect(text.hasSuffix(", \(left) left") && !text.contains("finding"))
  }

  @Test func timeIsNotEstimatedFromTheFirstFile() {
    let text = Progress.text(files: 1, pixels: 100_000, of: 100, findings: nil, elapsed: .milliseconds(500))
    #expect(text == "1 of 100 files, 0.2 Mpx/s")
  }

  #if os(Linux)
    /// Runs a command on three images in order, the second of which arrives slowly, so that there is a wait. The
    /// progress line is shown after it, and erased before any other output.
    private func run(_ command: [String], on terminal: Terminal?) throws -> GamutProcess {
      let folder = try TemporaryFolder()
      let image = try folder.write(InputFileTests.image.bytes, to: "1.png")
      try folder.write(InputFileTests.image.bytes, to: "3.png")
      let pipe = folder.path + "/2"
      return try GamutProcess.run(
        command + ["/dev/fd/3", "/dev/fd/4", "\(folder.path)/3.png", "--jobs", "1"],
        redirection: terminal.map { ">\($0.name) 2>&1" } ?? "",
        preparation: "exec 3<'\(image)'; mkfifo '\(pipe)'; { sleep 1.1; cat '\(image)'; } >'\(pipe)' & exec 4<'\(pipe)'"
      )
    }

    @Test(arguments: [80, 40])
    func itIsErasedAndFitsInALine(columns: Int) throws {
      let terminal = try Terminal(columns: columns)
      #expect(try run(["audit", "--no-policy", "--color", "never"], on: terminal).status == 0)
      let text = terminal.read()
      // ECMA-48: CR, and EL from the cursor to the end of the line.
      let erased = "\r\u{1b}[K"
      let parts = text.components(separatedBy: erased)
      let lines = parts.dropFirst().dropLast()
      #expect(parts.first == "" && !lines.isEmpty, "\(text.debugDescription)")
      // A slow machine may show the first file, too.
      let isLine = { (line: String) in
        columns == 80
          ? line.firstMatch(of: #/^[12] of 3 files, 0\.0 Mpx/s, \d+ findings?(, \d+ s left)?$/#) != nil
          : line.firstMatch(of: #/^[12] of 3 files, \d+ findings?(, \d+ s left)?$/#) != nil
      }
      #expect(lines.allSatisfy(isLine), "\(text.debugDescription)")
      #expect(lines.last?.hasPrefix("2 of 3 files") == true && lines.last?.hasSuffix(" s left") == true)
      #expect(parts.last?.contains("3 files: 3 fit") == true)
    }

    @Test func conversionsShowProgressToo() throws {
      let terminal = try Terminal(columns: 80)
      let folder = try TemporaryFolder()
      #expect(try run(["convert", "--to", "srgb", "--output-dir", folder.path], on: terminal).status == 0)
      let text = terminal.read()
      #expect(
        text.firstMatch(of: #/\r\x1b\[K[12] of 3 files, 0\.0 Mpx/s, \d+ s left\r\x1b\[K/#) != nil,
        "\(text.debugDescription)")
    }

    @Test func elsewhereThereIsNone() throws {
      #expect(try run(["audit", "--no-policy", "--format", "json"], on: nil).errors == "")
      let terminal = try Terminal(columns: 80)
      #expect(try run(["audit", "--no-policy", "--quiet"], on: terminal).status == 0)
      #expect(!terminal.read().contains("\u{1b}[K"))
    }
  #endif
}
