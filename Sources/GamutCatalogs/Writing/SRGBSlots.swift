import GamutBasics
import LittleCMS
import PNGCodec

/// The content of a slot for displays of sRGB.
package enum SRGBContent: Sendable, Hashable {
  /// The image with this file name in the folder of the set.
  case file(String)
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
  /// colour becomes that of a slot for Display P3; all other bytes are kept.
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
    let places = SlotIndex(slots)
    let wide = Set(
      content.keys.filter { slots[$0].conditions.gamut == nil && places.sibling(of: $0, .displayP3) == nil })
    var done: Set<SlotConditions> = []
    for index in content.keys.sorted() where done.insert(slots[index].conditions.inAnyGamut).inserted {
      guard let content = content[index] else { continue }
      add(content, index, entries, places, becomingWide: wide, &text)
    }
    return text.changed
  }

  private func add(
    _ content: SRGBContent, _ index: Int, _ entries: [PlacedJSON], _ places: SlotIndex, becomingWide wide: Set<Int>,
    _ text: inout SlotText
  ) {
    let entry = entries[index]
    if slots[index].conditions.gamut == .sRGB {
      if let other = places.sibling(of: index, .displayP3) {
        text.add(text.setting(content, of: entry, in: entry))
        guard slots[other].file == nil, let file = slots[index].file else { return }
        text.add(text.setting(.file(file), of: entry, in: entries[other]))
      } else {
        text.add(text.setting(content, of: entry, in: entry))
        let group = places.group(of: index)
        let rank = slots[index].conditions.appearanceRank
        let next = group.first {
          slots[$0].conditions.gamut != .sRGB && slots[$0].conditions.appearanceRank > rank
        }
        let changes = text.setting(.displayP3, in: entry)
        if let next {
          text.insert(entry, with: changes, before: entries[next])
        } else {
          text.insert(entry, with: changes, after: entries[group.last ?? index])
        }
      }
      return
    }
    if let own = places.sibling(of: index, .sRGB) {
      text.add(text.setting(content, of: entry, in: entries[own]))
    } else {
      let changes = text.setting(content, of: entry, in: entry) + text.setting(.sRGB, in: entry)
      text.insert(entry, with: changes, before: entries[place(of: index, places, becomingWide: wide)])
    }
    if wide.contains(index) { text.add(text.setting(.displayP3, in: entry)) }
  }

  /// Returns the index of the slot before which the sRGB slot for another one belongs. As in Xcode, within each idiom
  /// and scale, all appearances in sRGB precede all in Display P3.
  private func place(of index: Int, _ places: SlotIndex, becomingWide wide: Set<Int>) -> Int {
    let rank = slots[index].conditions.appearanceRank
    return places.group(of: index).first {
      switch slots[$0].conditions.gamut {
      case .sRGB: return slots[$0].conditions.appearanceRank > rank
      case .displayP3: return true
      case nil: return wide.contains($0)
      }
    } ?? index
  }
}

extension SlotConditions {
  /// The position of the appearances in Xcode's order: any, light, dark, tinted, then the same with high contrast.
  fileprivate var appearanceRank: Int {
    var rank = 0
    for appearance in appearances {
      switch (appearance.name, appearance.value) {
      case ("contrast", _): rank += 4
      case (_, "light"): rank += 1
      case (_, "dark"): rank += 2
      default: rank += 3
      }
    }
    return rank
  }
}

extension SlotText {
  /// Returns the changes that set the gamut of a slot.
  fileprivate func setting(_ gamut: SlotConditions.Gamut, in entry: PlacedJSON) -> [Change] {
    setting("display-gamut", to: JSONWriter.text(gamut.rawValue), in: entry, after: ["idiom"])
  }

  /// Returns the changes that set the content of a slot; a colour is written in the same form as in the entry `model`.
  fileprivate func setting(_ content: SRGBContent, of model: PlacedJSON, in entry: PlacedJSON) -> [Change] {
    switch content {
    case .file(let name):
      return setting("filename", to: JSONWriter.text(name), in: entry, after: ["display-gamut", "idiom"])
    case .color(let code):
      guard let color = model["color"] else { return [] }
      return setting("color", to: text(of: color, with: recoded(color, as: code)), in: entry, after: [])
    }
  }

  /// Returns the changes that turn a colour into an sRGB code; its numbers keep their form.
  private func recoded(_ color: PlacedJSON, as code: SIMD3<UInt16>) -> [Change] {
    var changes = setting("color-space", to: JSONWriter.text(ColorComponents.Space.sRGB.rawValue), in: color, after: [])
    guard let components = color["components"] else { return changes }
    let new = zip(["red", "green", "blue"], [code.x, code.y, code.z])
    let isCode =
      new.contains { (components[$0.0]?.leaf?.integer ?? 0) > 1 }
      && new.contains { components[$0.0] != nil && components[$0.0]?.string == nil && $0.1 > 1 }
    for (name, value) in zip(["red", "green", "blue"], [code.x, code.y, code.z]) {
      guard let old = components[name] else { continue }
      changes.append(Change(place: old.place, text: Self.number(Int(value), like: old, isCode: isCode)))
    }
    return changes
  }

  /// Returns the text of an 8-bit component in the same form as another component.
  private static func number(_ value: Int, like old: PlacedJSON, isCode: Bool) -> [UInt8] {
    let digits = String(value, radix: 16, uppercase: true)
    let thousandths = String(1000 + (value * 1000 + 127) / 255)
    let decimal = "\(thousandths.first == "2" ? 1 : 0).\(thousandths.dropFirst())"
    switch old.leaf {
    case .string(let text) where text.lowercased().contains("x"):
      return JSONWriter.text("0x" + (digits.count < 2 ? "0" : "") + digits)
    case .string(let text) where !text.contains(".") && !text.lowercased().contains("e"):
      return JSONWriter.text(String(value))
    case .string: return JSONWriter.text(decimal)
    default: return Array((isCode ? String(value) : decimal).utf8)
    }
  }
}

extension JSONWriter {
  /// Returns a text as a JSON string.
  fileprivate static func text(_ value: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(value)
    return writer.bytes
  }
}
