import CYAML

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
