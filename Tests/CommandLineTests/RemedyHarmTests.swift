import Foundation
import GamutAudit
import GamutKit
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// The commands of all findings over many files, each run as printed in a copy of the files: no picture changes for a
/// reader that honours declarations, and nothing that exists is lost.
@Suite(.enabled(if: Thoroughness.hasTime)) struct RemedyHarmTests {
  /// The colorants of sRGB and of a very wide space (ProPhoto RGB), in s15Fixed16; each sum is D50.
  private static let sRGB: [[Int32]] = [[28578, 14581, 912], [25241, 46981, 6362], [9376, 3974, 46799]]
  private static let wide: [[Int32]] = [[52276, 18877, 0], [8860, 46654, 0], [2059, 5, 54073]]

  /// Images with profiles of nobody's, of monitors and of scanners, between sRGB and ProPhoto RGB.
  private static func random(_ count: Int) -> [[UInt8]] {
    var random = RandomSource(seed: 0x7265_6d65_6479)
    return (0..<count).map { index in
      let share = Int32(random.below(100))
      let colorants = zip(sRGB, wide).map { zip($0, $1).map { ($0 * (100 - share) + $1 * share) / 100 } }
      let curve = ICCData.curve([UInt16(300 + random.below(400))])
      var profile = ICCBuilder.matrix(colorants, red: curve, green: curve, blue: curve)
      if index % 3 == 0 { profile = profile.adding("vcgt", [0, 0, 0, 0]) }
      if index % 3 == 1 { profile.deviceClass = "scnr" }
      let (depth, limit) = (index % 2 == 0 ? 8 : 16, index % 5 == 0 ? 60 : 100)
      // Saturated colours in most, pale ones in some.
      let samples = (0..<8 * 8 * 3).map { _ in (1 << depth - 1) * (100 - random.below(limit)) / 100 }
      return PNGBuilder(width: 8, height: 8, depth: depth, colorType: index % 7 == 0 ? 0 : 2) { x, y, channel in
        samples[(y * 8 + x) * 3 + channel]
      }.declaring([.iCCP(profile.bytes())]).bytes
    }
  }

  /// Declarations of all kinds, with values that readers treat in several ways.
  private static let declared: [[UInt8]] = [
    [], [.sRGB()], [.gAMA(45455)], [.gAMA(100_000)], [.gAMA(38462), .cHRM(PNGChunk.p3Primaries)], [.gAMA(0)],
    [.cICP(1, 13), .iCCP(Profile.displayP3.bytes)], [.cICP(9, 16)], [.cICP(12, 13), .sRGB()], [.sRGB(), .gAMA(0)],
    [.iCCP(Array("no profile".utf8))], [.iCCP(Profile.sGray.bytes)], [.iCCP(Profile.sRGB.bytes)],
    [.iCCP(Profile.displayP3.bytes)],
    [PNGChunk("iCCP", Array("x\0\0".utf8) + deflated(Profile.displayP3.bytes).dropLast(4))],
  ].flatMap { chunks in
    [(8, 2), (16, 2), (8, 0)].map { depth, type in
      return PNGBuilder(width: 8, height: 8, depth: depth, colorType: type) { x, y, channel in
        (x * 29 + y * 3 + channel * 101) % 256 << (depth - 8)
      }.declaring(chunks).bytes
    }
  }

  @Test func noCommandMakesAFileWorse() throws {
    let folder = try TemporaryFolder()
    let (before, after) = (folder.path + "/before", folder.path + "/after")
    for (index, bytes) in (Self.random(100) + Self.declared).enumerated() {
      try folder.write(bytes, to: "before/\(index)-made.png")
    }
    for source in ["Samples", "Tests/GamutKitTests/Golden"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/" + source)
      for name in names where name.hasSuffix(".png") {
        try folder.copy("\(source)/\(name)", to: "before/\(name)")
      }
    }
    try FileManager.default.copyItem(atPath: before, toPath: after)
    let policy = "expect: [{files: '1*.png', profile: srgb}, {files: '2*.png', profile: none}]"
    for text in ["", policy] {
      try folder.write(text, to: "after/.gamut.yml")
      let run = try GamutProcess.run(["audit", after, "--format", "json", "--fail-on", "never"])
      var ran = 0
      for row in try run.rows() {
        let name = try #require(row["path"]?.string)
        let old = try Data(contentsOf: URL(filePath: before + "/" + name))
        for finding in row["findings"]?.array ?? [] {
          guard let command = finding["command"]?.string else { continue }
          let words = command.split(separator: " ").dropFirst().map(String.init)
          // Nothing to see in a picture; and a new file leaves the image alone.
          guard words.first == "embed" || words.first == "convert" else { continue }
          #expect(!words.contains("--force"))
          ran += 1
          let result = try GamutProcess.run(words, at: after)
          #expect(result.status == 0, "\(command): \(result.errors)")
          let new = try Data(contentsOf: URL(filePath: after + "/" + name))
          if new != old { try compare(name, command, in: folder) }
          try old.write(to: URL(filePath: after + "/" + name))
          if let place = words.firstIndex(of: "--output") {
            #expect(new == old)
            try FileManager.default.removeItem(atPath: after + "/" + words[place + 1])
          }
        }
      }
      #expect(ran > 20)
    }
  }

  /// Compares two versions of a file, where it is not transparent, in a space that holds both: they differ by no more than
  /// the rounding of 8 bits, which is half of 257 codes of 16 bits. The curve of ProPhoto RGB is 4/3 times as steep as that
  /// of sRGB, or less.
  private func compare(_ name: String, _ command: String, in folder: TemporaryFolder) throws {
    let pictures = try ["before", "after"].map { version -> (samples: [UInt8], channels: Int)? in
      let output = "\(folder.path)/\(version)-wide.png"
      defer { try? FileManager.default.removeItem(atPath: output) }
      let run = try GamutProcess.run(
        ["convert", "\(folder.path)/\(version)/\(name)", "--to", "prophoto-rgb", "--depth", "16", "--output", output])
      return run.status == 0 ? try PNGDecoder.samples(of: Array(Data(contentsOf: URL(filePath: output)))) : nil
    }
    guard let old = pictures[0] else {
      // What has no meaning, as a profile without its checksum, has none to change: the samples stay.
      let files = try ["before", "after"].map {
        try PNGDecoder.samples(of: Array(Data(contentsOf: URL(filePath: "\(folder.path)/\($0)/\(name)"))))
      }
      #expect(files[0].samples == files[1].samples, "\(command)")
      return
    }
    let new = try #require(pictures[1])
    try #require(old.samples.count == new.samples.count)
    // The decoder writes samples in the order of the machine.
    func codes(_ image: (samples: [UInt8], channels: Int)) -> [Int] {
      let codes = unsafe image.samples.withUnsafeBytes { unsafe $0.bindMemory(to: UInt16.self).map { Int($0) } }
      guard image.channels == 4 else { return codes }
      return codes.indices.map { codes[$0 | 3] == 0 ? 0 : codes[$0] }
    }
    let worst = zip(codes(old), codes(new)).map { abs($0 - $1) }.max() ?? 0
    #expect(worst <= 172, "\(command): \(worst)")
  }
}
