import GamutBasics

extension Palette {
  /// Reads the colours of a style sheet: custom properties, and other declarations by the name of their element and property.
  /// A property that refers to another one with `var()` gets the colour of that property, also under the conditions for
  /// the whole page under which only that property changes. Of two declarations in one context, the later one applies.
  /// Several style sheets are one, in their order, and so are those that they import.
  package init(css sources: [Source], load: @escaping Loader = { _, _ in nil }) throws(PaletteFault) {
    self.init(.css)
    let texts = try sources.map { source throws(PaletteFault) in
      Source(file: source.file, try Self.text(of: source.bytes))
    }
    let sheet = StyleSheet(texts) { reference, file in
      guard let source = load(reference, file), let text = try? Self.text(of: source.bytes) else { return nil }
      return Source(file: source.file, text)
    }
    guard sheet.table.count <= StyleSheet.maximumCount else {
      let limit = Words.count(StyleSheet.maximumCount)
      throw PaletteFault("the file has more than \(limit) custom properties: divide it")
    }
    self = sheet.palette
    refersToColors = sheet.statements.contains { statement in
      if case .alias = statement.value { statement.isUse } else { false }
    }
    var resolver = StyleResolver(sheet)
    var missing: [Pathname: (count: Int, first: Int)] = [:]
    for (index, statement) in sheet.statements.enumerated() where !statement.isReplaced {
      try read(index, sheet, &resolver, &missing)
    }
    let sizes = sheet.statements.reduce(into: [:]) { $0[$1.file, default: 0] += 1 }
    for (file, count) in sheet.replacements.sorted(by: { $0.key < $1.key }) where 2 * count > sizes[file, default: 0] {
      note(
        .unknown, at: Place(file: file, line: 1),
        "The file replaces \(Words.count(count, "value")) of others, as on one page: check themes one by one.")
    }
    for (name, users) in missing.sorted(by: { $0.value.first < $1.value.first }) {
      let statement = sheet.statements[users.first]
      let others = users.count == 1 ? "" : " and \(Words.count(users.count - 1, "other value"))"
      note(
        .unknown, at: Place(file: statement.file, line: statement.line),
        "\(statement.name.text.quoted)\(others) \(users.count == 1 ? "refers" : "refer") to \(name.text.quoted), perhaps a "
          + "colour, which nothing defines here.")
    }
    finishNotes()
  }

  package init(css bytes: [UInt8]) throws(PaletteFault) { try self.init(css: [Source(bytes)]) }

  /// Adds the colours of a statement: in its own context, and in the contexts of the properties that it refers to.
  private mutating func read(
    _ index: Int, _ sheet: StyleSheet, _ resolver: inout StyleResolver,
    _ missing: inout [Pathname: (count: Int, first: Int)]
  ) throws(PaletteFault) {
    let statement = sheet.statements[index]
    if case .other = statement.value { return }
    let (name, place) = (statement.name, Place(file: statement.file, line: statement.line))
    var own: CSSColor?
    var written: String?
    for context in [statement.context] + sheet.contexts(of: statement) {
      switch resolver.outcome(of: StyleResolver.Node(statement: index, context: context)) {
      case .color(let color):
        if own == color { continue }
        own = own ?? color
        let text = written ?? StyleValue.words(sheet.bytes, statement.place.prefix(2000)).oneLine(60)
        written = text
        var entry = Entry(
          name, in: place.file, line: place.line, sheet.contexts[context], color, text: text,
          target: resolver.target(of: index, in: context))
        entry.isUse = statement.isUse
        try add(entry)
      case _ where context != statement.context || statement.isUse: break
      case .other: break
      case .unknown(let message):
        note(.unknown, at: place, "The colour of \(name.text.quoted) is not known: \(message.asClause)")
      case .invalid(let message):
        note(.invalid, at: place, "The value of \(name.text.quoted) is not a colour: \(message.asClause)")
      case .missing(let other): missing[other, default: (0, index)].count += 1
      case .cycle:
        note(.invalid, at: place, "\(name.text.quoted) refers to itself, perhaps by way of others: give it a colour.")
      }
    }
  }
}

extension StyleSheet {
  /// Returns the further contexts for the page in which a statement may have another colour, by references to properties.
  fileprivate func contexts(of statement: Statement) -> [Int] {
    guard statement.context == 0, !statement.isUse else { return [] }
    switch statement.value {
    case .alias: break
    case .color(let place) where place.count <= CSSColor.maximumSize && StyleValue.nextReference(bytes, place) != nil:
      break
    default: return []
    }
    return contexts.indices.dropFirst().filter {
      contexts[$0].theme.isEmpty && table[Key(name: statement.name, context: $0)] == nil
    }
  }
}
