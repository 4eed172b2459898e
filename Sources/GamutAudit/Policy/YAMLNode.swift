public import GamutKit

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

/// The reason that a policy is invalid.
public struct PolicyError: AdvisedError, Hashable {
  /// The line, from 1; nil if the error concerns the file itself.
  public var line: Int?
  /// The column, from 1; nil if `line` is.
  public var column: Int?
  /// The problem in whole sentences.
  public var message: String
  /// The possible remedies, the best one first; empty if there is none.
  public var advice: [Advice]

  init(_ place: YAMLNode.Place?, _ message: String, advice: [Advice] = []) {
    line = place?.line
    column = place?.column
    self.message = message
    self.advice = advice
  }
}
