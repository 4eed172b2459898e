import GamutAudit
import SyntheticPNG
import TestSupport
import Testing

/// Text from files, and file names, never reach a terminal as control sequences or as invisible characters.
@Suite(.enabled(if: Thoroughness.hasTime)) struct TerminalTextTests {
  /// ESC, CSI of C1, BEL, right-to-left override, isolate, zero-width space, word joiner, tag, soft hyphen, line separator.
  private static let commands: [Unicode.Scalar] = [
    "\u{1b}", "\u{9b}", "\u{7}", "\u{202e}", "\u{2066}", "\u{200b}", "\u{2060}", "\u{e0041}", "\u{ad}", "\u{2028}",
    "\u{feff}", "\u{61c}",
  ]
  private static let text = "a" + commands.map { "\($0)b" }.joined()

  private static func expectHarmless(_ bytes: some Collection<UInt8>, _ what: String) {
    let found = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { commands.contains($0) }
    #expect(found.isEmpty, "\(what): \(found.map { String($0.value, radix: 16) })")
  }

  /// A shell passes file names as arguments: `gamut report *`.
  @Test func inNoErrorOfTheArgumentParser() throws {
    for arguments in [
      ["report", "--\(Self.text)"], ["report", "--depth", Self.text], ["report", "--depth=\(Self.text)"],
      [Self.text], ["report", "--to", Self.text, "x.png"], ["report", "--\(Self.text)=\(Self.text)"],
      ["audit", "--shard", Self.text], ["convert", "--to", "srgb", "--output", Self.text, "--jobs", Self.text],
      ["audit", "--report", "html\(Self.text)"], ["embed", "x.png", "--profile", Self.text, "--in-place"],
    ] {
      let run = try GamutProcess.run(arguments)
      #expect(run.status == 64, "\(arguments): \(run.errors)")
      Self.expectHarmless(run.output + Array(run.errors.utf8), "\(arguments)")
      #expect(run.errors.contains("\\u{1b}"))
    }
    let lines = try GamutProcess.run(["report", "--x\nError: forged"])
    #expect(lines.status == 64 && lines.errors.contains("--x\\nError: forged"))
    #expect(!lines.errors.split(separator: "\n").contains("Error: forged"), "\(lines.errors)")
  }
}
