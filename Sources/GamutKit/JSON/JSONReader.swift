/// Reads one JSON value (RFC 8259): UTF-8, nothing before or after but white space, no member twice, nested at most
/// `maximumDepth` levels.
struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0

  static let maximumDepth = 32

  /// What is wrong, and at which byte of the text.
  struct Fault: Error, Sendable, Hashable {
    var offset: Int
    var message: String
  }

  static func read(_ bytes: [UInt8]) throws(Fault) -> JSONNode {
    var reader = JSONReader(bytes: bytes)
    let node = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.fault("something follows the value") }
    return node
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func fault(_ message: String) -> Fault { Fault(offset: position, message: message) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
  }

  private mutating func value(depth: Int) throws(Fault) -> JSONNode {
    guard depth < Self.maximumDepth else { throw fault("it is nested more than \(Self.maximumDepth) levels deep") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return try number()
    case nil: throw fault("it ends too early")
    default: throw fault("this is no JSON value")
    }
  }

  private mutating func object(depth: Int) throws(Fault) -> JSONNode {
    var members: [JSONNode.Member] = []
    try list(until: "}") { (reader: inout JSONReader) throws(Fault) in
      reader.skipSpace()
      guard reader.next == UInt8(ascii: "\"") else { throw reader.fault("a member needs a name") }
      let place = reader.position
      let name = try reader.string()
      guard !members.contains(where: { $0.name == name }) else {
        throw Fault(offset: place, message: "the member '\(name)' stands there twice")
      }
      // What objects of ours have is far below; an object of very many members would take long.
      guard members.count < 1024 else { throw reader.fault("an object has more than 1,024 members") }
      reader.skipSpace()
      guard reader.next == UInt8(ascii: ":") else { throw reader.fault("a colon is missing") }
      reader.position += 1
      members.append(JSONNode.Member(name: name, value: try reader.value(depth: depth + 1)))
    }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Fault) -> JSONNode {
    var items: [JSONNode] = []
    try list(until: "]") { (reader: inout JSONReader) throws(Fault) in
      items.append(try reader.value(depth: depth + 1))
    }
    return .array(items)
  }

  /// What stands between two brackets, of which the first is next, with commas between its elements.
  private mutating func list(
    until bracket: Unicode.Scalar, element: (inout JSONReader) throws(Fault) -> Void
  ) throws(Fault) {
    let end = UInt8(ascii: bracket)
    position += 1
    skipSpace()
    if next == end {
      position += 1
      return
    }
    while true {
      try element(&self)
      skipSpace()
      guard let byte = next, byte == end || byte == UInt8(ascii: ",") else {
        throw fault("a comma or '\(bracket)' is missing")
      }
      position += 1
      if byte == end { return }
    }
  }

  private mutating func word(_ word: StaticString, _ node: JSONNode) throws(Fault) -> JSONNode {
    guard bytes[position...].starts(with: "\(word)".utf8) else { throw fault("this is no JSON value") }
    position += word.utf8CodeUnitCount
    return node
  }

  private mutating func number() throws(Fault) -> JSONNode {
    let start = position
    func digits(_ reader: inout JSONReader) throws(Fault) {
      let first = reader.position
      while let byte = reader.next, (0x30...0x39).contains(byte) { reader.position += 1 }
      guard reader.position > first else { throw reader.fault("a digit is missing") }
    }
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try digits(&self) }
    var isInteger = true
    if next == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits(&self)
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits(&self)
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw fault("the number is too large") }
    return .real(value)
  }

  private mutating func string() throws(Fault) -> String {
    var text: [UInt8] = []
    position += 1
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw fault("a text is not UTF-8") }
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw fault("a control character stands in a text")
      default: text.append(byte)
      }
    }
    throw fault("a text is not ended")
  }

  private mutating func escape(into text: inout [UInt8]) throws(Fault) {
    guard let byte = next else { throw fault("a text is not ended") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hex()
      if (0xd800..<0xdc00).contains(code), bytes[position...].starts(with: "\\u".utf8) {
        position += 2
        let low = try hex()
        guard (0xdc00..<0xe000).contains(low) else { throw fault("half a surrogate pair") }
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw fault("half a surrogate pair") }
      text += Array(String(scalar).utf8)
    default: throw fault("an escape that JSON does not know")
    }
  }

  private mutating func hex() throws(Fault) -> UInt32 {
    // A sign, which a number may have, is no digit.
    guard position + 4 <= bytes.count, bytes[position] != UInt8(ascii: "+"), bytes[position] != UInt8(ascii: "-"),
      let value = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits are missing") }
    position += 4
    return value
  }
}
