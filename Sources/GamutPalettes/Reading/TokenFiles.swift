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

struct TokenSet {
  var context = PaletteContext()
  var root: PlacedJSON

  /// Sets the conditions that the name of a file or of a context of a resolver suggests. They are a theme in any case:
  /// nothing that only one of them has is shown in the others.
  mutating func name(_ theme: String, after words: String) {
    let words = words.asciiLowercased
    context.theme = Pathname(theme.oneLine(StyleCondition.maximumLength))
    context.isDark = words.contains("dark")
    context.hasHighContrast = words.contains("contrast")
  }

  /// Returns the sets of files without a resolver: those that define one token are contexts with all the others define.
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
      return set
    }
  }
}

extension PlacedJSON {
  /// Whether the value is a token of a file: a group has neither a value nor a reference.
  fileprivate var isTokenObject: Bool { self["$value"] != nil || self["$ref"] != nil }

  var tokenNames: Set<Pathname> {
    var names: Set<Pathname> = []
    // As deep as the nesting of the text.
    func collect(_ json: PlacedJSON, _ path: String) {
      for member in json.members ?? [] where !member.name.hasPrefix("$") || member.name == "$root" {
        let name = path.childPath(member.name.text)
        if member.value.isTokenObject { names.insert(Pathname(name)) } else { collect(member.value, name) }
      }
    }
    collect(self, "")
    return names
  }

  /// Returns this value, at the place of another one, with the members of that, which replace those of the same name.
  func merged(with other: PlacedJSON) -> PlacedJSON {
    var steps = 0
    return merged(with: other, &steps)
  }

  private func merged(with other: PlacedJSON, _ steps: inout Int) -> PlacedJSON {
    guard let own = members, let others = other.members, !isTokenObject, !other.isTokenObject else { return other }
    var merged = other
    merged.content = .object(Self.merged(own, others, &steps))
    return merged
  }

  /// Returns the members of two groups as one, and adds the number of members that were visited.
  static func merged(_ own: [Member], _ others: [Member], _ steps: inout Int) -> [Member] {
    steps += own.count + others.count
    var result = own
    let indices = Dictionary(own.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for member in others {
      guard let index = indices[member.name] else {
        result.append(member)
        continue
      }
      result[index].value =
        member.name.hasPrefix("$") && member.name != "$root"
        ? member.value : result[index].value.merged(with: member.value, &steps)
    }
    return result
  }
}

/// A resolver of design tokens (Resolver Module 2025.10): sets of files, modifiers whose contexts choose among files, and
/// the order in which they are put together.
struct TokenResolver {
  let root: PlacedJSON
  let load: Palette.Loader
  private(set) var text: TokenText
  private(set) var palette: Palette
  let file: Pathname?
  private(set) var files: [Pathname: PlacedJSON?] = [:]

  static let maximumSets = 32, maximumFiles = 200

  /// A set, which has one context without a name, or a modifier.
  private struct Step {
    var name: String?
    var contexts: [(name: Pathname, sources: [PlacedJSON])]
    var usual = 0
  }

  /// Returns the tokens of each combination of contexts; the usual one is the first.
  mutating func sets() -> [TokenSet] {
    var steps: [Step] = []
    for item in root["resolutionOrder"]?.array ?? [] {
      let reference = item["$ref"]?.string
      guard let found = reference == nil ? item : target(reference ?? "") else {
        report(
          .invalid, item, "'resolutionOrder' refers to \((reference ?? "").quoted), which the resolver does not have.")
        continue
      }
      if let sources = found["sources"]?.array {
        steps.append(Step(contexts: [("", sources)]))
      } else if let contexts = found["contexts"]?.members, !contexts.isEmpty {
        let name = item["name"]?.string ?? reference?.pointerSegments?.last ?? ""
        let usual = found["default"]?.string.flatMap { name in contexts.firstIndex { $0.name.isSame(as: name) } } ?? 0
        steps.append(Step(name: name, contexts: contexts.map { ($0.name, $0.value.array ?? []) }, usual: usual))
      } else {
        report(
          .invalid, item, "An item of 'resolutionOrder' is neither a set with 'sources' nor a modifier with 'contexts'."
        )
      }
    }
    return choices(of: steps).compactMap { choice in
      let chosen = zip(steps, choice).map { (modifier: $0.name, context: $0.contexts[$1]) }
      let roots = chosen.flatMap { $0.context.sources.flatMap { tokens($0) } }
      guard let first = roots.first else { return nil }
      var set = TokenSet(root: roots.dropFirst().reduce(first) { $0.merged(with: $1) })
      let names = chosen.compactMap { modifier, context in modifier.map { ($0, context.name.text) } }
      if !names.isEmpty {
        set.name(names.map { "\($0): \($1)" }.joined(separator: ", "), after: names.map(\.1).joined(separator: " "))
      }
      return set
    }
  }

  /// Returns the combinations of contexts: all, or if there are too many, those that differ from the usual one in one.
  private mutating func choices(of steps: [Step]) -> [[Int]] {
    let usual = steps.map(\.usual)
    var all = [usual]
    let count = steps.reduce(1) { min($0 * $1.contexts.count, 1 << 20) }
    for (index, step) in steps.enumerated() {
      let known = count <= Self.maximumSets ? all : [usual]
      for context in step.contexts.indices where context != step.usual {
        for choice in known where all.count < Self.maximumSets {
          var other = choice
          other[index] = context
          all.append(other)
        }
      }
    }
    if all.count < count {
      report(
        .unknown, root,
        "\(Words.count(count - all.count, "combination")) of contexts \(count - all.count == 1 ? "is" : "are") not checked."
      )
    }
    return all
  }

  /// Returns the tokens of a source: a file, a set of the resolver, or tokens that stand there.
  private mutating func tokens(_ source: PlacedJSON, depth: Int = 0) -> [PlacedJSON] {
    guard let reference = source["$ref"]?.string else { return [source] }
    if reference.hasPrefix("#") {
      guard depth < 8, let found = target(reference) else {
        report(.invalid, source, "A source refers to \(reference.quoted), which the resolver does not have.")
        return []
      }
      guard let sources = found["sources"]?.array else { return [found] }
      return sources.flatMap { tokens($0, depth: depth + 1) }
    }
    let name = text.file(of: source).map { "\($0.text) \(reference)" } ?? reference
    if files[name: name] == nil { files[name: name] = .some(read(reference, source)) }
    return (files[name: name] ?? nil).map { [$0] } ?? []
  }

  private mutating func read(_ reference: String, _ json: PlacedJSON) -> PlacedJSON? {
    // A pointer after the path leads to a part of the file.
    let parts = reference.split(separator: "#", maxSplits: 1).map(String.init)
    guard files.count < Self.maximumFiles, let path = parts.first, let source = load(path, file) else {
      report(.invalid, json, "The file \(reference.quoted) cannot be read: is the path relative to the resolver?")
      return nil
    }
    do throws(PaletteFault) {
      let root = try text.add(source)
      return parts.count < 2 ? root : ("#" + parts[1]).pointerSegments?.reduce(root) { json, name in json?[name] }
    } catch {
      palette.note(.invalid, at: Palette.Place(file: error.file, line: error.line), error.message.asSentence)
      return nil
    }
  }

  private func target(_ pointer: String) -> PlacedJSON? {
    pointer.pointerSegments?.reduce(root) { json, segment in json?[segment] }
  }

  private mutating func report(_ kind: Palette.Note.Kind, _ json: PlacedJSON, _ message: String) {
    palette.note(kind, at: text.place(at: json.place.lowerBound), message)
  }
}
