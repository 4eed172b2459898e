extension Pathname {
  /// Whether a POSIX shell reads the path literally without quotes. zsh replaces a word that begins with `=`.
  package var isPlainWord: Bool {
    !bytes.isEmpty && bytes.first != UInt8(ascii: "=") && bytes.allSatisfy { Self.isPlainByte[Int($0)] }
  }

  /// The path as one word of a POSIX shell; with `$'...'` if it contains bytes that are unsafe for a terminal.
  package var shellWord: String {
    if isPlainWord { return text }
    if isUTF8, text.isPrintable {
      // By scalars: a quotation mark with an accent is one character, and a quotation mark to a shell. The reverse solidus
      // stays outside the quotes, because fish reads it as an escape in them.
      var word = "'".unicodeScalars
      for scalar in text.unicodeScalars {
        switch scalar {
        case "'", "\\": word += ["'", "\\", scalar, "'"]
        default: word.append(scalar)
        }
      }
      return String(word) + "'"
    }
    var word = "$'"
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): word += "\\" + String(UnicodeScalar(byte))
      // Two of them can begin a command of a build server.
      case UInt8(ascii: "#"): word += "\\" + Self.octal(byte)
      case 0x20..<0x7f: word += String(UnicodeScalar(byte))
      default: word += "\\" + Self.octal(byte)
      }
    }
    return word + "'"
  }

  /// Whether each byte needs no quotes.
  private static let isPlainByte = {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./@%+=:,".utf8)
    return (UInt8.min...UInt8.max).map { plain.contains($0) }
  }()

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension Sequence<Pathname> {
  /// The words as one command of a POSIX shell.
  package var shellCommand: String { map(\.shellWord).joined(separator: " ") }
}
