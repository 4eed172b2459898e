internal import CSystemShim

/// Writes one JSON value (RFC 8259) as UTF-8, members in the order in which they are given.
///
/// Reals have 9 significant digits in their shortest form, so that a report has the same bytes wherever it is made.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ body: (inout JSONWriter) -> Void) { nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body) }

  mutating func array(_ body: (inout JSONWriter) -> Void) { nested(UInt8(ascii: "["), UInt8(ascii: "]"), body) }

  /// The name of a member, or what is before the next value; its value must follow.
  mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    if value.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0x7f }) {
      bytes += value.utf8
      bytes.append(UInt8(ascii: "\""))
      return
    }
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0a: bytes += "\\n".utf8
      case 0x0d: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20, 0x7f:
        bytes += "\\u00".utf8
        bytes += [Self.hexDigits[Int(byte >> 4)], Self.hexDigits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func integer(_ value: Int) { literal(String(value)) }

  mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  mutating func null() { literal("null") }

  /// JSON has no word for what is not finite; it is written as null.
  mutating func real(_ value: Double) {
    guard value.isFinite else { return null() }
    literal(JSONWriter.text(of: value))
  }

  /// Rounded to some significant digits (1 to 17), without trailing zeros.
  static func text(of value: Double, significantDigits: Int = 9) -> String {
    guard value != 0 else { return "0" }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard let text = buffer.baseAddress else { return "0" }
      let length = unsafe gamut_format_real(text, CInt(significantDigits), value)
      return unsafe String(
        decoding: UnsafeRawBufferPointer(start: text, count: min(max(Int(length), 0), 31)), as: UTF8.self)
    }
  }

  /// The number that `text(of:)` stands for: what is left of a number when it was written and is read again.
  static func rounded(_ value: Double) -> Double {
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

  private mutating func nested(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(open)
    needsComma = false
    body(&self)
    bytes.append(close)
    needsComma = true
  }
}

/// Members of an object, each in one line of the caller.
extension JSONWriter {
  mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: String, orNull value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  mutating func member(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }

  mutating func member(_ name: String, _ value: Double) {
    key(name)
    real(value)
  }

  mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  mutating func member(_ name: String, object body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  mutating func member<Items: Sequence>(
    _ name: String, array items: Items, _ element: (inout JSONWriter, Items.Element) -> Void
  ) {
    key(name)
    array { writer in
      for item in items { element(&writer, item) }
    }
  }
}
