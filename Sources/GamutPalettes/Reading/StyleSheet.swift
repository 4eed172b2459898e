import GamutBasics

/// The custom properties of a style sheet, and the colours of its other declarations, with the conditions of the rules that
/// contain them: of each name and context the declaration that applies.
struct StyleSheet {
  struct Statement: Sendable {
    var name: Pathname
    var context = 0
    var place: Range<Int>
    var line: Int
    var file: Pathname?
    /// Whether it is no custom property, but a colour of another declaration, named by its element and property.
    var isUse: Bool
    var isImportant = false
    var isLight = false
    var value = StyleValue.other
    var appearance = StyleAppearance()
    /// The order of its layers, from the outermost one; later ones count, and first what is in none.
    var layer: [Int] = [.max]
    /// Whether the statement is one of the two colours of `light-dark()`.
    var isHalf = false
    var isReplaced = false

    /// Returns whether this earlier statement counts although another one comes later.
    func outranks(_ later: Statement) -> Bool {
      if isImportant != later.isImportant { return isImportant }
      // Important declarations count in the opposite order of their layers.
      return isImportant
        ? layer.lexicographicallyPrecedes(later.layer) : later.layer.lexicographicallyPrecedes(layer)
    }
  }

  struct Key: Hashable {
    var name: Pathname
    var context: Int
  }

  /// The maximum number of custom properties, whether colours or not; reading stops above it.
  static let maximumCount = 2 * Palette.maximumEntries

  var bytes: [UInt8] = []
  private(set) var statements: [Statement] = []
  /// The notes on what is read as no declaration.
  var palette = Palette(.css)
  /// The contexts of the statements; the first one has no conditions.
  private(set) var contexts = [PaletteContext()]
  private(set) var contextIndices = [PaletteContext(): 0]
  /// The index of the statement that applies for each property and context.
  private(set) var table: [Key: Int] = [:]
  /// For each file, how many statements of others it replaces.
  private(set) var replacements: [Pathname: Int] = [:]

  init() {}

  init(_ sources: [Palette.Source], load: @escaping Palette.Loader = { _, _ in nil }) {
    var reader = StyleReader(load)
    for source in sources { reader.read(source) }
    let imported = reader.importedFiles
    if sources.count > 1, !imported.isEmpty {
      // What a style sheet imports stands where it imports it.
      let isImported = { (source: Palette.Source) in source.file.map(imported.contains) == true }
      reader = StyleReader(load)
      for source in sources.filter({ !isImported($0) }) + sources.filter(isImported) { reader.read(source) }
    }
    self = reader.sheet
    addAppearances()
  }

  mutating func index(adding context: PaletteContext) -> Int {
    if let index = contextIndices[context] { return index }
    contexts.append(context)
    contextIndices[context] = contexts.count - 1
    return contexts.count - 1
  }

  mutating func index(adding context: PaletteContext, isDark: Bool) -> Int {
    var context = context
    context.isDark = isDark
    return index(adding: context)
  }

  mutating func addCopy(of index: Int, in context: PaletteContext) {
    var copy = statements[index]
    (copy.context, copy.isReplaced, copy.isHalf) = (self.index(adding: context), false, false)
    table[Key(name: copy.name, context: copy.context)] = statements.count
    statements.append(copy)
  }

  mutating func add(_ whole: Statement, in context: PaletteContext) {
    var (statement, context) = (whole, context)
    guard case .pair(let light, let dark) = whole.value else {
      statement.context = index(adding: context)
      return add(statement)
    }
    statement.isHalf = true
    for (place, isDark) in [(light, false), (dark, true)] where isDark || !context.isDark {
      context.isDark = isDark
      (statement.value, statement.place, statement.context) = (StyleValue(bytes, place), place, index(adding: context))
      add(statement)
    }
  }

