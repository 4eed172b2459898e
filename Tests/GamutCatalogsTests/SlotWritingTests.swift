import GamutBasics
import GamutCatalogs
import Testing

@Suite struct SlotWritingTests {
  private static func read(_ kind: AssetSet.Kind, _ bytes: [UInt8]) -> AssetSet {
    AssetSet(kind, at: Pathname("X.\(kind.rawValue)"), named: "X", contents: bytes, files: nil)
  }

  /// The sets, with their numbers: all for the style of Xcode, which matters most, and a part for each other style. In
  /// files that are not sorted, what fills an empty slot has no place of its own.
  private static func sets(_ style: FileStyle) -> [(Int, WrittenSet)] {
    let part = style.name.utf8.count % 7
    return WrittenSet.all.enumerated().filter { number, set in
      (style.isOfXcode || number % 7 == part)
        && (style.isSorted || set.slots.allSatisfy { $0.file != nil || $0.color != nil })
    }.map { ($0.offset, $0.element) }
  }

  /// Returns variants for some slots of a set.
  private static func variants(of indices: [Int], in set: WrittenSet) -> [Int: SRGBContent] {
    var contents: [Int: SRGBContent] = [:]
    for index in indices {
      // Names with characters that JSON escapes, too.
      let name = (index % 4 == 1 ? "\"\u{fc}\\ " : "a ") + "\(index)-srgb.png"
      let code = SIMD3<UInt16>(200, UInt16(index % 3), UInt16(index * 53 % 256))
      contents[index] = set.kind == .colorSet ? .color(code) : .file(Pathname(name))
    }
    return contents
  }

  /// The writer of these tests against a text in the order and with the spaces of Xcode, written out by hand.
  @Test func theWriterOfTheTestsWritesLikeXcode() {
    let slots = [WrittenSlot(scale: "1x", file: "a.png"), WrittenSlot(gamut: "sRGB", appearances: ["dark"])]
    let new = """
      {
        "images" : [
          {
            "filename" : "a.png",
            "idiom" : "universal",
            "scale" : "1x"
          },
          {
            "appearances" : [
              {
                "appearance" : "luminosity",
                "value" : "dark"
              }
            ],
            "display-gamut" : "sRGB",
            "idiom" : "universal"
          }
        ],
        "info" : {
          "author" : "xcode",
          "version" : 1
        }
      }

      """
    let images = WrittenSet(kind: .imageSet, slots: slots)
    #expect(String(decoding: FileStyle.xcode.bytes(images.json), as: UTF8.self) == new)
  }

  @Test(arguments: FileStyle.all + [FileStyle(name: "escapes", escapesAll: true)])
  func withoutAdditionsEveryByteStays(style: FileStyle) {
    var problems: [String] = []
    for (number, made) in Self.sets(style) {
      let bytes = style.bytes(made.json)
      let set = Self.read(made.kind, bytes)
      let isRead = set.slots.count == made.slots.count && zip(made.slots, set.slots).allSatisfy { $0.matches($1) }
      if !isRead || !set.faults.isEmpty { problems.append("set \(number) is read as \(set)") }
      if set.slotsWithoutSRGB != made.lacking {
        problems.append("set \(number): \(set.slotsWithoutSRGB) lack a slot, not \(made.lacking)")
      }
      if set.contents(bytes, addingSRGB: [:]) != bytes { problems.append("set \(number) changes") }
    }
    #expect(problems.prefix(5).joined(separator: "\n") == "")
  }

  @Test func otherBytesAreRefused() {
    let bytes = FileStyle.xcode.bytes(WrittenSet(kind: .imageSet, slots: [WrittenSlot(file: "a.png")]).json)
    let set = Self.read(.imageSet, bytes)
    #expect(set.contents(bytes, addingSRGB: [0: .file("b.png")]) != nil)
    #expect(set.contents(bytes + [0x0a], addingSRGB: [0: .file("b.png")]) == nil)
    #expect(set.contents([], addingSRGB: [:]) == nil)
  }

  @Test(arguments: FileStyle.all)
  func newSlotsPrecedeTheirOriginals(style: FileStyle) {
    var problems: [String] = []
    var count = 0
    for (number, made) in Self.sets(style) {
      let lacking = made.lacking
      let bytes = style.bytes(made.json)
      let set = Self.read(made.kind, bytes)
      var choices = [lacking, Array(lacking.prefix(1)), lacking.filter { $0 % 2 == 1 }]
      if style.isOfXcode { choices += [Array(lacking.suffix(1)), lacking.filter { $0 % 3 == 0 }] }
      for chosen in choices where !chosen.isEmpty {
        count += 1
        let contents = Self.variants(of: chosen, in: made)
        let expected = style.bytes(made.adding(contents).json)
        let actual = set.contents(bytes, addingSRGB: contents)
        guard actual != expected else { continue }
        problems.append("set \(number), \(chosen):\n\(Self.difference(expected, actual ?? []))")
      }
    }
    #expect(problems.prefix(3).joined(separator: "\n") == "", "\(problems.count) of \(count)")
    #expect(count > (style.isOfXcode ? 1500 : 20))
  }

  /// A slot of sRGB with a wide file, and none of Display P3.
  @Test(arguments: FileStyle.all)
  func aSlotOfSRGBAloneBecomesWide(style: FileStyle) {
    for scales in [[nil], ["1x", "2x", "3x"]] as [[String?]] {
      let slots = scales.map { WrittenSlot(scale: $0, gamut: "sRGB", file: "a\($0 ?? "").png") }
      let made = WrittenSet(kind: .imageSet, slots: slots)
      let bytes = style.bytes(made.json)
      let set = Self.read(.imageSet, bytes)
      #expect(set.slotsWithoutSRGB == Array(slots.indices))
      for chosen in [Array(slots.indices), [0], [slots.count - 1]] {
        let contents = Self.variants(of: chosen, in: made)
        let expected = style.bytes(made.adding(contents).json)
        let actual = set.contents(bytes, addingSRGB: contents)
        #expect(Self.difference(expected, actual ?? []) == "")
      }
    }
  }

