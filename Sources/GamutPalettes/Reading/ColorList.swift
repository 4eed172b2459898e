import GamutBasics

extension Palette {
  /// Reads a list: on each line a name and a colour of CSS, or a colour and a name, or a colour alone.
  ///
  /// Lines that begin with `//`, or with `#` and a space, are comments.
  package init(list bytes: [UInt8]) throws(PaletteFault) {
    self.init(.list)
    var text = try PaletteText(bytes)
    var firstLine: Int?
    while let line = text.next() {
      guard let content = ColorListLine.content(of: line) else { continue }
      firstLine = firstLine ?? text.number
      guard content.count <= ColorListLine.maximumSize else {
        let limit = Words.count(ColorListLine.maximumSize)
        note(.invalid, line: text.number, "The line has more than \(limit) bytes, too many for a name and a colour.")
        continue
      }
      guard let item = ColorListLine(content) else {
        try checkNotes()
        guard hasRoomForNotes else {
          omitNote()
          continue
        }
        let (kind, message) = ColorListLine.refusal(of: content)
        note(kind, line: text.number, message)
        continue
      }
      try add(Entry(Pathname(item.name), line: text.number, PaletteContext(), item.color, text: item.text))
    }
    guard entries.isEmpty else { return }
    throw PaletteFault(
      line: firstLine, "the file has no colours: expected a name and a colour on each line, such as 'Label #1c1c1e'")
  }
}

/// A line of a list, with a name and a colour.
struct ColorListLine {
  static let maximumSize = 2000

  var name: String
  var color: CSSColor
  /// The colour as it is written in the file.
  var text: String

  /// Returns a line without the commas and semicolons at its end; nil for an empty line and a comment.
  static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var content = line.trimmed
    while let last = content.last, last == UInt8(ascii: ",") || last == UInt8(ascii: ";") {
      content = content.dropLast().trimmed
    }
    guard let first = content.first else { return nil }
    if first == UInt8(ascii: "#"), content.count == 1 || content.dropFirst().first?.isSpace == true { return nil }
    if content.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) { return nil }
    // The brackets of a list in a program.
    if content.allSatisfy({ "{}[]()".utf8.contains($0) }) { return nil }
    return content
  }

  /// Reads a line; nil if neither its end nor its beginning is a colour.
  init?(_ content: ArraySlice<UInt8>) {
    if let color = Self.color(content) {
      let text = String(decoding: content.unquoted, as: UTF8.self)
      (name, self.color, self.text) = (text, color, text)
      return
    }
    guard let ends = Self.ends(of: content) else { return nil }
    // A name of a colour at the beginning is a name.
    let first = content[ends.first].unquoted
    let isColor = first.first == UInt8(ascii: "#") || first.last == UInt8(ascii: ")")
    for part in isColor ? [ends.last, ends.first] : [ends.last] {
      guard let color = Self.color(content[part]) else { continue }
      let rest = part.lowerBound > content.startIndex ? content[..<part.lowerBound] : content[part.upperBound...]
      text = String(decoding: content[part].unquoted, as: UTF8.self)
      let name = String(decoding: rest.label, as: UTF8.self)
      (self.name, self.color) = (name.isEmpty ? text : name, color)
      return
    }
    return nil
  }

  /// Returns the colour in a piece of a line; nil if the piece is not a colour.
  private static func color(_ piece: ArraySlice<UInt8>) -> CSSColor? {
    let piece = piece.unquoted
    guard piece.count <= CSSColor.maximumSize, isLikely(piece) else { return nil }
    return try? CSSColor(css: String(decoding: piece, as: UTF8.self))
  }

  /// Returns whether a piece looks like a colour: a faster test than trying to read it.
  private static func isLikely(_ piece: ArraySlice<UInt8>) -> Bool {
    if piece.first == UInt8(ascii: "#") { return true }
    if piece.last == UInt8(ascii: ")"), let bracket = piece.firstIndex(of: UInt8(ascii: "(")) {
      return CSSNotation.names.contains(String(decoding: piece[..<bracket].prefix(24), as: UTF8.self).asciiLowercased)
    }
    guard piece.count <= 24 else { return false }
    let word = String(decoding: piece, as: UTF8.self).asciiLowercased
    return word == "transparent" || CSSColor.code(named: word) != nil
  }

  /// Returns the pieces before the first and after the last character that can separate a name from a colour, outside of
  /// brackets; nil if there is none.
  private static func ends(of content: ArraySlice<UInt8>) -> (first: Range<Int>, last: Range<Int>)? {
    var depth = 0
    var separators: (first: Int, last: Int)?
    for (index, byte) in zip(content.indices, content) {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth = max(depth - 1, 0) }
      if depth == 0, byte.separates { separators = (separators?.first ?? index, index) }
    }
    return separators.map { (content.startIndex..<$0.first, $0.last + 1..<content.endIndex) }
  }

  /// Returns the note for a line without a colour.
  static func refusal(of content: ArraySlice<UInt8>) -> (kind: Palette.Note.Kind, message: String) {
    let last = ends(of: content)?.last ?? content.indices
    let piece = content[last].unquoted
    let text = String(decoding: piece, as: UTF8.self)
    do throws(CSSColorFault) {
      _ = try CSSColor(css: text)
      return (.invalid, "The line is not a name and a colour.")
    } catch {
      let rest = String(decoding: content[..<last.lowerBound].label, as: UTF8.self)
      let name = rest.isEmpty ? text.quoted : rest.quoted
      return CSSRefusal.isUnknown(text)
        ? (.unknown, "The colour of \(name) is not known: \(error.message.closed)")
        : (.invalid, "The line of \(name) has no colour: \(error.message.closed)")
    }
  }
}

extension ArraySlice<UInt8> {
  /// The slice without white space at its ends and without quotation marks around it.
  fileprivate var unquoted: ArraySlice {
    let text = trimmed
    guard text.count >= 2, let mark = text.first, mark == text.last, mark.isQuotation else {
      // A piece that was cut inside the quotation marks has only one of them.
      if text.first?.isQuotation == true { return text.dropFirst().trimmed }
      return text.last?.isQuotation == true ? text.dropLast().trimmed : text
    }
    return text.dropFirst().dropLast().trimmed
  }

  /// The slice without the punctuation that separates a name from a colour.
  fileprivate var label: ArraySlice {
    var text = trimmed
    while let last = text.last, ":=,".utf8.contains(last) { text = text.dropLast().trimmed }
    while let first = text.first, ":=,".utf8.contains(first) { text = text.dropFirst().trimmed }
    return text.unquoted
  }
}

extension UInt8 {
  fileprivate var isQuotation: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  /// Whether the character can separate a name from a colour.
  fileprivate var separates: Bool { isSpace || ":=,".utf8.contains(self) }
}
