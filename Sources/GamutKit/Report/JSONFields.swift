/// A value that lists its members in JSON once.
protocol JSONListed {
  mutating func list(in fields: inout JSONFields)
}

protocol JSONReadable: JSONListed {
  static var blank: Self { get }
}

/// What goes over the members that values list: writes them, reads them, or rounds their numbers as in writing and reading.
struct JSONFields {
  /// nil unless members are written.
  private var writer: JSONWriter?
  /// The object that is read; nil unless members are read.
  private var node: JSONNode?
  /// Whether all members that were read are there.
  private var isComplete = true

  /// Bits of the codes that are written as text, too.
  private(set) var depth = 8

  private init() {}

  static func write(to writer: inout JSONWriter, depth: Int = 8, _ body: (inout JSONFields) -> Void) {
    var fields = JSONFields()
    fields.depth = depth
    // Moved there and back, not copied.
    var moved = JSONWriter()
    swap(&moved, &writer)
    fields.writer = consume moved
    body(&fields)
    writer = fields.writer.take() ?? JSONWriter()
  }

  /// Reads a value; nil if a member is missing, or is not of its kind: any program may have written it.
  static func read<Value: JSONReadable>(_ node: JSONNode) -> Value? {
    var (value, fields) = (Value.blank, JSONFields())
    fields.node = node
    value.list(in: &fields)
    return fields.isComplete ? value : nil
  }

  static func round(_ value: inout some JSONListed) {
    var fields = JSONFields()
    value.list(in: &fields)
  }

  /// Returns what was read, or notes that it is missing.
  private mutating func found<Value>(_ value: Value?, else other: Value) -> Value {
    if value == nil { isComplete = false }
    return value ?? other
  }
}

extension JSONFields {
  mutating func count(_ name: String, _ value: inout Int, below limit: Int = 1 << 53) {
    if let node { value = found(node[name]?.integer.flatMap { (0..<limit).contains($0) ? $0 : nil }, else: 0) }
    writer?.member(name, value)
  }

  mutating func real(_ name: String, _ value: inout Double) {
    if let node { value = found(node[name]?.number, else: 0) }
    writer?.member(name, value)
    if writer == nil { value = JSONWriter.rounded(value) }
  }

  mutating func code(_ name: String, _ value: inout SIMD3<UInt16>) {
    if let node {
      let numbers = node[name]?.array?.compactMap { $0.integer.flatMap { UInt16(exactly: $0) } } ?? []
      value = found(numbers.count == 3 ? SIMD3(numbers[0], numbers[1], numbers[2]) : nil, else: .zero)
    }
    writer?.member(name, array: [value.x, value.y, value.z]) { $0.integer(Int($1)) }
  }

  mutating func named<Value>(_ name: String, _ value: inout Value, _ word: String, _ make: (String) -> Value?) {
    if let node { value = found(node[name]?.string.flatMap(make), else: value) }
    writer?.member(name, word)
  }

  mutating func derived(_ write: (inout JSONWriter) -> Void) {
    if var moved = writer.take() {
      write(&moved)
      writer = moved
    }
  }

  /// Whether a member is read, or is to be written.
  func has(_ name: String, _ isThere: Bool) -> Bool { node.map { $0[name] != nil } ?? isThere }

  mutating func object(_ name: String, _ body: (inout JSONFields) -> Void) {
    let outer = node
    if let outer { node = found(outer[name], else: .null) }
    writer?.key(name)
    writer?.begin("{")
    body(&self)
    writer?.end("}")
    node = outer
  }

  mutating func object(_ name: String, _ value: inout some JSONListed) {
    object(name) { value.list(in: &$0) }
  }

  mutating func array<Element: JSONReadable>(_ name: String, _ values: inout [Element]) {
    let outer = node
    if let nodes = outer.map({ found($0[name]?.array, else: []) }) {
      values = []
      // Elements that are not complete would take many times their size.
      for item in nodes where isComplete {
        node = item
        var value = Element.blank
        value.list(in: &self)
        values.append(value)
      }
      node = outer
      return
    }
    writer?.key(name)
    writer?.begin("[")
    for index in values.indices {
      writer?.begin("{")
      values[index].list(in: &self)
      writer?.end("}")
    }
    writer?.end("]")
  }
}

extension JSONWriter {
  mutating func members(of value: some JSONListed) {
    var value = value
    JSONFields.write(to: &self) { value.list(in: &$0) }
  }

  mutating func member(_ name: String, _ value: some JSONListed) { member(name) { $0.members(of: value) } }
}
