extension String {
  /// For a page: nothing that commands the direction of text, and no more than a reader reads.
  var pageText: String {
    let shown = printable
    let limit = 600
    guard shown.unicodeScalars.count > limit else { return shown }
    return String(shown.unicodeScalars.prefix(limit)) + "… (\(Words.count(unicodeScalars.count)) characters)"
  }
}

extension Path {
  /// As a shell takes it (POSIX.1-2024, 2.2): as it is where that is safe, else in quotes; what cannot be printed by
  /// its number.
  var shellWord: String {
    // A name that starts with a hyphen is no option.
    let bytes = bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + bytes : bytes
    let isPlain = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_-./,:@%+=".utf8.contains(byte)
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if isPlain, !bytes.isEmpty { return text }
    if isUTF8, text.printable == text {
      return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
    let quoted = bytes.map { byte in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(Unicode.Scalar(byte))
      case 0x20..<0x7f: String(Unicode.Scalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "$'" + quoted.joined() + "'"
  }

  /// The same path with something put before its `.png`, or after it where it has none.
  func beforeSuffix(_ addition: String) -> Path {
    guard hasPNGSuffix else { return Path(bytes: bytes + Array((addition + ".png").utf8)) }
    return Path(bytes: bytes.dropLast(4) + Array(addition.utf8) + bytes.suffix(4))
  }
}
