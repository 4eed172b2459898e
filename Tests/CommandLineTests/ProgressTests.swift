import Foundation
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutCLI

/// The progress of a run in a terminal.
@Suite struct ProgressTests {
  @Test(
    arguments: [
      (1234, 10_000, .seconds(10), "1,234 of 10,000 files, 72 s left, 56.1 Mpx/s"),
      (1, 100, .seconds(1), "1 of 100 files, 99 s left, 561.0 Mpx/s"),
      (1, 100, .seconds(2), "1 of 100 files, 3 min 18 s left, 280.5 Mpx/s"),
      (1, 100, .seconds(61), "1 of 100 files, 1 h 40 min left, 9.2 Mpx/s"),
      // The time of the first file says nothing of the others.
      (1, 100, .milliseconds(500), "1 of 100 files, 1122.0 Mpx/s"), (0, 3, .zero, "0 of 3 files"),
    ] as [(Int, Int, Duration, String)])
  func whatIsShown(files: Int, count: Int, elapsed: Duration, text: String) {
    // 8,766 files at 1,234 in 10 s take 71.04 s.
    #expect(Progress.text(files: files, pixels: 561_000_000, of: count, elapsed: elapsed) == text)
  }

  #if os(Linux)
    /// Runs a command on three images in order, the second of which arrives after other work has taken a tenth of a second.
    /// The progress line is shown after it, and erased before any other output.
    private func run(_ command: [String], on terminal: Terminal?) throws -> GamutProcess {
      let folder = try TemporaryFolder()
      let image = try folder.write(InputFileTests.image.bytes, to: "1.png")
      try folder.write(InputFileTests.image.bytes, to: "3.png")
      return try GamutProcess.run(
        command + ["/dev/fd/3", "/dev/fd/4", "\(folder.path)/3.png", "--jobs", "1"],
        redirection: terminal.map { ">\($0.name) 2>&1" } ?? "",
        preparation: """
          cd '\(folder.path)'; exec 3<'\(image)'; mkfifo 2
          { head -c 300M /dev/zero | sha512sum >/dev/null; cat '\(image)'; } >2 & exec 4<2
          """)
    }

    @Test(.enabled(if: Thoroughness.hasTime), arguments: [80, 25])
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
        line.count < columns && (line.hasPrefix("1 of 3 files, ") || line.hasPrefix("2 of 3 files, "))
      }
      #expect(lines.allSatisfy(isLine), "\(text.debugDescription)")
      #expect(lines.last?.hasPrefix("2 of 3 files, ") == true)
      #expect(parts.last?.contains("3 files: 3 fit") == true)
    }

    @Test(.enabled(if: Thoroughness.hasTime)) func elsewhereThereIsNone() throws {
      #expect(try run(["audit", "--no-policy", "--format", "json"], on: nil).errors == "")
      let terminal = try Terminal(columns: 80)
      #expect(try run(["audit", "--no-policy", "--quiet"], on: terminal).status == 0)
      #expect(!terminal.read().contains("\u{1b}[K"))
    }
  #endif
}
