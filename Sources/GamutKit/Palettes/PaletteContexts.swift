package import Gamut
package import GamutBasics
package import GamutPalettes

/// A palette with the colours that each of its contexts shows.
package struct PaletteStudy: Sendable {
  package let palette: Palette
  /// The contexts that have colours of their own; the one without conditions, if it has any, is the first.
  package let contexts: [Context]
  /// The number of contexts beyond the maximum, whose colours are not compared.
  package let omittedContexts: Int
  private let table: PaletteTable

  /// Conditions under which colours are shown together.
  package struct Context: Sendable {
    /// The conditions, for any gamut.
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
    /// Whether only this context has the colour or its replacement.
    package var isOwn: Bool
  }

  package struct Color: Sendable {
    /// The entry that displays of Display P3 show, with the colour at the end of the references.
    package var entry: Palette.Entry
    package var color: ColorInSRGB
    /// The colour that displays of sRGB show instead; nil if the palette has no other colour for them.
    package var replacement: Replacement?
    /// Whether only this context has the colour or its replacement.
    package var isOwn: Bool
    /// The colour whose nearest sRGB code displays of sRGB show.
    package var inSRGB: ColorInSRGB { replacement?.color ?? color }
  }

  package struct Replacement: Sendable {
    package var entry: Palette.Entry
    package var color: ColorInSRGB
  }

  /// The maximum number of contexts; the colours of further ones are left out.
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

  /// The distinct names of the palette, in the order of the file.
  package var names: [Pathname] { table.names }

  package var colors: [ColorInSRGB] { table.colors }

  package func shown(in context: Context) -> [Shown] { table.shown(in: context.conditions) }

  package func color(_ shown: Shown) -> Color {
    var entry = palette.entries[Int(shown.entry)]
    if shown.color != shown.entry { entry.color = palette.entries[Int(shown.color)].color }
    let replacement =
      shown.replacement < 0
      ? nil
      : Replacement(entry: palette.entries[Int(shown.replacement)], color: colors[Int(shown.replacement)])
    return Color(
      entry: entry, color: colors[Int(shown.color)], replacement: replacement, isOwn: shown.isOwn)
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
  /// These conditions without the gamut.
  package var onAnyDisplay: PaletteContext {
    var context = self
    context.gamut = nil
    return context
  }

  /// The conditions in words, such as "dark, increased contrast".
  package var words: String {
    let parts = [isDark ? "dark" : nil, hasHighContrast ? "increased contrast" : nil, theme.isEmpty ? nil : theme]
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
      for entry in entries where entry.context.isDark == isDark { add(entry.context.onAnyDisplay) }
    }
    return found.sorted {
      ($0.theme.isEmpty ? 0 : 1, $0.hasHighContrast ? 1 : 0) < ($1.theme.isEmpty ? 0 : 1, $1.hasHighContrast ? 1 : 0)
    }
  }
}
