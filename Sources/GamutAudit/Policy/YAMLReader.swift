import CYAML
import GamutKit

enum YAMLNode: Sendable, Hashable {
  case scalar(String, Place)
  case sequence([YAMLNode], Place)
  case mapping([Entry], Place)

  /// Line and column, from 1.
  struct Place: Sendable, Hashable {
    var line: Int
    var column: Int
  }

  /// A key of a mapping, which must be a text, and its value.
  struct Entry: Sendable, Hashable {
    var key: String
    var place: Place
    var value: YAMLNode
  }

  var place: Place {
    switch self {
    case .scalar(_, let place), .sequence(_, let place), .mapping(_, let place): place
    }
  }
}

/// Reads the subset of YAML that a policy needs: mappings, sequences and scalars. Anchors, aliases, tags and a second
/// document are errors, so that no content can be multiplied. Duplicate keys and nesting deeper than 8 levels, which
/// libyaml does not limit, are also errors.
@safe struct YAMLReader: ~Copyable {
  static let maximumDepth = 8
  static let maximumSize = 256 << 10
  private static let byteOrderMark = Array("\u{feff}".utf8)

  static var libraryVersion: String { unsafe String(cString: yaml_get_version_string()) }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The parser refers to the text for its whole lifetime.
  private let text: UnsafeMutableBufferPointer<UInt8>

  static func read(_ bytes: [UInt8]) throws(PolicyError) -> YAMLNode? {
    guard bytes.count <= maximumSize else {
      throw PolicyError(nil, "A policy has at most \(maximumSize) bytes.")
    }
    // A byte order mark is not part of the text.
    var reader = try YAMLReader(bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes)
    var root: YAMLNode?
    while true {
      let (event, place) = try reader.next()
      switch event {
      case .other(YAML_STREAM_START_EVENT), .other(YAML_DOCUMENT_END_EVENT): continue
      case .other(YAML_STREAM_END_EVENT): return root
      case .other(YAML_DOCUMENT_START_EVENT):
        guard root == nil else { throw PolicyError(place, "A policy is one document; here a second one begins.") }
        root = try reader.node(reader.next(), depth: 1)
      default: throw PolicyError(place, "This is not a YAML document.")
      }
    }
  }

  private init(_ bytes: [UInt8]) throws(PolicyError) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) != 0 else {
      unsafe parser.deallocate()
      throw PolicyError(nil, "There is no memory left to read it.")
    }
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = unsafe text.initialize(from: bytes)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, bytes.count)
    unsafe self.parser = parser
    unsafe self.text = text
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  private enum Event {
    case scalar(String)
    case other(yaml_event_type_t)
  }

  /// - Throws: libyaml's message with its position, or an error for an anchor, an alias or a tag.
  private mutating func next() throws(PolicyError) -> (Event, YAMLNode.Place) {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) != 0 else { throw fault }
    defer { unsafe yaml_event_delete(&event) }
    let place = unsafe YAMLNode.Place(event.start_mark)
    let isMarked: Bool
    switch unsafe event.type {
    case YAML_ALIAS_EVENT: throw PolicyError(place, "Aliases (*name) are not known here; write the value out.")
    case YAML_SCALAR_EVENT: isMarked = unsafe event.data.scalar.anchor != nil || event.data.scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      isMarked = unsafe event.data.sequence_start.anchor != nil || event.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT:
      isMarked = unsafe event.data.mapping_start.anchor != nil || event.data.mapping_start.tag != nil
    default: isMarked = false
    }
    if isMarked {
      throw PolicyError(place, "Anchors (&name) and tags (!name) are not known here; write the value out.")
    }
    guard unsafe event.type == YAML_SCALAR_EVENT else { return (.other(unsafe event.type), place) }
    let scalar = unsafe event.data.scalar
    let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    return (.scalar(unsafe String(decoding: bytes, as: UTF8.self)), place)
  }

  private mutating func node(_ first: (event: Event, place: YAMLNode.Place), depth: Int) throws(PolicyError) -> YAMLNode
  {
    let place = first.place
    guard depth <= Self.maximumDepth else {
      throw PolicyError(place, "This is nested more than \(Self.maximumDepth) levels deep.")
    }
    switch first.event {
    case .scalar(let text): return .scalar(text, place)
    case .other(YAML_SEQUENCE_START_EVENT):
      var items: [YAMLNode] = []
      while true {
        let item = try next()
        if case .other(YAML_SEQUENCE_END_EVENT) = item.0 { return .sequence(items, place) }
        items.append(try node(item, depth: depth + 1))
      }
    case .other(YAML_MAPPING_START_EVENT):
      var entries: [YAMLNode.Entry] = []
      var seen: [String: YAMLNode.Place] = [:]
      while true {
        let key = try next()
        if case .other(YAML_MAPPING_END_EVENT) = key.0 { return .mapping(entries, place) }
        guard case .scalar(let name, _) = try node(key, depth: depth + 1) else {
          throw PolicyError(key.1, "A key must be a text.")
        }
        if let first = seen.updateValue(key.1, forKey: name) {
          throw PolicyError(key.1, "The key '\(name)' appears twice; the first is on line \(first.line).")
        }
        entries.append(YAMLNode.Entry(key: name, place: key.1, value: try node(next(), depth: depth + 1)))
      }
    default: throw PolicyError(place, "This is not a YAML document.")
    }
  }

  private var fault: PolicyError {
    let state = unsafe parser.pointee
    let words = unsafe state.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
    // Invalid byte sequences have an offset but no mark.
    if unsafe state.error == YAML_READER_ERROR {
      return PolicyError(nil, unsafe "This is not a text in UTF-8: \(words), at byte \(state.problem_offset).")
    }
    return PolicyError(unsafe YAMLNode.Place(state.problem_mark), "This is not YAML: \(words).")
  }
}

