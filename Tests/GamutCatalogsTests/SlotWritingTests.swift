import GamutBasics
import GamutCatalogs
import Testing

@Suite struct SlotWritingTests {
  private static func read(_ kind: AssetSet.Kind, _ bytes: [UInt8]) -> AssetSet {
    AssetSet(kind, at: Pathname("X.\(kind.rawValue)"), named: "X", contents: bytes, files: nil)
  }

  /// The sets, with their numbers: all for the styles of Xcode, which matter most, and a part for each other style.
  private static func sets(_ style: FileStyle) -> [(Int, WrittenSet)] {
    let part = style.name.utf8.count % 7
    return WrittenSet.all.enumerated().filter { style.isOfXcode || $0.offset % 7 == part }
      .map { ($0.offset, $0.element) }
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

  @Test func thereAreSetsOfAllKinds() {
    #expect(WrittenSet.all.count >= 900)
    for kind in [AssetSet.Kind.imageSet, .colorSet, .appIconSet] {
      let own = WrittenSet.all.filter { $0.kind == kind }
      #expect(own.contains { $0.lacking.isEmpty })
      #expect(own.contains { $0.lacking.count == $0.slots.count })
      #expect(own.contains { $0.lacking.count > 10 })
    }
    #expect(Set(FileStyle.all.map(\.name)).count == 10)
  }

  /// The writer of these tests against texts in the order and with the spaces of Xcode, written out by hand.
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
    let old = """
      {
        "info" : {
          "version" : 1,
          "author" : "xcode"
        },
        "colors" : [
          {
            "idiom" : "universal",
            "display-gamut" : "display-P3",
            "color" : {
              "color-space" : "display-p3",
              "components" : {
                "red" : "0.541",
                "alpha" : "1.000",
                "blue" : "0.671",
                "green" : "0.769"
              }
            }
          }
        ]
      }
      """
    let colors = WrittenSet(
      kind: .colorSet, slots: [WrittenSlot(gamut: "display-P3", color: WrittenColor(codes: [138, 196, 171]))])
    #expect(String(decoding: FileStyle.oldXcode.bytes(colors.json), as: UTF8.self) == old)
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
  func slotsStandWhereXcodeWritesThem(style: FileStyle) {
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
    #expect(count > (style.isOfXcode ? 1500 : 150))
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

  /// The same with appearances: all of those in sRGB precede those in Display P3.
  @Test(arguments: [FileStyle.xcode, .oldXcode])
  func slotsOfSRGBAloneStayTogether(style: FileStyle) {
    let slots = [[], ["dark"]].map { WrittenSlot(gamut: "sRGB", appearances: $0, file: "a\($0.count).png") }
    let made = WrittenSet(kind: .imageSet, slots: slots)
    let bytes = style.bytes(made.json)
    for chosen in [[0], [1], [0, 1]] {
      let contents = Self.variants(of: chosen, in: made)
      let expected = style.bytes(made.adding(contents).json)
      let actual = Self.read(.imageSet, bytes).contents(bytes, addingSRGB: contents)
      #expect(Self.difference(expected, actual ?? []) == "")
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
  @Test(arguments: FileStyle.all, WrittenColor.Form.allCases)
  func numbersKeepTheirForm(style: FileStyle, form: WrittenColor.Form) {
    let codes = [[0, 128, 255], [1, 2, 3], [15, 16, 17], [254, 127, 51], [255, 255, 255], [0, 0, 2]]
    for (code, alpha) in codes.flatMap({ code in ["\"1.000\"", "\"0.50\"", "1", "0.25", nil].map { (code, $0) } }) {
      let color = WrittenColor(form: form, codes: [255, 20, 10], alpha: alpha)
      let made = WrittenSet(
        kind: .colorSet, slots: [WrittenSlot(color: color), WrittenSlot(appearances: ["dark"])])
      let bytes = style.bytes(made.json)
      let contents = [0: SRGBContent.color(SIMD3(UInt16(code[0]), UInt16(code[1]), UInt16(code[2])))]
      let expected = made.adding(contents)
      let actual = Self.read(.colorSet, bytes).contents(bytes, addingSRGB: contents)
      #expect(Self.difference(style.bytes(expected.json), actual ?? []) == "")
      let slots = Self.read(.colorSet, actual ?? []).slots
      #expect(slots.count == 3 && zip(expected.slots, slots).allSatisfy { $0.matches($1) })
    }
  }

  /// JSON integers that are all 0 or 1 would mean values from 0 to 1; a component must not jump from 1/255 to 1.
  @Test(arguments: [[0, 0, 0], [1, 0, 0], [1, 1, 1], [0, 0, 1]], WrittenColor.Form.allCases)
  func darkCodesStayDark(code: [Int], form: WrittenColor.Form) {
    let color = WrittenColor(form: form, codes: [2, 0, 0])
    let bytes = FileStyle.xcode.bytes(WrittenSet(kind: .colorSet, slots: [WrittenSlot(color: color)]).json)
    let contents = [0: SRGBContent.color(SIMD3(UInt16(code[0]), UInt16(code[1]), UInt16(code[2])))]
    let new = Self.read(.colorSet, bytes).contents(bytes, addingSRGB: contents)
    #expect(Self.shownColor(new) == ColorComponents(.sRGB, code.map { Double($0) / 255 }).codes)
  }

  /// Colours outside sRGB in all spaces that have them. A grey below 0 becomes the code, or counts as no such colour.
  @Test(arguments: [
    SetCase.texts("1.200", "-0.100", "0.500", in: "extended-srgb"),
    SetCase.numbers("1.2", "-0.1", "0.5", in: "extended-linear-srgb"),
    SetCase.texts("1e-1", "2.5E-1", "1.0", in: "display-p3"), SetCase.texts("0XfF", " 12", "0", in: "display-p3"),
    SetCase.white("-0.200", alpha: "0.500", in: "extended-gray"),
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
  @Test(arguments: [FileStyle.xcode, .oldXcode])
  func linesAreOnlyAdded(style: FileStyle) {
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
