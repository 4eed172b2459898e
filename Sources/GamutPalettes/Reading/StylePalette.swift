import GamutBasics

extension Palette {
  /// Reads the custom properties of CSS that are colours, in the rules of a style sheet.
  ///
  /// A property that refers to another one with `var()` gets the colour of that property, also under the conditions for
  /// the whole page under which only that property changes. Of two declarations in one context, the later one applies.
  ///
  /// The colours of other declarations are read as well, under the name of their element and property. Several style
  /// sheets are one, in their order, and so are those that they import.
  ///
  /// - Parameter load: returns the files that `@import` names.
  package init(css sources: [Source], load: @escaping Loader = { _, _ in nil }) throws(PaletteFault) {
    self.init(.css)
    var texts: [Source] = []
    for source in sources { texts.append(Source(file: source.file, try PaletteText(source.bytes).bytes)) }
    let sheet = StyleSheet(texts) { reference, file in
      guard let source = load(reference, file), let text = try? PaletteText(source.bytes) else { return nil }
      return Source(file: source.file, text.bytes)
    }
    guard sheet.table.count <= StyleSheet.maximumCount else {
      let limit = Words.count(StyleSheet.maximumCount)
      throw PaletteFault("the file has more than \(limit) custom properties: divide it")
    }
    var resolver = StyleResolver(sheet)
    let masks = StyleMasks(sheet)
    for (index, statement) in sheet.statements.enumerated() where !statement.isReplaced {
      switch statement.kind {
      case .property, .use: try read(index, sheet, &resolver, masks)
      case .initialValue:
        if sheet.table[StyleSheet.Key(name: statement.name, context: 0)] == index {
          try read(index, sheet, &resolver, masks)
        }
      case .outside:
        if case .other = statement.value { break }
        note(in: statement.file, line: statement.line) {
          (.invalid, "\(statement.name.quoted) is outside the rules: put it into a rule, such as ':root { … }'.")
        }
      case .imported:
        note(in: statement.file, line: statement.line) {
          let name = StyleText.words(sheet.bytes, statement.place.prefix(400)).quoted
          return (
            .unknown, "\(name) is not read, and what that file defines is unknown here: is the path right?"
          )
        }
      case .tooDeep:
        note(
          .unknown, in: statement.file, line: statement.line,
          "A block within more than 32 others is not read: nest fewer rules.")
      case .open:
        note(in: statement.file, line: statement.line) {
          let mark = String(decoding: sheet.bytes[statement.place], as: UTF8.self)
          return mark == "/"
            ? (.invalid, "The comment that begins here does not end: '*/' is missing.")
            : (.invalid, "The '\(mark)' here is not closed, and what follows belongs to it: close it.")
        }
      }
    }
  }

  package init(css bytes: [UInt8]) throws(PaletteFault) { try self.init(css: [Source(bytes)]) }

  /// Adds the colours of a statement: in its own context, and in the contexts of the properties that it refers to.
  private mutating func read(
    _ index: Int, _ sheet: StyleSheet, _ resolver: inout StyleResolver, _ masks: StyleMasks
  ) throws(PaletteFault) {
    let statement = sheet.statements[index]
    if case .other = statement.value { return }
    let text = { StyleText.words(sheet.bytes, statement.place.prefix(2000)).oneLine(60) }
    var own: CSSColor?
    var written: String?
    for context in [statement.context] + masks.contexts(of: index) {
      switch resolver.outcome(of: index, in: context) {
      case .color(let color):
        if own == color { continue }
        own = own ?? color
        written = written ?? text()
        var entry = Entry(
          statement.name, in: statement.file, line: statement.line, sheet.contexts[context], color, text: written ?? "",
          target: resolver.target(of: index, in: context))
        entry.isUse = statement.kind == .use
        try add(entry)
      case _ where context != statement.context || statement.kind == .use: break
      case .other: break
      case .unknown(let message):
        note(in: statement.file, line: statement.line) {
          (.unknown, "The colour of \(statement.name.quoted) is not known: \(message.closed)")
        }
      case .invalid(let message):
        note(in: statement.file, line: statement.line) {
          (.invalid, "The value of \(statement.name.quoted) is not a colour: \(message.closed)")
        }
      case .missing(let name):
        note(in: statement.file, line: statement.line) {
          (
            .unknown,
            "The value of \(statement.name.quoted), perhaps a colour, is not known: the file has no \(name.quoted)."
          )
        }
      case .cycle:
        note(in: statement.file, line: statement.line) {
          (.invalid, "\(statement.name.quoted) refers to itself, perhaps by way of others: give it a colour.")
        }
      }
    }
  }
}

/// The contexts for the whole page in which a property changes because the properties that it refers to do.
struct StyleMasks {
  private let sheet: StyleSheet
  /// The indices of the contexts without a theme, except that of all conditions; at most eleven.
  private var conditions: [Int] = []
  private var masks: [String: UInt16] = [:]

  init(_ sheet: StyleSheet) {
    self.sheet = sheet
    conditions = sheet.contexts.indices.dropFirst().filter { sheet.contexts[$0].theme.isEmpty }
    guard !conditions.isEmpty else { return }
    for (bit, context) in conditions.enumerated() {
      for (index, statement) in sheet.statements.enumerated()
      where statement.context == context && sheet.counts(index) {
        masks[statement.name, default: 0] |= 1 << UInt16(bit)
      }
    }
    spread()
  }

  /// Returns the further contexts, besides its own, in which a statement is evaluated.
  func contexts(of index: Int) -> [Int] {
    let statement = sheet.statements[index]
    guard statement.context == 0, statement.kind == .property, !conditions.isEmpty else { return [] }
    let mask = masks[statement.name] ?? 0
    return conditions.enumerated().filter { bit, context in
      mask & 1 << UInt16(bit) != 0 && sheet.table[StyleSheet.Key(name: statement.name, context: context)] == nil
    }.map(\.element)
  }

  /// Adds the contexts of each property to the properties that refer to it.
  private mutating func spread() {
    var users: [String: [String]] = [:]
    for (index, statement) in sheet.statements.enumerated() where statement.context == 0 && sheet.counts(index) {
      for name in statement.value.references(sheet.bytes) { users[name, default: []].append(statement.name) }
    }
    // Each name is visited at most once for each of the few bits.
    var waiting = Array(masks.keys)
    while let name = waiting.popLast() {
      let mask = masks[name] ?? 0
      for user in users[name] ?? [] where (masks[user] ?? 0) | mask != masks[user] ?? 0 {
        masks[user, default: 0] |= mask
        waiting.append(user)
      }
    }
  }
}

extension StyleSheet {
  /// Returns whether a statement is the one that applies for its name and context.
  func counts(_ index: Int) -> Bool { statements[index].kind == .property && !statements[index].isReplaced }
}

extension StyleValue {
  /// Returns the names of the properties that a value refers to.
  func references(_ bytes: [UInt8]) -> [String] {
    switch self {
    case .alias(let names, _): return names
    case .color(var place):
      guard place.count <= CSSColor.maximumSize else { return [] }
      var names: [String] = []
      while let (range, inside) = Self.nextReference(bytes, place) {
        if let (name, _) = Self.target(bytes, inside) { names.append(name) }
        place = range.upperBound..<place.upperBound
      }
      return names
    default: return []
    }
  }
}
