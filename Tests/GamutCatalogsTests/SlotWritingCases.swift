import GamutBasics
import GamutCatalogs
import Testing

/// JSON as it stands in a file: leaves by their text, members in the order in which they are inserted.
indirect enum WrittenJSON: Sendable {
  case leaf(String)
  case list([WrittenJSON])
  case object([(String, WrittenJSON)])

  /// A text, with the escapes that JSON needs.
  static func text(_ value: String) -> WrittenJSON {
    var text = ""
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return .leaf("\"\(text)\"")
  }
}

/// The way in which a program writes JSON.
struct FileStyle: Sendable, CustomTestStringConvertible {
  var name: String
  var isSorted = true
  var newline = "\n"
  var indent = "  "
  var colon = " : "
  var endsWithNewline = true
  var hasMark = false
  /// Whether all characters outside ASCII are escaped.
  var escapesAll = false

  var testDescription: String { name }
  var isOfXcode: Bool { name == Self.xcode.name }

  /// Xcode 11 and later.
  static let xcode = FileStyle(name: "Xcode")
  static let all = [
    xcode, FileStyle(name: "Xcode 10", isSorted: false, endsWithNewline: false),
    FileStyle(name: "compact", newline: "", indent: "", colon: ":", endsWithNewline: false),
    FileStyle(name: "unsorted, with tabs", isSorted: false, indent: "\t", colon: "\t: "),
    FileStyle(name: "CRLF", newline: "\r\n"),
    FileStyle(name: "mark of UTF-8", hasMark: true),
  ]

  func bytes(_ value: WrittenJSON) -> [UInt8] {
    let mark: [UInt8] = hasMark ? [0xef, 0xbb, 0xbf] : []
    return mark + Array((text(value, "") + (endsWithNewline ? newline : "")).utf8)
  }

