package import Gamut
package import GamutBasics
package import GamutCatalogs
import GamutPalettes

/// A colour of a slot, and its appearance in sRGB. It is a class, because rules pass on each colour many times.
package final class SetColor: Sendable {
  package let slot: AssetSlot
  package let components: ColorComponents
  package let color: ColorInSRGB

  package init?(_ slot: AssetSlot) {
    guard case .components(let components) = slot.color, let linear = components.unboundedSRGB else { return nil }
    (self.slot, self.components) = (slot, components)
    color = ColorInSRGB(linearSRGB: linear)
  }

  /// The numbers in the space of the file, such as "display-p3 1.000, 0.271, 0.227", with the alpha if it is below 1.
  package var words: String {
    var words = components.space.rawValue
    for (index, channel) in components.channels.enumerated() {
      words += index == 0 ? " " : ", "
      if channel < 0 { words += "-" }
      words += Words.decimal(channel.magnitude, 3)
    }
    if components.alpha < 1 { words += " at alpha \(Words.decimal(components.alpha, 2))" }
    return words
  }
}

extension ColorComponents {
  package var unboundedSRGB: SIMD3<Double>? {
    let numbers = channels.count == 3 ? SIMD3(channels[0], channels[1], channels[2]) : SIMD3(repeating: channels[0])
    switch space {
    case .sRGB, .extendedSRGB: return ExtendedSRGB.linear(numbers)
    case .displayP3: return CSSColor(.displayP3, channels).linearSRGB
    case .extendedLinearSRGB: return numbers
    case .gray, .extendedGray:
      let curve = TransferFunction.gamma(2.2)
      let value = curve(min(numbers.x.magnitude, 1))
      return SIMD3(repeating: numbers.x < 0 ? -value : value)
    default: return nil
    }
  }
}

extension SetColor {
  /// The system colour whose numbers, which are published for sRGB, this colour has in Display P3; nil if there is none.
  package var systemColorOfItsNumbers: SystemColor? {
    guard components.space == .displayP3, let codes = components.codes, Set(codes).count > 1 else { return nil }
    return SystemColor.all(codes, for: slot.conditions.use).first
  }
}

extension SlotConditions {
  var ofComparison: SlotConditions {
    var conditions = SlotConditions()
    (conditions.idiom, conditions.appearances) = (idiom, appearances)
    return conditions
  }

  package var use: SystemColor.Use {
    let values = appearances.map(\.value)
    return SystemColor.Use(
      isDark: values.contains("dark"), hasHighContrast: values.contains("high"), isOnWatch: idiom == "watch")
  }
}

