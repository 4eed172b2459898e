import GamutBasics

extension Palette {
  /// Reads design tokens (Design Tokens Community Group, 2025.10): the tokens whose type is `color`.
  ///
  /// Tokens of other types are left out, and so is each colour that the format does not allow, with a note. Colours as
  /// texts, which earlier drafts had, are read. The format has no conditions: groups side by side that are called
  /// `light` and `dark`, and the mode `dark` among the extensions of a token, are taken for the appearances.
  ///
  /// Several files are one palette, in whose contexts the tokens are that are not the same in all of them: those of a
  /// resolver or, without one, of the files that define a token that another file defines too.
  package init(designTokens sources: [Source], load: @escaping Loader = { _, _ in nil }) throws(PaletteFault) {
    self.init(.designTokens)
    var text = TokenText()
    var files: [(source: Source, root: PlacedJSON)] = []
    for source in sources { files.append((source, try text.add(source))) }
    var sets: [TokenSet] = []
    if let (source, root) = files.first(where: { TokenResolver.isResolver($0.root) }) {
      var resolver = TokenResolver(root, of: source.file, text, self, load)
      sets = resolver.sets()
      (text, self) = (resolver.text, resolver.palette)
    } else {
      sets = TokenSet.all(of: files)
    }
    if sets.isEmpty, notes.isEmpty { throw PaletteFault(line: 1, "nothing in it is a design token") }
    try read(sets, text)
  }

  package init(designTokens bytes: [UInt8]) throws(PaletteFault) { try self.init(designTokens: [Source(bytes)]) }

  /// Adds the tokens of some sets: those that all have without a theme, and others with that of their set.
  private mutating func read(_ sets: [TokenSet], _ text: TokenText) throws(PaletteFault) {
    var counts: [Entry: Int] = [:]
    var found: [(entries: [Entry], context: PaletteContext)] = []
    var known = Set(notes)
    for set in sets {
      var reader = TokenReader(set.root, text)
      reader.elsewhere = set.elsewhere
      try reader.read()
      let entries = reader.palette.entries
      refersToColors = refersToColors || reader.tokens.contains { $0.type == "color" }
      for entry in Set(entries.map(\.asWritten)) { counts[entry, default: 0] += 1 }
      found.append((entries, set.context))
      let omitted = reader.palette.omittedNotes
      for item in reader.palette.notes.dropLast(omitted > 0 ? 1 : 0) where known.insert(item).inserted {
        note(item.kind, at: item.place, item.message)
      }
      for _ in 0..<omitted { omitNote() }
    }
    for (index, (entries, context)) in found.enumerated() {
      for var entry in entries {
        if counts[entry.asWritten] == sets.count {
          if index > 0 { continue }
        } else {
          entry.context.theme = context.theme
          entry.context.isDark = entry.context.isDark || context.isDark
          entry.context.hasHighContrast = entry.context.hasHighContrast || context.hasHighContrast
        }
        try add(entry)
      }
    }
    sortNotes()
  }
}

extension Palette.Entry {
  /// The entry without the colour of the one that it refers to.
  fileprivate var asWritten: Palette.Entry {
    guard target != nil else { return self }
    var entry = self
    entry.color = CSSColor(.sRGB, [0, 0, 0])
    return entry
  }
}

/// A count of tokens that have the same fault, which one note reports for all of them.
struct TokenTally: Sendable {
  var count = 0
  var name = ""
  var place = Palette.Place()

  mutating func add(_ name: String, at place: Palette.Place) {
    if count == 0 { (self.name, self.place) = (name, place) }
    count += 1
  }
}

/// Reads a file of design tokens in steps: the groups and tokens as they are written, then the groups with what they
/// extend, then the references between tokens, and then the colours.
struct TokenReader: Sendable {
  /// The maximum number of bytes of the name of a token with those of its groups, and of a pointer.
  static let maximumName = 1000
  /// The maximum length of a chain of references; chains of aliases of whole tokens have no limit.
  static let maximumChain = 100
  /// The maximum depth of nested groups, including those that are extended.
  static let maximumDepth = 64
  /// The maximum number of groups and tokens that are visited, plus the references that are followed.
  static let maximumSteps = 1_000_000

