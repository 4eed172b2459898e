package import Gamut
import GamutBasics
package import GamutPalettes

/// A palette with the colours that each of its contexts shows.
package struct PaletteStudy: Sendable {
  package let palette: Palette
  /// The context without conditions first; only those with colours of their own.
  package let contexts: [Context]
  /// The number of contexts beyond the maximum, whose colours are not compared.
  package let omittedContexts: Int
  private let table: PaletteTable

  /// Conditions under which colours are shown together.
  package struct Context: Sendable {
    /// The conditions, for any gamut.
    package var conditions: PaletteContext
    /// The colours of this context alone that are no other names, in the order of the file.
    package var own: [Shown]
    /// The colours that displays of sRGB show instead of some of this context alone, each as a colour of its own, in
    /// the order of the file; only those that no context before this one has.
    package var ownReplacements: [Shown]

    /// The linear values behind colours that are not opaque: white and, in the dark, #121212, as dark themes have it. Black
    /// would exaggerate differences that nobody sees.
    package var ground: SIMD3<Double> { SIMD3(repeating: ColorInSRGB.linear(conditions.isDark ? 18.0 / 255 : 1)) }
  }

  /// The colours that a context shows for a name, as indices of entries: colours are large, and contexts have many in
  /// common.
  package struct Shown: Sendable {
    /// What displays of Display P3 show; -1 if the context does not show the name.
    package var entry: Int32
    /// The entry with its colour, at the end of all aliases.
    package var color: Int32
    /// What displays of sRGB show instead; -1 for nothing.
    package var replacement: Int32
    /// The name of the entry with the colour, as an index of all names.
    package var source: Int32
    /// Whether the colour, or the replacement, is of this context alone.
    package var isOwn: Bool
  }

  /// A colour in a context.
  package struct Color: Sendable {
    /// What displays of Display P3 show.
    package var entry: Palette.Entry
    package var color: ColorInSRGB
    /// What displays of sRGB show instead, if the palette has another colour for them.
    package var replacement: Replacement?
    /// Whether one of the two is of this context alone.
    package var isOwn: Bool
    /// The name of the entry with the colour, at the end of all aliases.
    package var source: String

    /// The colour of which displays of sRGB show the nearest code.
    package var inSRGB: ColorInSRGB { replacement?.color ?? color }
  }

  package struct Replacement: Sendable {
    package var entry: Palette.Entry
    package var color: ColorInSRGB
  }

  /// The maximum number of contexts; the colours of more are in no context.
  package static let maximumContexts = 200

  package init(_ palette: Palette) {
    self.palette = palette
    let conditions = palette.allConditions
    omittedContexts = max(conditions.count - Self.maximumContexts, 0)
    var table = PaletteTable(palette)
    table.share(among: conditions.prefix(Self.maximumContexts))
    func isPlain(_ entry: Int32) -> Bool { palette.entries[Int(entry)].isShownColor }
    var replacements: Set<Int32> = []
    contexts = conditions.prefix(Self.maximumContexts).compactMap { conditions in
      let own = table.shown(in: conditions).filter(\.isOwn)
      guard !own.isEmpty else { return nil }
      return Context(
        conditions: conditions, own: own.filter { isPlain($0.entry) },
        ownReplacements: own.compactMap { shown in
          let entry = shown.replacement
          guard entry >= 0, isPlain(entry), replacements.insert(entry).inserted else { return nil }
          return Shown(entry: entry, color: entry, replacement: -1, source: shown.source, isOwn: true)
        })
    }
    self.table = table
  }

  /// The names of the palette, in the order of the file; each once.
  package var names: [String] { table.names }

  /// For each entry, its colour.
  package var colors: [ColorInSRGB] { table.colors }

  /// Returns what each of the names is shown with in a context.
  package func shown(in context: Context) -> [Shown] { table.shown(in: context.conditions) }

  /// Returns what a context with a theme shares with others, and the places of the names that the theme changes; nil
  /// for contexts without a theme.
  func shared(in context: Context) -> (shown: [Shown], changes: [Int32])? {
    table.ground(of: context.conditions).map { ($0, table.changes(in: context.conditions)) }
  }

  /// Returns the colour of a name that a context shows.
  package func color(_ shown: Shown) -> Color {
    var entry = palette.entries[Int(shown.entry)]
    if shown.color != shown.entry { entry.color = palette.entries[Int(shown.color)].color }
    let replacement =
      shown.replacement < 0
      ? nil
      : Replacement(entry: palette.entries[Int(shown.replacement)], color: colors[Int(shown.replacement)])
    return Color(
      entry: entry, color: colors[Int(shown.color)], replacement: replacement, isOwn: shown.isOwn,
      source: names[Int(shown.source)])
  }

  /// Returns the opacity of a name that a context shows.
  package func alpha(of shown: Shown) -> Double { palette.entries[Int(shown.color)].color.alpha }

  /// Whether a context shows a colour that is compared with others: no other name, and not fully transparent.
  func isCompared(_ shown: Shown) -> Bool { shown.entry >= 0 && palette.entries[Int(shown.entry)].isShownColor }

  /// The words of a context; nil if the palette has only one.
  package func words(of context: Context) -> String? { contexts.count > 1 ? context.conditions.words.printable : nil }
}

extension Palette.Entry {
  /// Whether it has a colour of its own that can be seen.
  fileprivate var isShownColor: Bool { target == nil && color.alpha > 0 }
}

extension PaletteContext {
  /// The same conditions for all displays.
  package var onAnyDisplay: PaletteContext {
    var context = self
    context.gamut = nil
    return context
  }

  /// As "dark, increased contrast".
  package var words: String {
    let parts = [isDark ? "dark" : nil, hasHighContrast ? "increased contrast" : nil, theme.isEmpty ? nil : theme]
    let words = parts.compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? "light" : words
  }

  /// How special an entry is among those that apply: the highest is shown.
  ///
  /// One for other displays is shown only if there is nothing else. In catalogs, this is so for displays of sRGB alone:
  /// others choose by the appearance first.
  /// Groups of design tokens for the dark are more special than those for increased contrast, which may be light.
  func rank(on display: Gamut, in format: Palette.Format) -> Int {
    let isForOthers = gamut != nil && gamut != display && !(format == .catalog && gamut == .sRGB)
    let (contrast, dark) = format == .designTokens ? (4, 8) : (8, 4)
    let own = gamut == display ? 2 : gamut == nil ? 1 : 0
    let rank = (theme.isEmpty ? 0 : 16) + (hasHighContrast ? contrast : 0) + (isDark ? dark : 0) + own
    return isForOthers ? rank - 100 : rank
  }
}

extension Palette {
  /// The conditions under which different colours are shown: those of its entries.
  fileprivate var allConditions: [PaletteContext] {
    var found: [PaletteContext] = []
    var known: Set<PaletteContext> = []
    func add(_ context: PaletteContext) { if known.insert(context).inserted { found.append(context) } }
    add(PaletteContext())
    for isDark in [false, true] {
      for entry in entries where entry.context.isDark == isDark { add(entry.context.onAnyDisplay) }
    }
    return found.sorted {
      ($0.theme.isEmpty ? 0 : 1, $0.hasHighContrast ? 1 : 0) < ($1.theme.isEmpty ? 0 : 1, $1.hasHighContrast ? 1 : 0)
    }
  }
}
