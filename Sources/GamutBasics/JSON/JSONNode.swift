/// Any JSON value, with the order of members and the kind of numbers, so that `JSONWriter` reproduces its own output.
package enum JSONNode: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case real(Double)
  case string(String)
  case array([JSONNode])
  case object([Member])

  package struct Member: Sendable, Hashable, JSONMember {
    package var name: Pathname
    package var value: JSONNode

    package init(name: Pathname, value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.isSame(as: name) }?.value
  }

  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  package var array: [JSONNode]? { if case .array(let value) = self { value } else { nil } }
  package var members: [Member]? { if case .object(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}

extension JSONNode: JSONTree {
  init(_ leaf: JSONNode, at place: Range<Int>) { self = leaf }
  init(_ items: [JSONNode], at place: Range<Int>) { self = .array(items) }
  init(_ members: [Member], at place: Range<Int>) { self = .object(members) }
}

extension JSONWriter {
  package mutating func value(_ node: JSONNode) {
    switch node {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .real(let value): real(value)
    case .string(let value): string(value)
    case .array(let items): array { writer in for item in items { writer.value(item) } }
    case .object(let members):
      object { writer in
        for member in members {
          writer.key(member.name.text)
          writer.value(member.value)
        }
      }
    }
  }
}

protocol JSONTree {
  associatedtype Member: JSONMember where Member.Value == Self

  /// Creates it from a value that is neither an array nor an object, or from those in it, and its bytes in the text.
  init(_ leaf: JSONNode, at place: Range<Int>)
  init(_ items: [Self], at place: Range<Int>)
  init(_ members: [Member], at place: Range<Int>)
}

protocol JSONMember {
  associatedtype Value
  var name: Pathname { get }
  init(name: Pathname, value: Value)
}

/// A JSON value with its place in the text, for faults with a line, and for changes that keep every other byte.
package struct PlacedJSON: Sendable, Hashable, JSONTree {
  package enum Content: Sendable, Hashable {
    /// Neither an array nor an object.
    case leaf(JSONNode)
    case array([PlacedJSON])
    case object([Member])
  }

  package struct Member: Sendable, Hashable, JSONMember {
    package var name: Pathname
    package var value: PlacedJSON
  }

  package var content: Content
  /// The bytes of the value in the text.
  package var place: Range<Int>

  init(_ leaf: JSONNode, at place: Range<Int>) { (content, self.place) = (.leaf(leaf), place) }
  init(_ items: [PlacedJSON], at place: Range<Int>) { (content, self.place) = (.array(items), place) }
  init(_ members: [Member], at place: Range<Int>) { (content, self.place) = (.object(members), place) }

  package subscript(name: String) -> PlacedJSON? { members?.first { $0.name.isSame(as: name) }?.value }

  package var members: [Member]? { if case .object(let members) = content { members } else { nil } }
  package var array: [PlacedJSON]? { if case .array(let items) = content { items } else { nil } }
  package var leaf: JSONNode? { if case .leaf(let node) = content { node } else { nil } }
  package var string: String? { leaf?.string }
  package var bool: Bool? { leaf?.bool }
}
