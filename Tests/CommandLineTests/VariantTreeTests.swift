import Foundation
import TestSupport
import Testing

/// Complete trees: a shell executes the advice of an audit, and the next audit has no findings about it.
@Suite struct VariantTreeTests {
  private static let ended: Set<String> = ["collapses", "variant-loses"]
  private static let about = ended.union(["has-variant"])

  private struct Found: Hashable, Comparable {
    var path, rule: String
    var command: String?

    static func < (a: Found, b: Found) -> Bool { (a.path, a.rule) < (b.path, b.rule) }
  }

  private func audit(_ folder: TemporaryFolder, _ options: [String] = []) throws -> [Found] {
    let run = try GamutProcess.run(["audit", folder.path, "--no-policy", "--format", "json"] + options)
    #expect(run.status == 0 || run.status == 1, "\(run.errors)")
    return (try JSONValue(parsing: run.output)["files"]?.array ?? []).flatMap { file in
      (file["findings"]?.array ?? []).map { finding in
        Found(
          path: file["path"]?.string ?? "", rule: finding["rule"]?.string ?? "", command: finding["command"]?.string)
      }
    }
  }

  /// Runs commands as printed, each once.
  private func run(
    _ findings: [Found], in folder: TemporaryFolder, by shell: String = "/bin/sh",
    changing change: (String) -> String = { $0 }
  ) throws {
    let path = URL(filePath: try GamutProcess.command("gamut")).deletingLastPathComponent().path + ":/usr/bin:/bin"
    let script = Set(findings.filter { Self.ended.contains($0.rule) }.map { change($0.command ?? "false") }).sorted()
    let run = try GamutProcess.run(
      ["-e"], program: shell, input: Array((script.joined(separator: "\n") + "\n").utf8),
      environment: ["PATH": path], preparation: "cd '\(folder.path)'")
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Audits, follows the advice, and audits again.
  /// - Parameter stepsOnly: the images that lose edges and no areas, about which a variant is not asked.
  private func follow(_ folder: TemporaryFolder, collapsing: Int, stepsOnly: Set<String> = []) throws {
    let before = try audit(folder)
    let losing = Set(before.filter { Self.ended.contains($0.rule) }.map(\.path))
    #expect(losing.count == collapsing)
    try run(before, in: folder)
    let after = try audit(folder)
    #expect(after.filter { Self.ended.contains($0.rule) } == [])
    #expect(Set(after.filter { $0.rule == "has-variant" }.map(\.path)) == losing)
    #expect(after.filter { !Self.about.contains($0.rule) } == before.filter { !Self.about.contains($0.rule) })

    // A variant that shows nothing of the losses is detected. It is removed, and made again.
    for path in losing {
      try FileManager.default.removeItem(atPath: folder.path + "/" + path.replacing(".png", with: "-srgb.png"))
    }
    try run(before, in: folder) { $0.replacing("--mapping preserve", with: "--mapping clip") }
    let clipped = try audit(folder)
    #expect(
      Set(clipped.filter { $0.rule == "variant-loses" }.map(\.path))
        == Set(losing.subtracting(stepsOnly).map { $0.replacing(".png", with: "-srgb.png") }))
    let lost = Set(clipped.filter { $0.rule == "variant-loses" }.map(\.path))
    for path in lost { try FileManager.default.removeItem(atPath: folder.path + "/" + path) }
    try run(before.filter { lost.contains($0.path.replacing(".png", with: "-srgb.png")) }, in: folder)
    #expect(try audit(folder) == after)
  }

  @Test func samples() throws {
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/Samples")
    where name.hasSuffix(".png") {
      try folder.write(try Repository.bytes("Samples/\(name)"), to: name)
    }
    // Samples/README.md: two-reds, swatches and flat-gradient collapse.
    try follow(folder, collapsing: 3, stepsOnly: ["flat-gradient.png"])
  }

  /// The golden images that collapse in sRGB at 8 bits, according to the independent program that wrote
  /// `expected.json`.
  @Test func goldenImages() throws {
    let folder = try TemporaryFolder()
    let golden = "Tests/GamutKitTests/Golden"
    let entries = try JSONValue(parsing: Repository.bytes(golden + "/expected.json")).object ?? [:]
    let names = entries.filter { _, entry in
      let expected = entry["expect"]?.object ?? [:]
      // What a variant shows is asked of pairs of colours only.
      let pairs = expected["areas.pairs"]?.integer ?? 0
      return ["", "--depth 8"].contains((entry["options"]?.array ?? []).compactMap(\.string).joined(separator: " "))
        && pairs > 0
    }.keys
    #expect(names.count >= 20)
    for name in names { try folder.write(try Repository.bytes("\(golden)/\(name).png"), to: "\(name).png") }
    try follow(folder, collapsing: names.count)
  }
}
