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
  private var scanner: CSSScanner
  var index: Int { scanner.index }
  /// The offset of the token that was read last.
  private(set) var start = 0

  /// The largest number, which larger ones become, as CSS allows: all its conversions have finite results.
  static let largestNumber = 1e30

  init(_ text: String) {
    let bytes = Array(text.utf8)
    scanner = CSSScanner(bytes, 0..<bytes.count)
  }

  mutating func next() throws(CSSColorFault) -> CSSToken {
    scanner.skipSpace()
    if let start = scanner.openPlace { throw CSSColorFault(start, "the comment does not end: '*/' is missing") }
    start = index
    guard let byte = scanner.byte() else { return .end }
    if startsNumber { return try number() }
    if startsName {
      let name = name()
      guard scanner.byte() == UInt8(ascii: "(") else { return .word(name) }
      scanner.index += 1
      return .function(name)
    }
    if byte == UInt8(ascii: "#"), let next = scanner.byte(1), next.isNamePart {
      scanner.index += 1
      return .hash(name())
    }
    scanner.index += 1
    // Any other byte is ASCII: those above begin a name.
    return .mark(Unicode.Scalar(byte))
  }

  var isAtSpace: Bool { scanner.byte()?.isSpace == true || scanner.startsComment }

  var text: String { String(decoding: scanner.bytes[start..<index], as: UTF8.self) }

  private func isDigit(_ distance: Int) -> Bool { scanner.byte(distance)?.isDigit == true }

  private func isSign(_ distance: Int) -> Bool {
    scanner.byte(distance) == UInt8(ascii: "+") || scanner.byte(distance) == UInt8(ascii: "-")
  }

  private var startsName: Bool {
    guard let first = scanner.byte() else { return false }
    guard first == UInt8(ascii: "-") else { return first.isNameStart }
    return scanner.byte(1).map { $0.isNameStart || $0 == UInt8(ascii: "-") } ?? false
  }

  private var startsNumber: Bool {
    let sign = isSign(0) ? 1 : 0
    return isDigit(sign) || scanner.byte(sign) == UInt8(ascii: ".") && isDigit(sign + 1)
  }

  private mutating func name() -> String { String(decoding: scanner.bytes[scanner.name()], as: UTF8.self) }

  private mutating func number() throws(CSSColorFault) -> CSSToken {
    func skipDigits() { while isDigit(0) { scanner.index += 1 } }
    if isSign(0) { scanner.index += 1 }
    skipDigits()
    if scanner.byte() == UInt8(ascii: "."), isDigit(1) {
      scanner.index += 1
      skipDigits()
    }
    if let byte = scanner.byte(), byte | 0x20 == UInt8(ascii: "e"), isDigit(isSign(1) ? 2 : 1) {
      scanner.index += 2
      skipDigits()
    }
    guard let value = Double(text) else { throw CSSColorFault(start, "this is not a number") }
    let number = min(max(value, -Self.largestNumber), Self.largestNumber)
    if scanner.byte() == UInt8(ascii: "%") {
      scanner.index += 1
      return .percentage(number)
    }
    return startsName ? .dimension(number, unit: name()) : .number(number)
  }
}

/// Scans bytes of CSS by the tokens of CSS (CSS Syntax Module Level 3).
struct CSSScanner {
  let bytes: [UInt8]
  private(set) var end: Int
  var index: Int
  /// The offset of the bracket or comment that is still open at the end of the text.
  private(set) var openPlace: Int?

  init(_ bytes: [UInt8], _ range: Range<Int>) { (self.bytes, index, end) = (bytes, range.lowerBound, range.upperBound) }

  func byte(_ distance: Int = 0) -> UInt8? { index + distance < end ? bytes[index + distance] : nil }

  private func stands(_ first: Character, _ second: Character) -> Bool {
    byte(0) == first.asciiValue && byte(1) == second.asciiValue
  }

  var startsComment: Bool { stands("/", "*") }

  mutating func skipSpace() {
    while let byte = byte() {
      if byte.isSpace { index += 1 } else if startsComment { skipComment() } else { return }
    }
  }

  private mutating func skipComment() {
    let start = index
    index += 2
    while index < end {
      if stands("*", "/") {
        index += 2
        return
      }
      index += 1
    }
    openPlace = openPlace ?? start
  }

