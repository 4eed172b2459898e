import Foundation
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

/// Images in the sets of asset catalogs: their slots, and not their names, determine the displays that they are for.
@Suite struct CatalogAuditTests {
  private static let p3 = PNGChunk.iCCP(Profile.displayP3.bytes)

  /// Two flat reds: codes of 8 bits.
  private static func reds(_ chunks: [PNGChunk], _ first: Int, _ second: Int, depth: Int = 8) -> [UInt8] {
    var builder = PNGBuilder(width: 16, height: 16, depth: depth) { x, _, channel in
      channel == 0 ? (x < 8 ? first : second) * (depth == 16 ? 257 : 1) : 0
    }
    builder.colorChunks = chunks
    return builder.bytes
  }

  /// In sRGB both reds are #ff0000.
  private static let wide = reds([p3], 255, 236)
  /// Clearly different reds of sRGB.
  private static let kept = reds([.sRGB()], 255, 160)
  /// The result of plain conversion.
  private static let clipped = reds([.sRGB()], 255, 255)
  private static let untagged = reds([], 255, 160)
  private static let deep = reds([.sRGB()], 255, 160, depth: 16)

  /// Returns a slot of `Contents.json`.
  private static func slot(_ file: String, _ conditions: String = "") -> String {
    "{\"filename\":\"\(file)\",\"idiom\":\"universal\"\(conditions.isEmpty ? "" : "," + conditions)}"
  }

  private static let inSRGB = "\"display-gamut\":\"sRGB\"", inP3 = "\"display-gamut\":\"display-P3\""

