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
    PNGBuilder(width: 16, height: 16, depth: depth) { x, _, channel in
      channel == 0 ? (x < 8 ? first : second) * (depth == 16 ? 257 : 1) : 0
    }.bytes(chunks)
  }

  /// In sRGB both reds are #ff0000.
  private static let wide = reds([p3], 255, 236)
  /// Clearly different reds of sRGB.
  private static let kept = reds([.sRGB()], 255, 160)
  /// The result of plain conversion.
  private static let clipped = reds([.sRGB()], 255, 255)
  private static let untagged = reds([], 255, 160)
  private static let deep = reds([.sRGB()], 255, 160, depth: 16)

  private static func slot(_ file: String, _ conditions: String = "") -> String { ImageSlots.slot(file, conditions) }

  private static let inSRGB = ImageSlots.inSRGB, inP3 = ImageSlots.inP3

  /// Audits a set with these files and slots, and returns the rows by the names of their files.
  private func audit(
    _ files: [String: [UInt8]], _ slots: [String], properties: String = "{}", policy: String = ""
  ) throws -> [String: AuditRow] {
    var files = files
    files["Contents.json"] = ImageSlots.contents(slots, properties: properties)
    let tree = Dictionary(uniqueKeysWithValues: files.map { ("Media.xcassets/A.imageset/" + $0, $1) })
    let rows = try AuditOfTree(tree, policy: policy).rows
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.path.fileName, $0) })
  }

  private func rules(_ row: AuditRow?) -> Set<AuditRule> { Set(row?.findings.map(\.rule) ?? []) }

  /// Xcode reads an image without a declaration as sRGB, whatever its depth.
  @Test(arguments: [reds([], 255, 160, depth: 16), untagged]) func imagesWithoutADeclarationAreNotes(image: [UInt8])
    throws
  {
    let slots = [Self.slot("a.png")]
    let found = try audit(["a.png": image], slots)["a.png"]?.findings
    #expect(found?.map(\.severity) == [.note] && found?.map(\.rule) == [.untagged])
    let strict = try audit(["a.png": image], slots, policy: "severity: {untagged: error}")["a.png"]?.findings
    #expect(strict?.map(\.severity) == [.error])
  }

  /// Vector graphics are not checked, but have their slot.
  @Test func aVectorGraphicIsAVariant() throws {
    let rows = try audit(
      ["a.png": Self.wide, "b.pdf": Array("%PDF-1.7".utf8)],
      [Self.slot("a.png", Self.inP3), Self.slot("b.pdf", Self.inSRGB)])
    #expect(rules(rows["a.png"]).contains(.hasVariant) && !rules(rows["a.png"]).contains(.collapses))
  }

  /// Of the images of a set, one loses something, where its slot is shown.
  @Test func aLossNamesTheAppearance() throws {
    let dark = "\"appearances\":[{\"appearance\":\"luminosity\",\"value\":\"dark\"}]"
    let rows = try audit(["a.png": Self.kept, "b.png": Self.wide], [Self.slot("a.png"), Self.slot("b.png", dark)])
    let found = rows.values.flatMap(\.findings).filter { $0.rule == .collapses }
    #expect(found.count == 1 && found[0].message.hasPrefix("In the slot (universal, dark): "), "\(found)")
    let any = try audit(["b.png": Self.wide], [Self.slot("b.png"), Self.slot("b.png", dark)])["b.png"]?.findings
    #expect(any?.first { $0.rule == .collapses }?.message.hasPrefix("In the slot") == false)
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

  @Test func filesOfNoSlotAreNotJudged() throws {
    // The app does not get a file of no slot.
    #expect(try audit(["a.png": Self.wide], [])["a.png"]?.findings.map(\.rule) == [])
    let unassigned = [Self.slot("a.png", "\"unassigned\":true")]
    #expect(try audit(["a.png": Self.wide], unassigned)["a.png"]?.findings.map(\.rule) == [])
  }

  /// A set that cannot be read does not affect its images.
  @Test(arguments: ["", "{", "[]", "{\"images\":{}}", "{\"images\":[1,{\"filename\":2}]}"])
  func brokenSetsAreNoPlace(contents: String) throws {
    let set = "Media.xcassets/A.imageset/"
    let audit = try AuditOfTree([set + "a.png": Self.wide, set + "Contents.json": Array(contents.utf8)])
    let row = try #require(audit[set + "a.png"])
    #expect(rules(row) == [.collapses])
  }
}
