import GamutBasics

enum StyleText {
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
    var scanner = CSSScanner(bytes, range)
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
