import GamutBasics

extension Palette {
  /// Reads design tokens (Design Tokens Community Group, 2025.10): the tokens whose type is `color`, also as texts, which
  /// earlier drafts had. The format has no conditions: groups side by side that are called `light` and `dark`, and the mode
  /// `dark` among the extensions of a token, are taken for the appearances. Tokens that are not the same in all files are
  /// in contexts: those of a resolver or, without one, of the files that define a token that another file defines too.
  package init(designTokens sources: [Source], load: @escaping Loader = { _, _ in nil }) throws(PaletteFault) {
    self.init(.designTokens)
    var text = TokenText()
    let files = try sources.map { source throws(PaletteFault) in (source: source, root: try text.add(source)) }
    var sets: [TokenSet] = []
    if let (source, root) = files.first(where: { $0.root["resolutionOrder"]?.array != nil }) {
      var resolver = TokenResolver(root: root, load: load, text: text, palette: self, file: source.file)
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
      var reader = TokenReader(root: set.root, text: text)
      try reader.read()
      tokenNames.formUnion(set.root.tokenNames)
      let entries = reader.palette.entries
      refersToColors = refersToColors || reader.tokens.contains { $0.type == "color" }
      for entry in Set(entries.map(\.asWritten)) { counts[entry, default: 0] += 1 }
      found.append((entries, set.context))
      for item in reader.palette.notes where known.insert(item).inserted {
        note(item.kind, at: item.place, missing: item.missing, item.message)
      }
      omittedNotes += reader.palette.omittedNotes
    }
    // What only another context has.
    for index in notes.indices where sets.count > 1 && notes[index].missing.map(tokenNames.contains) == true {
      notes[index].kind = .unknown
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
    finishNotes()
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

/// Reads a file of design tokens in steps: the tokens of the groups, with those of the groups that they extend; then the
/// references between tokens; and then the colours.
struct TokenReader: Sendable {
  /// The maximum number of bytes of the name of a token with those of its groups, and of a pointer.
  static let maximumName = 1000
  /// The maximum length of a chain of references; chains of aliases of whole tokens have no limit.
  static let maximumChain = 100
  static let maximumDepth = 64
  /// The maximum number of groups and tokens that are visited, plus the references that are followed.
  static let maximumSteps = 1_000_000

  var palette = Palette(.designTokens)
  let root: PlacedJSON
  let text: TokenText
  /// The groups with what they extend, by their places.
  var expanded: [Int: TokenGroup] = [:]
  /// The places of the groups and references on the way to what is being expanded.
  var trail: [Int] = []
  var tokens: [Token] = []
  var tokensByName: [Pathname: Int] = [:]
  var groupsByName: [Pathname: PlacedJSON] = [:]
  /// The sets of sibling groups whose names are modes, such as `light` and `dark`.
  var modeGroups: [TokenModes] = []
  /// The colours of values that have been read, by their offset in the file; nil inside if a value has no colour.
  var colors: [Int: TokenColor?] = [:]
  var reported: Set<Int> = []
  /// The indices of the members of large objects, by name.
  var members: [ObjectKey: [Pathname: Int]] = [:]
  var steps = 0

  struct ObjectKey: Hashable {
    var place, count: Int
  }

  mutating func read() throws(PaletteFault) {
    guard root.members != nil else {
      throw fault(at: root, "design tokens are an object of JSON, which begins with '{'")
    }
    try collectTokens()
    guard !tokens.isEmpty else {
      throw PaletteFault(line: 1, "nothing in it is a design token, which is an object with '$value'")
    }
    try linkTokens()
    try addEntries()
  }

  /// Counts steps of work and throws above the maximum, so that a small file cannot cause an unlimited amount.
  mutating func work(_ count: Int = 1) throws(PaletteFault) {
    steps += count
    guard steps > Self.maximumSteps else { return }
    throw PaletteFault(
      line: 1, "its groups and references lead to more than \(Words.count(Self.maximumSteps)) others: expected fewer")
  }

  func place(of json: PlacedJSON) -> Palette.Place { text.place(at: json.place.lowerBound) }

  func fault(at json: PlacedJSON, _ message: String) -> PaletteFault {
    PaletteFault(in: place(of: json).file, line: place(of: json).line, message)
  }

  /// Adds a note on a value, unless the value has one: a group that is extended yields the same values several times.
  mutating func report(_ kind: Palette.Note.Kind, _ json: PlacedJSON, missing: Pathname? = nil, _ message: String) {
    guard reported.insert(json.place.lowerBound).inserted else { return }
    palette.note(kind, at: place(of: json), missing: missing, message)
  }
}
