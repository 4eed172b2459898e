import Foundation
import LittleCMS
import SyntheticPNG
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

  /// A hundred icons of an app: thirty contain a shape in a colour that only a wide-gamut display distinguishes from
  /// its background.
  @Test func icons() throws {
    let folder = try TemporaryFolder()
    // Background and shape in Display P3, which in sRGB become #ff0000, #00ff00 and #00ffff.
    let pairs: [([Int], [Int])] = [
      ([236, 0, 0], [255, 0, 0]), ([110, 255, 70], [0, 255, 0]), ([90, 255, 255], [0, 255, 255]),
    ]
    for index in 0..<100 {
      let (ground, shape) = pairs[index % pairs.count]
      let kind = index < 30 ? 0 : index % 4 + 1
      var icon = PNGBuilder(width: 40 + index % 9, height: 40, depth: 8, colorType: 6) { x, y, channel in
        let radius = 8 + index % 7
        let isInside = (x - 20) * (x - 20) + (y - 20) * (y - 20) < radius * radius
        if channel == 3 { return x < 2 && y < 2 ? 0 : 255 }
        switch kind {
        case 0: return (isInside ? shape : ground)[channel]
        // One colour that clips, on white.
        case 1: return isInside ? shape[channel] : 255
        default: return isInside ? 90 + 10 * channel + index : 200
        }
      }
      icon.colorChunks = kind < 3 ? [.iCCP(Profile.displayP3.bytes)] : kind == 3 ? [.sRGB()] : []
      try folder.write(icon.bytes, to: "Icons \(index % 3)/it's \(index).png")
    }
    try follow(folder, collapsing: 30)
  }

  /// Names of any bytes: the command is valid for a shell in any case.
  @Test func namesThatAreNotText() throws {
    let folder = try TemporaryFolder()
    let image = "\(folder.path)/x.png"
    try folder.write(try Repository.bytes("Samples/two-reds.png"), to: "x.png")
    let renamed = try GamutProcess.run(
      ["-c", "mv '\(image)' \"$(printf '\(folder.path)/-a\\377\\n$b.png')\""], program: "/bin/sh")
    #expect(renamed.status == 0, "\(renamed.errors)")
    let before = try audit(folder)
    // Uses $'...', which POSIX has had since 2024 and bash for longer.
    try run(before, in: folder, by: "/bin/bash")
    #expect(try audit(folder).filter { Self.ended.contains($0.rule) } == [])
    // Also with parts: the commands of two shards equal those of the whole.
    var parts: [String] = []
    for index in 1...2 {
      let part = try GamutProcess.run([
        "audit", folder.path, "--no-policy", "--format", "ndjson", "--shard", "\(index)/2",
      ])
      parts.append(try folder.write(part.output, to: "part-\(index).ndjson"))
    }
    let whole = try GamutProcess.run(["audit", folder.path, "--no-policy", "--format", "json"])
    #expect(try GamutProcess.run(["merge", "--format", "json"] + parts).output == whole.output)
  }
}
