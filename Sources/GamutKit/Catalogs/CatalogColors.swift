package import Gamut
package import GamutBasics
package import GamutCatalogs

/// All colours of a catalog, indexed by the codes that sRGB shows, so that colours near another one are found without
/// comparing all pairs.
package struct CatalogColors: Sendable {
  /// A colour and its set.
  package struct Entry: Sendable {
    package var set: Pathname
    package var name: String
    package var color: SetColor
    /// The colour that displays of sRGB show: that of the slot for these displays, if there is one.
    package var shown: ColorInSRGB
  }

  /// The sets and their colours, by the folder of the set.
  package private(set) var sets: [Pathname: (set: AssetSet, colors: [SetColor])] = [:]
  private var entries: [Entry] = []
  /// The indices of entries, by the colour that sRGB shows, and by the colour itself.
  private let shown: ColorGrid, meant: ColorGrid
  /// Whether any colour is outside sRGB.
  private var hasClipped = false

  package init(_ sets: [AssetSet]) {
    // Of equal colours, which may be many, two are enough to find one of another set.
    struct Key: Hashable {
      var components: ColorComponents
      var conditions: SlotConditions
      var code: SIMD3<UInt16>
    }
    var counts: [Key: Int] = [:]
    counts.reserveCapacity(sets.count)
    self.sets.reserveCapacity(sets.count)
    for set in sets where set.kind == .colorSet {
      let colors = set.slots.compactMap { SetColor($0) }
      self.sets[set.path] = (set, colors)
      let others = ShownColors(set)
      for color in colors {
        let own = others.color(for: color.slot) ?? color.color
        let key = Key(components: color.components, conditions: color.slot.conditions, code: own.code)
        hasClipped = hasClipped || color.color.isClipped
        guard counts[key, default: 0].next() <= 2 else { continue }
        entries.append(Entry(set: set.path, name: set.name, color: color, shown: own))
      }
    }
    shown = ColorGrid(entries.lazy.map(\.shown.shown), distance: JudgedColor.remaining.nextUp)
    meant = ColorGrid(entries.lazy.map(\.color.color.judged), distance: JudgedColor.jnd)
  }

  /// The nearest, or the most different, of some colours of other sets, and their number.
  package struct Found {
    package var entry: Entry
    package var difference: Double
    /// The number of all these colours.
    package var count: Int
  }

  /// Finds the colours of other sets that look different from a colour but the same in sRGB; returns the most
  /// different.
  ///
  /// - Parameter own: the colour that displays of sRGB show.
  package func merged(with color: SetColor, _ own: ColorInSRGB, of set: Pathname) -> Found? {
    var best = Best()
    // A slot for displays of sRGB only is what they show of another slot.
    guard hasClipped, color.slot.conditions.gamut != .sRGB else { return nil }
    shown.forEach(near: own.shown) { index in
      let entry = entries[index]
      guard entry.set != set, let difference = entry.color.lookingDifferent(from: color) else { return }
      best.add(index, of: entries, difference) { difference > $0 }
    }
    return found(best)
  }

  /// Finds the colours of other sets that are nearly, but not exactly, the same as a colour; returns the nearest.
  package func nearDuplicates(of color: SetColor, of set: Pathname) -> Found? {
    var best = Best()
    meant.forEach(near: color.color.judged) { index in
      let difference = entries[index].color.color.judged.difference(to: color.color.judged)
      guard difference >= JudgedColor.equality, entries[index].set != set,
        entries[index].color.isComparable(with: color)
      else { return }
      best.add(index, of: entries, difference) { difference < $0 }
    }
    return found(best)
  }

  private func found(_ best: Best) -> Found? {
    best.index.map { Found(entry: entries[$0], difference: best.difference, count: best.count) }
  }

  /// The best of the colours found so far, by its index, because entries are costly to copy.
  private struct Best {
    var index: Int?
    var difference = 0.0
    var count = 0

    /// - Parameter isBetter: whether the new difference is better than another one. Of equal differences, the first
    ///   name in alphabetical order is taken.
    mutating func add(_ new: Int, of entries: [Entry], _ newDifference: Double, _ isBetter: (Double) -> Bool) {
      count += 1
      if let index, !isBetter(difference), difference != newDifference || entries[index].name <= entries[new].name {
        return
      }
      (index, difference) = (new, newDifference)
    }
  }
}

extension Int {
  /// Adds one to the number, and returns the sum.
  fileprivate mutating func next() -> Int {
    self += 1
    return self
  }
}

/// The colours of a set that displays of sRGB show instead of the colours of its other slots.
package struct ShownColors: Sendable {
  /// The slots with colours for sRGB, and those for any gamut, by their conditions without the gamut.
  private var inSRGB: [SlotConditions: AssetSlot] = [:], inAny: [SlotConditions: AssetSlot] = [:]

  package init(_ set: AssetSet) {
    // Most sets have one gamut.
    guard set.kind == .colorSet, set.slots.contains(where: { $0.conditions.gamut != nil }) else { return }
    for slot in set.slots.reversed() where slot.color != nil && slot.conditions.gamut != .displayP3 {
      let conditions = slot.conditions.inAnyGamut
      if slot.conditions.gamut == .sRGB { inSRGB[conditions] = slot } else { inAny[conditions] = slot }
    }
  }

  /// Returns the slot that displays of sRGB show instead of another slot: the slot for these displays or, for a slot of
  /// Display P3, the slot for any gamut. nil if there is none with a colour.
  package func slot(for slot: AssetSlot) -> AssetSlot? {
    guard slot.conditions.gamut != .sRGB, !inSRGB.isEmpty || !inAny.isEmpty else { return nil }
    let conditions = slot.conditions.inAnyGamut
    return inSRGB[conditions] ?? (slot.conditions.gamut == .displayP3 ? inAny[conditions] : nil)
  }

  /// Returns the colour of the slot that ``slot(for:)`` returns; nil if it is not known.
  package func color(for slot: AssetSlot) -> ColorInSRGB? { self.slot(for: slot).flatMap { SetColor($0)?.color } }
}

extension SetColor {
  /// Returns the difference from a colour if the two look different, but displays of sRGB may show them alike: one of
  /// them is outside sRGB, and both are shown under the same conditions. Otherwise nil.
  func lookingDifferent(from other: SetColor) -> Double? {
    let difference = color.judged.difference(to: other.color.judged)
    guard difference >= JudgedColor.seen, color.isClipped || other.color.isClipped,
      slot.conditions.gamut != .sRGB,
      other.slot.conditions.gamut != .sRGB, isComparable(with: other)
    else { return nil }
    return difference
  }

  /// Returns whether two colours are shown under the same conditions and have the same opacity.
  func isComparable(with other: SetColor) -> Bool {
    slot.conditions.idiom == other.slot.conditions.idiom
      && slot.conditions.appearances == other.slot.conditions.appearances
      && (slot.conditions.gamut == .sRGB) == (other.slot.conditions.gamut == .sRGB)
      && abs(components.alpha - other.components.alpha) < 0.5 / 255
  }
}
