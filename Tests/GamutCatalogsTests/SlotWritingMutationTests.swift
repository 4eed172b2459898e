import Foundation
import GamutBasics
import GamutCatalogs
import TestSupport
import Testing

/// Slots that are added to damaged files, and to those of public catalogs.
@Suite struct SlotWritingMutationTests {
  @Test func damagedFilesKeepWhatTheySay() {
    var random = RandomSource(seed: 0x736c_6f74_7772_6974)
    let texts = Self.texts
    var problems: [String] = []
    var written = 0
    for round in 0..<20_000 {
      let (name, kind, original) = texts[round % texts.count]
      let bytes = Self.mutated(original, &random)
      let set = Self.read(kind, bytes)
      let contents = Self.variants(of: set, &random)
      guard let new = set.contents(bytes, addingSRGB: contents) else {
        // What is JSON with slots in lists can be written.
        if kind != .icon, !set.slots.isEmpty { problems.append("\(round), '\(name)': refused") }
        continue
      }
      guard !contents.isEmpty else {
        if new != bytes { problems.append("\(round), '\(name)': a change without additions") }
        continue
      }
      written += 1
      if let problem = Self.problem(set, bytes, new, contents) {
        problems.append("\(round), '\(name)': \(problem)\n\(String(decoding: bytes, as: UTF8.self))")
      }
    }
    #expect(problems.prefix(5).joined(separator: "\n") == "", "\(problems.count) of \(written)")
    #expect(written > 5000)
  }