  /// Audits a set with these files and slots, and returns the rules of each file, sorted by name.
  private func audit(
    _ files: [String: [UInt8]], _ slots: [String], properties: String = "{}", policy: String = ""
  ) throws -> [String: AuditRow] {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.write(bytes, to: "Media.xcassets/A.imageset/\(name)") }
    let contents = "{\"images\":[\(slots.joined(separator: ","))],\"properties\":\(properties)}"
    try folder.write(Array(contents.utf8), to: "Media.xcassets/A.imageset/Contents.json")
    let policy = try PolicyFile.policy(Array(policy.utf8), in: Pathname("/"))
    let rows = try AuditOfTree(folder, policy).rows
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.path.fileName, $0) })
  }

  private func rules(_ row: AuditRow?) -> Set<AuditRule> { Set(row?.findings.map(\.rule) ?? []) }

  /// Xcode reads an image without a declaration as sRGB, whatever its depth.
  @Test func imagesWithoutADeclarationAreNotes() throws {
    let wide = Self.reds([], 255, 160, depth: 16)
    let rows = try audit(["a.png": wide], [Self.slot("a.png")])
    let finding = rows["a.png"]?.findings.first { $0.rule == .untagged }
    #expect(finding?.severity == .note && finding?.remedy == nil)
    let strict = try audit(
      ["a.png": wide], [Self.slot("a.png")], policy: "severity:\n  untagged: error\n")
    #expect(strict["a.png"]?.findings.first { $0.rule == .untagged }?.severity == .error)
  }

  /// Vector graphics are not checked, but have their slot.
  @Test func aVectorGraphicIsAVariant() throws {
    let rows = try audit(
      ["a.png": Self.wide, "b.pdf": Array("%PDF-1.7".utf8)],
      [Self.slot("a.png", Self.inP3), Self.slot("b.pdf", Self.inSRGB)])
    #expect(rules(rows["a.png"]).contains(.hasVariant) && !rules(rows["a.png"]).contains(.collapses))
  }

  @Test func templatesHaveNoColours() throws {
    let template = "{\"template-rendering-intent\":\"template\"}"
    let rows = try audit(
      ["a.png": Self.wide, "b.png": Self.untagged], [Self.slot("a.png"), Self.slot("b.png", "\"scale\":\"2x\"")],
      properties: template)
    for name in ["a.png", "b.png"] {
      #expect(rules(rows[name]) == [] && rows[name]?.verdict == .template, "\(name)")
    }
    // What is wrong with the file still counts.
    let damaged = try audit(["a.png": Self.wide + [1, 2, 3]], [Self.slot("a.png")], properties: template)
    #expect(rules(damaged["a.png"]) == [.chunkFault])
    let original = try audit(
      ["a.png": Self.wide], [Self.slot("a.png")], properties: "{\"template-rendering-intent\":\"original\"}")
    #expect(rules(original["a.png"]) == [.collapses])
  }

  @Test func anSRGBSlotIsTheVariant() throws {
    let slots = [Self.slot("a.png", Self.inP3), Self.slot("b.png", Self.inSRGB)]
    let good = try audit(["a.png": Self.wide, "b.png": Self.kept], slots)
    #expect(rules(good["a.png"]) == [.hasVariant] && rules(good["b.png"]) == [])
    #expect(good["a.png"]?.findings.first { $0.rule == .hasVariant }?.message.contains("b.png") == true)
    // A slot for all displays is also that for wide-gamut displays.
    let any = try audit(
      ["a.png": Self.wide, "b.png": Self.kept], [Self.slot("a.png"), Self.slot("b.png", Self.inSRGB)])
    #expect(rules(any["a.png"]) == [.hasVariant])
    // It has to keep what the image loses.
    let bad = try audit(["a.png": Self.wide, "b.png": Self.clipped], slots)
    #expect(rules(bad["b.png"]) == [.variantLoses])
    #expect(bad["b.png"]?.findings.first?.remedy == nil)
    // Without it, the image collapses, whatever the names are.
    let named = try audit(
      ["a.png": Self.wide, "a-srgb.png": Self.kept], [Self.slot("a.png"), Self.slot("a-srgb.png", "\"scale\":\"2x\"")])
    #expect(rules(named["a.png"]) == [.collapses])
  }

  /// A variant is for the same idiom, scale and appearances.
  @Test(arguments: [
    "\"idiom\":\"ipad\"", "\"scale\":\"2x\"", "\"appearances\":[{\"appearance\":\"luminosity\",\"value\":\"dark\"}]",
    "\"language-direction\":\"right-to-left\"",
  ])
  func aSlotOfOtherConditionsIsNoVariant(condition: String) throws {
    let other = "{\"filename\":\"b.png\",\(Self.inSRGB),\(condition)}"
    let rows = try audit(["a.png": Self.wide, "b.png": Self.kept], [Self.slot("a.png", Self.inP3), other])
    #expect(rules(rows["a.png"]) == [.collapses])
    let same = "{\"filename\":\"a.png\",\(Self.inP3),\(condition)}"
    let pair = try audit(["a.png": Self.wide, "b.png": Self.kept], [same, other])
    #expect(rules(pair["a.png"]) == [.hasVariant])
  }

  @Test func contentsFitTheirSlot() throws {
    let narrow = try audit(
      ["a.png": Self.kept, "b.png": Self.kept], [Self.slot("a.png", Self.inP3), Self.slot("b.png", Self.inSRGB)])
    #expect(rules(narrow["a.png"]) == [.gamutSlotMismatch] && rules(narrow["b.png"]) == [])
    let wide = try audit(["b.png": Self.wide], [Self.slot("b.png", Self.inSRGB)])
    #expect(rules(wide["b.png"]).contains(.gamutSlotMismatch))
    let both = try audit(["a.png": Self.kept], [Self.slot("a.png", Self.inP3), Self.slot("a.png", Self.inSRGB)])
    #expect(rules(both["a.png"]) == [.gamutSlotMismatch])
    let any = try audit(["a.png": Self.kept], [Self.slot("a.png")])
    #expect(rules(any["a.png"]) == [])
  }

  @Test func sixteenBitsForSRGB() throws {
    let rows = try audit(["a.png": Self.deep], [Self.slot("a.png")])
    #expect(rules(rows["a.png"]) == [.needless16Bit])
    let wide = try audit(["a.png": Self.reds([Self.p3], 255, 100, depth: 16)], [Self.slot("a.png")])
    #expect(!rules(wide["a.png"]).contains(.needless16Bit))
    // Without a declaration, nobody knows whether the colours fit.
    let untagged = try audit(["a.png": Self.reds([], 200, 100, depth: 16)], [Self.slot("a.png")])
    #expect(rules(untagged["a.png"]) == [.untagged])
  }

  /// The compiler of catalogs reads such an image as sRGB.
  @Test func untaggedIsANote() throws {
    let slots = [Self.slot("a.png")]
    let files = ["a.png": Self.untagged]
    #expect(try audit(files, slots)["a.png"]?.findings.map(\.severity) == [.note])
    let policy = "severity: {untagged: error}"
    #expect(try audit(files, slots, policy: policy)["a.png"]?.findings.map(\.severity) == [.error])
    // The app does not get a file of no slot.
    #expect(try audit(["a.png": Self.wide], [])["a.png"]?.findings.map(\.rule) == [])
    let unassigned = [Self.slot("a.png", "\"unassigned\":true")]
    #expect(try audit(["a.png": Self.wide], unassigned)["a.png"]?.findings.map(\.rule) == [])
  }

  /// A set that cannot be read does not affect its images.
  @Test(arguments: ["", "{", "[]", "{\"images\":{}}", "{\"images\":[1,{\"filename\":2}]}"])
  func brokenSetsAreNoPlace(contents: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.wide, to: "Media.xcassets/A.imageset/a.png")
    try folder.write(Array(contents.utf8), to: "Media.xcassets/A.imageset/Contents.json")
    let rows = try AuditOfTree(folder).rows
    let row = try #require(rows.first { $0.path.fileName == "a.png" })
    #expect(rules(row) == [.collapses])
  }
}
