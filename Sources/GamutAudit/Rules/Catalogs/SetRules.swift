import Gamut
import GamutCatalogs
import GamutKit
import PNGCodec

extension AuditRule {
  public static let catalogBroken = AuditRule(
    CatalogFault.Kind.broken.rawValue, severity: .error, traits: .isBroken,
    title: "A set of an asset catalog cannot be read in full",
    explanation: """
      The Contents.json of a set is not valid JSON, names a file outside the set, has a colour without a number, or two \
      images or colours for one slot. Xcode ignores what it cannot read, so an image or a colour is missing in the app, \
      without an error. The line is that of the first fault. Keys and values that gamut does not know are no fault.
      """,
    sets: { set, finding in
      set.describe(.broken, in: &finding)
    })

  public static let catalogMissingFile = AuditRule(
    CatalogFault.Kind.missingFile.rawValue, severity: .error, traits: .isBroken,
    title: "A slot of an asset catalog names a file that is not there",
    explanation: """
      A slot names a file that is not in the folder of the set. The compiler of catalogs leaves such a slot out, so the \
      app has no image there. Add the file, or remove its name from the slot.
      """,
    sets: { set, finding in
      set.describe(.missingFile, in: &finding)
    })

  public static let catalogOrphanFile = AuditRule(
    CatalogFault.Kind.orphanFile.rawValue, severity: .note,
    title: "A file in a set of an asset catalog belongs to no slot",
    explanation: """
      A file is in the folder of a set, and no slot names it. It is not part of the app. Remove it, or give it a slot. \
      Files called README, with any extension, are not reported.
      """,
    sets: { set, finding in
      set.describe(.orphanFile, in: &finding)
    })

  public static let missingAppearance = AuditRule(
    "missing-appearance", severity: .warning,
    title: "No slot for an appearance that is needed",
    explanation: """
      The policy (.gamut.yml, expect, appearances) requires that sets of colours and images in this place have slots for \
      some appearances, such as dark or high-contrast, and this set has none for an idiom that it is for. Without such an \
      entry in the policy, a note says which colours of accents and texts, by their names, have one value for light and \
      dark whose contrast is below 3 on white or on black (WCAG 2.2, 1.4.11). Templates need no appearances, because the app draws them in a colour of \
      its own. Add the slot in Xcode.
      """,
    sets: { set, finding in
      if set.appearances.isEmpty { return set.describeFaintAccent(in: &finding) }
      guard [.colorSet, .imageSet, .appIconSet].contains(set.set.kind), !set.set.isTemplate
      else { return false }
      let slots = set.set.slots.filter { !$0.isUnassigned && ($0.file != nil || $0.color != nil) }
      var missing: [String] = []
      var line: Int?
      for appearance in set.appearances {
        for idiom in Set(slots.map(\.conditions.idiom)).sorted() {
          let own = slots.filter { $0.conditions.idiom == idiom }
          guard !own.contains(where: { $0.conditions.appearances.contains { appearance.matches($0) } }) else {
            continue
          }
          missing.append("\(appearance.rawValue) (\(idiom))")
          line = line ?? own.first?.line
        }
      }
      guard !missing.isEmpty else { return false }
      finding.message = "The policy requires slots that the set does not have: \(missing.joined(separator: ", "))."
      finding.line = line
      finding.numbers = [.init("appearances", missing.count)]
      return true
    })

  public static let scaleMismatch = AuditRule(
    "scale-mismatch", severity: .warning,
    title: "Images of a set are not in proportion to their scales",
    explanation: """
      The slots 1x, 2x and 3x of an image set are one image in three sizes: that of 2x has twice the pixels of that of 1x in \
      each direction, to less than a pixel of the smaller one. An image of another size is drawn blurred or too large on \
      some devices. In a set for the icon of an app, the size of the slot times its scale is the size of the image. Export \
      the image again in the size of its slot.
      """,
    sets: { set, finding in
      var found: [(slot: AssetSlot, message: String)] = []
      // The images of one slot are compared with that of the largest scale.
      let largest = Dictionary(
        grouping: set.images.filter { $0.slot.conditions.factor != nil }, by: \.slot.conditions.atAnyScale
      )
      .compactMapValues { $0.max { $0.slot.conditions.factor ?? 0 < $1.slot.conditions.factor ?? 0 } }
      for image in set.images {
        if let (width, height) = image.slot.conditions.imageSize {
          guard image.header.width != width || image.header.height != height else { continue }
          found.append(
            (
              image.slot,
              "\(image.words) and belongs to a slot of \(width) x \(height) (\(image.slot.conditions.words))."
            )
          )
          continue
        }
        guard let factor = image.slot.conditions.factor, let other = largest[image.slot.conditions.atAnyScale],
          let otherFactor = other.slot.conditions.factor, otherFactor > factor
        else { continue }
        func differ(_ size: Int, _ otherSize: Int) -> Bool {
          abs(Double(size) - Double(otherSize) * factor / otherFactor) >= 1
        }
        guard differ(image.header.width, other.header.width) || differ(image.header.height, other.header.height) else {
          continue
        }
        let places = [image, other].map { "\($0.words) in the slot \($0.slot.conditions.words)" }
        found.append((image.slot, places.joined(separator: ", and ") + "."))
      }
      return finding.describe(found.map { ($0.message, $0.slot.line) })
    })

