/// An index of the slots of a set by their conditions.
package struct SlotIndex: Sendable {
  private let slots: [AssetSlot]
  /// The indices of slots whose conditions differ at most in the gamut, and of those that differ at most in gamut and
  /// appearances.
  private var alike: [SlotConditions: [Int]] = [:], groups: [SlotConditions: [Int]] = [:]

  package init(_ slots: [AssetSlot]) {
    self.slots = slots
    for (index, slot) in slots.enumerated() {
      alike[slot.conditions.inAnyGamut, default: []].append(index)
      groups[slot.conditions.inAnyAppearance, default: []].append(index)
    }
  }

  /// Returns the slot with the same conditions except for this gamut; of several, one that is not empty.
  package func sibling(of index: Int, _ gamut: SlotConditions.Gamut?) -> Int? {
    let all = (alike[slots[index].conditions.inAnyGamut] ?? []).filter {
      $0 != index && !slots[$0].isUnassigned && slots[$0].conditions.gamut == gamut
    }
    return all.first { slots[$0].file != nil || slots[$0].color != nil } ?? all.first
  }

  /// Returns the slots with the same conditions except for gamut and appearances, in their order.
  package func group(of index: Int) -> [Int] { groups[slots[index].conditions.inAnyAppearance] ?? [] }
}

extension SlotConditions {
  /// These conditions without the gamut and the appearances.
  fileprivate var inAnyAppearance: SlotConditions {
    var conditions = inAnyGamut
    conditions.appearances = []
    return conditions
  }
}
