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
