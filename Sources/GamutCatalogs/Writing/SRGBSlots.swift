package import GamutBasics
import LittleCMS
import PNGCodec

package enum SRGBContent: Sendable, Hashable {
  case file(Pathname)
  /// The colour with this 8-bit code in sRGB.
  case color(SIMD3<UInt16>)
}

extension AssetSet {
  /// The indices of slots whose image or colour displays of sRGB show because there is no slot for these displays. A
  /// slot for Display P3 is not included if there is one for any gamut, which displays of sRGB show instead. Greys,
  /// system colours and slots for unknown gamuts are not included either, because they cannot have such a slot.
  package var slotsWithoutSRGB: [Int] {
    guard kind != .icon else { return [] }
    let places = SlotIndex(slots)
    return slots.indices.filter { index in
      let slot = slots[index]
      guard !slot.isUnassigned, slot.file != nil || slot.color != nil else { return false }
      guard !slot.conditions.others.contains(where: { $0.key == "display-gamut" }) else { return false }
      if slot.file == nil {
        guard case .components(let color) = slot.color, !color.space.isGrey else { return false }
      }
      if slot.conditions.gamut == .displayP3, let any = places.sibling(of: index, nil),
        slots[any].file != nil || slots[any].color != nil
      {
        return false
      }
      guard slot.conditions.gamut != .sRGB else { return slot.file != nil }
      guard let own = places.sibling(of: index, .sRGB) else { return true }
      // Of a file in both slots, that of sRGB counts; the same colour in both changes nothing.
      return slots[own].file == nil && (slots[own].color == nil || slots[own].color == slot.color)
    }
  }

  /// Returns the file of the set with slots for displays of sRGB added, in the style of the file. The original image or
  /// colour becomes that of a slot for Display P3, right after the new one; all other bytes are kept.
  ///
  /// - Parameters:
  ///   - contents: the bytes of the file that this set was read from.
  ///   - content: the contents of the new slots, by the index of the original slot, one of ``slotsWithoutSRGB``.
  /// - Returns: the new bytes; nil if `contents` is not the file that was read.
  package func contents(_ contents: [UInt8], addingSRGB content: [Int: SRGBContent]) -> [UInt8]? {
    guard ContentChecksum.crc64(contents) == checksum, let root = try? JSONReader.readPlaces(contents.withoutMark)
    else {
      return nil
    }
    guard !content.isEmpty else { return contents }
    let entries = entries(of: root)
    guard entries.count == slots.count else { return nil }
    var text = SlotText(contents, root)
    let siblings = SlotIndex(slots)
    var done: Set<SlotConditions> = []
    for index in content.keys.sorted() where done.insert(slots[index].conditions.inAnyGamut).inserted {
      guard let content = content[index] else { continue }
      let (entry, isNarrow) = (entries[index], slots[index].conditions.gamut == .sRGB)
      let wide = isNarrow || slots[index].conditions.gamut == nil ? siblings.sibling(of: index, .displayP3) : index
      if isNarrow, let wide {
        text.add(text.setting(content, of: entry, in: entry))
        if slots[wide].file == nil, let file = slots[index].file {
          text.add(text.setting(.file(file), of: entry, in: entries[wide]))
        }
        continue
      }
      if !isNarrow, let own = siblings.sibling(of: index, .sRGB) {
        text.add(text.setting(content, of: entry, in: entries[own]))
      } else {
        text.insert(entry, with: text.setting(content, of: entry, in: entry) + text.setting(.sRGB, in: entry))
      }
      if wide == nil { text.add(text.setting(.displayP3, in: entry)) }
    }
    return text.changed
  }
}

private struct SlotIndex: Sendable {
  private let slots: [AssetSlot]
  private var alike: [SlotConditions: [Int]] = [:]

  init(_ slots: [AssetSlot]) {
    self.slots = slots
    // In most sets no slot has a gamut, and so none has a sibling with another one.
    guard slots.contains(where: { $0.conditions.gamut != nil }) else { return }
    for (index, slot) in slots.enumerated() { alike[slot.conditions.inAnyGamut, default: []].append(index) }
  }

  /// Returns the slot with the same conditions except for this gamut; of several, one that is not empty.
  func sibling(of index: Int, _ gamut: SlotConditions.Gamut?) -> Int? {
    let all = (alike[slots[index].conditions.inAnyGamut] ?? []).filter {
      $0 != index && !slots[$0].isUnassigned && slots[$0].conditions.gamut == gamut
    }
    return all.first { slots[$0].file != nil || slots[$0].color != nil } ?? all.first
  }
}

extension SlotText {
  fileprivate func setting(_ gamut: SlotConditions.Gamut, in entry: PlacedJSON) -> [Change] {
    setting("display-gamut", to: JSONWriter.text(gamut.rawValue), in: entry)
  }

  /// Returns the changes that set the content of a slot; a colour has the other members of that in the entry `model`.
  fileprivate func setting(_ content: SRGBContent, of model: PlacedJSON, in entry: PlacedJSON) -> [Change] {
    switch content {
    case .file(let name):
      return setting("filename", to: JSONWriter.text(name.text), in: entry)
    case .color(let code):
      guard let color = model["color"] else { return [] }
      return setting("color", to: text(of: color, with: recoded(color, as: code)), in: entry)
    }
  }

