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

  @Test func librariesWithPublishedFaultsAreTooOld() {
    for (name, version, floor) in [
      ("zlib", "1.2.11", "1.2.12"),
      ("zlib", "1.2.12.1-motley", nil), ("zlib", "1.3", nil), ("lcms2", "2.8", "2.9"), ("lcms2", "2.14", nil),
      ("libyaml", "0.1.6", "0.1.7"), ("libyaml", "0.2.5", nil), ("libdeflate", "1.0", nil),
    ] {
      #expect(AuditRun.Library(name: name, version: version).missedFloor == floor, "\(name) \(version)")
    }
  }

  /// The table of SECURITY.md has the oldest versions, and no others.
  @Test func theOldestVersionsAreDocumented() throws {
    let rows = try Repository.text("SECURITY.md").matches(of: #/\| .*`([a-z0-9]+)`\)? \| ([0-9.]+) \|/#)
    #expect(rows.count == 3)
    for row in rows {
      let (name, floor) = (String(row.1), String(row.2))
      #expect(AuditRun.Library(name: name, version: "0.0.1").missedFloor == floor)
      #expect(AuditRun.Library(name: name, version: floor).missedFloor == nil)
    }
  }
}
