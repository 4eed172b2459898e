import GamutBasics

/// Scans the bytes of a style sheet by the tokens of CSS (CSS Syntax Module Level 3).
struct StyleScanner {
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

  private var startsComment: Bool { stands("/", "*") }

  /// Skips white space and comments.
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

  /// Skips a string up to its end, which is at the end of the line at the latest.
  ///
  /// - Parameter mark: its quotation mark, which has been read.
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

  private mutating func step(over byte: UInt8, _ open: inout [(closing: UInt8, place: Int)]) {
    switch byte {
    case UInt8(ascii: "/") where startsComment: skipComment()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      index += 1
      skipString(byte)
    case UInt8(ascii: "\\"): index = min(index + 2, end)
    case UInt8(ascii: "("):
      let isAddress = isAddress
      open.append((UInt8(ascii: ")"), index))
      index += 1
      if isAddress { skipAddress() }
    case UInt8(ascii: "["):
      open.append((UInt8(ascii: "]"), index))
      index += 1
    case UInt8(ascii: "{"):
      open.append((UInt8(ascii: "}"), index))
      index += 1
    default:
      if open.last?.closing == byte { open.removeLast() }
      index += 1
    }
  }

  /// Whether the current bracket is that of `url(`.
  private var isAddress: Bool {
    guard index >= 3, index < 4 || !bytes[index - 4].isNamePart else { return false }
    return bytes[index - 3] | 0x20 == UInt8(ascii: "u") && bytes[index - 2] | 0x20 == UInt8(ascii: "r")
      && bytes[index - 1] | 0x20 == UInt8(ascii: "l")
  }

  /// Skips an address without quotation marks, up to its closing bracket.
  private mutating func skipAddress() {
    while byte()?.isSpace == true { index += 1 }
    guard byte() != UInt8(ascii: "\""), byte() != UInt8(ascii: "'") else { return }
    while let byte = byte(), byte != UInt8(ascii: ")") {
      index = min(index + (byte == UInt8(ascii: "\\") ? 2 : 1), end)
    }
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool { Unicode.Scalar(self).properties.isASCIIHexDigit }
}

/// Converts parts of a style sheet to texts.
enum StyleText {
  /// Returns a name with its escapes replaced.
  static func name(_ bytes: [UInt8], _ range: Range<Int>) -> Pathname {
    let name = bytes[range]
    guard name.contains(UInt8(ascii: "\\")) else { return Pathname(bytes: Array(name)) }
    var result = ""
    var plain = name.startIndex
    var index = name.startIndex
    while index < name.endIndex {
      guard name[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      result += String(decoding: name[plain..<index], as: UTF8.self)
      index += 1
      let digits = name[index...].prefix(6).prefix(while: \.isHexadecimal)
      if digits.isEmpty {
        plain = index
        index += 1
        continue
      }
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
      result.unicodeScalars.append(Unicode.Scalar(code == 0 ? 0xfffd : code) ?? "\u{fffd}")
      index = digits.endIndex
      if index < name.endIndex, name[index].isSpace { index += 1 }
      plain = index
    }
    return Pathname(result + String(decoding: name[min(plain, name.endIndex)...], as: UTF8.self))
  }

  /// Returns the text of a range without comments, with one space between words.
  static func words(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    var result: [UInt8] = []
    var scanner = StyleScanner(bytes, range)
    while let byte = scanner.byte() {
      let start = scanner.index
      scanner.skipSpace()
      if scanner.index > start {
        if !result.isEmpty, scanner.byte() != nil { result.append(0x20) }
      } else {
        result.append(byte)
        scanner.index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
