import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  /// Slots of a set for different conditions have the same colour or the same image.
  public static let identicalVariants = AuditRule(
    ofSets: "identical-variants", severity: .note,
    title: "Slots for different conditions, or sets, have the same content",
    explanation: """
      Two slots of a colour set differ only in their appearances or in their gamut, and have the same colour, so the \
      second one changes nothing. Or two slots of an image set differ in their appearances or in their scale, and have the \
      same image, byte for byte; at another scale it has another size on the screen. Remove the slot, or give it what it \
      was meant to have. Or a set has the same file as another set of the catalog, and the app ships it twice; use one set \
      for both.
      """
  ) { set, finding in
    var found: [(String, Int?)] = set.identicalImages.map { first, second in
      (
        "The slot \(second.slot.conditions.words) has the same image as \(first.slot.conditions.words) in line "
          + "\(first.slot.line).", second.slot.line
      )
    }
    for (index, slot) in set.set.slots.enumerated() {
      let twin = set.set.slots[..<index].first { other in
        set.isSame(slot, other) && slot.conditions.idiom == other.conditions.idiom
          && slot.conditions.others == other.conditions.others
          && (slot.conditions.gamut == other.conditions.gamut
            || slot.conditions.appearances == other.conditions.appearances)
      }
      guard let twin else { continue }
      let what =
        slot.conditions.gamut == twin.conditions.gamut ? "the same colour as" : "the same colour for another gamut as"
      found.append(
        ("The slot \(slot.conditions.words) has \(what) \(twin.conditions.words) in line \(twin.line).", slot.line))
    }
    found += set.copiedImages
    guard let first = found.first else { return false }
    finding.describe(found.count, line: first.1, first.0)
    return true
  }
}

extension SetSubject {
  /// The images that other sets have, too, in words.
  fileprivate var copiedImages: [(String, Int?)] {
    guard set.kind == .imageSet || set.kind == .appIconSet else { return [] }
    var files: Set<String> = []
    return set.slots.compactMap { slot in
      guard let file = slot.file, files.insert(file).inserted,
        let others = copies.others(of: set.path.absolute.appending(Array(file.utf8)))
      else { return nil }
      let more = others.count > 1 ? ", and \(Words.count(others.count - 1, "other"))" : ""
      return (
        "The image \(file) is the same file as \(others.first.fileName) of \(others.first.folder.fileName)\(more).",
        slot.line
      )
    }
  }

  /// The images that an earlier slot with other appearances or another scale has, too.
  fileprivate var identicalImages: [(SetImage, SetImage)] {
    images.enumerated().compactMap { index, image in
      let conditions = image.slot.conditions
      // Sizes of icons may share a file, and slots of gamuts have a rule of their own.
      let twin = images[..<index].first { other in
        other.content == image.content && other.slot.conditions.idiom == conditions.idiom
          && other.slot.conditions.others == conditions.others && other.slot.conditions.gamut == conditions.gamut
      }
      return twin.map { ($0, image) }
    }
  }

  /// Returns whether two slots have the same colour: the same reference, or the same colour and alpha.
  fileprivate func isSame(_ slot: AssetSlot, _ other: AssetSlot) -> Bool {
    guard let color = slot.color, let otherColor = other.color else { return false }
    if color == otherColor { return true }
    guard let first = SetColor(slot), let second = SetColor(other) else { return false }
    guard first.components.alpha == second.components.alpha else { return false }
    let isInside = !first.color.isClipped && !second.color.isClipped
    return isInside && first.color.code == second.color.code || first.color.lab.deltaE(to: second.color.lab) < 0.0005
  }
}
