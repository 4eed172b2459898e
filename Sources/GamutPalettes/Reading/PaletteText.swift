import GamutBasics

extension Palette {
  /// Returns the bytes of a text file in UTF-8 without a byte order mark, with line feeds as line ends.
  static func text(of bytes: [UInt8]) throws(PaletteFault) -> [UInt8] {
    try checkSize(bytes)
    var text = bytes.withoutMark
    // Carriage returns alone are line ends, too (CSS Syntax 3, section 3.3).
    for index in text.indices where text[index] == 0x0d && (index + 1 == text.count || text[index + 1] != 0x0a) {
      text[index] = 0x0a
    }
    guard String(validating: text, as: UTF8.self) == nil else { return text }
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
    throw PaletteFault(line: line.map { $0 + 1 }, "the file is not text in UTF-8: save it in this encoding")
  }

  static func checkSize(_ bytes: [UInt8]) throws(PaletteFault) {
    guard bytes.count <= maximumSize else {
      throw PaletteFault("the file has more than \(Words.count(maximumSize, "byte")), too many for a palette")
    }
  }
}

extension Palette.Format {
  /// The format of a file, by the ending of its name; nil if it is unknown.
  package init?(ofFile name: String) {
    let parts = name.asciiLowercased.split(separator: ".", omittingEmptySubsequences: false)
    switch parts.count > 1 ? parts.last : nil {
    case "tokens", "json": self = .designTokens
    case "css", "svg": self = .css
    default: return nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// The slice without white space at both ends.
  var trimmed: ArraySlice {
    guard let first = firstIndex(where: { !$0.isSpace }), let last = lastIndex(where: { !$0.isSpace }) else {
      return self[endIndex..<endIndex]
    }
    return self[first...last]
  }
}
