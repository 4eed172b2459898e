import LittleCMS

/// Reads one JSON value (RFC 8259) of UTF-8 within white space, without duplicate members, and not nested too deep.
package struct JSONReader: ~Copyable {
  private let bytes: [UInt8]
  private var index = 0
  /// The offset of the bytes in a longer text.
  private let start: Int
  private let memberLimit: Int
  /// The number of members of the latest object: those of a list are alike.
  private var latestCount = 0
  private var valuesLeft = maximumValues

  static let maximumDepth = 32
  /// Objects written by gamut have far fewer members.
  package static let maximumMembers = 1024
  /// The maximum number of values, which take up to 40 bytes each: twenty for each colour of the largest palette.
  static let maximumValues = 2_000_000

  package struct Fault: Error, Sendable, Hashable {
    package var offset: Int
    package var message: String
  }

  package static func read(_ bytes: [UInt8]) throws(Fault) -> JSONNode { try tree(bytes, maximumMembers) }

  /// Reads a text in memory, and returns its values with their places, as if it began at `start` of a longer text. An object
  /// has at most `members`.
  package static func readPlaces(
    _ bytes: [UInt8], from start: Int = 0, atMostMembers members: Int = maximumMembers
  ) throws(Fault) -> PlacedJSON { try tree(bytes, from: start, members) }

  private static func tree<Tree: JSONTree>(
    _ bytes: [UInt8], from start: Int = 0, _ members: Int
  ) throws(Fault) -> Tree {
    var reader = JSONReader(bytes, from: start, members)
    let tree: Tree = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.next != nil { throw reader.fault("something follows the value") }
    return tree
  }

  private init(_ bytes: [UInt8], from start: Int, _ members: Int) {
    (self.bytes, self.start, memberLimit) = (bytes, start, members)
  }

  private var position: Int { start + index }

  private func fault(_ message: String) -> Fault { Fault(offset: position, message: message) }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { index += 1 }
  }

  private mutating func value<Tree: JSONTree>(depth: Int) throws(Fault) -> Tree {
    guard depth < Self.maximumDepth else { throw fault("it is nested more than \(Self.maximumDepth) levels deep") }
    guard valuesLeft > 0 else { throw fault("it has more than \(Words.count(Self.maximumValues, "value"))") }
    valuesLeft -= 1
    skipSpace()
    let start = position
    let leaf: JSONNode
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): leaf = .string(try string())
    case UInt8(ascii: "t"): leaf = try word("true", .bool(true))
    case UInt8(ascii: "f"): leaf = try word("false", .bool(false))
    case UInt8(ascii: "n"): leaf = try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): leaf = try number()
    case nil: throw fault("it ends too early")
    default: throw fault("this is not a JSON value")
    }
    return Tree(leaf, at: start..<position)
  }

  private mutating func object<Tree: JSONTree>(depth: Int) throws(Fault) -> Tree {
    let start = position
    var members: [Tree.Member] = []
    var names: Set<Pathname> = []
    try list(until: "}") { (reader: inout JSONReader) throws(Fault) in
      reader.skipSpace()
      guard reader.next == UInt8(ascii: "\"") else { throw reader.fault("a member needs a name") }
      let place = reader.position
      let text = try reader.string()
      let name = Pathname(text)
      // Names are compared one by one if there are few, otherwise by hash.
      let isNew: Bool
      if members.count < 16 {
        isNew = !members.contains { $0.name == name }
      } else {
        if names.isEmpty { names = Set(members.map(\.name)) }
        isNew = names.insert(name).inserted
      }
      guard isNew else {
        throw Fault(offset: place, message: "the member '\(text.shortened)' appears twice")
      }
      guard members.count < reader.memberLimit else {
        throw reader.fault("an object has more than \(reader.memberLimit) members")
      }
      reader.skipSpace()
      guard reader.next == UInt8(ascii: ":") else { throw reader.fault("a colon is missing") }
      reader.index += 1
      if members.isEmpty { members.reserveCapacity(min(reader.latestCount, 4)) }
      members.append(Tree.Member(name: name, value: try reader.value(depth: depth + 1)))
    }
    latestCount = members.count
    return Tree(members, at: start..<position)
  }

  private mutating func array<Tree: JSONTree>(depth: Int) throws(Fault) -> Tree {
    let start = position
    var items: [Tree] = []
    try list(until: "]") { (reader: inout JSONReader) throws(Fault) in
      items.append(try reader.value(depth: depth + 1))
    }
    return Tree(items, at: start..<position)
  }

  /// Reads a list in brackets, the first of which is next, with commas between its elements.
  private mutating func list(
    until bracket: Unicode.Scalar, element: (inout JSONReader) throws(Fault) -> Void
  ) throws(Fault) {
    let end = UInt8(ascii: bracket)
    index += 1
    skipSpace()
    if next == end {
      index += 1
      return
    }
    while true {
      try element(&self)
      skipSpace()
      guard let byte = next, byte == end || byte == UInt8(ascii: ",") else {
        throw fault("a comma or '\(bracket)' is missing")
      }
      index += 1
      if byte == end { return }
    }
  }

  private mutating func word(_ word: StaticString, _ node: JSONNode) throws(Fault) -> JSONNode {
    for byte in "\(word)".utf8 {
      guard next == byte else { throw fault("this is not a JSON value") }
      index += 1
    }
    return node
  }

  private mutating func number() throws(Fault) -> JSONNode {
    let start = index
    func skip(_ reader: inout JSONReader, _ allowed: String) -> Bool {
      guard let byte = reader.next, allowed.utf8.contains(byte) else { return false }
      reader.index += 1
      return true
    }
    func digits(_ reader: inout JSONReader) throws(Fault) {
      guard skip(&reader, "0123456789") else { throw reader.fault("a digit is missing") }
      while skip(&reader, "0123456789") {}
    }
    _ = skip(&self, "-")
    if !skip(&self, "0") { try digits(&self) }
    let isReal = skip(&self, ".")
    if isReal { try digits(&self) }
    let hasExponent = skip(&self, "eE")
    if hasExponent {
      _ = skip(&self, "+-")
      try digits(&self)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if !isReal, !hasExponent, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw fault("the number is too large") }
    return .real(value)
  }

  private mutating func string() throws(Fault) -> String {
    index += 1
    var text = bytes[index..<index]
    while true {
      let plain = bytes[index...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
      // Most texts are as they are in the file.
      if text.isEmpty { text = plain } else { text += plain }
      index = plain.endIndex
      guard let byte = next else { throw fault("a text is not ended") }
      guard byte >= 0x20 else { throw fault("a text contains a control character") }
      index += 1
      if byte == UInt8(ascii: "\"") { break }
      try escape(into: &text)
    }
    // Most texts are ASCII, and need no check.
    if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
    guard let string = String(validating: text, as: UTF8.self) else { throw fault("a text is not UTF-8") }
    return string
  }

  private mutating func escape(into text: inout ArraySlice<UInt8>) throws(Fault) {
    guard let byte = next else { throw fault("a text is not ended") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hex()
      if (0xd800..<0xdc00).contains(code) {
        for byte in "\\u".utf8 {
          guard next == byte else { throw fault("a surrogate pair is not complete") }
          index += 1
        }
        let low = try hex()
        guard (0xdc00..<0xe000).contains(low) else { throw fault("a surrogate pair is not complete") }
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw fault("a surrogate pair is not complete") }
      text += Array(String(scalar).utf8)
    default: throw fault("an escape that JSON does not know")
    }
  }

  private mutating func hex() throws(Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw fault("four hexadecimal digits are missing")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
