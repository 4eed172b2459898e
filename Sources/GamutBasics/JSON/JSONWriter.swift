internal import CSystemShim

/// Writes one JSON value (RFC 8259) as UTF-8, with members in the given order.
///
/// Reals have 9 significant digits in their shortest form, so that a report has the same bytes on every system.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates a writer with room for a usual value, so that few values are moved as they grow.
  package init() { bytes.reserveCapacity(1 << 11) }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    begin("{")
    body(&self)
    end("}")
  }

  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    begin("[")
    body(&self)
    end("]")
  }

  package mutating func begin(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  package mutating func end(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  package static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(body)
    return writer.bytes
  }

  /// Writes the name of a member; its value must follow.
  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    // Most texts need no escapes.
    if value.utf8.allSatisfy(Self.isPlain) {
      bytes += value.utf8
    } else {
      escape(value)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "#"): false
    default: (0x20..<0x7f).contains(byte)
    }
  }

  /// Terminal control characters are escaped too, because JSON may be printed on a terminal, and the second of two number
  /// signs, which begin a command of a build server in its log.
  private mutating func escape(_ value: String) {
    var last: Unicode.Scalar?
    for scalar in value.unicodeScalars {
      defer { last = scalar }
      switch scalar {
      case "#" where last == "#": bytes += "\\u0023".utf8
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case _ where scalar.commandsTerminal:
        for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
          bytes += "\\u".utf8
          bytes += [12, 8, 4, 0].map { Self.hexDigits[Int(unit >> $0 & 15)] }
        }
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  package mutating func integer(_ value: Int) {
    separate()
    bytes += String(value).utf8
  }

  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  package mutating func null() { literal("null") }

  /// Writes a real number. JSON cannot represent non-finite numbers; they are written as null.
  package mutating func real(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    bytes += Self.text(of: value).utf8
  }

  package static func text(of value: Double, significantDigits: Int = 9) -> String {
    unsafe String(unsafeUninitializedCapacity: 32) { text in
      // The negative zero is written as 0.
      let length = unsafe text.withMemoryRebound(to: CChar.self) {
        unsafe gamut_format_real($0.baseAddress, CInt(significantDigits), value == 0 ? 0 : value)
      }
      return min(max(Int(length), 0), 31)
    }
  }

  /// Returns the value of a number after it is written with `text(of:)` and read again.
  package static func rounded(_ value: Double) -> Double {
    if value == value.rounded(), value.magnitude < 1e9 { return value }
    return Double(text(of: value)) ?? value
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)

  private mutating func literal(_ text: String) {
    separate()
    bytes += text.utf8
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

/// Members of an object, each written by one line of the caller.
extension JSONWriter {
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: String, orNull value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  package mutating func member(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }

  package mutating func member(_ name: String, _ value: Double) {
    key(name)
    real(value)
  }

  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  package mutating func member(_ name: String, object body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes an object about a value, or null.
  package mutating func member<Value>(
    _ name: String, orNull value: Value?, _ body: (inout JSONWriter, Value) -> Void
  ) {
    key(name)
    if let value { object { body(&$0, value) } } else { null() }
  }

  package mutating func member<Items: Sequence>(
    _ name: String, objects items: Items, _ body: (inout JSONWriter, Items.Element) -> Void
  ) {
    member(name, array: items) { writer, item in writer.object { body(&$0, item) } }
  }

  package mutating func member<Items: Sequence>(
    _ name: String, array items: Items, _ element: (inout JSONWriter, Items.Element) -> Void
  ) {
    key(name)
    array { writer in
      for item in items { element(&writer, item) }
    }
  }
}

package func hex16(_ value: UInt64) -> String { String(value, radix: 16).zeroPadded(to: 16) }
