import Gamut
import GamutBasics
import GamutCatalogs

/// Colours for displays of sRGB, for slots of a catalog that lack one.
struct SRGBColors: Sendable {
  struct Variant: Sendable {
    var color: SetColor
    var own: ColorInSRGB
    /// The name of a set whose colour still looks the same in sRGB; nil if there is none.
    var merging: Pathname?
  }

  private struct Entry {
    var set: Pathname
    var name: Pathname
    var slot: Int
    /// A number that all colours for the same idiom and appearances share.
    var use: Int
    var color: SetColor
    var shown: ColorInSRGB
    /// Whether the colour may get a new colour in sRGB.
    var isFree: Bool
  }

  /// The new colours, by the folder of the set and the index of the slot.
  private(set) var variants: [Pathname: [Int: Variant]] = [:]
  private var entries: [Entry] = []
  private var compared: [CatalogColors.Compared] = []

  /// - Parameter cubes: the codes, and the comparisons that are left, of a run.
  init(_ sets: [AssetSet], _ options: CatalogConvertOptions, _ cubes: CodeCubes = CodeCubes()) {
    var numbers: [Pathname: Int] = [:]
    var uses: [SlotConditions: Int] = [:]
    for set in sets where set.kind == .colorSet {
      let free = Set(set.slotsWithoutSRGB)
      let others = ShownColors(set)
      for (index, slot) in set.slots.enumerated() where !slot.isUnassigned && slot.conditions.gamut != .sRGB {
        guard let color = SetColor(slot) else { continue }
        let shown = free.contains(index) ? color.color : others.color(for: slot) ?? color.color
        // Numbers in the wrong space do not give the intended colour.
        let isFree =
          free.contains(index) && color.systemColorOfItsNumbers == nil
          && (color.color.isClipped || options.selection == .all && color.components.space == .displayP3)
        let number = numbers[set.path] ?? numbers.count
        numbers[set.path] = number
        let use = uses[slot.conditions.ofComparison] ?? uses.count
        uses[slot.conditions.ofComparison] = use
        entries.append(
          Entry(set: set.path, name: set.name, slot: index, use: use, color: color, shown: shown, isFree: isFree))
        compared.append(CatalogColors.Compared(color, number))
      }
    }
    var shown = ShownGroups(entries, distance: Self.merging)
    let chosen = entries.indices.filter {
      entries[$0].isFree && (options.selection != .collapsing || isNearAnother($0, shown, cubes))
    }
    guard !chosen.isEmpty else { return }
    switch options.conversion.mapping {
    case .clip: break
    case .css:
      let mapping = CSSMapping(destination: .sRGB)
      for index in chosen {
        entries[index].shown = ColorInSRGB(linearSRGB: mapping(entries[index].color.color.linear))
      }
    case .preserve: separate(chosen, cubes)
    }
    shown = ShownGroups(entries, distance: Self.merging)
    for index in chosen {
      let entry = entries[index]
      variants[entry.set, default: [:]][entry.slot] = Variant(
        color: entry.color, own: entry.shown, merging: firstEntry(near: index, shown, cubes).map { entries[$0].name })
    }
  }

  /// Moves colours that are distinct but would merge or be hard to tell apart in sRGB, beginning with those that fit sRGB
  /// best. Each gets the nearest code that looks different from all colours from which the colour itself looks different;
  /// if no code in reach does, the code with the largest difference. A colour with too many colours to compare keeps its
  /// code, and so do all that are left when all colours together had too many.
  private mutating func separate(_ chosen: [Int], _ cubes: CodeCubes) {
    var shown = ShownGroups(entries, distance: JudgedColor.seen)
    let near = chosen.filter { isNearAnother($0, shown, cubes) }
    for index in near.sorted(by: { entries[$0].color.color.shift < entries[$1].color.color.shift })
    where isNearAnother(index, shown, cubes) {
      let old = entries[index].shown
      let code = cubes.code(
        nearestTo: compared[index].judged, around: SIMD3(truncatingIfNeeded: old.code),
        apartBy: JudgedColor.seen
      ) { box in
        var others: [SIMD3<Double>] = []
        let least = cubes.comparisons - Self.mostComparisonsInReach
        let areTooMany = shown.wide[entries[index].use].contains(near: box) { number in
          let group = shown.groups[number]
          if first(of: group, lookingDifferentFrom: index, before: .max, cubes, least) != nil {
            others.append(group.shown)
          }
          return cubes.comparisons < max(least, 0)
        }
        return areTooMany ? nil : others
      }
      guard let code else { continue }
      entries[index].shown = ColorInSRGB(code: code)
      shown.move(index, entries[index], from: old, cubes)
    }
  }

