import Gamut
import GamutBasics
import GamutPalettes

/// The entries that each context of a palette shows, by their indices: a palette may have 100,000 names and 200
/// contexts.
struct PaletteTable: Sendable {
  typealias Shown = PaletteStudy.Shown

  let colors: [ColorInSRGB]
  /// The distinct names, in the order of the file.
  let names: [Pathname]

  private let entries: [[Int32]]
  private let conditions: [Conditions]
  /// The index in `names` of the name that each entry refers to; -1 if it refers to none.
  private let targets: [Int32]
  private let hasTargets: Bool
  private let themes: [String: Int32]
  /// The indices of the names that have an entry for a theme, by theme, in ascending order.
  private let changes: [Int32: [Int32]]
  /// The colours of names that contexts with a theme share with those without, by whether the contexts are dark and
  /// have increased contrast.
  private var grounds: [Conditions: [Shown]] = [:]

  private struct Conditions: Sendable, Hashable {
    var isDark, hasHighContrast: Bool
    /// The index of the theme; 0 for none.
    var theme: Int32

    func applies(under other: Conditions) -> Bool {
      (!isDark || other.isDark) && (!hasHighContrast || other.hasHighContrast) && (theme == 0 || theme == other.theme)
    }

    var withoutTheme: Conditions { Conditions(isDark: isDark, hasHighContrast: hasHighContrast, theme: 0) }
  }

  /// The rank of each entry on displays of Display P3, and on displays of sRGB.
  private let ranks: [(wide: Int, narrow: Int)]
  /// Whether each entry is only for displays of Display P3.
  private let isWide: [Bool]

  init(_ palette: Palette) {
    colors = palette.entries.map { ColorInSRGB(linearSRGB: $0.color.linearSRGB) }
    var places: [Pathname: Int32] = [:]
    var names: [Pathname] = []
    var entries: [[Int32]] = []
    var themes = ["": Int32(0)]
    var conditions: [Conditions] = []
    var changes: [Int32: [Int32]] = [:]
    for (index, entry) in palette.entries.enumerated() {
      let place = places[entry.name] ?? Int32(names.count)
      if place == names.count {
        places[entry.name] = place
        names.append(entry.name)
        entries.append([])
      }
      entries[Int(place)].append(Int32(index))
      let theme = themes[entry.context.theme] ?? Int32(themes.count)
      themes[entry.context.theme] = theme
      conditions.append(
        Conditions(isDark: entry.context.isDark, hasHighContrast: entry.context.hasHighContrast, theme: theme))
      if theme != 0 { changes[theme, default: []].append(place) }
    }
    targets = palette.entries.map { entry in entry.target.flatMap { places[$0] } ?? -1 }
    hasTargets = targets.contains { $0 >= 0 }
    ranks = palette.entries.map {
      ($0.context.rank(on: .displayP3, in: palette.format), $0.context.rank(on: .sRGB, in: palette.format))
    }
    isWide = palette.entries.map { $0.context.gamut == .displayP3 }
    (self.names, self.entries, self.conditions, self.themes) = (names, entries, conditions, themes)
    self.changes = changes.mapValues { Set($0).sorted() }
  }

  mutating func share(among contexts: some Sequence<PaletteContext>) {
    for context in contexts where !context.theme.isEmpty {
      let ground = conditions(of: context).withoutTheme
      if grounds[ground] != nil { continue }
      grounds[ground] = names.indices.map { place in
        var shown = best(place, in: ground)
        // In a context with a theme, these are not its own.
        shown.isOwn = false
        return shown
      }
    }
  }

  private func conditions(of context: PaletteContext) -> Conditions {
    Conditions(
      isDark: context.isDark, hasHighContrast: context.hasHighContrast, theme: themes[context.theme] ?? 0)
  }

  /// Returns the colours of each name in a context; a name that refers to another one has the colours of that name.
  func shown(in context: PaletteContext) -> [Shown] {
    let own = conditions(of: context)
    // Without the theme, before references are followed.
    guard var shown = own.theme == 0 ? nil : grounds[own.withoutTheme] else {
      return following(names.indices.map { best($0, in: own) })
    }
    for place in changes[own.theme] ?? [] { shown[Int(place)] = best(Int(place), in: own) }
    return following(shown)
  }

  /// Returns the entries that a context shows for a name, before references are followed.
  private func best(_ place: Int, in context: Conditions) -> Shown {
    var wide = -1
    var narrow = -1
    for entry in entries[place] {
      let index = Int(entry)
      guard conditions[index].applies(under: context) else { continue }
      if wide < 0 || ranks[index].wide > ranks[wide].wide { wide = index }
      if narrow < 0 || ranks[index].narrow > ranks[narrow].narrow { narrow = index }
    }
    guard wide >= 0 else { return Shown(entry: -1, color: -1, replacement: -1, source: Int32(place), isOwn: false) }
    return Shown(
      entry: Int32(wide), color: Int32(wide), replacement: narrow != wide && !isWide[narrow] ? Int32(narrow) : -1,
      source: Int32(place), isOwn: conditions[wide] == context || conditions[narrow] == context)
  }

  /// Returns the names with their references followed, also the way that references in a circle have until they end.
  private func following(_ shown: [Shown]) -> [Shown] {
    guard hasTargets else { return shown }
    func target(of place: Int) -> Int? {
      let target = shown[place].entry < 0 ? -1 : Int(targets[Int(shown[place].entry)])
      return target >= 0 && shown[target].entry >= 0 ? target : nil
    }
    var result = shown
    var isFollowed = [Bool](repeating: false, count: shown.count)
    for start in shown.indices {
      var way: [(place: Int, target: Int)] = []
      var place = start
      while !isFollowed[place], let next = target(of: place) {
        isFollowed[place] = true
        way.append((place, next))
        place = next
      }
      for (place, target) in way.reversed() {
        let (own, end) = (result[place], result[target])
        result[place] = end
        (result[place].entry, result[place].isOwn) = (own.entry, own.isOwn || end.isOwn)
      }
    }
    return result
  }
}
