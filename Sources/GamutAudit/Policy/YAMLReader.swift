import CYAML

/// Reads the subset of YAML that a policy needs: mappings, sequences and scalars. Anchors, aliases, tags and a second
/// document are errors, so that no content can be multiplied. Duplicate keys and nesting deeper than 8 levels are also
/// errors.
///
/// libyaml reports single events and builds no tree; the nesting depth is limited here.
enum YAMLReader {
  static let maximumDepth = 8
  static let maximumSize = 256 << 10
  private static let byteOrderMark = Array("\u{feff}".utf8)

  /// Returns the only document of a file; nil if it is empty.
  static func read(_ bytes: [UInt8]) throws(PolicyError) -> YAMLNode? {
    guard bytes.count <= maximumSize else {
      throw PolicyError(nil, "A policy has at most \(maximumSize) bytes.")
    }
    // A byte order mark is not part of the text.
    var events = try YAMLEvents(bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes)
    var root: YAMLNode?
    while true {
      let (event, place) = try events.next()
      switch event {
      case .begin, .documentEnd: continue
      case .end: return root
      case .documentStart:
        guard root == nil else { throw PolicyError(place, "A policy is one document; here a second one begins.") }
        let (first, place) = try events.next()
        root = try node(first, place, &events, depth: 1)
      default: throw PolicyError(place, "This is not a YAML document.")
      }
    }
  }
  private static func node(
    _ event: YAMLEvents.Event, _ place: YAMLNode.Place, _ events: inout YAMLEvents, depth: Int
  ) throws(PolicyError) -> YAMLNode {
    guard depth <= maximumDepth else {
      throw PolicyError(place, "This is nested more than \(maximumDepth) levels deep.")
    }
    switch event {
    case .scalar(let text, let isPlain): return .scalar(text, isPlain: isPlain, place)
    case .refused(let message): throw PolicyError(place, message)
    case .sequenceStart:
      var items: [YAMLNode] = []
      while true {
        let (event, itemPlace) = try events.next()
        if case .sequenceEnd = event { return .sequence(items, place) }
        items.append(try node(event, itemPlace, &events, depth: depth + 1))
      }
    case .mappingStart:
      var entries: [YAMLNode.Entry] = []
      var seen: [String: YAMLNode.Place] = [:]
      while true {
        let (event, keyPlace) = try events.next()
        if case .mappingEnd = event { return .mapping(entries, place) }
        guard case .scalar(let key, _, _) = try node(event, keyPlace, &events, depth: depth + 1) else {
          throw PolicyError(keyPlace, "A key must be a text.")
        }
        if let first = seen.updateValue(keyPlace, forKey: key) {
          throw PolicyError(keyPlace, "The key '\(key)' appears twice; the first is on line \(first.line).")
        }
        let (value, valuePlace) = try events.next()
        entries.append(
          YAMLNode.Entry(key: key, place: keyPlace, value: try node(value, valuePlace, &events, depth: depth + 1)))
      }
    default: throw PolicyError(place, "This is not a YAML document.")
    }
  }
}

/// A value of a YAML document, with its start position.
enum YAMLNode: Sendable, Hashable {
  case scalar(String, isPlain: Bool, Place)
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
    case .scalar(_, _, let place), .sequence(_, let place), .mapping(_, let place): place
    }
  }
}

/// The events that libyaml reports for a text.
@safe struct YAMLEvents: ~Copyable {
  enum Event {
    case begin, end, documentStart, documentEnd
    case scalar(String, isPlain: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    /// Valid YAML that is not supported, with the reason.
    case refused(String)
  }

  /// The version of libyaml.
  static var libraryVersion: String { unsafe String(cString: yaml_get_version_string()) }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The parser refers to the text for its whole lifetime.
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: [UInt8]) throws(PolicyError) {
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

  /// - Throws: libyaml's message, with its position.
  mutating func next() throws(PolicyError) -> (Event, YAMLNode.Place) {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) != 0 else { throw fault }
    defer { unsafe yaml_event_delete(&event) }
    return (unsafe Self.meaning(of: event), unsafe YAMLNode.Place(event.start_mark))
  }

  private static let anchors = "Anchors (&name) and tags (!name) are not known here; write the value out."

  private static func meaning(of event: yaml_event_t) -> Event {
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return .begin
    case YAML_STREAM_END_EVENT: return .end
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT: return .refused("Aliases (*name) are not known here; write the value out.")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let isMarked = unsafe scalar.anchor != nil || scalar.tag != nil
      if isMarked { return .refused(anchors) }
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      return unsafe .scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      let isMarked = unsafe start.anchor != nil || start.tag != nil
      return isMarked ? .refused(anchors) : .sequenceStart
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      let isMarked = unsafe start.anchor != nil || start.tag != nil
      return isMarked ? .refused(anchors) : .mappingStart
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    default: return .refused("This is not a YAML document.")
    }
  }

  private var fault: PolicyError {
    let state = unsafe parser.pointee
    let words = unsafe state.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
    // Invalid byte sequences have an offset but no mark.
    let isNoText = unsafe state.error == YAML_READER_ERROR
    if isNoText {
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
