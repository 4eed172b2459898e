import GamutBasics

/// A token of CSS (CSS Syntax Module Level 3); only the kinds that colours need.
enum CSSToken: Sendable, Hashable {
  /// `#` and the characters after it, which are the value.
  case hash(String)
  case word(String)
  /// A name that `(` follows immediately.
  case function(String)
  case number(Double)
  case percentage(Double)
  case dimension(Double, unit: String)
  /// Any other character.
  case mark(Unicode.Scalar)
  case end
}

/// Reads the tokens of a text, without white space and comments.
struct CSSTokens {
  private let bytes: [UInt8]
  private(set) var index = 0

  /// The largest number; larger ones become this one, as CSS allows. All conversions of this number have finite
  /// results.
  static let largestNumber = 1e30

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Skips white space and comments.
  mutating func skipSpace() throws(CSSColorFault) {
    while let byte = byte(0) {
      switch byte {
      case 0x20, 0x09, 0x0a, 0x0c, 0x0d: index += 1
      case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"):
        let start = index
        index += 2
        while !(self.byte(0) == UInt8(ascii: "*") && self.byte(1) == UInt8(ascii: "/")) {
          guard index < bytes.count else { throw CSSColorFault(start, "the comment does not end: '*/' is missing") }
          index += 1
        }
        index += 2
      default: return
      }
    }
  }

  /// Reads the next token, which begins at `index` after `skipSpace()`.
  mutating func next() throws(CSSColorFault) -> CSSToken {
    try skipSpace()
    guard let byte = byte(0) else { return .end }
    if startsNumber { return try number() }
    if startsName(0) {
      let name = try name()
      guard self.byte(0) == UInt8(ascii: "(") else { return .word(name) }
      index += 1
      return .function(name)
    }
    if byte == UInt8(ascii: "#"), let next = self.byte(1), next.isNamePart {
      index += 1
      return .hash(try name())
    }
    if byte == UInt8(ascii: "\\") { throw escapeFault }
    index += 1
    // Any other byte is ASCII: those above begin a name.
    return .mark(Unicode.Scalar(byte))
  }

  /// Whether white space or a comment follows.
  var isAtSpace: Bool {
    byte(0)?.isSpace == true || byte(0) == UInt8(ascii: "/") && byte(1) == UInt8(ascii: "*")
  }

  /// Returns the text from this offset up to the current position.
  func read(from offset: Int) -> String { String(decoding: bytes[offset..<index], as: UTF8.self) }

  private func byte(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private func isDigit(_ distance: Int) -> Bool { byte(distance).map { (0x30...0x39).contains($0) } ?? false }

  private func startsName(_ distance: Int) -> Bool {
    guard let first = byte(distance) else { return false }
    guard first == UInt8(ascii: "-") else { return first.isNameStart }
    return byte(distance + 1).map { $0.isNameStart || $0 == UInt8(ascii: "-") } ?? false
  }

  private var startsNumber: Bool {
    let sign = byte(0) == UInt8(ascii: "+") || byte(0) == UInt8(ascii: "-") ? 1 : 0
    return isDigit(sign) || byte(sign) == UInt8(ascii: ".") && isDigit(sign + 1)
  }

  private var escapeFault: CSSColorFault {
    CSSColorFault(index, "escapes with '\\' are not read: write the characters themselves")
  }

  private mutating func name() throws(CSSColorFault) -> String {
    let start = index
    while let byte = byte(0), byte.isNamePart { index += 1 }
    if byte(0) == UInt8(ascii: "\\") { throw escapeFault }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func number() throws(CSSColorFault) -> CSSToken {
    let start = index
    if !isDigit(0), byte(0) != UInt8(ascii: ".") { index += 1 }
    while isDigit(0) { index += 1 }
    if byte(0) == UInt8(ascii: "."), isDigit(1) {
      index += 1
      while isDigit(0) { index += 1 }
    }
    if byte(0) == UInt8(ascii: "e") || byte(0) == UInt8(ascii: "E") {
      let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
      if isDigit(1 + sign) {
        index += 2 + sign
        while isDigit(0) { index += 1 }
      }
    }
    guard let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)), !value.isNaN else {
      throw CSSColorFault(start, "this is not a number")
    }
    let number = min(max(value, -Self.largestNumber), Self.largestNumber)
    if byte(0) == UInt8(ascii: "%") {
      index += 1
      return .percentage(number)
    }
    if byte(0) == UInt8(ascii: "\\") { throw escapeFault }
    return startsName(0) ? .dimension(number, unit: try name()) : .number(number)
  }
}

extension String {
  /// The text with A to Z in lower case and no other change; CSS compares names in this way.
  var asciiLowercased: String {
    guard utf8.contains(where: { (0x41...0x5a).contains($0) }) else { return self }
    return String(decoding: utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// The text in quotation marks for a message, printable and shortened to 100 characters.
  var quoted: String {
    let start = prefix(100)
    let isPlain = start.utf8.allSatisfy { (0x20..<0x7f).contains($0) && $0 != 0x23 && $0 != 0x3a }
    return "'\(isPlain ? String(start) : String(start).printable)\(start.endIndex == endIndex ? "" : "…")'"
  }
}

extension UInt8 {
  /// Whether the byte is white space in CSS.
  var isSpace: Bool { self == 0x20 || self == 0x0a || self == 0x09 || self == 0x0d || self == 0x0c }

  /// Whether a name in CSS may begin with the byte, a hyphen apart.
  var isNameStart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...0xff:
      true
    default: false
    }
  }

  /// Whether the byte may stand in a name in CSS.
  var isNamePart: Bool { isNameStart || (0x30...0x39).contains(self) || self == UInt8(ascii: "-") }
}
