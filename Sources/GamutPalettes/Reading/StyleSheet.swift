import GamutBasics

/// The custom properties of a style sheet, and the colours of its other declarations, with the conditions of the rules that contain them.
struct StyleSheet {
  /// A declaration of a property, or another part of the style sheet that gets a note.
  struct Statement: Sendable {
    enum Kind: Sendable {
      case property
      /// A colour of a declaration that is no custom property: a use, whose name is that of the element and the property.
      case use
      /// The initial value of a property that `@property` registers.
      case initialValue
      /// A property that is declared outside of rules.
      case outside
      /// `@import`, which is not followed.
      case imported
      /// A block that is nested too deeply, and not read.
      case tooDeep
      /// A bracket or comment that is not closed.
      case open
    }

    var kind: Kind
    var name = ""
    /// The index of its context in `contexts`.
    var context = 0
    var place: Range<Int>
    var line: Int
    var file: Pathname?
    var isImportant = false
    /// Whether the statement is for the light appearance only.
    var isLight = false
    var value = StyleValue.other
    var appearance = StyleAppearance()
    /// The order of its layers, from the outermost one; later ones count, and first what is in none.
    var layer: [Int] = [.max]
    /// Whether the statement is one of the two colours of `light-dark()`.
    var isHalf = false
    /// Whether another declaration replaces the statement.
    var isReplaced = false
  }

  /// The name of a property, and the index of a context.
  struct Key: Hashable {
    var name: String
    var context: Int
  }

  /// The maximum depth of nested blocks.
  private static let maximumDepth = 32
  /// The maximum number of custom properties, whether colours or not; reading stops above it.
  static let maximumCount = 2 * Palette.maximumEntries

  private(set) var bytes: [UInt8] = []
  private(set) var statements: [Statement] = []
  /// The contexts of the statements; the first one has no conditions.
  private(set) var contexts = [PaletteContext()]
  private var contextIndices = [PaletteContext(): 0]
  /// The index of the statement that applies for each property and context.
  private(set) var table: [Key: Int] = [:]
  /// The files that have been read, and the one that is.
  private var files: Set<Pathname> = []
  private var file: Pathname?
  private let load: Palette.Loader
  /// The order of layers by their names, of those inside another one by both names.
  private var layers: [String: Int] = [:]

  private var scanner = StyleScanner([], 0..<0)
  private var lines = LineCount()

  /// A block that contains the current position.
  private struct Frame {
    /// The kind of text before the block, which states its conditions.
    enum Condition {
      case selector, media, supports, other
    }

    /// The conditions that have not been read into `context`: most blocks contain no custom properties.
    var pending: (condition: Condition, place: Range<Int>)?
    var context = PaletteContext()
    var contextIndex = 0
    /// The conditions without the elements of selectors, and these elements, as names for uses.
    var page = PaletteContext()
    var element = ""
    var appearance = StyleAppearance()
    /// The names of the layers, and their order.
    var layerName = ""
    var layer: [Int] = [.max]
    /// Whether the block is for the light appearance only.
    var isLight = false
    /// Whether declarations in the block are properties: it is, or is inside, a rule with a selector, `@theme` or
    /// `@utility`.
    var isStyle = false
    /// Whether the block is `@theme`, where a property that refers to itself only names one that is declared elsewhere.
    var isTheme = false
    /// The property that this block of `@property` registers.
    var property: String?
    /// The offset of the opening brace.
    var place = 0
  }

  private var frames = [Frame()]

  /// The maximum number of files that style sheets import.
  private static let maximumFiles = 200

  /// - Parameters:
  ///   - sources: style sheets in the order in which a page has them.
  ///   - load: returns a file that `@import` names.
  init(_ sources: [Palette.Source], load: @escaping Palette.Loader = { _, _ in nil }) {
    self.load = load
    for source in sources where source.file.map({ !files.contains($0) }) ?? true { read(source, in: Frame()) }
    addAppearances()
    for (index, statement) in statements.enumerated() where statement.kind == .initialValue {
      let key = Key(name: statement.name, context: 0)
      if table[key] == nil { table[key] = index }
    }
  }

  /// Returns the index of a context in `contexts`; nil if the style sheet does not have it.
  func index(of context: PaletteContext) -> Int? { contextIndices[context] }

  /// Returns the index of a context with another appearance.
  mutating func index(adding context: PaletteContext, isDark: Bool) -> Int {
    var context = context
    context.isDark = isDark
    return index(adding: context)
  }

  /// Adds a statement again for another context.
  mutating func addCopy(of index: Int, in context: PaletteContext) {
    var copy = statements[index]
    (copy.context, copy.isReplaced, copy.isHalf) = (self.index(adding: context), false, false)
    table[Key(name: copy.name, context: copy.context)] = statements.count
    statements.append(copy)
  }

