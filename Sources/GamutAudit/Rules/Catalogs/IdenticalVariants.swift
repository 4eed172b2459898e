import Gamut
import GamutCatalogs
import GamutKit
import PNGCodec

extension AuditRule {
  public static let identicalVariants = AuditRule(
    "identical-variants", severity: .note,
    title: "Slots for different conditions have the same content",
    explanation: """
      A slot of a set has the colour or the image, byte for byte, of another one that applies wherever it does, so it \
      changes nothing. It is not reported if a third slot could apply instead. Or two slots have the same image for two \
      scales, which then has two sizes on the screen. Remove the slot, or give it what it was meant to have.
      """,
    sets: { set, finding in
      let images = set.identicalImages.map { (twin: $0.first, slot: $0.second, what: "image as") }
      let colors = set.redundantColors.map { slot, twin in
        let isForSameGamut = slot.conditions.gamut == twin.conditions.gamut
        return (twin: twin, slot: slot, what: isForSameGamut ? "colour as" : "colour for another gamut as")
      }
      return finding.describe(
        (images + colors).map { twin, slot, what in
          let words = "The slot \(slot.conditions.words) has the same \(what) \(twin.conditions.words)"
          return (words + " in line \(twin.line).", slot.line)
        })
    })
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

/// The slots that a set does not need, because another one with the same content takes their place on every display.
///
/// Which of several slots an app shows is known only if the conditions of one include those of the others. So a slot counts
/// only if no slot with another content could take its place instead.
struct RedundantSlots {
  private(set) var pairs: [(slot: Int, twin: Int)] = []

  /// A set has few slots; those of more are not compared.
  private static let limit = 64

  init(_ conditions: [SlotConditions], _ haveSameContent: (Int, Int) -> Bool) {
    guard conditions.count <= Self.limit else { return }
    /// Whether slots could be one with the conditions `common`, and no other slot would apply where they do now.
    func isSafe(_ slots: [Int], _ common: SlotConditions) -> Bool {
      conditions.indices.allSatisfy { other in
        slots.allSatisfy { slot in
          haveSameContent(other, slot) || !conditions[other].overlaps(conditions[slot])
            || conditions[other].isMoreSpecial(than: conditions[slot])
            || common.isMoreSpecial(than: conditions[other])
        }
      }
    }
    for slot in conditions.indices {
      let twin = conditions.indices.first { twin in
        guard twin != slot, haveSameContent(twin, slot), conditions[twin].isForDevice(of: conditions[slot]) else {
          return false
        }
        if conditions[slot].isMoreSpecial(than: conditions[twin]) { return isSafe([slot], conditions[twin]) }
        // One slot for all displays could replace those for each gamut.
        let common = conditions[slot].inAnyGamut
        return twin < slot && conditions[slot].gamut != nil && conditions[twin].gamut != nil
          && conditions[slot].gamut != conditions[twin].gamut && common == conditions[twin].inAnyGamut
          && isSafe([slot, twin], common)
      }
      if let twin { pairs.append((slot, twin)) }
    }
  }
}

extension SlotConditions {
  /// Whether these conditions are for the same device, scale and other properties, whatever the appearance and the gamut.
  fileprivate func isForDevice(of other: SlotConditions) -> Bool {
    idiom == other.idiom && scale == other.scale && others == other.others
  }

  /// Whether a slot with other conditions applies wherever one with these does, and elsewhere too.
  fileprivate func isMoreSpecial(than other: SlotConditions) -> Bool {
    self != other && (other.idiom == idiom || other.idiom == "universal") && (other.scale ?? scale) == scale
      && (other.gamut ?? gamut) == gamut && other.appearances.allSatisfy(appearances.contains)
      && other.others.allSatisfy(others.contains)
  }

  /// Whether both conditions can apply to one display.
  fileprivate func overlaps(_ other: SlotConditions) -> Bool {
    (idiom == other.idiom || idiom == "universal" || other.idiom == "universal")
      && (scale ?? other.scale) == (other.scale ?? scale) && (gamut ?? other.gamut) == (other.gamut ?? gamut)
      && appearances.allSatisfy { own in other.appearances.allSatisfy { $0.name != own.name || $0 == own } }
      && others.allSatisfy { own in other.others.allSatisfy { $0.key != own.key || $0 == own } }
  }
}