extension YAMLNode.Place {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

/// The values of a policy; each error has the position of what is wrong. The names are those of the keys.
extension YAMLNode {
  static let maximumItems = 1000

  func entries(_ name: String) throws(PolicyError) -> [Entry] {
    guard case .mapping(let entries, _) = self else {
      throw PolicyError(place, "Here keys with values are expected (\(name)).")
    }
    return entries
  }

  func values(_ name: String, _ known: [String]) throws(PolicyError) -> [String: YAMLNode] {
    let entries = try entries(name)
    if let other = entries.first(where: { !known.contains($0.key) }) { throw other.unknown(known) }
    return Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
  }

  func items(_ name: String) throws(PolicyError) -> [YAMLNode] {
    guard case .sequence(let items, _) = self else {
      throw PolicyError(place, "'\(name)' is a list, with '- ' before each item.")
    }
    guard items.count <= Self.maximumItems else {
      throw PolicyError(place, "'\(name)' has at most \(Self.maximumItems) items, not \(items.count).")
    }
    return items
  }

  func text(_ name: String) throws(PolicyError) -> String {
    guard case .scalar(let text, _) = self else {
      throw PolicyError(place, "A single value is expected here (\(name)).")
    }
    guard !text.isEmpty else { throw PolicyError(place, "'\(name)' has no value.") }
    return text
  }

  /// - Parameter subject: the start of the sentence about another word.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ subject: String
  ) throws(PolicyError) -> Word where Word.RawValue == String {
    let text = try text(name)
    guard let word = Word(rawValue: text) else {
      let names = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw PolicyError(place, "\(subject) is one of \(names), not '\(text)'.")
    }
    return word
  }

  func integer(_ name: String) throws(PolicyError) -> Int {
    let word = try text(name)
    guard let value = Int(word), value >= 0 else {
      throw PolicyError(place, "'\(name)' must be a whole number of at least 0, not '\(word)'.")
    }
    return value
  }

  /// Returns a number, rounded as in parts, so that reading a part gives the same value.
  func number(_ name: String, in range: ClosedRange<Double>) throws(PolicyError) -> Double {
    let word = try text(name)
    guard let value = Double(word), range.contains(value) else {
      let bounds = "\(JSONWriter.text(of: range.lowerBound)) to \(JSONWriter.text(of: range.upperBound))"
      throw PolicyError(place, "'\(name)' is a number from \(bounds), not '\(word)'.")
    }
    return JSONWriter.rounded(value)
  }

  func glob(_ name: String) throws(PolicyError) -> Glob {
    let text = try text(name)
    do throws(Glob.Fault) {
      return try Glob(text)
    } catch {
      throw PolicyError(place, error.message.asSentence)
    }
  }
}

extension YAMLNode.Entry {
  func unknown(_ known: [String]) -> PolicyError {
    let nearest = Suggestion.nearest(to: key, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return PolicyError(place, "The key '\(key)' is not known here.\(nearest) Known are \(Words.list(known)).")
  }
}