  private mutating func index(adding context: PaletteContext) -> Int {
    if let index = contextIndices[context] { return index }
    contexts.append(context)
    contextIndices[context] = contexts.count - 1
    return contexts.count - 1
  }

  /// Reads a file, whose bytes follow those of the files before.
  private mutating func read(_ source: Palette.Source, in frame: Frame) {
    let outside = (scanner, lines, frames, file)
    let start = bytes.count
    bytes += source.bytes
    if let name = source.file { files.insert(name) }
    (scanner, lines) = (StyleScanner(bytes, start..<bytes.count), LineCount(from: start))
    (frames, file) = ([frame], source.file)
    read()
    (scanner, lines, frames, file) = outside
  }

  private mutating func read() {
    let start = scanner.index
    while table.count <= Self.maximumCount {
      scanner.skipSpace()
      guard let byte = scanner.byte() else { break }
      switch byte {
      case UInt8(ascii: "}"):
        scanner.index += 1
        if frames.count > 1 { frames.removeLast() }
      case UInt8(ascii: ";"): scanner.index += 1
      case UInt8(ascii: "@"): readAtRule()
      default:
        if !readProperty() { readRule() }
      }
    }
    if let place = scanner.openPlace ?? frames.dropFirst().last?.place {
      // The place may be before that of the last statement, whose line is known already.
      var lines = LineCount(from: start)
      let line = lines.line(at: place, in: bytes)
      statements.append(Statement(kind: .open, place: place..<place + 1, line: line, file: file))
    }
  }

  /// Enters the block at the current brace, or skips the block if `frame` is nil or the nesting is too deep.
  private mutating func enter(_ frame: Frame?) {
    let place = scanner.index
    guard var frame, frames.count <= Self.maximumDepth else {
      if frame != nil {
        statements.append(
          Statement(kind: .tooDeep, place: place..<place, line: lines.line(at: place, in: bytes), file: file))
      }
      _ = scanner.skipBracket()
      return
    }
    scanner.index += 1
    frame.place = place
    frames.append(frame)
  }

  private func apply(_ condition: Frame.Condition, _ place: Range<Int>, to context: inout PaletteContext) {
    switch condition {
    case .selector: StyleSelector(bytes, place).apply(to: &context)
    case .media: StyleCondition.media(bytes, place, &context)
    case .supports: StyleCondition.supports(bytes, place, &context)
    case .other: StyleCondition.add(StyleCondition.text(bytes, place), to: &context)
    }
  }

  /// Reads the conditions of the blocks around the current position that have not been read.
  private mutating func readConditions() {
    guard let first = frames.firstIndex(where: { $0.pending != nil }) else { return }
    for depth in first..<frames.count {
      var frame = frames[depth]
      // A file that is imported has the conditions of its import.
      let outside = depth > 0 ? frames[depth - 1] : frame
      (frame.context, frame.page, frame.element) = (outside.context, outside.page, outside.element)
      (frame.appearance, frame.isLight) = (outside.appearance, outside.isLight)
      if let (condition, place) = frame.pending {
        // Without the theme around it, so that it is known what the condition adds.
        var own = outside.context
        own.theme = ""
        apply(condition, place, to: &own)
        (frame.context, frame.page) = (own, own)
        (frame.context.theme, frame.page.theme) = (outside.context.theme, outside.page.theme)
        StyleCondition.add(own.theme, to: &frame.context)
        if condition != .selector {
          StyleCondition.add(own.theme, to: &frame.page)
        } else if outside.element.isEmpty || !own.theme.isEmpty {
          let name = own.theme.isEmpty ? StyleCondition.text(bytes, place) : own.theme
          frame.element = [outside.element, name].joined(separator: " ").oneLine(StyleCondition.maximumLength)
        }
        readAppearance(condition, place, &frame, outside.context)
      }
      frame.pending = nil
      frame.isLight = frame.isLight && !frame.context.isDark
      frame.contextIndex = index(adding: frame.context)
      frames[depth] = frame
    }
  }

  /// Reads what a condition says about dark and light: what makes a dark context a light one is for light alone.
  private func readAppearance(
    _ condition: Frame.Condition, _ place: Range<Int>, _ frame: inout Frame, _ outside: PaletteContext
  ) {
    func makes(_ isDark: Bool) -> Bool {
      var changed = outside
      changed.isDark = !isDark
      apply(condition, place, to: &changed)
      return changed.isDark == isDark
    }
    guard bytes[place].contains(where: { $0 | 0x20 == UInt8(ascii: "g") || $0 | 0x20 == UInt8(ascii: "k") }) else {
      return
    }
    let isDark: Bool? = makes(true) ? true : makes(false) ? false : nil
    if isDark == false, !frame.context.isDark { frame.isLight = true }
    if condition == .media { frame.appearance.system = isDark ?? frame.appearance.system }
    if condition == .selector {
      frame.appearance.page = isDark ?? frame.appearance.page
      frame.appearance.excluded.formUnion(StyleSelector(bytes, place).excluded)
    }
  }

