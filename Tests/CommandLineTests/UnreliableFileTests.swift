import Foundation
import GamutKit
import LibC
import SyntheticPNG
import TestSupport
import Testing

/// Trees that cannot be read completely, or that change during the run: the affected file has a row with an error, and
/// the others are processed as usual.
@Suite struct UnreliableFileTests {
  private static let image = InputFileTests.image.bytes

  /// Returns the error of each file by its name; nil for a processed file.
  private func errors(_ run: GamutProcess) throws -> [String: String?] {
    #expect(run.status == 2, "\(run.errors)")
    return try run.rows().reduce(into: [:]) { errors, file in
      let name = file["path"]?.string?.split(separator: "/").last.map(String.init) ?? ""
      errors[name] = .some(file["error.code"]?.string)
    }
  }

  /// The superuser can read every file, so the command runs as another user if possible.
  @Test func whatIsNotPermittedIsAnErrorRow() throws {
    let folder = try TemporaryFolder()
    for name in ["open/1.png", "locked/2.png", "3.png"] { try folder.write(Self.image, to: name) }
    // Nobody knows whether it has a variant.
    try folder.copy("Samples/two-reds.png", to: "reds.png")
    try folder.link("reds-srgb.png", to: "locked/2.png")
    #expect(unsafe chmod(folder.path + "/locked", 0) == 0)
    #expect(unsafe chmod(folder.path + "/3.png", 0) == 0)
    defer { _ = unsafe chmod(folder.path + "/locked", 0o700) }
    var command = [try GamutProcess.command("gamut"), "audit", folder.path, "--no-policy", "--format", "json"]
    if getuid() == 0 {
      command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
      let canRun = try GamutProcess.run(Array(command.prefix(5)) + ["--version"], program: "/usr/bin/env")
      if canRun.status != 0 { try Test.cancel("setpriv cannot run a program as another user") }
    }
    let run = try GamutProcess.run(command, program: "/usr/bin/env")
    #expect(
      try errors(run) == [
        "1.png": nil, "locked": "io", "3.png": "io", "reds.png": "io", "reds-srgb.png": "io",
      ])
    #expect(run.errors.split(separator: "\n").count { $0.contains("Permission denied") } == 4, "\(run.errors)")
    let part = try GamutProcess.run(command + ["--format", "ndjson"], program: "/usr/bin/env")
    try folder.write(part.output, to: "part.ndjson")
    #expect(try GamutProcess.run(["merge", folder.path + "/part.ndjson", "--fail-on", "never"]).status == 2)
  }

  /// An image of more bytes than a pipe holds (64 KiB on Linux).
  static let large: [UInt8] = {
    var random = RandomSource(seed: 4)
    return PNGBuilder(
      width: 200, height: 200, samples: (0..<120_000).map { _ in .random(in: 0...255, using: &random) }
    ).bytes
  }()

  /// The first image comes through a pipe, which takes all of it when it is read. Then the others change, after the folder
  /// was listed.
  @Test func filesThatVanishOrChangeMeanwhile() throws {
    let folder = try TemporaryFolder()
    for index in 2...5 { try folder.write(Self.image, to: "\(index).png") }
    let other = try folder.write(Self.large, to: "other")
    let run = try GamutProcess.run(
      ["audit", "/dev/fd/3", folder.path, "--no-policy", "--format", "json", "--jobs", "1"],
      preparation: """
        cd '\(folder.path)'; mkfifo pipe
        { head -c 100000 other; rm 2.png; head -c 50 5.png >3.png; : >4.png; tail -c +100001 other; } >pipe & exec 3<pipe
        """)
    #expect(try errors(run) == ["3": nil, "2.png": "io", "3.png": nil, "4.png": nil, "5.png": nil])
    let damaged = try run.rows().filter { $0["findings"]?[0]?["rule"]?.string == "damaged" }
    #expect(damaged.compactMap { $0["path"]?.string.map { $0.suffix(5) } } == ["3.png", "4.png"])
    #expect(FileManager.default.fileExists(atPath: other))
  }
}
