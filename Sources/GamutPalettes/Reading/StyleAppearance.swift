/// When a declaration applies, by what makes a page dark or light: the preference of the system, and the page itself, with a
/// class or an attribute.
struct StyleAppearance: Sendable, Hashable {
  /// Whether the system has to be dark; nil if that does not matter.
  var system: Bool?
  /// Whether the page has to be dark by itself, or light; nil if that does not matter.
  var page: Bool?
  /// The pages, dark or light by themselves, that are excluded.
  var excluded: Set<Bool> = []

  /// Returns whether a declaration applies to a page that is dark, light, or neither by itself.
  func applies(system isDark: Bool, page: Bool?) -> Bool {
    (system ?? isDark) == isDark && (self.page == nil || self.page == page) && !(page.map(excluded.contains) ?? false)
  }
}

extension StyleSheet.Statement {
  /// Returns whether this earlier statement counts although another one comes later.
  func outranks(_ later: StyleSheet.Statement) -> Bool {
    if isImportant != later.isImportant { return isImportant }
    // Important declarations count in the opposite order of their layers.
    return isImportant
      ? layer.lexicographicallyPrecedes(later.layer) : later.layer.lexicographicallyPrecedes(layer)
  }
}

/// The combinations of what makes a page dark. The contexts that are dark have what the system and the page say together;
/// where each of them alone, or both against each other, show something else, this is a context of its own.
extension StyleSheet {
  private struct Combination {
    var system: Bool
    var page: Bool?
    var theme: String

    var isDark: Bool { page ?? system }
  }

  private static let combinations = [
    Combination(system: true, page: nil, theme: PaletteContext.systemAlone),
    Combination(system: false, page: true, theme: PaletteContext.pageAlone),
    Combination(system: true, page: false, theme: PaletteContext.lightPage),
  ]

  /// Adds the statements that apply in such a combination and differ from those of the context of its appearance.
  mutating func addAppearances() {
    let indices = statements.indices.filter {
      statements[$0].kind == .property && contexts[statements[$0].context].theme.isEmpty
    }
    let appearances = Set(indices.map { statements[$0].appearance })
    guard appearances.contains(where: { $0.system != nil }), appearances.contains(where: { $0.page != nil }) else {
      return
    }
    for combination in Self.combinations
    where combination.page.map({ page in
      appearances.contains { $0.page == page }
    }) ?? true {
      var shown: [Key: Int] = [:]
      for index in indices {
        let statement = statements[index]
        let context = contexts[statement.context]
        guard statement.appearance.applies(system: combination.system, page: combination.page),
          !statement.isHalf || context.isDark == combination.isDark
        else { continue }
        let key = Key(name: statement.name, context: self.index(adding: context, isDark: false))
        if let other = shown[key], statements[other].outranks(statement) { continue }
        shown[key] = index
      }
      // In the order of the file.
      for (key, index) in shown.sorted(by: { $0.value < $1.value }) {
        let dark = Key(name: statements[index].name, context: self.index(adding: contexts[key.context], isDark: true))
        guard let usual = (combination.isDark ? table[dark] : nil) ?? table[key], usual != index,
          !bytes[statements[usual].place].elementsEqual(bytes[statements[index].place])
        else { continue }
        var context = contexts[key.context]
        context.isDark = combination.isDark
        context.theme = combination.theme
        addCopy(of: index, in: context)
      }
    }
  }
}