  private var frame: Frame { frames[frames.count - 1] }

  private mutating func skipPrelude() -> (place: Range<Int>, stop: UInt8?) {
    let start = scanner.index
    let stop = scanner.skip { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    return (start..<scanner.index, stop)
  }

  /// Reads a rule up to the beginning of its block, or skips a declaration.
  private mutating func readRule() {
    let (place, stop) = skipPrelude()
    if stop == UInt8(ascii: "{") {
      var frame = frame
      frame.isStyle = true
      frame.property = nil
      frame.pending = (.selector, place)
      enter(frame)
    } else if let property = frame.property {
      readInitialValue(of: property, place)
    } else if frame.isStyle {
      readUse(place)
    }
  }

  /// Reads the colours of a declaration that is no custom property.
  private mutating func readUse(_ place: Range<Int>) {
    var scanner = StyleScanner(bytes, place)
    scanner.skipSpace()
    let word = scanner.name()
    guard (4...24).contains(word.count) else { return }
    var property = String(decoding: bytes[word], as: UTF8.self).asciiLowercased
    guard StyleValue.coloredProperties.contains(property) else { return }
    scanner.skipSpace()
    guard scanner.byte() == UInt8(ascii: ":") else { return }
    let (value, isImportant) = withoutImportance(scanner.index + 1..<place.upperBound)
    let colors = StyleValue.colors(bytes, value)
    guard !colors.isEmpty else { return }
    readConditions()
    // Of both, the later one counts.
    if property == "background-color" { property = "background" }
    for (index, place) in colors.enumerated() {
      add(
        Statement(
          kind: .use, name: "\(frame.element) \(property)" + (colors.count > 1 ? " \(index + 1)" : ""),
          context: self.index(adding: frame.page), place: place, line: lines.line(at: place.lowerBound, in: bytes),
          file: file, isImportant: isImportant, isLight: frame.isLight, value: StyleValue(bytes, place),
          appearance: frame.appearance, layer: frame.layer), frame.page)
    }
  }

  private mutating func readAtRule() {
    let start = scanner.index
    scanner.index += 1
    let name = scanner.name()
    let word = name.count > 40 ? "" : String(decoding: bytes[name], as: UTF8.self).asciiLowercased
    let (place, stop) = skipPrelude()
    guard stop == UInt8(ascii: "{") else {
      switch word {
      case "import": readImport(start, place)
      case "layer": for name in layerNames(place) { _ = order(ofLayer: name) }
      default: break
      }
      return
    }
    var frame = frame
    (frame.property, frame.pending) = (nil, nil)
    switch word {
    case "media": frame.pending = (.media, place)
    case "supports":
      if StyleCondition.isForOldBrowsers(StyleCondition.text(bytes, place)) { return enter(nil) }
      frame.pending = (.supports, place)
    case "container", "scope": frame.pending = (.other, place)
    case "layer": enterLayer(layerNames(place).first, &frame)
    case "theme": (frame.isStyle, frame.isTheme) = (true, true)
    case "utility": (frame.isStyle, frame.pending) = (true, (.other, place))
    case "property":
      var scanner = StyleScanner(bytes, place)
      scanner.skipSpace()
      let name = scanner.name()
      frame.property = bytes[name].starts(with: "--".utf8) ? StyleText.name(bytes, name) : nil
    case _ where Self.skippedNames.contains(word) || word.hasSuffix("keyframes"): return enter(nil)
    default: break
    }
    enter(frame)
  }

  /// Reads the file that `@import` names, with the conditions that follow the name.
  private mutating func readImport(_ start: Int, _ place: Range<Int>) {
    var imported = StyleScanner(bytes, place)
    imported.skipSpace()
    let (reference, end) = StyleValue.address(bytes, imported.index..<place.upperBound)
    readConditions()
    var frame = frame
    imported.index = end
    imported.skipSpace()
    var ahead = imported
    if String(decoding: bytes[ahead.name()], as: UTF8.self).asciiLowercased == "layer" {
      let inside = ahead.index
      if ahead.byte() == UInt8(ascii: "("), ahead.skipBracket() {
        enterLayer(layerNames(inside + 1..<ahead.index - 1).first, &frame)
      } else {
        enterLayer(nil, &frame)
      }
      imported = ahead
      imported.skipSpace()
    }
    if imported.index < place.upperBound { frame.pending = (.media, imported.index..<place.upperBound) }
    if let reference, files.count < Self.maximumFiles, let source = load(reference, file) {
      // The same file again would have the same colours.
      if let name = source.file, files.contains(name) { return }
      return read(source, in: frame)
    }
    statements.append(
      Statement(kind: .imported, place: start..<place.upperBound, line: lines.line(at: start, in: bytes), file: file))
  }

  private func layerNames(_ place: Range<Int>) -> [String] {
    StyleCondition.text(bytes, place).split(separator: ",").map { $0.filter { $0 != " " } }
  }

  /// Returns the order of a layer with those around it.
  private mutating func order(ofLayer name: String) -> [Int] {
    var order: [Int] = []
    var whole = frame.layerName
    if !whole.isEmpty { order = Array(frame.layer.dropLast()) }
    for part in name.split(separator: ".") {
      whole += ".\(part)"
      let number = layers[whole] ?? layers.count
      layers[whole] = number
      order.append(number)
    }
    return order + [.max]
  }

  /// - Parameter name: nil for a layer without a name, which is one of its own.
  private mutating func enterLayer(_ name: String?, _ frame: inout Frame) {
    let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? "\u{0}\(layers.count)"
    frame.layer = order(ofLayer: name)
    frame.layerName += "." + name
  }

  /// The at-rules whose blocks contain no properties of elements in their normal state.
  private static let skippedNames: Set = [
    "counter-style", "font-face", "font-feature-values", "font-palette-values", "function", "page", "position-try",
    "starting-style", "view-transition", "color-profile",
  ]

  /// Reads a custom property; returns false, and reads nothing, if there is none.
  private mutating func readProperty() -> Bool {
    let start = scanner.index
    let name = scanner.name()
    guard name.count > 2, bytes[name].starts(with: "--".utf8) else {
      scanner.index = start
      return false
    }
    scanner.skipSpace()
    guard scanner.byte() == UInt8(ascii: ":") else {
      scanner.index = start
      return false
    }
    scanner.index += 1
    scanner.skipSpace()
    let value = scanner.index
    _ = scanner.skip { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "}") }
    add(name, value..<scanner.index)
    return true
  }