  public static let mixedSpaces = AuditRule(
    "mixed-spaces", severity: .note,
    title: "The colours or images of a set are in different spaces",
    explanation: """
      The slots of a colour set have colours in different spaces, not counting greys and slots for different gamuts. That \
      works, but numbers of one slot cannot be compared with those of another. Or the images of an image set declare \
      different spaces for the same gamut, so that a display shows one of them in colours that it does not show for the \
      others; 'untagged' reports files without a declaration. Use one space for the set.
      """,
    sets: { set, finding in
      if let (first, other) = set.imagesInTwoSpaces {
        finding.message =
          "The images declare two spaces: \(first.space) (\(first.slot.file?.text ?? ""), \(first.slot.conditions.words)) and "
          + "\(other.space) (\(other.slot.file?.text ?? ""), \(other.slot.conditions.words))."
        finding.line = other.slot.line
        return true
      }
      guard set.set.kind == .colorSet, set.colors.contains(where: { $0.components.space == .displayP3 }) else {
        return false
      }
      for gamut in [nil, SlotConditions.Gamut.sRGB, .displayP3] {
        let colors = set.colors.filter { $0.slot.conditions.gamut == gamut && !$0.components.space.isGrey }
        // Extended sRGB is sRGB with a larger range.
        guard let first = colors.first,
          let other = colors.first(where: {
            ($0.components.space == .displayP3) != (first.components.space == .displayP3)
          })
        else { continue }
        finding.message = "The slots are in two spaces: \(first.wordsInSlot) and \(other.wordsInSlot)."
        finding.line = other.slot.line
        return true
      }
      return false
    })
}

extension SetSubject {
  /// Completes a finding about a colour of an accent or a text that is the same in light and in dark, and faint in one.
  fileprivate func describeFaintAccent(in finding: inout AuditFinding) -> Bool {
    guard set.kind == .colorSet, ColorName(set.name).isAccentOrText, let color = colors.first,
      colors.count == set.slots.count(where: { $0.color != nil }),
      set.slots.allSatisfy({
        $0.color == nil || $0.conditions.appearances.isEmpty && $0.conditions.idiom == "universal"
      })
    else { return false }
    let facts = ColorFacts(color.color, alpha: color.components.alpha)
    let (white, black) = (facts.white.least, facts.black.least)
    guard min(white, black) < 3 else { return false }
    func words(_ ratio: Double) -> String { Words.decimal((ratio * 100).rounded(.down) / 100, 2) }
    finding.message =
      "\(set.name.printable) is \(color.words) in light and in dark, with a contrast of \(words(white)) on white and "
      + "\(words(black)) on black. Add a dark slot, so that both are at least 3."
    finding.fault.severity = .note
    finding.line = color.slot.line
    finding.numbers = [.init("white", white), .init("black", black)]
    return true
  }
}

extension AuditPolicy.ExpectedAppearance {
  fileprivate func matches(_ condition: SlotConditions.Appearance) -> Bool {
    switch self {
    case .highContrast: condition.name == "contrast" && condition.value == "high"
    case .dark, .light, .tinted: condition.name == "luminosity" && condition.value == rawValue
    }
  }
}

extension SetImage {
  fileprivate var words: String { "\(slot.file?.text ?? "The image") has \(header.width) x \(header.height) pixels" }
}

extension SlotConditions {
  fileprivate var atAnyScale: SlotConditions {
    var conditions = self
    conditions.scale = nil
    return conditions
  }
}

extension SetSubject {
  /// Two images for the same gamut that declare different spaces; nil if there are none, or for templates.
  fileprivate var imagesInTwoSpaces: (SetImage, SetImage)? {
    guard !set.isTemplate else { return nil }
    var first: [SlotConditions.Gamut?: SetImage] = [:]
    for image in images where image.isTagged {
      if let other = first[image.slot.conditions.gamut], other.space != image.space { return (other, image) }
      first[image.slot.conditions.gamut] = first[image.slot.conditions.gamut] ?? image
    }
    return nil
  }
}

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
