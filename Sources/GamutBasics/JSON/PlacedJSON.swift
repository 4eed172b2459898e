/// A representation of JSON that a reader builds.
protocol JSONTree {
  associatedtype Member: JSONMember where Member.Value == Self

  /// - Parameters:
  ///   - leaf: neither an array nor an object.
  ///   - place: the bytes of the value in the text.
  init(_ leaf: JSONNode, at place: Range<Int>)
  init(_ items: [Self], at place: Range<Int>)
  init(_ members: [Member], at place: Range<Int>)
}

/// A member of an object.
protocol JSONMember {
  associatedtype Value
  var name: String { get }
  init(name: String, value: Value)
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
    package var name: String
    package var value: PlacedJSON
  }

  package var content: Content
  /// The bytes of the value in the text.
  package var place: Range<Int>

  init(_ leaf: JSONNode, at place: Range<Int>) { (content, self.place) = (.leaf(leaf), place) }
  init(_ items: [PlacedJSON], at place: Range<Int>) { (content, self.place) = (.array(items), place) }
  init(_ members: [Member], at place: Range<Int>) { (content, self.place) = (.object(members), place) }

  package subscript(name: String) -> PlacedJSON? { members?.first { $0.name == name }?.value }

  package var members: [Member]? { if case .object(let members) = content { members } else { nil } }
  package var array: [PlacedJSON]? { if case .array(let items) = content { items } else { nil } }
  package var leaf: JSONNode? { if case .leaf(let node) = content { node } else { nil } }
  package var string: String? { leaf?.string }
  package var bool: Bool? { leaf?.bool }
}
