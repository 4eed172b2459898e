package import Gamut
package import GamutBasics
package import GamutPalettes

/// A palette with the colours of each context, by indices of entries: there may be 100,000 names and 200 contexts.
package struct PaletteStudy: Sendable {
  package let palette: Palette
  /// The contexts that have colours of their own; the one without conditions, if it has any, is the first.
  package private(set) var contexts: [Context] = []
  /// The number of contexts beyond the maximum, whose colours are not compared.
  package let omittedContexts: Int
  package let colors: [ColorInSRGB]
  /// The distinct names, in the order of the file.
  package let names: [Pathname]
  private let entries: [[Int32]]
  private let conditions: [Conditions]
  /// The index in `names` of the name that each entry refers to; -1 if it refers to none.
  private let targets: [Int32]
  private let themes: [Pathname: Int32]
  /// The rank of each entry on displays of Display P3, and on displays of sRGB.
  private let ranks: [(wide: Int, narrow: Int)]

  package struct Context: Sendable {
    package var conditions: PaletteContext
    /// The colours that only this context has, without references to other names, in the order of the file.
    package var own: [Shown]
    /// The colours that displays of sRGB show instead of some colours of this context only, each as a colour of its
    /// own, in the order of the file; those that an earlier context has are left out.
    package var ownReplacements: [Shown]

    /// The linear values behind colours that are not opaque: white or, in dark contexts, #121212, as in usual dark
    /// themes. Black would exaggerate differences that nobody sees.
    package var ground: SIMD3<Double> { SIMD3(repeating: ExtendedSRGB.linear(conditions.isDark ? 18.0 / 255 : 1)) }
  }

  /// The colours of a name in a context, as indices of entries: colours are large, and contexts share many of them.
  package struct Shown: Sendable {
    /// The entry that displays of Display P3 show; -1 if the context does not have the name.
    package var entry: Int32
    /// The entry at the end of the references, which contains the colour.
    package var color: Int32
    /// The entry that displays of sRGB show instead; -1 if there is none.
    package var replacement: Int32
    /// The index in `names` of the name whose colour is shown, at the end of the references.
    package var source: Int32
    /// 3 if only this context has the colour or its replacement. In a dark context with increased contrast, 1 if dark ones
    /// have it, and 2 if those with increased contrast do: two colours are new together if their parts are 3.
    package var part: UInt8
  }

  private struct Conditions: Sendable, Equatable {
    var isDark, hasHighContrast: Bool
    /// The index of the theme; 0 for none.
    var theme: Int32

    func applies(under other: Conditions) -> Bool {
      (!isDark || other.isDark) && (!hasHighContrast || other.hasHighContrast) && (theme == 0 || theme == other.theme)
    }

    func part(of context: Conditions) -> UInt8 {
      if self == context { return 3 }
      let isOfBoth = context.isDark && context.hasHighContrast && context.theme == 0
      return isOfBoth ? (isDark ? 1 : 0) | (hasHighContrast ? 2 : 0) : 0
    }
  }

  package struct Color: Sendable {
    /// The entry that displays of Display P3 show, with the colour at the end of the references.
    package var entry: Palette.Entry
    package var color: ColorInSRGB
    /// The colour that displays of sRGB show instead; nil if the palette has no other colour for them.
    package var replacement: (entry: Palette.Entry, color: ColorInSRGB)?
    package var part: UInt8
    /// The colour whose nearest sRGB code displays of sRGB show.
    package var inSRGB: ColorInSRGB { replacement?.color ?? color }
  }

  package static let maximumContexts = 200

  package init(_ palette: Palette) {
    self.palette = palette
    colors = palette.entries.map { ColorInSRGB(linearSRGB: $0.color.linearSRGB) }
    var places: [Pathname: Int32] = [:]
    var names: [Pathname] = []
    var entries: [[Int32]] = []
    var themes = [Pathname(""): Int32(0)]
    var conditions: [Conditions] = []
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
    }
    targets = palette.entries.map { entry in entry.target.flatMap { places[$0] } ?? -1 }
    ranks = palette.entries.map {
      ($0.context.rank(on: .displayP3, in: palette.format), $0.context.rank(on: .sRGB, in: palette.format))
    }
    (self.names, self.entries, self.conditions, self.themes) = (names, entries, conditions, themes)
    let all = palette.allConditions
    omittedContexts = max(all.count - Self.maximumContexts, 0)
    func isPlain(_ entry: Int32) -> Bool { palette.entries[Int(entry)].isShownColor }
    var replacements: Set<Int32> = []
    for conditions in all.prefix(Self.maximumContexts) {
      let shown = shown(in: conditions)
      guard shown.contains(where: { $0.part > 0 }) else { continue }
      let own = shown.filter { $0.part == 3 }
      let ownReplacements = own.compactMap { shown -> Shown? in
        let entry = shown.replacement
        guard entry >= 0, isPlain(entry), replacements.insert(entry).inserted else { return nil }
        return Shown(entry: entry, color: entry, replacement: -1, source: shown.source, part: 3)
      }
      contexts.append(
        Context(conditions: conditions, own: own.filter { isPlain($0.entry) }, ownReplacements: ownReplacements))
    }
  }

  package func shown(in context: Context) -> [Shown] { shown(in: context.conditions) }

  /// Returns the colours of each name in a context; a name that refers to another one has the colours of that name.
  private func shown(in context: PaletteContext) -> [Shown] {
    let own = Conditions(
      isDark: context.isDark, hasHighContrast: context.hasHighContrast, theme: themes[context.theme] ?? 0)
    return following(names.indices.map { best($0, in: own) })
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
    guard wide >= 0 else { return Shown(entry: -1, color: -1, replacement: -1, source: Int32(place), part: 0) }
    return Shown(
      entry: Int32(wide), color: Int32(wide),
      replacement: narrow != wide && palette.entries[narrow].context.gamut != .displayP3 ? Int32(narrow) : -1,
      source: Int32(place), part: conditions[wide].part(of: context) | conditions[narrow].part(of: context))
  }

  /// Returns the names with their references followed, also the way that references in a circle have until they end.
  private func following(_ shown: [Shown]) -> [Shown] {
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
        (result[place].entry, result[place].part) = (own.entry, own.part | end.part)
      }
    }
    return result
  }

  package func color(_ shown: Shown) -> Color {
    var entry = palette.entries[Int(shown.entry)]
    if shown.color != shown.entry { entry.color = palette.entries[Int(shown.color)].color }
    let replacement =
      shown.replacement < 0
      ? nil
      : (entry: palette.entries[Int(shown.replacement)], color: colors[Int(shown.replacement)])
    return Color(
      entry: entry, color: colors[Int(shown.color)], replacement: replacement, part: shown.part)
  }

  package func alpha(of shown: Shown) -> Double { palette.entries[Int(shown.color)].color.alpha }

  /// Returns whether a context shows a colour to compare: not a reference to another name, and not fully transparent.
  func isCompared(_ shown: Shown) -> Bool { shown.entry >= 0 && palette.entries[Int(shown.entry)].isShownColor }

  /// Returns the conditions of a context in words; nil if the palette has only one context.
  package func words(of context: Context) -> String? { contexts.count > 1 ? context.conditions.words.printable : nil }
}

