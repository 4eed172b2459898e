import Gamut
import GamutPalettes

/// The entries of a palette that each of its contexts shows, by their indices: a palette may have 100,000 names, and
/// 200 contexts.
struct PaletteTable: Sendable {
  typealias Shown = PaletteStudy.Shown

  /// The colour of each entry.
  let colors: [ColorInSRGB]
  /// The different names, in the order of the file.
  let names: [String]

  /// The entries of each name.
  private let entries: [[Int32]]
  /// The conditions of each entry.
  private let conditions: [Conditions]
  /// For each entry, the place in `names` of what it refers to; -1 for nothing.
  private let targets: [Int32]
  private let hasTargets: Bool
  private let themes: [String: Int32]
  /// For each theme, the names that have an entry for it, in their order.
  private let changes: [Int32: [Int32]]
  /// What contexts with a theme share: the names in those without, by whether they are dark and have increased
  /// contrast.
  private var grounds: [Conditions: [Shown]] = [:]

  /// The conditions of an entry, or of a context.
  private struct Conditions: Sendable, Hashable {
    var isDark, hasHighContrast: Bool
    /// 0 for none.
    var theme: Int32

    func applies(under other: Conditions) -> Bool {
      (!isDark || other.isDark) && (!hasHighContrast || other.hasHighContrast) && (theme == 0 || theme == other.theme)
    }

    var withoutTheme: Conditions { Conditions(isDark: isDark, hasHighContrast: hasHighContrast, theme: 0) }
  }

  /// How special each entry is, on displays of Display P3 and of sRGB.
  private let ranks: [(wide: Int, narrow: Int)]
  /// Whether each entry is for displays of Display P3 alone.
  private let isWide: [Bool]

  init(_ palette: Palette) {
    colors = palette.entries.map { ColorInSRGB(linearSRGB: $0.color.linearSRGB) }
    var places: [String: Int32] = [:]
    var names: [String] = []
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

  /// Computes what the contexts share.
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

  /// Returns what each name is shown with in a context: for each that refers to another one, what that shows.
  func shown(in context: PaletteContext) -> [Shown] {
    let own = conditions(of: context)
    guard var shown = ground(of: context) else { return following(names.indices.map { best($0, in: own) }) }
    for place in changes[own.theme] ?? [] { shown[Int(place)] = best(Int(place), in: own) }
    return following(shown)
  }

  /// Returns what a context with a theme shares with others: what names that refer to no others show, but for those
  /// that the theme changes; nil for contexts without a theme.
  func ground(of context: PaletteContext) -> [Shown]? {
    context.theme.isEmpty ? nil : grounds[conditions(of: context).withoutTheme]
  }

  /// Returns the places of the names that the theme of a context changes.
  func changes(in context: PaletteContext) -> [Int32] { changes[conditions(of: context).theme] ?? [] }

  /// Returns what a name is shown with, before its references are followed.
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

  /// Returns the names with each that refers to another one shown as that: at most 100 references in a row are
  /// followed.
  private func following(_ shown: [Shown]) -> [Shown] {
    guard hasTargets else { return shown }
    var result = shown
    let steps = ReferenceSteps(
      places: shown.indices.map { place in
        let entry = shown[place].entry
        let target = entry < 0 ? -1 : targets[Int(entry)]
        return target >= 0 && shown[Int(target)].entry >= 0 ? target : Int32(place)
      }, isOwn: shown.map(\.isOwn)
    ).hundred
    for place in shown.indices {
      let end = steps.places[place]
      result[place].isOwn = steps.isOwn[place]
      guard end != place else { continue }
      let found = shown[Int(end)]
      (result[place].color, result[place].replacement, result[place].source) = (found.color, found.replacement, end)
    }
    return result
  }
}

/// Where some steps from each name to the one that it refers to lead. Two of these make one with the steps of both, so
/// that a hundred steps of all names take few operations.
private struct ReferenceSteps {
  /// For each name the place of another one, or its own.
  var places: [Int32]
  /// For each name, whether one on its way is the context's own, with the first and the last.
  var isOwn: [Bool]

  /// Creates single steps.
  ///
  /// - Parameter isOwn: for each name, whether it is the context's own.
  init(places: [Int32], isOwn: [Bool]) {
    self.places = places
    self.isOwn = places.indices.map { isOwn[$0] || isOwn[Int(places[$0])] }
  }

  /// These steps, and then others.
  private func then(_ others: ReferenceSteps) -> ReferenceSteps {
    var result = self
    for index in places.indices {
      let middle = Int(places[index])
      result.places[index] = others.places[middle]
      result.isOwn[index] = isOwn[index] || others.isOwn[middle]
    }
    return result
  }

  /// A hundred of these steps.
  var hundred: ReferenceSteps {
    // 1, 2, 4 … 64 steps.
    var powers = [self]
    while powers.count < 7 {
      let last = powers[powers.count - 1]
      let next = last.then(last)
      // Mostly, all references have ended after one step.
      if next.places == last.places { return next }
      powers.append(next)
    }
    return powers[2].then(powers[5]).then(powers[6])
  }
}
