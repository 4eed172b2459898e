/// The custom properties of a style sheet, with the conditions of the rules that contain them.
struct StyleSheet {
  /// A declaration of a property, or another part of the style sheet that gets a note.
  struct Statement: Sendable {
    enum Kind: Sendable {
      case property
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
    var isImportant = false
    /// Whether the statement is for the light appearance only.
    var isLight = false
    var value = StyleValue.other
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

  let bytes: [UInt8]
  private(set) var statements: [Statement] = []
  /// The contexts of the statements; the first one has no conditions.
  private(set) var contexts = [PaletteContext()]
  private var contextIndices = [PaletteContext(): 0]
  /// The index of the statement that applies for each property and context.
  private(set) var table: [Key: Int] = [:]

  private var scanner: StyleScanner
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

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    scanner = StyleScanner(bytes, 0..<bytes.count)
    read()
    for (index, statement) in statements.enumerated() where statement.kind == .initialValue {
      let key = Key(name: statement.name, context: 0)
      if table[key] == nil { table[key] = index }
    }
  }

  /// Returns the index of a context in `contexts`; nil if the style sheet does not have it.
  func index(of context: PaletteContext) -> Int? { contextIndices[context] }

  private mutating func index(adding context: PaletteContext) -> Int {
    if let index = contextIndices[context] { return index }
    contexts.append(context)
    contextIndices[context] = contexts.count - 1
    return contexts.count - 1
  }

  private mutating func read() {
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
      var lines = LineCount()
      let line = lines.line(at: place, in: bytes)
      statements.append(Statement(kind: .open, place: place..<place + 1, line: line))
    }
  }

  /// Enters the block at the current brace, or skips the block if `frame` is nil or the nesting is too deep.
  private mutating func enter(_ frame: Frame?) {
    let place = scanner.index
    guard var frame, frames.count <= Self.maximumDepth else {
      if frame != nil {
        statements.append(
          Statement(kind: .tooDeep, place: place..<place, line: lines.line(at: place, in: bytes)))
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
      var context = frames[depth - 1].context
      var isLight = frames[depth - 1].isLight
      if let (condition, place) = frames[depth].pending {
        var inDark = context
        apply(condition, place, to: &context)
        if !context.isDark, !isLight {
          // What makes a dark context a light one is for the light appearance alone.
          inDark.isDark = true
          apply(condition, place, to: &inDark)
          isLight = !inDark.isDark
        }
      }
      frames[depth].pending = nil
      frames[depth].isLight = isLight && !context.isDark
      frames[depth].context = context
      frames[depth].contextIndex = index(adding: context)
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
    }
  }

  private mutating func readAtRule() {
    let start = scanner.index
    scanner.index += 1
    let name = scanner.name()
    let word = name.count > 40 ? "" : String(decoding: bytes[name], as: UTF8.self).asciiLowercased
    let (place, stop) = skipPrelude()
    guard stop == UInt8(ascii: "{") else {
      if word == "import" {
        statements.append(
          Statement(kind: .imported, place: start..<place.upperBound, line: lines.line(at: start, in: bytes)))
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
    case "layer": break
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
    var statement = Statement(
      kind: frame.isStyle ? .property : .outside, name: StyleText.name(bytes, name),
      context: frame.contextIndex, place: place, line: lines.line(at: place.lowerBound, in: bytes),
      isImportant: isImportant, isLight: frame.isLight, value: StyleValue(bytes, place))
    if frame.isTheme, case .alias([statement.name], _) = statement.value { return }
    guard statement.kind == .property, case .pair(let light, let dark) = statement.value else {
      return add(statement)
    }
    statement.isHalf = true
    var context = frame.context
    for (place, isDark) in [(light, false), (dark, true)] where isDark || !context.isDark {
      context.isDark = isDark
      (statement.value, statement.place, statement.context) = (StyleValue(bytes, place), place, index(adding: context))
      add(statement)
    }
  }

  /// Adds a statement, which replaces an earlier one with the same name and context.
  private mutating func add(_ statement: Statement) {
    statements.append(statement)
    guard statement.kind == .property else { return }
    let key = Key(name: statement.name, context: statement.context)
    let added = statements.count - 1
    if let other = table[key] {
      if statements[other].isImportant, !statement.isImportant {
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
