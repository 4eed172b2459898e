import GamutBasics

extension Palette {
  /// Reads design tokens (Design Tokens Community Group, 2025.10): the tokens whose type is `color`.
  ///
  /// Tokens of other types are left out, and so is each colour that the format does not allow, with a note. Colours as
  /// texts, which earlier drafts had, are read. The format has no conditions: groups side by side that are called
  /// `light` and `dark`, and the mode `dark` among the extensions of a token, are taken for the appearances.
  package init(designTokens bytes: [UInt8]) throws(PaletteFault) {
    try Self.checkSize(bytes)
    let bytes = bytes.withoutMark
    let lines = LineIndex(bytes)
    let root: PlacedJSON
    do {
      root = try JSONReader.readPlaces(bytes, atMostMembers: Self.maximumEntries)
    } catch {
      throw PaletteFault(
        line: lines.line(at: error.offset), "the JSON of the design tokens cannot be read: \(error.message.printable)")
    }
    var reader = TokenReader(root, lines)
    try reader.read()
    self = reader.palette
  }
}

/// A count of tokens that have the same fault, which one note reports for all of them.
struct TokenTally: Sendable {
  var count = 0
  /// The name and the line of the first token.
  var name = ""
  var line = 0

  mutating func add(_ name: String, line: Int) {
    if count == 0 { (self.name, self.line) = (name, line) }
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
  let lines: LineIndex
  /// Groups and tokens as they are written; the first is the whole file.
  var nodes: [TokenNode] = []
  /// The groups that each group consists of, by its index in `nodes`.
  var layers: [Int: TokenLayers] = [:]
  /// The tokens of all groups, including those that groups inherit from the groups that they extend.
  var tokens: [Token] = []
  /// The index in `tokens`, by the full name.
  var tokensByName: [String: Int] = [:]
  /// The index in `nodes`, by the full name.
  var groupsByName: [String: Int] = [:]
  /// The sets of sibling groups whose names are modes, such as `light` and `dark`.
  var modeGroups: [TokenModes] = []
  /// The colours of values that have been read, by their offset in the file; nil inside if a value has no colour.
  var colors: [Int: TokenColor?] = [:]
  /// The targets of pointers that have been looked up, by their texts; nil inside for texts that are not pointers.
  var locations: [String: Location?] = [:]
  /// The offsets of the values that already have a note.
  var reported: Set<Int> = []
  /// The member indices of large objects, by name, and by the offset of the object.
  var members: [Int: [String: Int]] = [:]
  /// The tokens in the syntax of early drafts, whose names have no `$`.
  var unmarked = TokenTally()
  /// The colours that are texts, as in early drafts.
  var texts = TokenTally()
  var names = TokenNames()
  var steps = 0

  init(_ root: PlacedJSON, _ lines: LineIndex) { (self.root, self.lines) = (root, lines) }

  mutating func read() throws(PaletteFault) {
    guard root.members != nil else {
      throw PaletteFault(line: line(of: root), "design tokens are an object of JSON, which begins with '{'")
    }
    try refuseResolver()
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

  func line(of json: PlacedJSON) -> Int { lines.line(at: json.place.lowerBound) }

  /// Adds a note on a value, unless the value has one: a group that is extended yields the same values several times.
  mutating func report(_ kind: Palette.Note.Kind, _ json: PlacedJSON, _ message: String) {
    if reported.insert(json.place.lowerBound).inserted { palette.note(kind, line: line(of: json), message) }
  }

  private var emptyFault: PaletteFault {
    guard unmarked.count > 0 else {
      return PaletteFault(line: 1, "nothing in it is a design token, which is an object with '$value'")
    }
    let tokens = Words.count(unmarked.count, "token")
    return PaletteFault(
      line: unmarked.line,
      "nothing in it is a design token of the format: \(tokens), such as \(unmarked.name.named), "
        + "\(unmarked.count == 1 ? "has" : "have") 'value' for '$value'")
  }

  private mutating func addTallies() {
    if unmarked.count > 0 {
      let tokens = Words.count(unmarked.count, "token")
      let verb = unmarked.count == 1 ? "has" : "have"
      palette.note(
        .invalid, line: unmarked.line,
        "\(tokens), such as \(unmarked.name.named), \(verb) 'value' for '$value', and cannot be read: "
          + "the names of properties begin with '$'.")
    }
    if texts.count > 0 {
      let one = texts.count == 1
      palette.note(
        .outdated, line: texts.line,
        "\(Words.count(texts.count, "colour")), such as \(texts.name.named), \(one ? "is a text" : "are texts"): "
          + "since 2025.10 a colour is an object with 'colorSpace' and 'components'.")
    }
  }
}

/// A resolver file, which lists files of tokens that belong together, is rejected.
extension TokenReader {
  private func refuseResolver() throws(PaletteFault) {
    guard let order = root["resolutionOrder"], root["sets"] != nil || root["modifiers"] != nil else { return }
    var files: [String] = []
    collectFiles(root["sets"], into: &files)
    collectFiles(root["modifiers"], into: &files)
    collectFiles(order, into: &files)
    let names = files.prefix(3).map(\.named).joined(separator: ", ")
    throw PaletteFault(
      line: line(of: order),
      "this is a resolver, which says what files of tokens belong together, and is not read: "
        + (names.isEmpty ? "give files of tokens instead" : "give its files instead: \(names)"))
  }

  /// Collects the references to other files, at most three. The recursion is as deep as the nesting of the text.
  private func collectFiles(_ json: PlacedJSON?, into files: inout [String]) {
    switch json?.content {
    case .array(let items): for item in items { collectFiles(item, into: &files) }
    case .object(let members):
      for member in members where files.count < 3 {
        if member.name == "$ref", let file = member.value.string, !file.hasPrefix("#"), !files.contains(file) {
          files.append(file)
        } else {
          collectFiles(member.value, into: &files)
        }
      }
    default: return
    }
  }
}