  /// Skips a string whose quotation mark has been read, up to its end, which is at the end of the line at the latest.
  mutating func skipString(_ mark: UInt8) {
    while let byte = byte() {
      if byte == 0x0a || byte == 0x0d { return }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == mark { return }
    }
    index = end
  }

  /// Reads a name and returns its range, which is empty if there is none.
  mutating func name() -> Range<Int> {
    let start = index
    while let byte = byte() {
      if byte.isNamePart {
        index += 1
      } else if byte == UInt8(ascii: "\\"), let next = self.byte(1), next != 0x0a, next != 0x0d {
        let digits = bytes[index + 1..<end].prefix(6).prefix(while: \.isHexadecimal)
        index = digits.isEmpty ? index + 2 : digits.endIndex
        // White space ends a number.
        if !digits.isEmpty, self.byte()?.isSpace == true { index += 1 }
      } else {
        break
      }
    }
    return start..<index
  }

  /// Skips to the next stop byte outside brackets, strings and comments, and returns that byte; nil at the end.
  mutating func skip(until isStop: (UInt8) -> Bool) -> UInt8? {
    var open: [(closing: UInt8, place: Int)] = []
    while let byte = byte() {
      if open.isEmpty, isStop(byte) { return byte }
      step(over: byte, &open)
    }
    openPlace = openPlace ?? open.first?.place
    return nil
  }

  /// Skips a bracket and its contents; returns whether the bracket is closed.
  mutating func skipBracket() -> Bool {
    var open: [(closing: UInt8, place: Int)] = []
    while let byte = byte() {
      step(over: byte, &open)
      if open.isEmpty { return true }
    }
    openPlace = openPlace ?? open.first?.place
    return false
  }

  /// Returns the ranges between separators outside brackets, strings and comments.
  static func pieces(_ bytes: [UInt8], _ range: Range<Int>, at separator: UInt8) -> [Range<Int>] {
    var scanner = CSSScanner(bytes, range)
    var pieces: [Range<Int>] = []
    while true {
      let start = scanner.index
      let stop = scanner.skip { $0 == separator }
      pieces.append(start..<scanner.index)
      if stop == nil { return pieces }
      scanner.index += 1
    }
  }

  private mutating func step(over byte: UInt8, _ open: inout [(closing: UInt8, place: Int)]) {
    switch byte {
    case UInt8(ascii: "/") where startsComment: skipComment()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      index += 1
      skipString(byte)
    case UInt8(ascii: "\\"): index = min(index + 2, end)
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      let isRound = byte == UInt8(ascii: "(")
      let isAddress = isRound && isAddress
      // "]" and "}" follow two places after their opening brackets.
      open.append((isRound ? UInt8(ascii: ")") : byte + 2, index))
      index += 1
      if isAddress { skipAddress() }
    default:
      if open.last?.closing == byte { open.removeLast() }
      index += 1
    }
  }

  private var isAddress: Bool {
    guard index >= 3, index < 4 || !bytes[index - 4].isNamePart else { return false }
    return bytes[index - 3] | 0x20 == UInt8(ascii: "u") && bytes[index - 2] | 0x20 == UInt8(ascii: "r")
      && bytes[index - 1] | 0x20 == UInt8(ascii: "l")
  }

  private mutating func skipAddress() {
    while byte()?.isSpace == true { index += 1 }
    guard byte() != UInt8(ascii: "\""), byte() != UInt8(ascii: "'") else { return }
    while let byte = byte(), byte != UInt8(ascii: ")") {
      index = min(index + (byte == UInt8(ascii: "\\") ? 2 : 1), end)
    }
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

extension Pathname {
  var quoted: String { text.quoted }
}

extension UInt8 {
  var isSpace: Bool { self == 0x20 || self == 0x0a || self == 0x09 || self == 0x0d || self == 0x0c }

  /// Whether a name in CSS may begin with the byte, a hyphen apart.
  var isNameStart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...0xff:
      true
    default: false
    }
  }

  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isHexadecimal: Bool { Unicode.Scalar(self).properties.isASCIIHexDigit }

  var isNamePart: Bool { isNameStart || isDigit || self == UInt8(ascii: "-") }
}
