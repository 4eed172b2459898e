package import Gamut
import GamutBasics
package import GamutPalettes

/// A palette with the colours that each of its contexts shows.
package struct PaletteStudy: Sendable {
  package var palette: Palette
  /// The context without conditions first; only those with colours of their own.
  package var contexts: [Context]
  /// The number of contexts beyond the maximum, whose colours are not compared.
  package var omittedContexts: Int

  /// The colours that are shown together.
  package struct Context: Sendable {
    /// The conditions, for any gamut.
    package var conditions: PaletteContext
    /// In the order of the file; of each name, one.
    package var colors: [Color]

    /// The linear values behind colours that are not opaque: white and, in the dark, #121212, as dark themes have it. Black
    /// would exaggerate differences that nobody sees.
    package var ground: SIMD3<Double> { SIMD3(repeating: ColorInSRGB.linear(conditions.isDark ? 18.0 / 255 : 1)) }
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
    /// The name of the entry that the colour is of: that which an alias leads to.
    package var source: String

    /// The colour of which displays of sRGB show the nearest code.
    package var inSRGB: ColorInSRGB { replacement?.color ?? color }

    /// What displays of sRGB show instead, as a colour of its own; nil if the palette has no other colour for them.
    package var inSRGBAlone: Color? {
      replacement.map { Color(entry: $0.entry, color: $0.color, isOwn: isOwn, source: source) }
    }
  }

  package struct Replacement: Sendable {
    package var entry: Palette.Entry
    package var color: ColorInSRGB
  }

  /// The maximum number of contexts; the colours of more are in no context.
  package static let maximumContexts = 200

  package init(_ palette: Palette) {
    self.palette = palette
    let colors = palette.entries.map { ColorInSRGB(linearSRGB: $0.color.linearSRGB) }
    var names: [String: [Int]] = [:]
    var order: [String] = []
    for (index, entry) in palette.entries.enumerated() {
      if names[entry.name] == nil { order.append(entry.name) }
      names[entry.name, default: []].append(index)
    }
    let conditions = palette.allConditions
    omittedContexts = max(conditions.count - Self.maximumContexts, 0)
    contexts = conditions.prefix(Self.maximumContexts).map { conditions in
      let shown = order.compactMap { Color(names[$0] ?? [], of: palette, colors, in: conditions) }
      return Context(conditions: conditions, colors: Self.following(shown))
    }.filter { $0.colors.contains(where: \.isOwn) }
  }

  /// Returns colours in which each that refers to another one by its name has what that shows in this context.
  private static func following(_ colors: [Color]) -> [Color] {
    guard colors.contains(where: { $0.entry.target != nil }) else { return colors }
    let places = Dictionary(colors.enumerated().map { ($0.element.entry.name, $0.offset) }) { first, _ in first }
    return colors.map { color in
      var color = color
      var target = color.entry.target
      var steps = 0
      while let name = target, let place = places[name], steps < 100 {
        let found = colors[place]
        (color.color, color.replacement) = (found.color, found.replacement)
        color.entry.color = found.entry.color
        color.isOwn = color.isOwn || found.isOwn
        color.source = name
        (target, steps) = (found.entry.target, steps + 1)
      }
      return color
    }
  }

  /// The words of a context; nil if the palette has only one.
  package func words(of context: Context) -> String? { contexts.count > 1 ? context.conditions.words.printable : nil }
}

extension PaletteStudy.Color {
  /// - Parameter entries: the indices of the entries of one name.
  /// - Returns: nil if none of them is shown under the conditions.
  fileprivate init?(
    _ entries: [Int], of palette: Palette, _ colors: [ColorInSRGB], in conditions: PaletteContext
  ) {
    func best(_ gamut: PaletteContext.Gamut) -> Int? {
      return entries.filter { palette.entries[$0].context.applies(under: conditions) }
        .max {
          palette.entries[$0].context.rank(on: gamut, in: palette.format)
            < palette.entries[$1].context.rank(on: gamut, in: palette.format)
        }
    }
    guard let wide = best(.displayP3), let narrow = best(.sRGB) else { return nil }
    entry = palette.entries[wide]
    source = entry.name
    color = colors[wide]
    isOwn = [wide, narrow].contains { palette.entries[$0].context.onAnyDisplay == conditions }
    if narrow != wide, palette.entries[narrow].context.gamut != .displayP3 {
      replacement = PaletteStudy.Replacement(entry: palette.entries[narrow], color: colors[narrow])
    }
  }
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

  /// Whether an entry with these conditions can be shown under others.
  fileprivate func applies(under other: PaletteContext) -> Bool {
    (!isDark || other.isDark) && (!hasHighContrast || other.hasHighContrast) && (theme.isEmpty || theme == other.theme)
  }

  /// How special an entry is among those that apply: the highest is shown.
  ///
  /// One for other displays is shown only if there is nothing else. In catalogs, this is so for displays of sRGB alone:
  /// others choose by the appearance first.
  /// Groups of design tokens for the dark are more special than those for increased contrast, which may be light.
  fileprivate func rank(on display: Gamut, in format: Palette.Format) -> Int {
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
