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
    /// Whether displays of sRGB show another colour, that of a slot for them.
    var hasVariant: Bool
  }

  private struct Cell: Hashable {
    var l, a, b: Int
  }

  /// The sets with the colours, by their folders.
  private(set) var sets: [Pathname: AssetSet] = [:]
  private var shown: [Cell: [Entry]] = [:]
  private var meant: [Cell: [Entry]] = [:]
  private let jnd: Double

  /// - Parameter jnd: the just-noticeable difference.
  init(_ sets: [AssetSet], jnd: Double) {
    self.jnd = jnd
    for set in sets where set.kind == .colorSet {
      self.sets[set.path] = set
      for color in set.slots.compactMap({ SetColor($0) }) {
        let entry = Entry(
          set: set.path, name: set.name, color: color, hasVariant: set.hasSRGBVariant(of: color.slot))
        shown[cell(color.color.shown, jnd / 2), default: []].append(entry)
        meant[cell(color.color.lab, jnd), default: []].append(entry)
      }
    }
  }

  private func cell(_ lab: OKLab, _ size: Double) -> Cell {
    Cell(
      l: Int((lab.l / size).rounded(.down)), a: Int((lab.a / size).rounded(.down)),
      b: Int((lab.b / size).rounded(.down)))
  }

  private func near(_ lab: OKLab, _ size: Double, in cells: [Cell: [Entry]]) -> [Entry] {
    let own = cell(lab, size)
    var found: [Entry] = []
    for l in -1...1 {
      for a in -1...1 {
        for b in -1...1 { found += cells[Cell(l: own.l + l, a: own.a + a, b: own.b + b)] ?? [] }
      }
    }
    return found
  }

  /// Returns the colours of other sets that look different from a colour and that sRGB shows alike, the most different
  /// first, with the difference.
  func merged(with color: SetColor, of set: Pathname) -> [(entry: Entry, difference: Double)] {
    near(color.color.shown, jnd / 2, in: shown).compactMap { entry in
      let difference = entry.color.color.lab.deltaE(to: color.color.lab)
      guard entry.set != set, !entry.hasVariant, entry.color.isComparable(with: color),
        entry.color.color.isClipped || color.color.isClipped, difference >= jnd,
        entry.color.color.shown.deltaE(to: color.color.shown) < jnd / 2
      else { return nil }
      return (entry, difference)
    }.sorted { ($1.difference, $0.entry.name) < ($0.difference, $1.entry.name) }
  }

  /// Returns the colours of other sets that are nearly but not quite a colour, the nearest first.
  func nearDuplicates(of color: SetColor, of set: Pathname) -> [(entry: Entry, difference: Double)] {
    near(color.color.lab, jnd, in: meant).compactMap { entry in
      let difference = entry.color.color.lab.deltaE(to: color.color.lab)
      guard entry.set != set, entry.color.isComparable(with: color), difference >= 0.001, difference < jnd else {
        return nil
      }
      return (entry, difference)
    }.sorted { ($0.difference, $0.entry.name) < ($1.difference, $1.entry.name) }
  }
}

extension SetColor {
  /// Returns whether both are shown under the same conditions, and equally opaque.
  fileprivate func isComparable(with other: SetColor) -> Bool {
    slot.conditions.idiom == other.slot.conditions.idiom
      && slot.conditions.appearances == other.slot.conditions.appearances
      && slot.conditions.gamut == other.slot.conditions.gamut
      && abs(components.alpha - other.components.alpha) < 0.5 / 255
  }
}
