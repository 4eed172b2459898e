import Foundation
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

/// Small files that would cause large output, and large or endless ones that would use all memory: each is rejected, or
/// reported briefly, within limits that the system enforces here.
@Suite struct BoundsTests {
  private static let image = InputFileTests.image.bytes

  /// Runs a command with limits of address space, in KB, and of time.
  private static func run(
    _ arguments: [String], space: Int = 0, input: [UInt8] = [], redirection: String = "", preparation: String = ":"
  ) throws -> GamutProcess {
    try GamutProcess.run(
      ["60", try GamutProcess.command("gamut")] + arguments, program: "/usr/bin/timeout", input: input,
      redirection: redirection, preparation: GamutProcess.limits(space: space) + preparation)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func anEndlessListIsRefused() throws {
    for zero in [[], ["-0"]] {
      let run = try Self.run(
        ["report", "--files-from", "-"] + zero, space: 400_000, redirection: "</dev/zero")
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains(zero.isEmpty ? "Entry 1 of the list has more than 4096 bytes" : "134217728 bytes"))
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func aListOfOverAMillionNamesIsRefused() throws {
    let run = try Self.run(
      ["report", "--files-from", "-"], input: Array(repeating: [0x61, 0x0a], count: 1_000_001).flatMap { $0 })
    #expect(run.status == 2)
    #expect(run.errors.contains("The list has more than 1000000 names"), "\(run.errors)")
  }

  @Test func aBaselineThatIsTooLargeIsNotRead() throws {
    let folder = try TemporaryFolder()
    let image = try folder.write(Self.image, to: "a.png")
    let run = try Self.run(
      ["audit", "--no-policy", image, "--baseline", folder.path + "/b.json"], space: 200_000,
      preparation: "truncate -s 300M '\(folder.path)/b.json'")
    #expect(run.status == 2)
    #expect(run.errors.contains("A baseline has at most 67108864 bytes."))
    let endless = try Self.run(
      ["audit", "--no-policy", image, "--baseline", "/dev/fd/3"], space: 1_000_000,
      preparation: """
        mkfifo '\(folder.path)/p'
        { printf '{"schema":"gamut.baseline/2","findings":['
          yes '{"path":"x","rule":"clips","content":"1"},'; } 2>/dev/null >'\(folder.path)/p' &
        exec 3<'\(folder.path)/p'
        """)
    #expect(
      endless.status == 2 && endless.errors.contains("A baseline has at most 67108864 bytes."), "\(endless.errors)")
  }

  @Test func patternsOfAPolicyHaveALimitTogether() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.image, to: "a.png")
    func policy(_ patterns: Int) throws {
      let lines = (0..<patterns).map { _ in "- '" + String(repeating: "*a", count: 512) + "'" }
      try folder.write("exclude:\n" + lines.joined(separator: "\n") + "\n", to: ".gamut.yml")
    }
    try policy(32)
    #expect(try Self.run(["audit", folder.path]).status == 0)
    try policy(33)
    let run = try Self.run(["audit", folder.path])
    #expect(run.status == 2)
    #expect(run.errors.contains("All patterns together have at most 32768 bytes, not 33792"), "\(run.errors)")
  }

  /// Nothing of it is stored, in memory or in a file: neither has room for it.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: ["yes", "yes '{\"schema\":\"gamut.audit/1\"}'", "cat /dev/zero", "yes '{}' | tr -d '\\n'"])
  func whatDoesNotBeginAsAPartIsNotKept(source: String) throws {
    let folder = try TemporaryFolder()
    for part in ["-", "/dev/stdin"] {
      let run = try Self.run(
        ["merge", part], space: 200_000, redirection: "<pipe",
        preparation: "cd '\(folder.path)'; ulimit -f 100; mkfifo pipe-\(part == "-" ? 1 : 2); "
          + "ln -s pipe-\(part == "-" ? 1 : 2) pipe-; mv pipe- pipe; { \(source); } >pipe 2>/dev/null &")
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains("Line 1 is not one of a part"))
    }
  }

  #if os(Linux)
    /// The files are rejected or read several times, and the run continues with the small one; no limit ends the run in
    /// another way.
    @Test(
      .enabled(if: Thoroughness.hasTime),
      .disabled(if: GamutProcess.isSanitized),
      arguments: Thoroughness.isExhaustive ? [84, 90, 100, 110, 120, 130, 160] : [84, 110, 130])
    func whereTheSystemRefusesMemoryTheFileIsRefused(megabytes: Int) throws {
      let folder = try Self.noise.get()
      for command in [
        ["report"], ["audit", "--no-policy", "--fail-on", "never"], ["inspect"],
        ["convert", "--to", "srgb", "--output-dir", folder.path + "/out-\(megabytes)"],
      ] {
        let run = try Self.run(
          command + [folder.path + "/images", "--format", command[0] == "audit" ? "json" : "ndjson"],
          space: 1000 * megabytes)
        #expect([0, 2].contains(run.status), "\(command) at \(megabytes) MB: \(run.status) \(run.errors.prefix(300))")
        let refused = run.errors.split(separator: "\n")
        #expect(refused.allSatisfy { $0.contains("There is not enough memory") }, "\(run.errors)")
        #expect((run.status == 0) == refused.isEmpty)
        for name in ["1.png", "2.png", "small.png"] { #expect(run.text.contains(name)) }
        // From this limit on there is always room for it.
        if megabytes >= 130 { #expect(!run.errors.contains("small.png"), "\(command)") }
      }
    }

    /// Two images of six megapixels without repeated colours, and a small one.
    private static let noise = Result { () throws -> TemporaryFolder in
      let folder = try TemporaryFolder()
      var random = RandomSource(seed: 6)
      var scanlines: [UInt8] = []
      for _ in 0..<2000 {
        scanlines.append(0)
        for _ in 0..<1125 { unsafe withUnsafeBytes(of: random.next()) { unsafe scanlines.append(contentsOf: $0) } }
      }
      let image = PNGBuilder.file([
        PNGBuilder.header(3000, 2000, 8, 2), .cICP(12, 13), PNGChunk("IDAT", deflated(scanlines, level: 1)), .end,
      ])
      for name in ["1", "2"] { try folder.write(image, to: "images/\(name).png") }
      try folder.write(InputFileTests.image.bytes, to: "images/small.png")
      return folder
    }
  #endif
}
