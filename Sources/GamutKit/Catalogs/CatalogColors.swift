import Gamut
import GamutCatalogs
import GamutKit

/// All colours of a catalog by what sRGB shows, so that those near a colour are found without comparing all pairs.
struct CatalogColors: Sendable {
  /// A colour and the set that it is in.
  struct Entry: Sendable {
    var set: Pathname
    var name: String
    var color: SetColor
    /// The colour that displays of sRGB show: that of the slot for them, if there is one.
    var shown: ColorInSRGB
  }

  private struct Cell: Hashable {
    var l, a, b: Int
  }

  /// The sets with the colours, by their folders.
  private(set) var sets: [Pathname: AssetSet] = [:]
  private var entries: [Entry] = []
  /// The indices of entries by what sRGB shows, and by the colour itself.
  private var shown: [Cell: [Int]] = [:], meant: [Cell: [Int]] = [:]
  private let jnd: Double

  /// - Parameter jnd: the just-noticeable difference.
  init(_ sets: [AssetSet], jnd: Double) {
    self.jnd = jnd
    // Of equal colours, which may be many, two are enough to find one of another set.
    struct Key: Hashable {
      var components: ColorComponents
      var conditions: SlotConditions
      var code: SIMD3<UInt16>
    }
    var counts: [Key: Int] = [:]
    for set in sets where set.kind == .colorSet {
      self.sets[set.path] = set
      for color in set.slots.compactMap({ SetColor($0) }) {
        let own = set.sRGBVariant(of: color.slot) ?? color.color
        let key = Key(components: color.components, conditions: color.slot.conditions, code: own.code)
        counts[key, default: 0] += 1
        guard counts[key, default: 0] <= 2 else { continue }
        shown[cell(own.shown, jnd / 2), default: []].append(entries.count)
        meant[cell(color.color.lab, jnd), default: []].append(entries.count)
        entries.append(Entry(set: set.path, name: set.name, color: color, shown: own))
      }
    }
  }

  private func cell(_ lab: OKLab, _ size: Double) -> Cell {
    // Smaller cells would have no more colours than these.
    let size = max(size, 1e-4)
    return Cell(
      l: Int((lab.l / size).rounded(.down)), a: Int((lab.a / size).rounded(.down)),
      b: Int((lab.b / size).rounded(.down))
    )
  }

  /// Calls `body` with the entries in the cell of a colour and in those around it.
  private func forEach(near lab: OKLab, _ size: Double, in cells: [Cell: [Int]], _ body: (Entry) -> Void) {
    let own = cell(lab, size)
    for l in -1...1 {
      for a in -1...1 {
        for b in -1...1 {
          for index in cells[Cell(l: own.l + l, a: own.a + a, b: own.b + b)] ?? [] { body(entries[index]) }
        }
      }
    }
  }

  /// The nearest, or the most different, of some colours of other sets.
  struct Found {
    var entry: Entry
    var difference: Double
    /// The number of all of them.
    var count: Int
  }

  /// Returns the colours of other sets that look different from a colour and that sRGB shows alike: the most different one.
  ///
  /// - Parameter own: the colour that displays of sRGB show.
  func merged(with color: SetColor, _ own: ColorInSRGB, of set: Pathname) -> Found? {
    var found: Found?
    // A slot for displays of sRGB only is what they show of another slot.
    guard color.slot.conditions.gamut != .sRGB else { return nil }
    forEach(near: own.shown, jnd / 2, in: shown) { entry in
      let difference = entry.color.color.lab.deltaE(to: color.color.lab)
      guard difference >= jnd, entry.color.color.isClipped || color.color.isClipped, entry.set != set,
        entry.color.slot.conditions.gamut != .sRGB, entry.color.isComparable(with: color),
        entry.shown.shown.deltaE(to: own.shown) < jnd / 2
      else { return }
      found.add(entry, difference) { difference > $0 }
    }
    return found
  }

  /// Returns the colours of other sets that are nearly but not quite a colour: the nearest one.
  func nearDuplicates(of color: SetColor, of set: Pathname) -> Found? {
    var found: Found?
    forEach(near: color.color.lab, jnd, in: meant) { entry in
      let difference = entry.color.color.lab.deltaE(to: color.color.lab)
      guard difference >= 0.001, difference < jnd, entry.set != set, entry.color.isComparable(with: color) else {
        return
      }
      found.add(entry, difference) { difference < $0 }
    }
    return found
  }
}

extension CatalogColors.Found? {
  /// - Parameter isBetter: whether the new difference is better than another one.
  fileprivate mutating func add(_ entry: CatalogColors.Entry, _ difference: Double, _ isBetter: (Double) -> Bool) {
    let count = (self?.count ?? 0) + 1
    if let own = self, !isBetter(own.difference), own.difference != difference || own.entry.name <= entry.name {
      self?.count = count
    } else {
      self = CatalogColors.Found(entry: entry, difference: difference, count: count)
    }
  }
}

extension AssetSet {
  /// Returns the colour of the slot for displays of sRGB that belongs to a slot; nil if there is none.
  func sRGBVariant(of slot: AssetSlot) -> ColorInSRGB? {
    guard slot.conditions.gamut != .sRGB else { return nil }
    return slots.first { $0.conditions.gamut == .sRGB && $0.conditions.inAnyGamut == slot.conditions.inAnyGamut }
      .flatMap { SetColor($0)?.color }
  }
}

extension SetColor {
  /// Returns whether both are shown under the same conditions, and equally opaque.
  fileprivate func isComparable(with other: SetColor) -> Bool {
    slot.conditions.idiom == other.slot.conditions.idiom
      && slot.conditions.appearances == other.slot.conditions.appearances
      && (slot.conditions.gamut == .sRGB) == (other.slot.conditions.gamut == .sRGB)
      && abs(components.alpha - other.components.alpha) < 0.5 / 255
  }
}
