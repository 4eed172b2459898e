import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// Slots of a set for different conditions have the same colour or the same image.
  public static let identicalVariants = AuditRule(
    ofSets: "identical-variants", severity: .note,
    title: "Slots for different conditions, or sets, have the same content",
    explanation: """
      A slot of a set has the colour or the image, byte for byte, of another one that applies wherever it does, so it \
      changes nothing. It is not reported if a third slot could apply instead. Or two slots have the same image for two \
      scales, which then has two sizes on the screen. Remove the slot, or give it what it was meant to have. Or a set \
      has the same file as another set of the catalog, and the app ships it twice; use one set for both. An image and \
      the icon of an app may be the same.
      """
  ) { set, finding in
    var found: [(String, Int?)] = set.identicalImages.map { first, second in
      (
        "The slot \(second.conditions.words) has the same image as \(first.conditions.words) in line \(first.line).",
        second.line
      )
    }
    found += set.redundantColors.map { slot, twin in
      let what =
        slot.conditions.gamut == twin.conditions.gamut ? "the same colour as" : "the same colour for another gamut as"
      return ("The slot \(slot.conditions.words) has \(what) \(twin.conditions.words) in line \(twin.line).", slot.line)
    }
    found += set.copiedImages
    return finding.describe(found)
  }
}

extension SetSubject {
  /// The slots whose colour another one has for more displays. In a document of Icon Composer, each layer has colours of
  /// its own.
  fileprivate var redundantColors: [(slot: AssetSlot, twin: AssetSlot)] {
    guard set.kind == .colorSet else { return [] }
    var known = colors[...]
    let slots = set.slots.filter { $0.color != nil }.map { slot in
      (slot: slot, color: known.first?.slot == slot ? known.removeFirst() : nil)
    }
    return RedundantSlots(slots.map(\.slot.conditions)) { first, second in
      slots[first].slot.hasColor(of: slots[second].slot, slots[first].color, slots[second].color)
    }.pairs.map { (slots[$0.slot].slot, slots[$0.twin].slot) }
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

  /// The slots whose image an earlier slot with another scale has, too, or another one for more displays.
  fileprivate var identicalImages: [(first: AssetSlot, second: AssetSlot)] {
    // Sizes of icons may share a file, and slots of gamuts have a rule of their own.
    struct Key: Hashable {
      let content: UInt64
      let idiom: String
      let gamut: SlotConditions.Gamut?
      let others: [SlotConditions.Other]
    }
    // Most sets have no image twice.
    guard Set(images.map(\.content)).count < images.count else { return [] }
    let known = Dictionary(images.map { ($0.slot, $0.content) }) { first, _ in first }
    let slots = set.slots.filter { $0.file != nil && !$0.isUnassigned }
    let contents = slots.map { known[$0] }
    let redundant = RedundantSlots(slots.map(\.conditions)) { first, second in
      contents[first] != nil && contents[first] == contents[second]
    }.pairs.filter { slots[$0.slot].conditions.gamut == slots[$0.twin].conditions.gamut }
    let twins = Dictionary(redundant.map { (slots[$0.slot], slots[$0.twin]) }) { first, _ in first }
    var first: [Key: AssetSlot] = [:]
    return images.compactMap { image in
      let (slot, conditions) = (image.slot, image.slot.conditions)
      let key = Key(
        content: image.content, idiom: conditions.idiom, gamut: conditions.gamut, others: conditions.others)
      if let twin = twins[slot] { return (twin, slot) }
      guard let other = first[key] else {
        first[key] = slot
        return nil
      }
      return other.conditions.scale == conditions.scale ? nil : (other, slot)
    }
  }
}

extension AssetSlot {
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
    !isClipped && !other.isClipped && code == other.code || judged.difference(to: other.judged) < 0.06
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