  /// GAMUT_CATALOGS names a folder with catalogs, at any depth.
  @Test(.enabled(if: catalogs != nil, "GAMUT_CATALOGS is not set"))
  func filesOfCatalogsKeepTheirBytes() throws {
    var random = RandomSource(seed: 1)
    let root = try #require(Self.catalogs)
    var count = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: root).sorted() {
      let parts = path.split(separator: "/")
      guard let file = parts.last, file == "Contents.json" || file == "icon.json" else { continue }
      count += 1
      let bytes = Array(try Data(contentsOf: URL(filePath: root + "/" + path)))
      let folder = parts.dropLast().last.map { String($0) } ?? ""
      let set = Self.read(AssetSet.Kind(folderName: folder) ?? AssetSet.Kind(rawValue: ""), bytes)
      #expect(set.faults == [], "\(path)")
      let isSame = set.contents(bytes, addingSRGB: [:]) == bytes
      #expect(isSame, "\(path)")
      let contents = Self.variants(of: set, &random, all: true)
      // The slots of a document of Icon Composer have no gamut.
      guard !contents.isEmpty, set.kind != .icon else { continue }
      let new = set.contents(bytes, addingSRGB: contents)
      #expect(new != nil, "\(path)")
      if let new, let problem = Self.problem(set, bytes, new, contents) { Issue.record("\(path): \(problem)") }
    }
    #expect(count > 0)
  }

  private static let catalogs = ProcessInfo.processInfo.environment["GAMUT_CATALOGS"]

  private static func read(_ kind: AssetSet.Kind, _ bytes: [UInt8]) -> AssetSet {
    AssetSet(kind, at: Pathname("X.\(kind.rawValue)"), named: "X", contents: bytes, files: nil)
  }

  /// The cases of the reading tests, and some of the made sets in all styles.
  private static let texts: [(name: String, kind: AssetSet.Kind, bytes: [UInt8])] = {
    let cases = SetCase.all.map { ($0.name, $0.kind, Array($0.contents.utf8)) }
    let small = WrittenSet.all.enumerated().filter { !$0.element.lacking.isEmpty && $0.element.slots.count <= 8 }
    let made = small.enumerated().filter { $0.offset % 3 == 0 }.map { place, item in
      let style = FileStyle.all[place % FileStyle.all.count]
      return ("set \(item.offset), \(style.name)", item.element.kind, style.bytes(item.element.json))
    }
    return cases + made
  }()

  /// Returns variants for all or some of the slots that lack one, where their content has one.
  private static func variants(
    of set: AssetSet, _ random: inout RandomSource, all: Bool = false
  ) -> [Int: SRGBContent] {
    let codes: [UInt16] = [0, 1, 2, 15, 16, 127, 128, 254, 255]
    var contents: [Int: SRGBContent] = [:]
    for index in set.slotsWithoutSRGB where all || random.below(4) > 0 {
      if set.slots[index].file != nil {
        contents[index] = .file("\(index) \"new\".png")
      } else if case .components(let color) = set.slots[index].color,
        color.channels.count == 3, color.space.isKnown
      {
        func code(_ random: inout RandomSource) -> UInt16 { codes[random.below(codes.count)] }
        contents[index] = .color(SIMD3(code(&random), code(&random), code(&random)))
      }
    }
    return contents
  }

  /// Returns what is wrong with a file with new slots; nil if nothing is.
  private static func problem(
    _ set: AssetSet, _ bytes: [UInt8], _ newBytes: [UInt8], _ contents: [Int: SRGBContent]
  ) -> String? {
    let new = read(set.kind, newBytes)
    func isJSON(_ bytes: [UInt8]) -> Bool {
      let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
      return (try? JSONSerialization.jsonObject(with: Data(text))) != nil
    }
    if !isJSON(newBytes), isJSON(bytes) { return "it is no longer JSON" }
    if !set.faults.contains(where: { $0.kind == .broken }), let fault = new.faults.first {
      return "\(fault.message) (line \(fault.line ?? 0) of \(String(decoding: newBytes, as: UTF8.self)))"
    }
    // Every slot that was there still is, in the same order.
    var rest = new.slots[...]
    for (index, slot) in set.slots.enumerated() {
      guard let place = rest.firstIndex(where: { isKept(slot, $0, contents[index], contents) }) else {
        return "slot \(index) (\(slot.conditions.words)) is lost"
      }
      rest = rest[(place + 1)...]
    }
    for index in contents.keys {
      // Slots for the same displays share a variant.
      let conditions = set.slots[index].conditions.inAnyGamut
      let own = contents.filter { set.slots[$0.key].conditions.inAnyGamut == conditions }.map(\.value)
      let isThere = new.slots.contains { slot in
        slot.conditions.gamut == .sRGB && slot.conditions.inAnyGamut == conditions
          && own.contains { isShowing(slot, $0) }
      }
      if !isThere { return "the variant of slot \(index) is missing" }
    }
    return problem(set, bytes, newBytes, addedTo: contents.keys.sorted())
  }

  /// Whether a slot is another one after variants were added.
  private static func isKept(
    _ old: AssetSlot, _ new: AssetSlot, _ content: SRGBContent?, _ contents: [Int: SRGBContent]
  ) -> Bool {
    guard old.conditions.inAnyGamut == new.conditions.inAnyGamut, old.isUnassigned == new.isUnassigned else {
      return false
    }
    let isSame = old.file == new.file && old.color == new.color
    let becomesWide = content != nil && new.conditions.gamut == .displayP3
    switch old.conditions.gamut {
    case nil: return isSame && (new.conditions.gamut == nil || becomesWide)
    case .displayP3: return new.conditions.gamut == .displayP3 && (isSame || old.file == nil && new.file != nil)
    case .sRGB:
      let shows = contents.values.contains { isShowing(new, $0) }
      return new.conditions.gamut == .sRGB ? isSame || shows : isSame && becomesWide
    }
  }

  private static func isShowing(_ slot: AssetSlot, _ content: SRGBContent) -> Bool {
    switch content {
    case .file(let name): return slot.file == name
    case .color(let code):
      guard case .components(let color) = slot.color else { return false }
      return color.space == .sRGB && color.codes == [Int(code.x), Int(code.y), Int(code.z)]
    }
  }

  /// Returns whether bytes change that should stay: those outside the lists of slots always, and all if every variant
  /// gets a new slot.
  private static func problem(
    _ set: AssetSet, _ bytes: [UInt8], _ new: [UInt8], addedTo indices: [Int]
  ) -> String? {
    let hasNewSlots = indices.allSatisfy { index in
      let slot = set.slots[index]
      return slot.conditions.gamut != .sRGB
        && !set.slots.contains {
          $0.conditions.gamut == .sRGB && $0.conditions.inAnyGamut == slot.conditions.inAnyGamut && !$0.isUnassigned
        }
    }
    if hasNewSlots {
      var found = 0
      for byte in new where found < bytes.count && byte == bytes[found] { found += 1 }
      if found < bytes.count { return "bytes are lost" }
    }
    let text = bytes.starts(with: mark) ? [0x20, 0x20, 0x20] + bytes.dropFirst(3) : bytes
    guard let root = try? JSONReader.readPlaces(text) else { return nil }
    let names = ["images", "colors", "data", "symbols"]
    let places = (root.members ?? []).filter { names.contains($0.name) }.map(\.value.place)
    guard let start = places.map(\.lowerBound).min(), let end = places.map(\.upperBound).max() else { return nil }
    guard bytes[..<start] == new.prefix(start), bytes[end...] == new.suffix(bytes.count - end) else {
      return "bytes outside the slots change"
    }
    return nil
  }

  private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Words of the format, of which one takes the place of another.
  private static let words = [
    "\"universal\"", "\"iphone\"", "\"sRGB\"", "\"display-P3\"", "\"srgb\"", "\"display-p3\"", "\"extended-srgb\"",
    "\"dark\"", "\"light\"", "\"luminosity\"", "\"contrast\"", "\"1x\"", "\"2x\"", "\"idiom\"", "\"filename\"",
    "\"display-gamut\"", "\"appearances\"", "\"color\"", "\"red\"", "\"scale\"", "\"unassigned\"", "true", "null", "1",
    "\"0.500\"", "\"1.000\"", "255", "\"0xFF\"", "[]", "{}", "\"a.png\"", "\"a\\\"\\u00e9.png\"",
  ].map { Array($0.utf8) }

  private static func mutated(_ original: [UInt8], _ random: inout RandomSource) -> [UInt8] {
    var bytes = original
    for _ in 0...random.below(3) {
      let place = random.below(bytes.count + 1)
      let end = min(place + 1 + random.below(12), bytes.count)
      switch random.below(24) {
      case 0: if place < bytes.count { bytes[place] ^= UInt8(1) << UInt8(random.below(8)) }
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert([0x20, 0x09, 0x0a, 0x0d][random.below(4)], at: place)
      case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      default:
        // A name or a value takes the place of another.
        let quotes = bytes.indices.filter { bytes[$0] == 0x22 && ($0 == 0 || bytes[$0 - 1] != 0x5c) }
        guard quotes.count > 1 else { continue }
        let pair = random.below(quotes.count / 2) * 2
        let word = words[random.below(words.count)]
        let isName = bytes[(quotes[pair + 1] + 1)...].first { $0 > 0x20 } == 0x3a
        if !isName || word.first == 0x22 { bytes.replaceSubrange(quotes[pair]...quotes[pair + 1], with: word) }
      }
    }
    return bytes
  }
}