extension Palette.Entry {
  fileprivate var isShownColor: Bool { target == nil && color.alpha > 0 }
}

extension PaletteContext {
  /// The conditions in words, such as "dark, increased contrast".
  package var words: String {
    let parts = [isDark ? "dark" : nil, hasHighContrast ? "increased contrast" : nil, theme.isEmpty ? nil : theme.text]
    let words = parts.compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? "light" : words
  }

  /// Returns the rank of an entry among those that apply; the entry with the highest rank is shown.
  ///
  /// An entry for other displays is shown only if there is no other entry. In catalogs, this applies only to displays
  /// of sRGB: others select by the appearance first. In design tokens, groups for the dark appearance outrank those for
  /// increased contrast, which may be light.
  func rank(on display: Gamut, in format: Palette.Format) -> Int {
    let isForOthers = gamut != nil && gamut != display && !(format == .catalog && gamut == .sRGB)
    let (contrast, dark) = format == .designTokens ? (4, 8) : (8, 4)
    let own = gamut == display ? 2 : gamut == nil ? 1 : 0
    let rank = (theme.isEmpty ? 0 : 16) + (hasHighContrast ? contrast : 0) + (isDark ? dark : 0) + own
    return isForOthers ? rank - 100 : rank
  }
}

extension Palette {
  /// The conditions of the contexts: those of the entries, without the gamut, and none.
  fileprivate var allConditions: [PaletteContext] {
    var found: [PaletteContext] = []
    var known: Set<PaletteContext> = []
    func add(_ context: PaletteContext) { if known.insert(context).inserted { found.append(context) } }
    add(PaletteContext())
    for isDark in [false, true] {
      for var context in entries.map(\.context) where context.isDark == isDark {
        context.gamut = nil
        add(context)
      }
    }
    var (dark, contrast) = (PaletteContext(), PaletteContext())
    (dark.isDark, contrast.hasHighContrast) = (true, true)
    if format == .catalog || asksForContrast, known.isSuperset(of: [dark, contrast]) {
      dark.hasHighContrast = true
      add(dark)
    }
    return found.sorted {
      ($0.theme.isEmpty ? 0 : 1, $0.hasHighContrast ? 1 : 0) < ($1.theme.isEmpty ? 0 : 1, $1.hasHighContrast ? 1 : 0)
    }
  }
}
