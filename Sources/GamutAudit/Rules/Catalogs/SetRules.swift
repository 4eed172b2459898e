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
      images or colours for one slot. Xcode ignores what it cannot read, so that an image or a colour is missing. It is \
      a note if only a comma follows the last member, which Xcode reads.
      """,
    sets: { $0.describe(.broken, in: &$1) })

  public static let catalogMissingFile = AuditRule(
    CatalogFault.Kind.missingFile.rawValue, severity: .error, traits: .isBroken,
    title: "A slot of an asset catalog names a file that is not there",
    explanation: """
      A slot names a file that is not in the folder of the set. The compiler of catalogs leaves such a slot out, so the \
      app has no image there. Add the file, or remove its name from the slot. It is a note where git ignores the file, \
      as one that a build makes, in slots of app icons that no iPhone or iPad of iOS 11 or newer has, and if the file \
      is there with another case, which most Macs do not distinguish.
      """,
    sets: { set, finding in
      guard set.describe(.missingFile, in: &finding) else { return false }
      if set.hasOnlyOldDevices || set.hasOnlyFilesOfBuilds { set.policy.set(.note, of: &finding) }
      return true
    })

  public static let catalogOrphanFile = AuditRule(
    CatalogFault.Kind.orphanFile.rawValue, severity: .note,
    title: "A file in a set of an asset catalog belongs to no slot",
    explanation: """
      A file is in the folder of a set, and no slot names it. It is not part of the app. Remove it, or give it a slot. \
      Files called README, with any extension, are not reported.
      """,
    sets: { $0.describe(.orphanFile, in: &$1) })

  public static let missingAppearance = AuditRule(
    "missing-appearance", severity: .warning,
    title: "No slot for an appearance that is needed",
    explanation: """
      The policy (.gamut.yml, expect, appearances) requires that sets in this place have slots for some appearances, \
      such as dark or high-contrast, and this set has none for an idiom that it is for. Without such an entry, a note \
      says which colours of accents and texts, by their names, have one value for light and dark whose contrast is \
      below 3 on white or on black (WCAG 2.2, 1.4.11). Templates need no appearances. Add the slot in Xcode.
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
          missing.append("\(appearance.rawValue) (\(idiom.text))")
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
    "scale-mismatch", severity: .warning, traits: .variesByFile,
    title: "Images of a set are not in proportion to their scales",
    explanation: """
      The images of the slots 1x, 2x and 3x of a set are not one image in three sizes, to a point and 1 %; or the image \
      of an app icon does not have the size of its slot times its scale. An image of another size is drawn blurred or \
      too large on some devices. Export the image again in the size of its slot. It is a note if only the image for 1x \
      has another size, and the set has a slot for 3x, also an empty one: no device of today that uses the others uses \
      it; if only that for 3x has, in a catalog whose app icons are for macOS; for images that a view probably draws in \
      its size: one file in both slots, one with twice or four times the pixels of the other, and those of 64 points or \
      more in both directions, or 256 in one; and if only transparent margins differ.
      """,
    sets: { set, finding in
      var found: [(slot: AssetSlot, message: String)] = []
      var (largestRatio, isSeen) = (1.0, false)
      for image in set.images {
        guard let (width, height) = image.slot.conditions.imageSize, image.size != SIMD2(Double(width), Double(height))
        else { continue }
        let slot = "\(width) x \(height) (\(image.slot.conditions.words))"
        found.append((image.slot, "\(image.words) and belongs to a slot of \(slot)."))
        isSeen = true
      }
      let scaled = set.images.filter { $0.slot.conditions.imageSize == nil && $0.slot.conditions.factor != nil }
      for images in Dictionary(grouping: scaled, by: \.slot.conditions.atAnyScale).values {
        // That with which most agree, of equal ones that of the largest scale.
        let reference = images.max { a, b in
          let (agreeing, others) = (images.count { $0.ratio(to: a) == nil }, images.count { $0.ratio(to: b) == nil })
          return (agreeing, a.factor) < (others, b.factor)
        }
        guard let reference else { continue }
        let has3x = set.set.slots.contains {
          $0.conditions.factor == 3 && $0.conditions.atAnyScale == reference.slot.conditions.atAnyScale
        }
        for image in images {
          guard let ratio = image.ratio(to: reference) else { continue }
          largestRatio = max(largestRatio, ratio)
          let isUsed = image.factor == 1 ? !has3x : image.factor != 3 || !set.isInCatalogOfMac
          isSeen = isSeen || isUsed && !image.isOfView(with: reference, in: set.set)
          let places = [image, reference].map { "\($0.words) in the slot \($0.slot.conditions.words)" }
          found.append((image.slot, places.joined(separator: ", and ") + "."))
        }
      }
      if !found.isEmpty, !isSeen { set.policy.set(.note, of: &finding) }
      found.sort { $0.slot.line < $1.slot.line }
      guard finding.describe(found.map { ($0.message, $0.slot.line) }) else { return false }
      finding.weight = AuditFinding.weight(difference: largestRatio)
      return true
    })
}

extension SetSubject {
  fileprivate func describeFaintAccent(in finding: inout AuditFinding) -> Bool {
    guard set.kind == .colorSet, ColorName(set.name.text).isAccentOrText, let color = colors.first,
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
      "\(set.name.text.printable) is \(color.words) in light and in dark, with a contrast of \(words(white)) on white and "
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
    case .dark, .light, .tinted: condition.name == "luminosity" && condition.value.isSame(as: rawValue)
    }
  }
}

extension SetImage {
  fileprivate var words: String { "\(slot.file?.text ?? "The image") has \(Int(size.x)) x \(Int(size.y)) pixels" }
  fileprivate var factor: Double { slot.conditions.factor ?? 1 }

  /// How many times larger one of two images is drawn than the other; nil if they are equal to a point and 1 %.
  fileprivate func ratio(to other: SetImage) -> Double? {
    (0...1).compactMap { side -> Double? in
      let sizes = [size[side] / factor, other.size[side] / other.factor].sorted()
      return sizes[1] - sizes[0] > max(1, sizes[1] / 100) ? sizes[1] / sizes[0] : nil
    }.max()
  }

  /// Whether the sizes of two images look as if a view determined how large they are drawn.
  fileprivate func isOfView(with other: SetImage, in set: AssetSet) -> Bool {
    let (small, large) = (pointwiseMin(size, other.size), pointwiseMax(size, other.size))
    let isMultiple = [2, 4].map { large - $0 * small }.contains { max($0.max(), -$0.min()) <= 1 }
    return isMultiple || other.size.min() >= 64 * other.factor || other.size.max() >= 256 * other.factor
      || checksum(in: set) == other.checksum(in: set) || visible(in: set).ratio(to: other.visible(in: set)) == nil
  }

  private func checksum(in set: AssetSet) -> UInt64? {
    try? OpenedInput(.file(set.path.joined(slot.file ?? ""))).checksum()
  }

  /// The image without its margins that are transparent, or nearly.
  fileprivate func visible(in set: AssetSet) -> SetImage {
    var image = self
    let path = set.path.joined(slot.file ?? "")
    if let visible = (try? OpenedInput(.file(path)).translucency())?.visible { image.size = SIMD2(visible) }
    return image
  }
}

extension SlotConditions {
  fileprivate var atAnyScale: SlotConditions {
    var conditions = self
    conditions.scale = nil
    return conditions
  }
}
