import GamutBasics
import LittleCMS

extension AssetSet {
  /// Reads a document of Icon Composer: each colour of a fill, and each image of a layer, is a slot.
  mutating func readIcon(_ root: PlacedJSON, _ lines: LineIndex) {
    var conditions = SlotConditions()
    conditions.idiom = "icon"
    readIcon(root, conditions, lines)
  }

  private mutating func readIcon(_ value: PlacedJSON, _ conditions: SlotConditions, _ lines: LineIndex) {
    for item in value.array ?? [] { readIcon(item, conditions, lines) }
    guard let members = value.members else { return }
    var own = conditions
    // A specialization restricts what is in it.
    if value["value"] != nil { own.specialize(value) }
    for member in members {
      switch member.name {
      case "solid", "automatic-gradient", "linear-gradient":
        for color in member.value.array ?? [member.value] { readColor(color, own, lines) }
      case "image-name": readImage(member.value, own, lines)
      case "image-name-specializations":
        for item in member.value.array ?? [] {
          guard let name = item["value"] else { continue }
          var conditions = own
          conditions.specialize(item)
          readImage(name, conditions, lines)
        }
      default: readIcon(member.value, own, lines)
      }
    }
  }

  private mutating func readImage(_ value: PlacedJSON, _ conditions: SlotConditions, _ lines: LineIndex) {
    guard let name = value.string, !name.isEmpty else { return }
    guard name.isNameInFolder else {
      return broken(value, lines, "'\(name.shortened)' is not the name of a file in the document")
    }
    var slot = AssetSlot(line: lines.line(at: value.place.lowerBound))
    slot.conditions = conditions
    slot.file = "Assets/" + name
    slots.append(slot)
  }

  private mutating func readColor(_ value: PlacedJSON, _ conditions: SlotConditions, _ lines: LineIndex) {
    guard let text = value.string else { return }
    var slot = AssetSlot(line: lines.line(at: value.place.lowerBound))
    slot.conditions = conditions
    guard let color = AssetColor(iconColor: text) else {
      return broken(value, lines, "'\(text.shortened)' is not a colour of Icon Composer")
    }
    slot.color = color
    slots.append(slot)
  }
}

extension SlotConditions {
  /// Adds the conditions of a specialization to those of the slot.
  fileprivate mutating func specialize(_ value: PlacedJSON) {
    if let idiom = value["idiom"]?.string { self.idiom = idiom }
    if let appearance = value["appearance"]?.string { appearances = [.init("luminosity", appearance)] }
    for key in ["language-direction", "localization"] {
      if let text = value[key]?.string { others.append(.init(key: key, value: text)) }
    }
  }
}

extension AssetColor {
  /// Parses a colour such as `display-p3:1.00000,0.27100,0.22700,1.00000`, `gray:0.5,1` or `named:system-blue`; nil if
  /// the text is not a colour.
  fileprivate init?(iconColor text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    if parts[0] == "named" {
      self = .system(name: String(parts[1]), platform: nil)
      return
    }
    let spaces: [Substring: ColorComponents.Space] = [
      "srgb": .sRGB, "extended-srgb": .extendedSRGB, "display-p3": .displayP3, "gray": .gray,
      "extended-gray": .extendedGray,
    ]
    let texts = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    let numbers = texts.compactMap { text in
      text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) } ? Double(text) : nil
    }
    guard let space = spaces[parts[0]], numbers.count == texts.count, numbers.count == (space.isGrey ? 2 : 4),
      let alpha = numbers.last, numbers.allSatisfy({ $0.magnitude < 1e6 }), (0...1).contains(alpha),
      space.isExtended || numbers.allSatisfy({ (0...1).contains($0) })
    else { return nil }
    self = .components(ColorComponents(space, Array(numbers.dropLast()), alpha: alpha))
  }
}
