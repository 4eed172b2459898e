import Foundation
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

/// The images of one set, compared with each other and with those of other sets.
@Suite struct SetImageTests {
  private static func image(_ width: Int, _ height: Int, red: Int = 100, _ chunks: [PNGChunk] = [.sRGB()]) -> [UInt8] {
    PNGBuilder(width: width, height: height) { _, _, channel in channel == 0 ? red : 60 }.bytes(chunks)
  }

  private static func slot(_ file: String, _ conditions: String) -> String { ImageSlots.slot(file, conditions) }
  private static func scale(_ scale: Int) -> String { ImageSlots.scale(scale) }
  private static let dark = ImageSlots.dark, contrast = ImageSlots.contrast

  /// Returns the rules of the row of each set.
  private func rules(
    _ sets: [String: (slots: [String], files: [String: [UInt8]])], policy: String = ""
  ) throws -> [String: Set<AuditRule>] {
    let folder = try TemporaryFolder()
    for (set, content) in sets {
      let text =
        "{\"\(set.hasSuffix(".colorset") ? "colors" : "images")\":[\n\(content.slots.joined(separator: ",\n"))]}"
      try folder.write(Array(text.utf8), to: "Media.xcassets/\(set)/Contents.json")
      for (name, bytes) in content.files { try folder.write(bytes, to: "Media.xcassets/\(set)/\(name)") }
    }
    var found: [String: Set<AuditRule>] = [:]
    for row in try AuditOfTree(folder, AuditPolicy(policy)).rows where row.verdict == .set && !row.findings.isEmpty {
      found[row.path.folder.fileName] = Set(row.findings.map(\.rule))
      #expect(row.findings.allSatisfy { $0.line != nil }, "\(row.path.text)")
    }
    return found
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      // In proportion, also if rounded.
      ([10, 20, 30], true), ([11, 21, 32], true), ([354, 354, 354], false), ([428, 642, 1284], false),
      ([10, 24, 30], false),
    ])
  func scalesAreInProportion(widths: [Int], isRight: Bool) throws {
    var slots: [String] = []
    var files: [String: [UInt8]] = [:]
    for (index, width) in widths.enumerated() {
      slots.append(Self.slot("\(index).png", Self.scale(index + 1)))
      files["\(index).png"] = Self.image(width, 8 * (index + 1), red: 50 + index)
    }
    #expect(try rules(["A.imageset": (slots, files)]) == (isRight ? [:] : ["A.imageset": [.scaleMismatch]]))
  }

  /// Devices with 3x are iPhones, none of which has 1x. A slot may have no image. Of three, the odd one is named.
  @Test(arguments: [
    ([30, 40, 60], Severity.note, "0"), ([20, 50, 60], .warning, "1"), ([30, 40], .note, "0"),
    ([60, 60, 60], .note, "0"),
    ([20, 40, 90], .warning, "2"), ([20, 40, 80], .note, "2"), ([63, 126, 230], .warning, "2"),
    ([64, 128, 230], .note, "2"), ([255, 510, 780], .warning, "2"), ([256, 512, 780], .note, "2"),
  ])
  func sizesThatNoDeviceMixesAreANote(widths: [Int], severity: Severity, odd: String) throws {
    let folder = try TemporaryFolder()
    let slots = widths.indices.map { Self.slot("\($0).png", Self.scale($0 + 1)) }.joined(separator: ",")
    let empty = widths.count == 3 ? "" : ",{\"idiom\":\"universal\",\"scale\":\"3x\"}"
    try folder.write(Array("{\"images\":[\(slots)\(empty)]}".utf8), to: "Media.xcassets/A.imageset/Contents.json")
    for (index, width) in widths.enumerated() {
      try folder.write(
        Self.image(width, width > 250 ? width / 24 : width), to: "Media.xcassets/A.imageset/\(index).png")
    }
    let found = try AuditOfTree(folder).rows.flatMap(\.findings).filter { $0.rule == .scaleMismatch }
    #expect(found.map(\.severity) == [severity] && found[0].message.hasPrefix("\(odd).png has"))
  }

  /// What is seen of an image has a margin of 4 pixels; an alpha of 20 is below a twelfth.
  @Test(arguments: [(20, 20, Severity.note), (24, 20, .warning), (20, 24, .warning)])
  func transparentMarginsAreANote(width: Int, height: Int, severity: Severity) throws {
    let image = PNGBuilder(width: width + 8, height: height + 8, colorType: 6) { x, y, channel in
      channel < 3 || (4..<width + 4).contains(x) && (4..<height + 4).contains(y) ? 255 : 20
    }
    let set = "Media.xcassets/A.imageset/"
    let found = try AuditOfTree([
      set + "a.png": Self.image(10, 10), set + "b.png": image.bytes([.sRGB()]),
      set + "Contents.json": ImageSlots.contents([Self.slot("a.png", Self.scale(1)), Self.slot("b.png", Self.scale(2))]
      ),
    ]).rows.flatMap(\.findings).filter { $0.rule == .scaleMismatch }
    #expect(found.map(\.severity) == [severity])
  }

  /// No Mac has 3x; a catalog with an icon for another device may be for an iPhone.
  @Test(arguments: [("mac", Severity.note), ("iphone", .warning)])
  func imagesFor3xOfMacsAreANote(idiom: String, severity: Severity) throws {
    let (set, icons) = ("Media.xcassets/A.imageset/", "Media.xcassets/AppIcon.appiconset/Contents.json")
    let slots = (1...3).map { Self.slot("\($0).png", Self.scale($0)) }
    let found = try AuditOfTree([
      set + "1.png": Self.image(10, 10), set + "2.png": Self.image(20, 20), set + "3.png": Self.image(36, 36),
      set + "Contents.json": ImageSlots.contents(slots),
      icons: Array("{\"images\":[{\"idiom\":\"\(idiom)\",\"size\":\"16x16\",\"scale\":\"1x\"}]}".utf8),
    ]).rows.flatMap(\.findings).filter { $0.rule == .scaleMismatch }
    #expect(found.map(\.severity) == [severity])
  }

  /// iPhones with 3x have displays of Display P3, those with 2x need not; one image in both slots is shown on both.
  @Test(arguments: [([2, 3], [Severity.error, .note]), ([3], [.error])])
  func lossesFor3xAreANoteBeside2x(scales: [Int], severities: [Severity]) throws {
    let set = "Media.xcassets/A.imageset/"
    var files = [set + "Contents.json": ImageSlots.contents(scales.map { Self.slot("\($0).png", Self.scale($0)) })]
    for scale in scales {
      files[set + "\(scale).png"] = PNGBuilder(width: 16 * scale, height: 16 * scale) { x, _, channel in
        channel == 0 ? (x < 8 * scale ? 255 : 236) : 0
      }.bytes([.iCCP(Profile.displayP3.bytes)])
    }
    let found = try AuditOfTree(files).rows.flatMap(\.findings).filter { $0.rule == .collapses }
    #expect(found.map(\.severity) == severities)
  }

  /// The size of a slot times its scale is the size of the icon.
  @Test func iconsHaveTheSizeOfTheirSlot() throws {
    let slots = [(20, 2, "a.png"), (16, 1, "b.png"), (32, 2, "c.png")].map { size, scale, file in
      Self.slot(file, "\"size\":\"\(size)x\(size)\",\(Self.scale(scale))")
    }
    var files = ["a.png": Self.image(40, 40), "b.png": Self.image(16, 16), "c.png": Self.image(64, 64)]
    #expect(try rules(["A.appiconset": (slots, files)]) == [:])
    files["c.png"] = Self.image(60, 60)
    #expect(try rules(["A.appiconset": (slots, files)]) == ["A.appiconset": [.scaleMismatch]])
  }

  /// Numbers that no display has.
  @Test(arguments: ["1e300x", "infx", "1e15x", "1e2147483648x", "-1x", "0x", "nanx", "x", "101x"])
  func scalesOfNoDisplayAreIgnored(scale: String) throws {
    let files = ["a.png": Self.image(20, 20), "b.png": Self.image(30, 30)]
    for size in ["20x20", "999999x999999"] {
      let slots = ["a.png", "b.png"].map { Self.slot($0, "\"size\":\"\(size)\",\"scale\":\"\(scale)\"") }
      #expect(try rules(["A.appiconset": (slots, files)])["A.appiconset"]?.contains(.scaleMismatch) != true)
      let scales = [slots[0], Self.slot("b.png", Self.scale(1))]
      #expect(try rules(["A.imageset": (scales, files)])["A.imageset"]?.contains(.scaleMismatch) != true)
    }
  }

  @Test func appearancesAreRequiredByThePolicyAlone() throws {
    func color(_ conditions: String) -> String {
      let red = conditions.isEmpty ? 1 : conditions == Self.dark ? 4 : 7
      return "{\"color\":{\"color-space\":\"srgb\",\"components\":{\"red\":\"0.\(red)00\","
        + "\"green\":\"0.4\",\"blue\":\"0.2\"}},\"idiom\":\"universal\"\(conditions.isEmpty ? "" : "," + conditions)}"
    }
    let sets: [String: (slots: [String], files: [String: [UInt8]])] = [
      "A.colorset": ([color("")], [:]), "B.colorset": ([color(""), color(Self.dark)], [:]),
      "C.colorset": ([color(""), color(Self.dark), color(Self.contrast)], [:]),
    ]
    #expect(try rules(sets) == [:])
    let dark = "expect: [{files: '*.colorset', appearances: [dark]}]"
    #expect(try rules(sets, policy: dark) == ["A.colorset": [.missingAppearance]])
    let both =
      "expect: [{files: '*.colorset', appearances: [dark, high-contrast]}, {files: Media.xcassets, profile: any}]"
    #expect(
      try rules(sets, policy: both) == ["A.colorset": [.missingAppearance], "B.colorset": [.missingAppearance]])
    let template = ImageSlots.contents(
      [Self.slot("a.png", Self.scale(1))], properties: "{\"template-rendering-intent\":\"template\"}")
    let set = "Media.xcassets/A.imageset/"
    let audit = try AuditOfTree(
      [set + "Contents.json": template, set + "a.png": Self.image(8, 8)],
      policy: "expect: [{files: '*.imageset', appearances: [dark]}]")
    #expect(audit.rows.allSatisfy { $0.findings.isEmpty })
    #expect(throws: PolicyError.self) { try AuditPolicy("expect: [{files: A, appearances: [night]}]") }
  }
}
