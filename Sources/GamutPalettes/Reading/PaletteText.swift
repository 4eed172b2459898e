import GamutBasics

/// The bytes of a text file in UTF-8, and its lines.
struct PaletteText {
  /// The bytes of the file, without a byte order mark.
  let bytes: [UInt8]
  private var index = 0
  /// The number of the last line that was read, from 1; 0 before the first.
  private(set) var number = 0

  /// Checks the size and the encoding of a file.
  init(_ bytes: [UInt8]) throws(PaletteFault) {
    try Palette.checkSize(bytes)
    var text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    // Carriage returns alone are line ends, too (CSS Syntax 3, section 3.3).
    for index in text.indices where text[index] == 0x0d && (index + 1 == text.count || text[index + 1] != 0x0a) {
      text[index] = 0x0a
    }
    self.bytes = text
    guard String(validating: self.bytes, as: UTF8.self) == nil else { return }
    var lines = self
    while let line = lines.next() {
      guard String(validating: line, as: UTF8.self) == nil else { continue }
      throw PaletteFault(line: lines.number, "the file is not text in UTF-8: save it in this encoding")
    }
  }

  /// Returns the next line without its line feed; nil after the last one.
  mutating func next() -> ArraySlice<UInt8>? {
    guard index < bytes.count else { return nil }
    let end = bytes[index...].firstIndex(of: 0x0a) ?? bytes.count
    defer { (index, number) = (end + 1, number + 1) }
    return bytes[index..<end]
  }
}

extension Palette {
  static func checkSize(_ bytes: [UInt8]) throws(PaletteFault) {
    guard bytes.count <= maximumSize else {
      throw PaletteFault("the file has more than \(Words.count(maximumSize, "byte")), too many for a palette")
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

extension CSSColor {
  /// Returns the codes as hexadecimal digits after `#`.
  static func hexadecimalDigits(of codes: [Int]) -> String {
    codes.reduce(into: "#") { text, code in text += (code < 16 ? "0" : "") + String(code, radix: 16) }
  }
}

extension Palette {
  /// Returns the format of a file, judged by its first bytes and its name; nil if it is unknown.
  ///
  /// - Parameter bytes: the whole file, or at least its first 4,096 bytes.
  package static func format(ofFile name: String, _ bytes: [UInt8]) -> Format? {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
    let parts = name.asciiLowercased.split(separator: ".", omittingEmptySubsequences: false)
    switch parts.count > 1 ? parts.last : nil {
    case "tokens", "json": return .designTokens
    case "css", "svg": return .css
    default: return looksLikeList(start) ? .list : nil
    }
  }

  /// Returns whether at least half of the first lines are a name and a colour.
  private static func looksLikeList(_ bytes: ArraySlice<UInt8>) -> Bool {
    var start = bytes.prefix(4096)
    guard !start.contains(0) else { return false }
    // The last line may be cut off.
    if bytes.count > start.count {
      guard let end = start.lastIndex(where: { $0 == 0x0a || $0 == 0x0d }) else { return false }
      start = start[..<end]
    }
    guard var text = try? PaletteText(Array(start)) else { return false }
    var (all, colors) = (0, 0)
    while all < 40, let line = text.next() {
      guard let content = ColorListLine.content(of: line) else { continue }
      all += 1
      if content.count <= ColorListLine.maximumSize, ColorListLine(content) != nil { colors += 1 }
    }
    return colors > 0 && 2 * colors >= all
  }
}
