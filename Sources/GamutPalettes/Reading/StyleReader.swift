import GamutBasics

/// Reads style sheets: custom properties and the colours of other declarations, with the conditions of the blocks around them.
struct StyleReader {
  private(set) var sheet = StyleSheet()
  private var files: Set<Pathname> = []
  private(set) var importedFiles: Set<Pathname> = []
  private var file: Pathname?
  private let load: Palette.Loader
  /// The order of layers by their names, of those inside another one by both names.
  private var layers: [Pathname: Int] = [:]
  private var scanner = CSSScanner([], 0..<0)
  private var lines = LineIndex([])
  /// The offset of the file in the bytes of all.
  private var start = 0
  private var frames = [Frame()]

  private static let maximumDepth = 32
  private static let maximumFiles = 200

  /// A block that contains the current position.
  private struct Frame {
    /// The kind of text before the block, which states its conditions.
    enum Condition {
      case selector, media, other
    }

    /// The conditions that have not been read into `context`: most blocks contain no colours.
    var pending: (condition: Condition, place: Range<Int>)?
    var context = PaletteContext()
    /// The conditions without the elements of selectors, and these elements, as names for uses.
    var page = PaletteContext()
    var element = ""
    var appearance = StyleAppearance()
    var layerName = ""
    var layer: [Int] = [.max]
    var isLight = false
    /// Whether declarations are properties: the block is, or is inside, a rule with a selector, `@theme` or `@utility`.
    var isStyle = false
    /// Whether the block is `@theme`, where a property that refers to itself only names one that is declared elsewhere.
    var isTheme = false
    var property: Pathname?
    var place = 0
  }

  init(_ load: @escaping Palette.Loader) { self.load = load }

  private var bytes: [UInt8] { sheet.bytes }
  private var frame: Frame { frames[frames.count - 1] }

  /// Reads a file, unless it has been read; its bytes follow those of the files before.
  mutating func read(_ source: Palette.Source) { read(source, in: Frame()) }

  private mutating func read(_ source: Palette.Source, in frame: Frame) {
    // The same file again would have the same colours.
    if let name = source.file, !files.insert(name).inserted { return }
    let outside = (scanner, lines, start, frames, file)
    start = bytes.count
    sheet.bytes += source.bytes
    (scanner, lines) = (CSSScanner(bytes, start..<bytes.count), LineIndex(source.bytes))
    (frames, file) = ([frame], source.file)
    read()
    (scanner, lines, start, frames, file) = outside
  }

  private mutating func read() {
    while sheet.table.count <= StyleSheet.maximumCount {
      scanner.skipSpace()
      guard let byte = scanner.byte() else { break }
      switch byte {
      case UInt8(ascii: "}"):
        scanner.index += 1
        if frames.count > 1 { frames.removeLast() }
      case UInt8(ascii: ";"): scanner.index += 1
      case UInt8(ascii: "@"): readAtRule()
      default: if !readProperty() { readRule() }
      }
    }
    guard let place = scanner.openPlace ?? frames.dropFirst().last?.place else { return }
    note(
      .invalid, at: place,
      bytes[place] == UInt8(ascii: "/")
        ? "The comment that begins here does not end: '*/' is missing."
        : "The '\(Unicode.Scalar(bytes[place]))' here is not closed, and what follows belongs to it: close it.")
  }

  private mutating func note(_ kind: Palette.Note.Kind, at place: Int, _ message: String) {
    sheet.palette.note(kind, at: Palette.Place(file: file, line: lines.line(at: place - start)), message)
  }

  private func statement(_ place: Range<Int>, named name: Pathname, isUse: Bool = false) -> StyleSheet.Statement {
    StyleSheet.Statement(
      name: name, place: place, line: lines.line(at: place.lowerBound - start), file: file, isUse: isUse,
      isLight: frame.isLight, appearance: frame.appearance, layer: frame.layer)
  }

  /// Enters the block at the current brace, or skips the block if `frame` is nil or the nesting is too deep.
  private mutating func enter(_ frame: Frame?) {
    let place = scanner.index
    guard var frame, frames.count <= Self.maximumDepth else {
      if frame != nil { note(.unknown, at: place, "A block within more than 32 others is not read: nest fewer rules.") }
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
        StyleCondition.add(own.theme.text, to: &frame.context)
        if condition != .selector {
          if own.hasHighContrast, !outside.context.hasHighContrast { sheet.palette.asksForContrast = true }
          StyleCondition.add(own.theme.text, to: &frame.page)
        } else if outside.element.isEmpty || !own.theme.isEmpty {
          let name = own.theme.isEmpty ? StyleCondition.text(bytes, place) : own.theme.text
          frame.element = [outside.element, name].joined(separator: " ").oneLine(StyleCondition.maximumLength)
          // Others may begin with the same words.
          let line = lines.line(at: place.lowerBound - start)
          if frame.element.hasSuffix("…") { frame.element += ":\(line)" }
          if frame.context.theme.text.hasSuffix("…") { frame.context.theme = "\(frame.context.theme.text):\(line)" }
        }
        readAppearance(condition, place, &frame, outside.context)
      }
      frame.pending = nil
      frame.isLight = frame.isLight && !frame.context.isDark
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
    guard StyleSelector.mayHaveMode(bytes[place]) || bytes[place].contains(UInt8(ascii: "(")) else { return }
    let isDark: Bool? = makes(true) ? true : makes(false) ? false : nil
    if isDark == false, !frame.context.isDark { frame.isLight = true }
    if condition == .media { frame.appearance.system = isDark ?? frame.appearance.system }
    if condition == .selector {
      frame.appearance.page = isDark ?? frame.appearance.page
      if isDark != nil {
        let isByAttribute = bytes[place].contains(UInt8(ascii: "["))
        frame.appearance.isByAttribute =
          isByAttribute == bytes[place].contains(UInt8(ascii: ".")) ? nil : isByAttribute
      }
      frame.appearance.excluded.formUnion(StyleSelector(bytes, place).excluded)
    }
  }

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