  /// Returns the changes that turn a colour into an sRGB code, with three decimal places as Xcode writes them.
  private func recoded(_ color: PlacedJSON, as code: SIMD3<UInt16>) -> [Change] {
    let space = setting("color-space", to: JSONWriter.text(ColorComponents.Space.sRGB.rawValue), in: color)
    guard let components = color["components"] else { return space }
    return space
      + zip(["red", "green", "blue"], [code.x, code.y, code.z]).flatMap { name, value in
        let thousandths = (Int(value) * 1000 + 127) / 255
        let text = "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
        return setting(name, to: JSONWriter.text(text), in: components)
      }
  }
}

extension JSONWriter {
  fileprivate static func text(_ value: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(value)
    return writer.bytes
  }
}

/// The text of the file that lists the slots, and changes to its objects in the style of the file.
struct SlotText {
  struct Change {
    var place: Range<Int>
    var text: [UInt8]
  }

  let bytes: [UInt8]
  /// Whether the keys of every object are sorted, as Xcode has written them since version 11.
  private let isSorted: Bool
  private(set) var changes: [Change] = []

  init(_ bytes: [UInt8], _ root: PlacedJSON) {
    self.bytes = bytes
    isSorted = root.hasSortedKeys
  }

  var changed: [UInt8] { Self.text(of: 0..<bytes.count, in: bytes, with: changes) }

  mutating func add(_ more: [Change]) { changes += more }

  mutating func insert(_ element: PlacedJSON, with own: [Change]) {
    let start = element.place.lowerBound
    let copy = Self.text(of: element.place, in: bytes, with: own)
    changes.append(Change(place: start..<start, text: copy + [UInt8(ascii: ",")] + space(before: start)))
  }

  func text(of value: PlacedJSON, with own: [Change]) -> [UInt8] { Self.text(of: value.place, in: bytes, with: own) }

  /// Returns the changes that set a member of an object. A new member is placed in the order of the keys, or at the end.
  func setting(_ name: String, to value: [UInt8], in object: PlacedJSON) -> [Change] {
    let members = object.members ?? []
    if let old = members.first(where: { $0.name.isSame(as: name) }) {
      return [Change(place: old.value.place, text: value)]
    }
    let key = Array("\"\(name)\"".utf8)
    guard let last = members.indices.last else {
      return [Change(place: object.place, text: Array("{ ".utf8) + key + Array(" : ".utf8) + value + Array(" }".utf8))]
    }
    let next = isSorted ? members.firstIndex { Pathname(name) < $0.name } : nil
    let index = next ?? members.count
    // The style of the member that follows, or of the last one.
    let model = min(index, last)
    let start = keyStart(model, of: object)
    let member = key + colon(members[model].value, from: start) + value
    if index < members.count {
      return [Change(place: start..<start, text: member + [UInt8(ascii: ",")] + space(before: start))]
    }
    let end = members[last].value.place.upperBound
    return [Change(place: end..<end, text: [UInt8(ascii: ",")] + space(before: start) + member)]
  }

  private func keyStart(_ index: Int, of object: PlacedJSON) -> Int {
    let members = object.members ?? []
    var start = index == 0 ? object.place.lowerBound + 1 : members[index - 1].value.place.upperBound
    while start < bytes.count, bytes[start] != UInt8(ascii: "\"") { start += 1 }
    return start
  }

  private func colon(_ value: PlacedJSON, from keyStart: Int) -> ArraySlice<UInt8> {
    var end = keyStart + 1
    while end < value.place.lowerBound, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes[min(end + 1, value.place.lowerBound)..<value.place.lowerBound]
  }

  private func space(before offset: Int) -> ArraySlice<UInt8> {
    var start = offset
    while start > 0, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[start - 1]) { start -= 1 }
    return bytes[start..<offset]
  }

  private static func text(of place: Range<Int>, in bytes: [UInt8], with changes: [Change]) -> [UInt8] {
    var result: [UInt8] = []
    var done = place.lowerBound
    // Insertions at one place keep their order; they precede a change of what follows.
    let sorted = changes.enumerated().sorted {
      ($0.element.place.lowerBound, $0.element.place.upperBound, $0.offset)
        < ($1.element.place.lowerBound, $1.element.place.upperBound, $1.offset)
    }
    for (_, change) in sorted {
      result += bytes[done..<change.place.lowerBound]
      result += change.text
      done = change.place.upperBound
    }
    return result + bytes[done..<place.upperBound]
  }
}

extension PlacedJSON {
  /// Whether the keys of every object inside the value are sorted.
  fileprivate var hasSortedKeys: Bool {
    switch content {
    case .leaf: return true
    case .array(let items): return items.allSatisfy(\.hasSortedKeys)
    case .object(let members):
      for (first, second) in zip(members, members.dropFirst())
      where second.name < first.name {
        return false
      }
      return members.allSatisfy(\.value.hasSortedKeys)
    }
  }
}
