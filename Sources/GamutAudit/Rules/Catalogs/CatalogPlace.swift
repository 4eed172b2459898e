import GamutCatalogs
import GamutKit

/// The place of an image in a set of an asset catalog, where slots and not names determine the display.
struct CatalogPlace: Sendable {
  let set: AssetSet
  /// The slots of the image, at least one.
  let slots: [AssetSlot]

  /// Finds the place of an image; nil if its folder is not a set with slots for images, or if no slot has the image.
  init?(of image: Pathname, _ sets: Memo<Pathname, AssetSet?>) throws(UnansweredQuestion) {
    guard let set = try Self.set(of: image, sets) else { return nil }
    let name = image.name.map { Pathname(bytes: $0) }
    let slots = set.slots.filter { $0.file == name && !$0.isUnassigned }
    guard !slots.isEmpty else { return nil }
    (self.set, self.slots) = (set, slots)
  }

  static func set(
    of image: Pathname, _ sets: Memo<Pathname, AssetSet?>
  ) throws(UnansweredQuestion) -> AssetSet? {
    let folder = image.absolute.folder
    let set = sets.value(for: folder) { AssetSet(fileIn: folder, of: [.imageSet, .appIconSet]) }
    if let unread = set?.unread { throw unread }
    return set
  }

  /// The gamut of the displays that the image is for; nil for all displays.
  var gamut: SlotConditions.Gamut? {
    let gamuts = Set(slots.map(\.conditions.gamut))
    return gamuts.count == 1 ? gamuts.first ?? nil : nil
  }

  /// The file with the same conditions that displays of sRGB show instead: that of the slot for these displays or, for
  /// a slot of Display P3, that of the slot for any gamut. nil if there is none, or if the image itself is for these
  /// displays.
  var sRGBVariant: Pathname? {
    guard slots.allSatisfy({ $0.conditions.gamut != .sRGB }) else { return nil }
    let files = Set(
      slots.map { slot in
        file(like: slot, in: .sRGB) ?? (slot.conditions.gamut == .displayP3 ? file(like: slot, in: nil) : nil)
      })
    return files.count == 1 ? files.first ?? nil : nil
  }

  /// The file with the same conditions for wide-gamut displays, if this file is for displays of sRGB, or is for any
  /// display and has a counterpart for Display P3; nil if there is none.
  var wideImage: Pathname? {
    let files = Set(
      slots.map { slot -> Pathname? in
        switch slot.conditions.gamut {
        case .sRGB: file(like: slot, in: .displayP3) ?? file(like: slot, in: nil)
        case .displayP3: nil
        case nil: file(like: slot, in: .sRGB) == nil ? file(like: slot, in: .displayP3) : nil
        }
      })
    return files.count == 1 ? files.first ?? nil : nil
  }

  private func file(like slot: AssetSlot, in gamut: SlotConditions.Gamut?) -> Pathname? {
    set.slots.first {
      $0.file != nil && $0.conditions.gamut == gamut && $0.conditions.inAnyGamut == slot.conditions.inAnyGamut
    }?.file
  }
}

extension AuditSubject {
  var isTemplate: Bool { catalog?.set.isTemplate == true }

  /// Whether the image is in a set of images, in no slot: the app does not get it.
  static func isInNoSlot(
    _ image: Pathname, _ sets: Memo<Pathname, AssetSet?>
  ) throws(UnansweredQuestion) -> Bool {
    guard image.isNamedInSet, let set = try CatalogPlace.set(of: image, sets) else { return false }
    return !set.faults.contains { $0.kind == .broken }
  }

  func severity(of rule: AuditRule) -> Severity? {
    if isTemplate || isInNoSlot || damage != nil, !rule.traits.contains(.ignoresColors) { return nil }
    if stripped != nil, AuditRule.ofDeclarations.contains(rule) { return nil }
    return policy.severity(of: rule)
  }
}
