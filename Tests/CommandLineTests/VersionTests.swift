import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

/// What the command says of itself and of the libraries that it is linked to.
@Suite struct VersionTests {
  /// By the names of their packages, which pkg-config knows.
  private static let packages = [
    "lcms2": "lcms2", "zlib": "zlib", "isal": "libisal", "libdeflate": "libdeflate",
    "libyaml": "yaml-0.1", "libsodium": "libsodium",
  ]

  @Test(arguments: [["--version", "--verbose"], ["--verbose", "--version"]])
  func theLinkedLibrariesAreThoseOfTheSystem(arguments: [String]) throws {
    let run = try GamutProcess.run(arguments)
    let lines = run.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(run.status == 0 && run.errors == "" && lines.first == ["gamut", gamutVersion])
    #expect(Set(lines.dropFirst().map { $0[0] }) == Set(Self.packages.keys))
    for line in lines.dropFirst() {
      let system = try GamutProcess.run(
        ["pkg-config", "--modversion", Self.packages[line[0]] ?? ""], program: "/usr/bin/env")
      if system.status == 0 { #expect(line[1] + "\n" == system.text) }
    }
  }
}