  /// A slot for every gamut beside one of Display P3: they share their slot of sRGB, new, empty, or with a colour.
  @Test(arguments: [AssetSet.Kind.imageSet, .colorSet])
  func oneSlotOfSRGBIsEnough(kind: AssetSet.Kind) {
    let color = kind == .colorSet ? WrittenColor(codes: [255, 51, 0]) : nil
    let file = kind == .colorSet ? nil : "a.png"
    let both = [nil, "display-P3"].map { WrittenSlot(gamut: $0, file: file, color: color) }
    let own = [[], [WrittenSlot(gamut: "sRGB")], [WrittenSlot(gamut: "sRGB", color: color)]]
    for slots in own.flatMap({ [$0 + both, both + $0, $0 + both.reversed()] }) {
      let made = WrittenSet(kind: kind, slots: slots)
      let bytes = FileStyle.xcode.bytes(made.json)
      let set = Self.read(kind, bytes)
      let contents = Self.variants(of: set.slotsWithoutSRGB, in: made)
      let new = Self.read(kind, set.contents(bytes, addingSRGB: contents) ?? [])
      #expect(new.faults == [])
      #expect(new.slots.filter { $0.conditions.gamut == .sRGB }.count == 1)
    }
  }

  /// A gamut of the future is not every gamut, and its slots stay as they are.
  @Test func slotsOfUnknownGamutsGetNone() {
    let slots = [WrittenSlot(gamut: "rec2020", file: "a.png"), WrittenSlot(gamut: "sRGB", file: "a-srgb.png")]
    for slots in [slots, Array(slots.prefix(1))] {
      let set = Self.read(.imageSet, FileStyle.xcode.bytes(WrittenSet(kind: .imageSet, slots: slots).json))
      #expect(!set.slotsWithoutSRGB.contains(0))
    }
  }

  /// An empty slot beside a full one for the same displays: the full one counts.
  @Test func anEmptyDoubleSlotIsNotFilled() {
    let color = WrittenColor(codes: [255, 51, 0])
    let full = WrittenSlot(gamut: "sRGB", color: WrittenColor(space: "srgb", codes: [240, 60, 20]))
    for own in [[WrittenSlot(gamut: "sRGB"), full], [full, WrittenSlot(gamut: "sRGB")]] {
      let made = WrittenSet(kind: .colorSet, slots: own + [WrittenSlot(gamut: "display-P3", color: color)])
      #expect(Self.read(.colorSet, FileStyle.xcode.bytes(made.json)).slotsWithoutSRGB == [])
    }
  }
}

/// Colours, and the lines that change.
extension SlotWritingTests {
  /// Colours outside sRGB in all spaces that have them. A grey below 0 becomes the code, or counts as no such colour.
  @Test(arguments: [
    SetCase.texts("1.200", "-0.100", "0.500", in: "extended-srgb"),
    SetCase.numbers("1.2", "-0.1", "0.5", in: "extended-linear-srgb"),
    SetCase.texts("1e-1", "2.5E-1", "1.0", in: "display-p3"), SetCase.texts("0XfF", " 12", "0", in: "display-p3"),
    SetCase.numbers("255", "1", "0", in: "display-p3"), SetCase.white("-0.200", alpha: "0.500", in: "extended-gray"),
  ])
  func allColorsBecomeSRGB(slot: String) {
    let bytes = Array(SetCase.colors(slot).utf8)
    let set = Self.read(.colorSet, bytes)
    #expect(slot.contains("white") || set.slotsWithoutSRGB == [0])
    guard set.slotsWithoutSRGB == [0] else { return }
    let new = set.contents(bytes, addingSRGB: [0: .color(SIMD3(254, 3, 128))])
    #expect(Self.shownColor(new) == [254, 3, 128])
    #expect(Self.read(.colorSet, new ?? []).faults == [])
  }

  /// The codes of the first slot of sRGB.
  private static func shownColor(_ bytes: [UInt8]?) -> [Int]? {
    let slot = read(.colorSet, bytes ?? []).slots.first { $0.conditions.gamut == .sRGB }
    guard case .components(let color) = slot?.color, color.space == .sRGB else { return nil }
    return color.codes
  }

  /// Slots without a gamut, and those of Display P3 only, cost no line that was there.
  @Test func linesAreOnlyAdded() {
    let style = FileStyle.xcode
    for (number, made) in WrittenSet.all.enumerated() where !made.slots.contains(where: { $0.gamut == "sRGB" }) {
      let bytes = style.bytes(made.json)
      let contents = Self.variants(of: made.lacking, in: made)
      guard let new = Self.read(made.kind, bytes).contents(bytes, addingSRGB: contents) else {
        Issue.record("set \(number)")
        continue
      }
      let changes = Self.lines(new).difference(from: Self.lines(bytes))
      #expect(changes.removals.isEmpty, "set \(number):\n\(Self.difference(bytes, new))")
      #expect(changes.insertions.isEmpty == contents.isEmpty)
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Returns the lines of two texts that differ; an empty text if they are the same.
  private static func difference(_ first: [UInt8], _ second: [UInt8]) -> String {
    lines(second).difference(from: lines(first)).prefix(12).map { change in
      switch change {
      case .remove(let line, let text, _): "-\(line + 1) \(text)"
      case .insert(let line, let text, _): "+\(line + 1) \(text)"
      }
    }.joined(separator: "\n")
  }
}
