import GamutBasics

/// The texts of the files of design tokens, one after the other, so that a place in them is a number.
struct TokenText: Sendable {
  private struct File: Sendable {
    var name: Pathname?
    var start: Int
    var lines: LineIndex
  }

  private var files: [File] = []
  private var size = 0

  mutating func add(_ source: Palette.Source) throws(PaletteFault) -> PlacedJSON {
    try Palette.checkSize(source.bytes)
    let bytes = source.bytes.withoutMark
    let lines = LineIndex(bytes)
    files.append(File(name: source.file, start: size, lines: lines))
    let start = size
    size += bytes.count + 1
    do {
      return try JSONReader.readPlaces(bytes, from: start, atMostMembers: Palette.maximumEntries)
    } catch {
      throw PaletteFault(
        in: source.file, line: lines.line(at: error.offset - start),
        "the JSON of the design tokens cannot be read: \(error.message.printable)")
    }
  }

  func place(at offset: Int) -> Palette.Place {
    // There are few files.
    guard let file = files.last(where: { $0.start <= offset }) else { return Palette.Place() }
    return Palette.Place(file: file.name, line: file.lines.line(at: offset - file.start))
  }

  func contains(_ reference: Substring) -> Bool {
    let name = Pathname(String(reference)).fileName
    return files.contains { $0.name?.fileName == name }
  }

  func file(of json: PlacedJSON) -> Pathname? { place(at: json.place.lowerBound).file }
}

/// Tokens of some files that belong together under some conditions.
struct TokenSet {
  var context = PaletteContext()
  var root: PlacedJSON
  /// The names of tokens that only other files define.
  var elsewhere: Set<Pathname> = []

  /// Sets the conditions that the name of a file or of a context of a resolver suggests. They are a theme in any case:
  /// nothing that only one of them has is shown in the others.
  mutating func name(_ theme: String, after words: String) {
    let words = words.asciiLowercased
    context.theme = theme.oneLine(StyleCondition.maximumLength)
    context.isDark = words.holds("dark")
    context.hasHighContrast = words.holds("contrast")
  }

  /// Returns the sets of files without a resolver: if files define the same token, each of them is a context with all that
  /// no two files define.
  static func all(of files: [(source: Palette.Source, root: PlacedJSON)]) -> [TokenSet] {
    let names = files.map { $0.root.tokenNames }
    var counts: [Pathname: Int] = [:]
    for names in names { for name in names { counts[name, default: 0] += 1 } }
    let isContext = names.map { $0.contains { counts[$0, default: 0] > 1 } }
    let common = zip(files, isContext).filter { !$1 }.map(\.0.root)
    func whole(_ roots: [PlacedJSON]) -> PlacedJSON? { roots.dropFirst().reduce(roots.first) { $0?.merged(with: $1) } }
    guard isContext.contains(true) else { return whole(common).map { [TokenSet(root: $0)] } ?? [] }
    return zip(files, isContext).compactMap { file, isContext in
      guard isContext, let root = whole(common + [file.root]) else { return nil }
      var set = TokenSet(root: root)
      let name = file.source.file?.fileName ?? "the first file"
      set.name(name, after: name)
      set.elsewhere = Set(counts.keys)
      return set
    }
  }
}

extension PlacedJSON {
  /// Whether the value is a token of a file: a group has neither a value nor a reference.
  fileprivate var isTokenObject: Bool { self["$value"] != nil || self["$ref"] != nil }

  /// The full names of the tokens of a file, as they are written.
  fileprivate var tokenNames: Set<Pathname> {
    var names: Set<Pathname> = []
    // As deep as the nesting of the text.
    func collect(_ json: PlacedJSON, _ path: String) {
      for member in json.members ?? [] where !member.name.hasPrefix("$") || member.name == "$root" {
        let name = path.childPath(member.name)
        if member.value.isTokenObject { names.insert(Pathname(name)) } else { collect(member.value, name) }
      }
    }
    collect(self, "")
    return names
  }

  /// Returns this value with the members of another one, whose tokens and properties replace those of the same name.
  func merged(with other: PlacedJSON) -> PlacedJSON {
    guard let own = members, let others = other.members, !isTokenObject, !other.isTokenObject else { return other }
    var result = own
    let indices = Dictionary(own.enumerated().map { (Pathname($1.name), $0) }) { first, _ in first }
    for member in others {
      guard let index = indices[name: member.name] else {
        result.append(member)
        continue
      }
      result[index].value =
        member.name.hasPrefix("$") && member.name != "$root"
        ? member.value : result[index].value.merged(with: member.value)
    }
    var merged = self
    merged.content = .object(result)
    return merged
  }
}