/// All colours of a catalog that are shown under the same conditions, indexed by the codes that sRGB shows, so that colours
/// near another one are found without comparing all pairs.
package struct CatalogColors: Sendable {
  package struct Entry: Sendable {
    package var set: Pathname
    package var name: Pathname
    package var color: SetColor
    /// The colour that displays of sRGB show: that of the slot for these displays, if there is one.
    package var shown: ColorInSRGB
    /// A number that equal colours share.
    fileprivate var kind: Int
  }

  /// What comparisons need of a colour, without a reference: there may be millions.
  struct Compared: Sendable {
    /// A number that all colours of a set share.
    let number: Int?
    let isForSRGB, isClipped: Bool
    let alpha: Double
    /// The coordinates in DIN99o.
    let judged: SIMD3<Double>

    init(_ color: SetColor, _ number: Int?) {
      self.number = number
      judged = color.color.judged.vector
      isForSRGB = color.slot.conditions.gamut == .sRGB
      isClipped = color.color.isClipped
      alpha = color.components.alpha
    }

    private static let seen = JudgedColor.seen

    /// Returns whether colours of two sets, for one idiom and appearances, are shown together with the same opacity.
    @inline(__always) func isComparable(with other: Compared) -> Bool {
      number != other.number && isForSRGB == other.isForSRGB && abs(alpha - other.alpha) < 0.5 / 255
    }

    /// Returns the difference from such a colour if the two look different, but displays of sRGB may show them alike,
    /// because one of them is outside sRGB. Otherwise nil.
    @inline(__always) func lookingDifferent(from other: Compared) -> Double? {
      let difference = judged.difference(to: other.judged)
      return difference >= Self.seen && (isClipped || other.isClipped) && isComparable(with: other) ? difference : nil
    }
  }

  /// The sets and their colours, by the folder of the set.
  package private(set) var sets: [Pathname: (set: AssetSet, colors: [SetColor])] = [:]
  /// The colours for the same idiom and appearances, and their indices by the colour in sRGB, and by the colour itself.
  private struct Group: Sendable {
    var entries: [Entry] = []
    var compared: [Compared] = []
    var shown = ColorGrid(distance: 1), meant = ColorGrid(distance: 1)

    /// Returns the best of the colours near another by their differences, which are nil for those that do not count. Of
    /// equal differences, the first name in alphabetical order is taken.
    @inline(__always) func best(
      near color: JudgedColor, in grid: ColorGrid, by isBetter: (Double, Double) -> Bool,
      difference: (_ index: Int) -> Double?
    ) -> Found? {
      var best: (index: Int, difference: Double)?
      var count = 0
      grid.forEach(near: color) { index in
        guard let difference = difference(index) else { return }
        count += 1
        if let best, !isBetter(difference, best.difference),
          difference != best.difference || entries[best.index].name <= entries[index].name
        {
          return
        }
        best = (index, difference)
      }
      return best.map { Found(entry: entries[$0.index], difference: $0.difference, count: count) }
    }
  }

  private var groups: [SlotConditions: Group] = [:]
  private var numbers: [Pathname: Int] = [:]
  /// Whether so many colours look alike that comparing them would take too long: then none is found.
  package private(set) var isTooMuch = false
  package static let comparisonLimit = 250_000_000
  private var hasClipped = false

  package init(_ sets: [AssetSet]) {
    // Of equal colours, which may be many, two are enough to find one of another set.
    struct Key: Hashable {
      var components: ColorComponents
      var conditions: SlotConditions
      var code: SIMD3<UInt16>
    }
    var kinds: [Key: Int] = [:]
    var counts: [Int] = []
    kinds.reserveCapacity(sets.count)
    self.sets.reserveCapacity(sets.count)
    for set in sets where set.kind == .colorSet {
      let colors = set.slots.compactMap { SetColor($0) }
      self.sets[set.path] = (set, colors)
      numbers[set.path] = numbers.count
      let others = ShownColors(set)
      for color in colors {
        let own = others.color(for: color.slot) ?? color.color
        let key = Key(components: color.components, conditions: color.slot.conditions, code: own.code)
        hasClipped = hasClipped || color.color.isClipped
        let kind = kinds[key] ?? counts.count
        if kind == counts.count {
          kinds[key] = kind
          counts.append(0)
        }
        counts[kind] += 1
        guard counts[kind] <= 2 else { continue }
        groups[color.slot.conditions.ofComparison, default: Group()].entries.append(
          Entry(set: set.path, name: set.name, color: color, shown: own, kind: kind))
      }
    }
    var comparisons = 0
    for (conditions, group) in groups {
      let shown = ColorGrid(group.entries.lazy.map(\.shown.shown), distance: JudgedColor.remaining.nextUp)
      let meant = ColorGrid(group.entries.lazy.map(\.color.color.judged), distance: JudgedColor.jnd)
      let times = group.entries.map { (counts[$0.kind] + 1) / 2 }
      comparisons += (hasClipped ? shown.comparisons(times) : 0) + meant.comparisons(times)
      let compared = group.entries.map { Compared($0.color, numbers[$0.set]) }
      groups[conditions] = Group(entries: group.entries, compared: compared, shown: shown, meant: meant)
    }
    isTooMuch = comparisons > Self.comparisonLimit
  }

  /// The nearest, or the most different, of some colours of other sets, and their number.
  package struct Found {
    package var entry: Entry
    package var difference: Double
    package var count: Int
  }

  /// Finds the colours of other sets that look different but the same in sRGB; returns the most different.
  package func merged(with color: SetColor, _ own: ColorInSRGB, of set: Pathname) -> Found? {
    // A slot for displays of sRGB only is what they show of another slot.
    guard hasClipped, !isTooMuch, color.slot.conditions.gamut != .sRGB,
      let group = groups[color.slot.conditions.ofComparison]
    else { return nil }
    let compared = Compared(color, numbers[set])
    return group.best(near: own.shown, in: group.shown, by: >) { group.compared[$0].lookingDifferent(from: compared) }
  }

  /// Finds the colours of other sets that are nearly, but not exactly, the same as a colour; returns the nearest.
  package func nearDuplicates(of color: SetColor, of set: Pathname) -> Found? {
    guard !isTooMuch, let group = groups[color.slot.conditions.ofComparison] else { return nil }
    let (compared, equality) = (Compared(color, numbers[set]), JudgedColor.equality)
    return group.best(near: color.color.judged, in: group.meant, by: <) { index in
      let difference = group.compared[index].judged.difference(to: compared.judged)
      return difference >= equality && group.compared[index].isComparable(with: compared) ? difference : nil
    }
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

  package func color(for slot: AssetSlot) -> ColorInSRGB? { self.slot(for: slot).flatMap { SetColor($0)?.color } }
}
