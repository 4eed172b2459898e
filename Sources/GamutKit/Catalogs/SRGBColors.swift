import Gamut
import GamutBasics
import GamutCatalogs

/// Colours for displays of sRGB, for slots of a catalog that lack one.
struct SRGBColors: Sendable {
  /// A new colour.
  struct Variant: Sendable {
    var color: SetColor
    /// What displays of sRGB show.
    var own: ColorInSRGB
    /// The name of a set whose colour still looks alike; nil if there is none.
    var merging: String?
  }

  private struct Entry {
    var set: Pathname
    var name: String
    var slot: Int
    var color: SetColor
    var shown: ColorInSRGB
    /// Whether it may get a colour of its own in sRGB.
    var isFree: Bool
  }

  /// By the folder of the set and the index of the slot.
  private(set) var variants: [Pathname: [Int: Variant]] = [:]
  private var entries: [Entry] = []
  private let jnd: Double

  /// - Parameter sets: all sets of one catalog.
  init(_ sets: [AssetSet], _ options: CatalogConvertOptions) {
    jnd = Rendition.defaultJND
    for set in sets where set.kind == .colorSet {
      let free = Set(set.slotsWithoutSRGB)
      let others = ShownColors(set)
      for (index, slot) in set.slots.enumerated() where !slot.isUnassigned && slot.conditions.gamut != .sRGB {
        guard let color = SetColor(slot) else { continue }
        let shown = free.contains(index) ? color.color : others.color(for: slot) ?? color.color
        // Numbers in the wrong space are another colour than was meant.
        let isFree =
          free.contains(index) && color.systemColorOfItsNumbers == nil
          && (color.color.isClipped || options.selection == .all && color.components.space == .displayP3)
        entries.append(
          Entry(set: set.path, name: set.name, slot: index, color: color, shown: shown, isFree: isFree))
      }
    }
    let merging = entriesNearer(than: jnd / 2)
    let chosen = entries.indices.filter {
      entries[$0].isFree && (options.selection != .collapsing || merging.contains($0))
    }
    guard !chosen.isEmpty else { return }
    map(chosen, options.mapping)
    let left = entriesNearer(than: jnd / 2)
    for index in chosen {
      let entry = entries[index]
      let other = left.contains(index) ? entries.indices.first { isNear(index, $0, jnd / 2) } : nil
      variants[entry.set, default: [:]][entry.slot] = Variant(
        color: entry.color, own: entry.shown, merging: other.map { entries[$0].name })
    }
  }

  /// Gives some colours their codes in sRGB.
  private mutating func map(_ chosen: [Int], _ mapping: ConvertOptions.Mapping) {
    switch mapping {
    case .clip: break
    case .css: show(chosen, by: CSSMapping(destination: .sRGB))
    case .preserve:
      let clamped = entries
      separate(chosen)
      let separated = entries
      entries = clamped
      preserve(chosen)
      separate(chosen)
      if cost(separated, chosen) <= cost(entries, chosen) { entries = separated }
    }
  }

  /// Returns how much a choice costs: colours that merge, those that nearly do, and the largest and the sum of the shifts.
  private func cost(_ entries: [Entry], _ chosen: [Int]) -> (Int, Int, Double, Double) {
    var other = self
    other.entries = entries
    let shifts = chosen.map { entries[$0].shown.shown.deltaE(to: entries[$0].color.color.lab) }
    return (
      other.entriesNearer(than: jnd / 2).count, other.entriesNearer(than: jnd).count, shifts.max() ?? 0,
      shifts.reduce(0, +)
    )
  }

  private mutating func show(_ chosen: [Int], by mapping: any GamutMapping) {
    for index in chosen {
      entries[index].shown = ColorInSRGB(linearSRGB: mapping(entries[index].color.color.linear))
    }
  }

  /// Makes room for the colours outside sRGB as for the colours of an image: by the weakest of the mappings with the
  /// fewest colours that merge. Clamping is the weakest.
  private mutating func preserve(_ chosen: [Int]) {
    var survey = PreserveSurvey(destination: .sRGB, depth: 8)
    for entry in entries { survey.absorb(entry.color.color.linear) }
    var (best, least) = (entries, entriesNearer(than: jnd / 2).count)
    for parameters in PreserveParameters.strengths.joined() where least > 0 {
      show(chosen, by: PreserveMapping(survey, parameters))
      let count = entriesNearer(than: jnd / 2).count
      if count < least { (best, least) = (entries, count) }
    }
    entries = best
  }

  /// Moves colours that were apart and would merge, or be near duplicates: first those that fit sRGB best.
  private mutating func separate(_ chosen: [Int]) {
    let near = entriesNearer(than: jnd)
    for index in chosen.filter({ near.contains($0) }).sorted(by: {
      entries[$0].color.color.shift < entries[$1].color.color.shift
    })
    where entries.indices.contains(where: { isNear(index, $0, jnd) }) {
      separate(index)
    }
  }

  /// Gives a colour the nearest code that looks different from all colours that it looks different from; if there is
  /// none near, that with the largest difference.
  private mutating func separate(_ index: Int) {
    let entry = entries[index]
    // Codes farther than this are not tried.
    let reach = 16
    let others = entries.indices.filter {
      entries[$0].set != entry.set && entries[$0].shown.shown.deltaE(to: entry.shown.shown) < 0.25
        && entries[$0].color.lookingDifferent(from: entry.color, jnd) != nil
    }.map { entries[$0].shown.shown }
    var best: (color: ColorInSRGB, difference: Double, shift: Double)?
    for red in -reach...reach {
      for green in -reach...reach {
        for blue in -reach...reach {
          let code = SIMD3(
            Int(entry.shown.code.x) + red, Int(entry.shown.code.y) + green, Int(entry.shown.code.z) + blue)
          guard code.min() >= 0, code.max() <= 255 else { continue }
          let color = ColorInSRGB(code: code)
          let shift = color.shown.deltaE(to: entry.color.color.lab)
          // Differences beyond the JND are equally good.
          if let best, best.difference >= jnd, shift >= best.shift { continue }
          let difference = min(jnd, others.map { $0.deltaE(to: color.shown) }.min() ?? jnd)
          guard let known = best, (known.difference, -known.shift) >= (difference, -shift) else {
            best = (color, difference, shift)
            continue
          }
        }
      }
    }
    if let best { entries[index].shown = best.color }
  }

  /// Returns whether two colours of different sets look different, and in sRGB by less than a distance.
  private func isNear(_ first: Int, _ second: Int, _ distance: Double) -> Bool {
    let (a, b) = (entries[first], entries[second])
    return a.set != b.set && a.shown.shown.deltaE(to: b.shown.shown) < distance
      && a.color.lookingDifferent(from: b.color, jnd) != nil
  }

  /// Returns the colours that look different from one of another set, and in sRGB by less than a distance.
  private func entriesNearer(than distance: Double) -> Set<Int> {
    let grid = ColorGrid(entries.lazy.map(\.shown.shown), distance: distance)
    return Set(
      entries.indices.filter { index in
        var isNear = false
        grid.forEach(near: entries[index].shown.shown) { isNear = isNear || self.isNear(index, $0, distance) }
        return isNear
      })
  }
}