  private mutating func readUse(_ place: Range<Int>) {
    guard var (property, value) = declaration(place), StyleValue.coloredProperties.contains(property) else { return }
    let isImportant: Bool
    (value, isImportant) = withoutImportance(value)
    let colors = StyleValue.colors(bytes, value)
    guard !colors.isEmpty else { return }
    readConditions()
    // Of both, the later one counts.
    if property == "background-color" { property = "background" }
    for (index, place) in colors.enumerated() {
      let number = colors.count > 1 ? " \(index + 1)" : ""
      var use = statement(place, named: "\(frame.element) \(property)\(number)", isUse: true)
      (use.isImportant, use.value) = (isImportant, StyleValue(bytes, place))
      sheet.add(use, in: frame.page)
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
    // It tests the parser: what a browser of today reads is taken for supported (CSS Conditional Rules 3, section 6).
    case "supports" where StyleCondition.text(bytes, place).asciiLowercased.hasPrefix("not"): return enter(nil)
    case "container", "scope": frame.pending = (.other, place)
    case "layer": enterLayer(layerNames(place).first, &frame)
    case "theme": (frame.isStyle, frame.isTheme) = (true, true)
    case "utility": (frame.isStyle, frame.pending) = (true, (.other, place))
    case "property":
      var scanner = CSSScanner(bytes, place)
      scanner.skipSpace()
      let name = scanner.name()
      frame.property = bytes[name].starts(with: "--".utf8) ? Pathname(bytes: Array(bytes[name])) : nil
    case _ where Self.skippedNames.contains(word) || word.hasSuffix("keyframes"): return enter(nil)
    default: break
    }
    enter(frame)
  }

  /// Reads the file that `@import` names, with the conditions that follow the name.
  private mutating func readImport(_ start: Int, _ place: Range<Int>) {
    var imported = CSSScanner(bytes, place)
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
      if let name = source.file { importedFiles.insert(name) }
      return read(source, in: frame)
    }
    let words = StyleValue.words(bytes, (start..<place.upperBound).prefix(400))
    note(
      .unknown, at: start,
      "\(words.quoted) is not read, and what that file defines is unknown here: is the path right?")
  }

  private func layerNames(_ place: Range<Int>) -> [String] {
    StyleCondition.text(bytes, place).split(separator: ",").map { $0.filter { $0 != " " } }
  }

  private mutating func order(ofLayer name: String) -> [Int] {
    var order: [Int] = []
    var whole = frame.layerName
    if !whole.isEmpty { order = Array(frame.layer.dropLast()) }
    for part in name.split(separator: ".") {
      whole += ".\(part)"
      let number = layers[Pathname(whole)] ?? layers.count
      layers[Pathname(whole)] = number
      order.append(number)
    }
    return order + [.max]
  }

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
    scanner.skipSpace()
    guard name.count > 2, bytes[name].starts(with: "--".utf8), scanner.byte() == UInt8(ascii: ":") else {
      scanner.index = start
      return false
    }
    scanner.index += 1
    scanner.skipSpace()
    let value = scanner.index
    _ = scanner.skip { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "}") }
    readConditions()
    let (place, isImportant) = withoutImportance(value..<scanner.index)
    var property = statement(place, named: Pathname(bytes: Array(bytes[name])))
    (property.isImportant, property.value) = (isImportant, StyleValue(bytes, place))
    guard frame.isStyle else {
      if case .other = property.value { return true }
      note(
        .invalid, at: place.lowerBound,
        "\(property.name.text.quoted) is outside the rules: put it into a rule, such as ':root { … }'.")
      return true
    }
    if frame.isTheme, case .alias([property.name], _) = property.value { return true }
    sheet.add(property, in: frame.context)
    return true
  }

  private mutating func readInitialValue(of property: Pathname, _ place: Range<Int>) {
    guard let (name, value) = declaration(place), name == "initial-value" else { return }
    var statement = statement(value, named: property)
    // Each declaration counts more.
    (statement.value, statement.layer) = (StyleValue(bytes, value), [-1])
    sheet.add(statement, in: PaletteContext())
  }

  /// Returns the property of a declaration in lower case, and its value's range; nil for names too long for colours.
  private func declaration(_ place: Range<Int>) -> (property: String, value: Range<Int>)? {
    var scanner = CSSScanner(bytes, place)
    scanner.skipSpace()
    let name = scanner.name()
    scanner.skipSpace()
    guard (4...24).contains(name.count), scanner.byte() == UInt8(ascii: ":") else { return nil }
    return (String(decoding: bytes[name], as: UTF8.self).asciiLowercased, scanner.index + 1..<place.upperBound)
  }

  /// Returns the range of a value without `!important`, and whether it has that.
  private func withoutImportance(_ place: Range<Int>) -> (Range<Int>, Bool) {
    let value = bytes[place].trimmed
    guard let mark = value.lastIndex(of: UInt8(ascii: "!")),
      String(decoding: value[(mark + 1)...].trimmed, as: UTF8.self).asciiLowercased == "important"
    else { return (value.indices, false) }
    return (value[..<mark].trimmed.indices, true)
  }
}