  var palette = Palette(.designTokens)
  let root: PlacedJSON
  let text: TokenText
  /// Groups and tokens as they are written; the first is the whole file.
  var nodes: [TokenNode] = []
  /// The groups that each group consists of, by its index in `nodes`: later ones override earlier ones. Empty while they are
  /// determined.
  var layers: [Int: [Int]] = [:]
  /// The tokens of all groups, including those that groups inherit from the groups that they extend.
  var tokens: [Token] = []
  var tokensByName: [Pathname: Int] = [:]
  /// The index in `nodes`, by the full name.
  var groupsByName: [Pathname: Int] = [:]
  /// The sets of sibling groups whose names are modes, such as `light` and `dark`.
  var modeGroups: [TokenModes] = []
  /// The colours of values that have been read, by their offset in the file; nil inside if a value has no colour.
  var colors: [Int: TokenColor?] = [:]
  /// The offsets of the values that already have a note.
  var reported: Set<Int> = []
  /// The member indices of large objects, by name, and by the offset of the object.
  var members: [Int: [Pathname: Int]] = [:]
  /// The tokens in the syntax of early drafts, whose names have no `$`.
  var unmarked = TokenTally()
  /// The colours that are texts, as in early drafts.
  var texts = TokenTally()
  var names = TokenNames()
  /// The names of tokens that only other files of the palette define.
  var elsewhere: Set<Pathname> = []
  var steps = 0

  init(_ root: PlacedJSON, _ text: TokenText) { (self.root, self.text) = (root, text) }

  mutating func read() throws(PaletteFault) {
    guard root.members != nil else {
      throw fault(at: root, "design tokens are an object of JSON, which begins with '{'")
    }
    try addNode("", "", root)
    guard nodes.contains(where: \.isToken) else { throw emptyFault }
    try expandGroups()
    try linkTokens()
    try addEntries()
    addTallies()
    palette.sortNotes()
  }

  /// Counts steps of work and throws above the maximum, so that a small file cannot cause an unlimited amount.
  mutating func work(_ count: Int = 1) throws(PaletteFault) {
    steps += count
    if steps > Self.maximumSteps { throw workFault }
  }

  var workFault: PaletteFault {
    PaletteFault(
      line: 1, "its groups and references lead to more than \(Words.count(Self.maximumSteps)) others: expected fewer")
  }

  func place(of json: PlacedJSON) -> Palette.Place { text.place(at: json.place.lowerBound) }

  func fault(at json: PlacedJSON, _ message: String) -> PaletteFault {
    PaletteFault(in: place(of: json).file, line: place(of: json).line, message)
  }

  /// Adds a note on a value, unless the value has one: a group that is extended yields the same values several times.
  mutating func report(_ kind: Palette.Note.Kind, _ json: PlacedJSON, _ message: String) {
    if reported.insert(json.place.lowerBound).inserted { palette.note(kind, at: place(of: json), message) }
  }

  private var emptyFault: PaletteFault {
    guard unmarked.count > 0 else {
      return PaletteFault(line: 1, "nothing in it is a design token, which is an object with '$value'")
    }
    return PaletteFault(
      in: unmarked.place.file, line: unmarked.place.line,
      "nothing in it is a design token of the format: \(unmarkedWords)")
  }

  private var unmarkedWords: String {
    let verb = unmarked.count == 1 ? "has" : "have"
    return "\(Words.count(unmarked.count, "token")), such as \(unmarked.name.quoted), \(verb) 'value' for '$value'"
  }

  private mutating func addTallies() {
    if unmarked.count > 0 {
      let words = unmarkedWords
      palette.note(
        .invalid, at: unmarked.place,
        "\(words), and cannot be read: the names of properties begin with '$'.")
    }
    if texts.count > 0 {
      let one = texts.count == 1
      palette.note(
        .outdated, at: texts.place,
        "\(Words.count(texts.count, "colour")), such as \(texts.name.quoted), \(one ? "is a text" : "are texts"): "
          + "since 2025.10 a colour is an object with 'colorSpace' and 'components'.")
    }
  }
}