  /// Colours that look different merge in sRGB if they differ by less.
  private static let merging = JudgedColor.remaining.nextUp, seen = JudgedColor.seen
  /// The maximum numbers of colours to compare a colour with: those near it in sRGB, and those near a code in reach.
  private static let mostComparisons = 4_096, mostComparisonsInReach = 16_384

  /// Colours of the same code in sRGB, for the same idiom and appearances.
  private struct Group {
    let shown: SIMD3<Double>
    /// A box around the colours themselves, which is not reduced when a colour leaves.
    var meant: ColorBox
    /// Whether a colour of the group is, or was, outside sRGB.
    var isClipped: Bool
    /// The indices of the colours: those from the start in ascending order, then those that were moved.
    var members: [Int]
  }

  /// All colours, grouped by the code that sRGB shows.
  private struct ShownGroups {
    private struct Key: Hashable {
      var code: SIMD3<UInt16>
      var use: Int
    }

    private(set) var groups: [Group] = []
    /// The indices of the groups of each use, for those near a colour, and those near all codes in reach of one.
    private(set) var grids, wide: [ColorGrid]
    private var numbers: [Key: Int] = [:]

    init(_ entries: [Entry], distance: Double) {
      let uses = (entries.map(\.use).max() ?? -1) + 1
      grids = Array(repeating: ColorGrid(distance: distance), count: uses)
      wide = Array(repeating: ColorGrid(distance: distance, size: 16), count: uses)
      for (index, entry) in entries.enumerated() { add(index, entry) }
    }

    private mutating func add(_ index: Int, _ entry: Entry) {
      let color = entry.color.color.judged
      // Nothing looks different from a colour with numbers that are too large to compute.
      guard color.vector.sum().isFinite else { return }
      let key = Key(code: entry.shown.code, use: entry.use)
      let isClipped = entry.color.color.isClipped
      if let number = numbers[key] {
        groups[number].meant.add(color)
        groups[number].isClipped = groups[number].isClipped || isClipped
        groups[number].members.append(index)
        return
      }
      numbers[key] = groups.count
      grids[entry.use].add(entry.shown.shown, groups.count)
      wide[entry.use].add(entry.shown.shown, groups.count)
      groups.append(
        Group(shown: entry.shown.shown.vector, meant: ColorBox(color), isClipped: isClipped, members: [index]))
    }

    mutating func move(_ index: Int, _ entry: Entry, from old: ColorInSRGB, _ cubes: CodeCubes) {
      if let number = numbers[Key(code: old.code, use: entry.use)] {
        cubes.comparisons -= groups[number].members.count
        groups[number].members.removeAll { $0 == index }
      }
      add(index, entry)
    }
  }

  /// Returns the first colour of a group, before the index `limit`, that belongs to another set than a colour, and looks
  /// different from it. There are fewer comparisons left than `least` if they did not suffice.
  private func first(
    of group: Group, lookingDifferentFrom index: Int, before limit: Int, _ cubes: CodeCubes, _ least: Int
  ) -> Int? {
    let color = compared[index]
    guard group.isClipped || color.isClipped, group.meant.most(to: color.judged) >= Self.seen else { return nil }
    for other in group.members {
      guard other < limit else { return nil }
      cubes.comparisons -= 1
      guard cubes.comparisons >= max(least, 0) else { return nil }
      if color.lookingDifferent(from: compared[other]) != nil { return other }
    }
    return nil
  }

  /// Returns whether a colour looks different from one of another set, but in sRGB by less than the groups' distance.
  private func isNearAnother(_ index: Int, _ shown: ShownGroups, _ cubes: CodeCubes) -> Bool {
    firstEntry(near: index, shown, cubes, isAny: true) != nil
  }

  /// Returns the first colour of another set that looks different but is near in sRGB, or any of them; nil if there is none.
  private func firstEntry(near index: Int, _ shown: ShownGroups, _ cubes: CodeCubes, isAny: Bool = false) -> Int? {
    let least = cubes.comparisons - Self.mostComparisons
    var found: Int?
    _ = shown.grids[entries[index].use].contains(near: entries[index].shown.shown) { number in
      let group = shown.groups[number]
      found = first(of: group, lookingDifferentFrom: index, before: found ?? .max, cubes, least) ?? found
      return isAny && found != nil || cubes.comparisons < max(least, 0)
    }
    return found
  }
}
