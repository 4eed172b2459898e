import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// Slots of a set for different conditions have the same colour or the same image.
  public static let identicalVariants = AuditRule(
    ofSets: "identical-variants", severity: .note,
    title: "Slots for different conditions, or sets, have the same content",
    explanation: """
      Two slots of a colour set differ only in their appearances or in their gamut, and have the same colour, and no \
      other slot is for the same display, so the second one changes nothing. Or two slots of an image set differ in \
      their appearances or in their scale, and have the same image, byte for byte; at another scale it has another size \
      on the screen. Remove the slot, or give it what it was meant to have. Or a set has the same file as another set \
      of the catalog, and the app ships it twice; use one set for both. An image and the icon of an app may be the same.
      """
  ) { set, finding in
    var found: [(String, Int?)] = set.identicalImages.map { first, second in
      (
        "The slot \(second.slot.conditions.words) has the same image as \(first.slot.conditions.words) in line "
          + "\(first.slot.line).", second.slot.line
      )
    }
    struct Device: Hashable {
      let idiom: String
      let others: [SlotConditions.Other]
    }
    // The slots with colours by their indices, those of one device together unless there are few.
    var earlier: [Device?: [(slot: Int, color: SetColor?)]] = [:]
    var colors = set.colors[...]
    // In a document of Icon Composer, each layer has colours of its own.
    let slots = set.hasDifferentColors || set.set.kind == .icon ? [] : set.set.slots
    // A set has few appearances of one device; more are not compared.
    let limit = 64
    for index in slots.indices where slots[index].color != nil {
      let color = colors.first?.slot == slots[index] ? colors.removeFirst() : nil
      let device =
        slots.count > limit
        ? Device(idiom: slots[index].conditions.idiom, others: slots[index].conditions.others) : nil
      let known = earlier[device]?.prefix(limit).first { other, otherColor in
        slots[index].conditions.idiom == slots[other].conditions.idiom
          && slots[index].conditions.others == slots[other].conditions.others
          && (slots[index].conditions.gamut == slots[other].conditions.gamut
            || slots[index].conditions.appearances == slots[other].conditions.appearances)
          && slots[index].hasColor(of: slots[other], color, otherColor)
      }
      earlier[device, default: []].append((index, color))
      guard let twin = known.map({ slots[$0.slot] }) else { continue }
      let slot = slots[index]
      // Without this slot, another one might apply instead of its twin.
      guard !slots.prefix(limit).contains(where: { $0.isRival(of: twin, for: slot) }) else { continue }
      let what =
        slot.conditions.gamut == twin.conditions.gamut ? "the same colour as" : "the same colour for another gamut as"
      found.append(
        ("The slot \(slot.conditions.words) has \(what) \(twin.conditions.words) in line \(twin.line).", slot.line))
    }
    found += set.copiedImages
    return finding.describe(found)
  }
}

extension SetSubject {
  /// Whether all slots have known colours, and all of these are different, as in most sets.
  fileprivate var hasDifferentColors: Bool {
    colors.count <= 64 && colors.count == set.slots.count
      && !colors.indices.contains { index in colors[..<index].contains { $0.color.isLike(colors[index].color) } }
  }

  /// The images that other sets have, too, in words.
  fileprivate var copiedImages: [(String, Int?)] {
    guard !copies.isEmpty, set.kind == .imageSet || set.kind == .appIconSet else { return [] }
    var files: Set<String> = []
    return set.slots.compactMap { slot in
      guard let file = slot.file, files.insert(file).inserted,
        let others = copies.others(of: set.path.absolute.appending(Array(file.utf8)))
      else { return nil }
      let more = others.count > 1 ? ", and \(Words.count(others.count - 1, "other"))" : ""
      let place = others.first.folder.end(apartFrom: set.path.absolute)
      return ("The image \(file) is the same file as \(others.first.fileName) of \(place)\(more).", slot.line)
    }
  }

  /// The images that an earlier slot with other appearances or another scale has, too.
  fileprivate var identicalImages: [(SetImage, SetImage)] {
    // Sizes of icons may share a file, and slots of gamuts have a rule of their own.
    struct Key: Hashable {
      let content: UInt64
      let idiom: String
      let gamut: SlotConditions.Gamut?
      let others: [SlotConditions.Other]
    }
    var first: [Key: SetImage] = [:]
    return images.compactMap { image in
      let conditions = image.slot.conditions
      let key = Key(
        content: image.content, idiom: conditions.idiom, gamut: conditions.gamut, others: conditions.others)
      if let twin = first[key] { return (twin, image) }
      first[key] = image
      return nil
    }
  }
}

extension AssetSlot {
  /// Returns whether this slot, which has another content, may apply where a slot does, and is as special as its twin.
  fileprivate func isRival(of twin: AssetSlot, for slot: AssetSlot) -> Bool {
    let (own, others) = (conditions.appearances, slot.conditions.appearances)
    return color != twin.color && conditions.idiom == slot.conditions.idiom
      && conditions.others == slot.conditions.others && own.count < others.count
      && own.count >= twin.conditions.appearances.count
      && !own.isEmpty && own.allSatisfy(others.contains)
      && (conditions.gamut == nil || conditions.gamut == slot.conditions.gamut)
  }

  /// Returns whether another slot has the same colour: the same reference, or the same colour and alpha.
  fileprivate func hasColor(of other: AssetSlot, _ own: SetColor?, _ otherColor: SetColor?) -> Bool {
    if color == other.color { return true }
    guard let own, let otherColor, own.components.alpha == otherColor.components.alpha else { return false }
    return own.color.isLike(otherColor.color)
  }
}

extension ColorInSRGB {
  /// Returns whether another colour is the same, or differs by less than anybody can see.
  fileprivate func isLike(_ other: ColorInSRGB) -> Bool {
    !isClipped && !other.isClipped && code == other.code || lab.deltaE(to: other.lab) < 0.0005
  }
}

extension Pathname {
  /// The name of a folder, with as many of the folders above as it takes to differ from another one.
  fileprivate func end(apartFrom other: Pathname) -> String {
    let slash = UInt8(ascii: "/")
    let (names, others) = (bytes.split(separator: slash), other.bytes.split(separator: slash))
    let shared = zip(names.reversed(), others.reversed()).prefix { $0 == $1 }.count
    return Pathname(bytes: Array(names.suffix(shared + 1).joined(separator: [slash]))).text
  }
}
