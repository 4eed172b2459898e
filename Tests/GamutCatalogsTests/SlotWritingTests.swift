import GamutBasics
import GamutCatalogs
import TestSupport
import Testing

/// A set before and after slots of sRGB are added, from the file Sets/slots.txt. A program that reads no sets wrote
/// both: as Xcode does, as Xcode 10 did, without white space, and with tabs.
struct SlotCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var kind: AssetSet.Kind
  var before, after: String
  var variants: [Int: SRGBContent] = [:]

  private init?(_ text: CaseText) {
    guard let kind = AssetSet.Kind(rawValue: text.lines("kind").first ?? "") else { return nil }
    (testDescription, self.kind, before, after) = (text.title, kind, text["before"], text["after"])
    for line in text.lines("variants") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let codes = words[1].split(separator: " ").compactMap { UInt16($0) }
      variants[Int(words[0]) ?? -1] =
        kind == .colorSet ? .color(SIMD3(codes[0], codes[1], codes[2])) : .file(Pathname(words[1]))
    }
  }

  static let all = CaseText.all(in: ["Tests/GamutCatalogsTests/Sets/slots.txt"]).compactMap { Self($0) }
}

@Suite struct SlotWritingTests {
  private static func read(_ kind: AssetSet.Kind, _ bytes: [UInt8]) -> AssetSet {
    AssetSet(kind, at: Pathname("X.\(kind.rawValue)"), named: "X", contents: bytes, files: nil)
  }

  private static func read(_ text: String) -> AssetSet {
    read(text.contains("\"colors\"") ? .colorSet : .imageSet, Array(text.utf8))
  }

  /// New slots precede their originals, in the style of the file, with all ends of lines and with a mark of UTF-8.
  @Test(arguments: SlotCase.all)
  func slotsAreWrittenInTheStyleOfTheFile(item: SlotCase) {
    let forms: [(String) -> String] = [{ $0 }, SetCase.withCRLF, { "\u{feff}" + $0 }]
    for form in forms {
      let bytes = Array(form(item.before).utf8)
      let set = Self.read(item.kind, bytes)
      #expect(set.faults == [])
      #expect(Set(item.variants.keys).isSubset(of: set.slotsWithoutSRGB))
      #expect(set.contents(bytes, addingSRGB: [:]) == bytes)
      let new = set.contents(bytes, addingSRGB: item.variants)
      #expect(new.map { String(decoding: $0, as: UTF8.self) } == form(item.after))
      #expect(set.contents(bytes + [0x0a], addingSRGB: item.variants) == nil, "other bytes are refused")
    }
  }

  @Test func casesCoverAllKindsAndStyles() {
    #expect(SlotCase.all.count > 40)
    #expect(Set(SlotCase.all.map(\.kind)) == [.imageSet, .colorSet, .appIconSet])
    #expect(SlotCase.all.contains { $0.before.contains("\t") })
    #expect(SlotCase.all.contains { !$0.before.contains("\n") })
  }

  /// A slot of sRGB with a wide file, and none of Display P3: it becomes one of Display P3 beside a new one of sRGB. A
  /// slot for every gamut beside one of Display P3: they share their slot of sRGB, new, empty, or with a colour. A gamut
  /// of the future is not every gamut, and its slots stay as they are. Of two slots for the same displays, a full one
  /// counts.
  @Test func oneSlotOfSRGBIsEnough() {
    let slot = { (gamut: String?, file: String?) in
      let members = [("display-gamut", gamut), ("filename", file), ("idiom", "universal")]
      return "{ " + members.compactMap { key, value in value.map { "\"\(key)\" : \"\($0)\"" } }.joined(separator: ", ")
        + " }"
    }
    let (every, wide) = (slot(nil, "a.png"), slot("display-P3", "a.png"))
    let (empty, full) = (slot("sRGB", nil), slot("sRGB", "b.png"))
    for slots in [
      [full], [every, wide], [wide, every], [empty, every, wide], [every, wide, full], [full, wide, every],
    ] {
      let text = "{ \"images\" : [\n\(slots.joined(separator: ",\n"))\n] }"
      let set = Self.read(text)
      #expect(slots.count > 1 || set.slotsWithoutSRGB == [0])
      let variants = Dictionary(uniqueKeysWithValues: set.slotsWithoutSRGB.map { ($0, SRGBContent.file("c.png")) })
      let new = set.contents(Array(text.utf8), addingSRGB: variants).map { Self.read(.imageSet, $0) }
      #expect(new?.faults == [])
      #expect(new?.slots.filter { $0.conditions.gamut == .sRGB }.count == 1, "\(text)")
    }
    #expect(!Self.read(SetCase.images(slot("rec2020", "a.png"), full)).slotsWithoutSRGB.contains(0))
    #expect(!Self.read(SetCase.images(slot("rec2020", "a.png"))).slotsWithoutSRGB.contains(0))
    let color = { (gamut: String, space: String) in
      SetCase.texts("1.000", "0.200", "0.000", in: space)
        .replacing("\"idiom\"", with: "\"display-gamut\" : \"\(gamut)\", \"idiom\"")
    }
    let (own, p3) = (color("sRGB", "srgb"), color("display-P3", "display-p3"))
    #expect(Self.read(SetCase.colors(empty, own, p3)).slotsWithoutSRGB == [])
    #expect(Self.read(SetCase.colors(own, empty, p3)).slotsWithoutSRGB == [])
  }

  /// Colours outside sRGB in all spaces that have them, and with components of every form.
  @Test(arguments: [
    SetCase.texts("1.200", "-0.100", "0.500", in: "extended-srgb"),
    SetCase.texts("1.200", "-0.100", "0.500", in: "extended-linear-srgb"),
    SetCase.texts("1e-1", "2.5E-1", "1.0", in: "display-p3"), SetCase.texts("0XfF", " 12", "0", in: "display-p3"),
    SetCase.texts("255", "1", "0", in: "display-p3").replacing("\"255\"", with: "255"),
  ])
  func allColorsBecomeSRGB(slot: String) {
    let bytes = Array(SetCase.colors(slot).utf8)
    let set = Self.read(.colorSet, bytes)
    #expect(set.slotsWithoutSRGB == [0])
    let new = set.contents(bytes, addingSRGB: [0: .color(SIMD3(254, 3, 128))]).map { Self.read(.colorSet, $0) }
    #expect(new?.faults == [])
    guard case .components(let color) = new?.slots.first(where: { $0.conditions.gamut == .sRGB })?.color else {
      Issue.record("no colour of sRGB")
      return
    }
    #expect(color.space == .sRGB && color.codes == [254, 3, 128])
  }
}
