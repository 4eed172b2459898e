import GamutBasics
import GamutCatalogs
import Testing

@Suite struct SetReadingTests {
  @Test(arguments: SetCase.all)
  func aSetIsReadAsTheFormatSays(item: SetCase) {
    let set = item.read(Array(item.contents.utf8))
    #expect(set.slots.map { SetCase.description(of: $0) } == item.expected)
    #expect(set.isTemplate == item.isTemplate)
    var others = set.faults
    var missing: [String] = []
    for words in item.faults {
      if let index = others.firstIndex(where: { SetCase.matches($0, words) }) {
        others.remove(at: index)
      } else {
        missing.append(words)
      }
    }
    #expect(missing == [])
    #expect(others.map { SetCase.description(of: $0) } == [])
    #expect(set.kind == item.kind)
    #expect(set.name.text == item.setName)
  }

  @Test func everyCaseHasANameOfItsOwn() {
    #expect(Set(SetCase.all.map(\.name)).count == SetCase.all.count)
    for kind in [AssetSet.Kind.imageSet, .appIconSet, .colorSet, .icon] {
      #expect(SetCase.all.contains { $0.kind == kind && $0.faults.isEmpty })
      #expect(SetCase.all.contains { $0.kind == kind && !$0.faults.isEmpty })
    }
  }

  /// Xcode 11 sorts the members of a file that an older Xcode wrote. This changes no slot.
  @Test func theOrderOfMembersDoesNotMatter() {
    let orders = [
      #"{ "filename" : "a.png", "idiom" : "ipad", "scale" : "2x", "locale" : "de", "memory" : "1GB" }"#,
      #"{ "memory" : "1GB", "scale" : "2x", "locale" : "de", "filename" : "a.png", "idiom" : "ipad" }"#,
      #"{ "locale" : "de", "idiom" : "ipad", "memory" : "1GB", "filename" : "a.png", "scale" : "2x" }"#,
    ]
    let slots = orders.map { order in
      AssetSet(
        .imageSet, at: Pathname("X.imageset"), named: "X", contents: Array(SetCase.images(order).utf8),
        files: ["a.png"]
      ).slots
    }
    #expect(slots[0].count == 1)
    #expect(slots[1] == slots[0] && slots[2] == slots[0])
  }

  @Test func aSlotKnowsItsLine() {
    let text = """
      {
        "images" : [
          {
            "idiom" : "universal",
            "scale" : "1x"
          },
          {
            "idiom" : "universal",
            "scale" : "2x"
          }, { "scale" : "3x" }
        ]
      }
      """
    func lines(_ text: String) -> [Int] {
      AssetSet(.imageSet, at: Pathname("X.imageset"), named: "X", contents: Array(text.utf8), files: []).slots
        .map(\.line)
    }
    #expect(lines(text) == [3, 7, 10])
    #expect(lines(SetCase.withCRLF(text)) == [3, 7, 10])
    #expect(lines(text.split(separator: "\n").joined(separator: " ")) == [1, 1, 1])
    let icon = """
      {
        "fill" : {
          "linear-gradient" : [
            "gray:0.1,1",
            "gray:0.2,1"
          ]
        },
        "groups" : [ { "layers" : [ {
          "image-name" : "a.png"
        } ] } ]
      }
      """
    let document = AssetSet(.icon, at: Pathname("X.icon"), named: "X", contents: Array(icon.utf8), files: nil)
    #expect(document.slots.map(\.line) == [4, 5, 9])
  }

  @Test func theFileOfASetHasTheNameOfItsKind() {
    let paths: [(AssetSet.Kind, String)] = [
      (.imageSet, "A/X.imageset/Contents.json"), (.colorSet, "A/X.colorset/Contents.json"),
      (.appIconSet, "A/X.appiconset/Contents.json"), (.icon, "A/X.icon/icon.json"),
    ]
    for (kind, path) in paths {
      let set = AssetSet(
        kind, at: Pathname("A/X.\(kind.rawValue)"), named: "X", contents: nil, files: ["a.png"])
      #expect(set.contents == Pathname(path))
      // Without that file, nothing is known of the others.
      #expect(set.slots == [])
      #expect(set.faults.count == 1)
      #expect(set.faults.first?.kind == .broken)
      #expect(set.faults.first?.line == nil)
      #expect(set.faults.first?.message.contains(set.contents.fileName) == true)
    }
  }

  @Test func filesOfAFolderThatCannotBeListedAreNotMissing() {
    let text = SetCase.images(#"{ "filename" : "a.png" }"#)
    let set = AssetSet(
      .imageSet, at: Pathname("X.imageset"), named: "X", contents: Array(text.utf8), files: nil)
    #expect(set.slots.map(\.file) == ["a.png"])
    #expect(set.faults == [])
  }

  /// RFC 8259, 8.1: JSON is UTF-8. Bytes that are no UTF-8 stand in the text of line 3.
  @Test(arguments: [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe6, 0xb0]] as [[UInt8]])
  func textsMustBeUTF8(wrong: [UInt8]) {
    let bytes = Array("{\n  \"images\" : [\n    { \"filename\" : \"".utf8) + wrong + Array("\" }\n  ]\n}\n".utf8)
    let set = AssetSet(.imageSet, at: Pathname("X.imageset"), named: "X", contents: bytes, files: ["a.png"])
    #expect(set.slots == [])
    #expect(set.faults.map(\.kind) == [.broken])
    #expect(set.faults.first?.line == 3)
  }

  /// A name or a colour of a file must not control the terminal that shows a fault.
  @Test func faultsArePrintable() {
    let texts: [(AssetSet.Kind, String)] = [
      (.imageSet, SetCase.images(#"{ "filename" : "x/\u001b[31m\u202e.png" }"#)),
      (.imageSet, SetCase.images(#"{ "filename" : "\u001b[31m\u202e.png" }"#)),
      (
        .imageSet,
        SetCase.images(
          #"{ "filename" : "\u001b[31m.png", "locale" : "\u001b[0m" }"#,
          #"{ "filename" : "b\u0007.png", "locale" : "\u001b[0m" }"#)
      ),
      (.icon, SetCase.fill(#"{ "solid" : "\u001b[31m:\u202e" }"#)),
      (.imageSet, #"{ "\u001b[31m" : 1, "\u001b[31m" : 2 }"#),
    ]
    for (kind, text) in texts {
      let set = AssetSet(
        kind, at: Pathname("X.\(kind.rawValue)"), named: "X", contents: Array(text.utf8), files: ["\u{1b}c.png"])
      #expect(!set.faults.isEmpty, "\(text)")
      for fault in set.faults {
        let wrong = fault.message.unicodeScalars.filter { $0.value < 0x20 || $0.value == 0x202e }
        #expect(wrong.isEmpty, "\(fault.message.debugDescription)")
      }
    }
  }
}
