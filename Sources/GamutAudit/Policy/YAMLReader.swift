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