  /// Adds a statement, which replaces an earlier one with the same name and context.
  private mutating func add(_ statement: Statement) {
    statements.append(statement)
    let key = Key(name: statement.name, context: statement.context)
    let added = statements.count - 1
    if let other = table[key] {
      if statements[other].outranks(statement) {
        statements[added].isReplaced = true
        return
      }
      if statement.isLight, !statements[other].isLight, moveToDark(other) {
        table[key] = added
        return
      }
      statements[other].isReplaced = true
      if let file = statement.file, file != statements[other].file { replacements[file, default: 0] += 1 }
      // The dark half of a pair goes with the light one.
      var context = contexts[statement.context]
      if statements[other].isHalf, !context.isDark {
        context.isDark = true
        if let index = contextIndices[context], let half = table[Key(name: statement.name, context: index)],
          statements[half].isHalf
        {
          statements[half].isReplaced = true
          table[Key(name: statement.name, context: index)] = nil
        }
      }
    }
    table[key] = added
  }

  /// Restricts a declaration for all appearances to the dark one, because another declaration is for the light one.
  ///
  /// - Returns: false if there is already a declaration for the dark appearance.
  private mutating func moveToDark(_ statement: Int) -> Bool {
    var context = contexts[statements[statement].context]
    guard !context.isDark, !statements[statement].isHalf else { return false }
    context.isDark = true
    let key = Key(name: statements[statement].name, context: index(adding: context))
    guard table[key] == nil else { return false }
    statements[statement].context = key.context
    table[key] = statement
    return true
  }
}

/// When a declaration applies, by what makes a page dark or light: the system, or a class or attribute of the page.
struct StyleAppearance: Sendable, Hashable {
  /// Whether the system has to be dark; nil if that does not matter.
  var system: Bool?
  /// Whether the page has to be dark by itself, or light; nil if that does not matter.
  var page: Bool?
  /// Whether that takes an attribute, and not a class; nil if either will do.
  var isByAttribute: Bool?
  /// The pages, dark or light by themselves, that are excluded.
  var excluded: Set<Bool> = []

  /// Returns whether a declaration applies to a page that is dark, light, or neither by itself.
  func applies(system isDark: Bool, page: Bool?, isByAttribute: Bool?) -> Bool {
    (system ?? isDark) == isDark && (self.page == nil || self.page == page) && !(page.map(excluded.contains) ?? false)
      && (self.isByAttribute ?? isByAttribute) == (isByAttribute ?? self.isByAttribute)
  }
}

/// The combinations of what makes a page dark. The contexts that are dark have what the system and the page say together;
/// where each of them alone, or both against each other, show something else, this is a context of its own.
extension StyleSheet {
  private struct Combination {
    var system: Bool
    var page: Bool?
    var isByAttribute: Bool?
    var theme: Pathname

    var isDark: Bool { page ?? system }
  }

  private static let combinations = [
    Combination(system: true, page: nil, theme: PaletteContext.systemAlone),
    Combination(system: false, page: true, theme: PaletteContext.pageAlone),
    Combination(system: true, page: false, theme: PaletteContext.lightPage),
    Combination(system: false, page: true, isByAttribute: false, theme: PaletteContext.classAlone),
    Combination(system: false, page: true, isByAttribute: true, theme: PaletteContext.attributeAlone),
  ]

  /// Adds the statements that apply in such a combination and differ from those of the context of its appearance.
  mutating func addAppearances() {
    let indices = statements.indices.filter {
      !statements[$0].isUse && contexts[statements[$0].context].theme.isEmpty
    }
    let appearances = Set(indices.map { statements[$0].appearance })
    let areBoth = appearances.contains { $0.system != nil } && appearances.contains { $0.page != nil }
    let marks = Set(appearances.lazy.filter { $0.page == true }.compactMap(\.isByAttribute))
    for combination in Self.combinations
    where combination.isByAttribute == nil
      ? areBoth && (combination.page.map { page in appearances.contains { $0.page == page } } ?? true)
      : marks.count == 2
    {
      var shown: [Key: Int] = [:]
      for index in indices {
        let statement = statements[index]
        let context = contexts[statement.context]
        guard
          statement.appearance.applies(
            system: combination.system, page: combination.page, isByAttribute: combination.isByAttribute),
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