  private mutating func add(_ name: Range<Int>, _ place: Range<Int>) {
    readConditions()
    let (place, isImportant) = withoutImportance(place)
    let statement = Statement(
      kind: frame.isStyle ? .property : .outside, name: StyleText.name(bytes, name),
      context: frame.contextIndex, place: place, line: lines.line(at: place.lowerBound, in: bytes), file: file,
      isImportant: isImportant, isLight: frame.isLight, value: StyleValue(bytes, place), appearance: frame.appearance,
      layer: frame.layer)
    if frame.isTheme, case .alias([statement.name], _) = statement.value { return }
    add(statement, frame.context)
  }

  /// Adds a statement, or one for each colour of `light-dark()`.
  private mutating func add(_ whole: Statement, _ context: PaletteContext) {
    guard whole.kind != .outside, case .pair(let light, let dark) = whole.value else { return add(whole) }
    var (statement, context) = (whole, context)
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
    guard statement.kind == .property || statement.kind == .use else { return }
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
      // The dark half of a pair goes with the light one.
      var context = contexts[statement.context]
      if statements[other].isHalf, !context.isDark {
        context.isDark = true
        if let index = contextIndices[context], let half = table[Key(name: key.name, context: index)],
          statements[half].isHalf
        {
          statements[half].isReplaced = true
          table[Key(name: key.name, context: index)] = nil
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

  private mutating func readInitialValue(of property: String, _ place: Range<Int>) {
    var scanner = StyleScanner(bytes, place)
    let name = scanner.name()
    guard String(decoding: bytes[name], as: UTF8.self).asciiLowercased == "initial-value" else { return }
    scanner.skipSpace()
    guard scanner.byte() == UInt8(ascii: ":") else { return }
    let value = scanner.index + 1..<place.upperBound
    statements.append(
      Statement(
        kind: .initialValue, name: property, place: value, line: lines.line(at: place.lowerBound, in: bytes),
        file: file,
        value: StyleValue(bytes, value)))
  }

  /// Returns the range of a value without `!important`, and whether it has that.
  private func withoutImportance(_ place: Range<Int>) -> (Range<Int>, Bool) {
    var end = place.upperBound
    func skipSpace() { while end > place.lowerBound, bytes[end - 1].isSpace { end -= 1 } }
    skipSpace()
    let whole = place.lowerBound..<end
    let last = end
    while end > place.lowerBound, bytes[end - 1].isNamePart, last - end < 10 { end -= 1 }
    let word = String(decoding: bytes[end..<last], as: UTF8.self).asciiLowercased
    skipSpace()
    guard word == "important", end > place.lowerBound, bytes[end - 1] == UInt8(ascii: "!") else {
      return (whole, false)
    }
    end -= 1
    skipSpace()
    return (place.lowerBound..<end, true)
  }
}