  /// - Parameter margin: the white space before the line in which the value begins.
  private func text(_ value: WrittenJSON, _ margin: String) -> String {
    func lines(_ items: [String], _ brackets: (String, String)) -> String {
      let inner = items.map { margin + indent + $0 }.joined(separator: "," + newline)
      return brackets.0 + newline + inner + newline + margin + brackets.1
    }
    switch value {
    case .leaf(let text): return escaped(text)
    case .list(let items): return lines(items.map { text($0, margin + indent) }, ("[", "]"))
    case .object(let members):
      let ordered = isSorted ? members.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) } : members
      return lines(
        ordered.map { "\"\(escaped($0.0))\"" + colon + text($0.1, margin + indent) }, ("{", "}"))
    }
  }

  private func escaped(_ text: String) -> String {
    guard escapesAll else { return text }
    return text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return unit < 0x80
        ? String(Character(Unicode.Scalar(UInt8(unit))))
        : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

/// A colour of a set that is made by a test, with codes of 8 bits.
struct WrittenColor: Sendable, Hashable {
  var space = "display-p3"
  var codes: [Int]
  /// A JSON value; nil if there is none.
  var alpha: String? = "\"1.000\""

  /// As "0.502".
  private func text(_ code: Int) -> String {
    let thousandths = Int((Double(code) / 255 * 1000).rounded())
    return "\"\(thousandths / 1000)." + String(String(1000 + thousandths % 1000).dropFirst()) + "\""
  }

  var json: WrittenJSON {
    // The order of red, alpha, blue and green is that of Xcode 10.
    var components: [(String, WrittenJSON)] = [("red", .leaf(text(codes[0])))]
    if let alpha { components.append(("alpha", .leaf(alpha))) }
    components += [("blue", .leaf(text(codes[2]))), ("green", .leaf(text(codes[1])))]
    return .object([("color-space", .text(space)), ("components", .object(components))])
  }

  /// Whether a colour is this one.
  func matches(_ color: AssetColor?) -> Bool {
    guard case .components(let own) = color else { return false }
    return own.space.rawValue == space && own.codes == codes
      && Double(alpha?.filter { $0 != "\"" } ?? "1") == own.alpha
  }
}

/// A slot of a set that is made by a test.
struct WrittenSlot: Sendable, Hashable {
  var idiom = "universal"
  var scale: String?
  var gamut: String?
  /// Values such as `dark` and `high`; only `high` is a contrast.
  var appearances: [String] = []
  var file: String?
  var color: WrittenColor?
  /// A size, as icons have one.
  var size: String?
  /// Whether the slot has members that mean nothing.
  var hasUnknown = false

  /// The members in the order of a file that is not sorted, where new ones stand at the end.
  var json: WrittenJSON {
    var members: [(String, WrittenJSON)] = []
    if let size { members.append(("size", .text(size))) }
    members.append(("idiom", .text(idiom)))
    if !appearances.isEmpty {
      let list = appearances.map { value in
        let name = value == "high" ? "contrast" : "luminosity"
        return WrittenJSON.object([("appearance", .text(name)), ("value", .text(value))])
      }
      members.append(("appearances", .list(list)))
    }
    if let scale { members.append(("scale", .text(scale))) }
    if hasUnknown {
      let note = WrittenJSON.object([("z", .leaf("null")), ("a", .leaf("-1.5E+01"))])
      members.append(("x-\u{e9}-notes", .list([.text("a \"b\" \\ {[,]}: \u{e9}"), note])))
    }
    if let color { members.append(("color", color.json)) }
    if let file { members.append(("filename", .text(file))) }
    if let gamut { members.append(("display-gamut", .text(gamut))) }
    return .object(members)
  }

  /// Whether another slot has the same conditions except for the gamut.
  func isPartner(of other: WrittenSlot) -> Bool {
    (idiom, scale, size, appearances) == (other.idiom, other.scale, other.size, other.appearances)
  }

  /// The slot for displays of sRGB with a variant.
  func showing(_ content: SRGBContent) -> WrittenSlot {
    var slot = self
    slot.gamut = "sRGB"
    switch content {
    case .file(let name): slot.file = name.text
    case .color(let code):
      slot.color?.space = "srgb"
      slot.color?.codes = [Int(code.x), Int(code.y), Int(code.z)]
    }
    return slot
  }

  /// Whether a slot that was read is this one.
  func matches(_ slot: AssetSlot) -> Bool {
    slot.conditions.idiom == idiom && slot.conditions.scale == scale && slot.conditions.gamut?.rawValue == gamut
      && slot.conditions.appearances.map(\.value) == appearances
      && slot.conditions.appearances.map(\.name) == appearances.map { $0 == "high" ? "contrast" : "luminosity" }
      && slot.conditions.others.map(\.value) == [size].compactMap(\.self)
      && slot.file?.text == file && (color?.matches(slot.color) ?? (slot.color == nil)) && !slot.isUnassigned
  }
}

/// A set that is made by a test.
struct WrittenSet: Sendable {
  var kind: AssetSet.Kind
  var slots: [WrittenSlot]
  var hasProperties = false
  var hasUnknown = false

  var json: WrittenJSON {
    let info = WrittenJSON.object([("version", .leaf("1")), ("author", .text("xcode"))])
    let list = WrittenJSON.list(slots.map(\.json))
    var members: [(String, WrittenJSON)] =
      kind == .colorSet ? [("info", info), ("colors", list)] : [("images", list), ("info", info)]
    if hasProperties {
      let name = kind == .colorSet ? "localizable" : "preserves-vector-representation"
      members.append(("properties", .object([(name, .leaf("true"))])))
    }
    if hasUnknown { members.append(("A-unknown", .list([.leaf("1e2"), .leaf("false"), .text("\\/\u{1f3a8}")]))) }
    return .object(members)
  }

  /// The slots that may get a variant: those of a file or a colour that displays of sRGB show.
  var lacking: [Int] {
    slots.indices.filter { index in
      let slot = slots[index]
      guard slot.file != nil || slot.color != nil else { return false }
      guard slot.gamut != "sRGB" else { return slot.file != nil }
      guard let own = partner(of: index, "sRGB").map({ slots[$0] }) else { return true }
      return own.file == nil && (own.color == nil || own.color == slot.color)
    }
  }

  private func partner(of index: Int, _ gamut: String) -> Int? {
    slots.indices.first { $0 != index && slots[$0].gamut == gamut && slots[$0].isPartner(of: slots[index]) }
  }

  /// The set with variants: each new slot stands before the slot that it is for, which becomes one of Display P3.
  func adding(_ contents: [Int: SRGBContent]) -> WrittenSet {
    var result = self
    result.slots = slots.indices.flatMap { index -> [WrittenSlot] in
      var slot = slots[index]
      let isNarrow = slot.gamut == "sRGB"
      let other = partner(of: index, isNarrow ? "display-P3" : "sRGB")
      if let content = contents[index] {
        let variant = slot.showing(content)
        slot.gamut = "display-P3"
        return other == nil ? [variant, slot] : isNarrow ? [variant] : [slot]
      }
      if isNarrow, let other, let content = contents[other] {
        // Its colour is written like the wide one.
        slot.color = slots[other].color
        return [slot.showing(content)]
      }
      if slot.gamut != nil, let other, contents[other] != nil, slot.file == nil { slot.file = slots[other].file }
      return [slot]
    }
    return result
  }
}

extension WrittenSet {
  /// What the slots of a made set say about gamuts.
  enum Gamuts: CaseIterable {
    case none, onlyWide, emptyNarrow, emptyWide, same, different
  }

  /// A few hundred sets: all combinations of kinds, idioms, scales, appearances, gamuts, and of files that are there.
  static let all: [WrittenSet] = {
    var sets: [WrittenSet] = []
    for kind in [AssetSet.Kind.imageSet, .colorSet, .appIconSet] {
      for idioms in [["universal"], ["iphone", "ipad"], ["mac", "car", "vision"]] {
        for scales in kind == .imageSet ? [[nil], ["1x", "2x", "3x"]] : [[nil]] {
          for appearances in appearanceLists {
            let isLarge = idioms.count * scales.count * appearances.count > 9
            for gamuts in Gamuts.allCases {
              for filled in isLarge ? Array(fillings.prefix(1)) : fillings {
                let slots = slots(kind, idioms, scales, appearances, gamuts, sets.count, filled)
                var set = WrittenSet(kind: kind, slots: slots)
                (set.hasProperties, set.hasUnknown) = (sets.count % 3 == 1, sets.count % 7 == 2)
                sets.append(set)
              }
            }
          }
        }
      }
    }
    return sets
  }()

  /// Which slots have a file or a colour.
  private static let fillings: [@Sendable (Int) -> Bool] = [
    { _ in true }, { $0 % 2 == 0 }, { $0 % 3 == 1 }, { _ in false },
  ]

  private static let appearanceLists: [[[String]]] = [
    [[]], [[], ["dark"]], [[], ["light"], ["dark"]], [[], ["dark"], ["tinted"]],
    [[], ["light"], ["dark"], ["high"], ["light", "high"], ["dark", "high"]],
  ]

  private static func slots(
    _ kind: AssetSet.Kind, _ idioms: [String], _ scales: [String?], _ appearances: [[String]], _ gamuts: Gamuts,
    _ number: Int, _ filled: (Int) -> Bool
  ) -> [WrittenSlot] {
    let names: [String?] = gamuts == .none ? [nil] : gamuts == .onlyWide ? ["display-P3"] : ["sRGB", "display-P3"]
    let size = kind == .appIconSet ? "1024x1024" : nil
    var slots: [WrittenSlot] = []
    for idiom in idioms {
      for scale in scales {
        for gamut in names {
          for (place, appearance) in appearances.enumerated() {
            var slot = WrittenSlot(idiom: idiom, scale: scale, gamut: gamut, appearances: appearance, size: size)
            slot.hasUnknown = number % 5 == 3
            let isEmpty = gamuts == .emptyNarrow && gamut == "sRGB" || gamuts == .emptyWide && gamut != "sRGB"
            if filled(place + number), !isEmpty {
              let isOther = gamuts == .different && gamut == "sRGB"
              let part = ([idiom, scale] + appearance).compactMap(\.self).joined(separator: "-")
              if kind == .colorSet {
                slot.color = WrittenColor(codes: [255, isOther ? 9 : 51, 40 * place])
                if number % 4 == 1 { slot.color?.alpha = "\"0.25\"" }
              } else {
                slot.file = (number % 6 == 4 ? "\"é\\ \u{1f3a8}" : "a ") + part + (isOther ? "-narrow.png" : ".png")
              }
            }
            slots.append(slot)
          }
        }
      }
    }
    return slots
  }
}
