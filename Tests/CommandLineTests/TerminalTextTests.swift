import Foundation
import GamutAudit
import SyntheticPNG
import TestSupport
import Testing

/// Text from files, and file names, never reach a terminal as control sequences or as invisible characters.
@Suite struct TerminalTextTests {
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

  private static func folder() throws -> (TemporaryFolder, file: String) {
    let folder = try TemporaryFolder()
    let profile = ICCBuilder.matrix(
      [[0x83df, 0x3dbf, -0x45], [0x4abf, 0xb137, 0x0ab9], [0x2838, 0x110a, 0xc8b9]], red: ICCData.curve([0x0300]),
      green: ICCData.curve([0x0300]), blue: ICCData.curve([0x0300])
    ).replacing("desc", with: ICCData.localized(text)).bytes()
    var image = PNGBuilder(width: 40, height: 40) { x, _, channel in channel == 0 ? (x < 20 ? 255 : 236) : 0 }
    image.colorChunks = [PNGChunk("iCCP", Array("x\0\0".utf8) + deflated(profile, level: 9))]
    let file = try folder.write(image.bytes, to: "\(text)\n.png")
    try folder.write([1, 2, 3], to: "\(text).png")
    return (folder, file)
  }

  @Test func inNoFormOfAnyCommand() throws {
    let (folder, file) = try Self.folder()
    // A list of paths for programs has their bytes, and is not printed on a terminal.
    for form in AuditFormat.allCases where form != .html {
      let run = try GamutProcess.run(["audit", "--no-policy", folder.path, "--format", form.rawValue])
      Self.expectHarmless(run.output + Array(run.errors.utf8), "audit --format \(form)")
      #expect(run.status == 1)
    }
    for command in ["report", "inspect", "verify --profile srgb"] {
      for form in ["text", "json", "ndjson"] {
        let run = try GamutProcess.run(
          command.split(separator: " ").map(String.init) + [folder.path, "--format", form])
        Self.expectHarmless(run.output + Array(run.errors.utf8), "\(command) --format \(form)")
      }
      let run = try GamutProcess.run(command.split(separator: " ").map(String.init) + [file])
      Self.expectHarmless(run.output + Array(run.errors.utf8), command)
    }
    for command in ["convert --to srgb", "embed --profile srgb"] {
      let run = try GamutProcess.run(
        command.split(separator: " ").map(String.init)
          + [folder.path, "--output-dir", folder.path + "/\(Self.text)", "--dry-run"])
      Self.expectHarmless(run.output + Array(run.errors.utf8), command)
    }
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
