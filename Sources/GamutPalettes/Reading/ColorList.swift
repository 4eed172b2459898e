import GamutBasics

extension Palette {
  /// Reads a list: on each line a name and a colour of CSS, or a colour and a name, or a colour alone.
  ///
  /// Lines that begin with `//`, or with `#` and a space, are comments. Three codes from 0 to 255 are a colour of sRGB.
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
        note(line: text.number) { ColorListLine.refusal(of: content) }
        continue
      }
      try add(Entry(item.name, line: text.number, PaletteContext(), item.color, text: item.text))
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
    for part in [Self.last(of: content), Self.lastCodes(of: content), Self.first(of: content)] {
      guard let part, part.count < content.count, let color = Self.color(content[part]) else { continue }
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
    if let codes = codes(piece) { return CSSColor(codes: codes) }
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

  /// Returns three codes with commas or spaces between them; nil for any other text.
  private static func codes(_ piece: ArraySlice<UInt8>) -> [Int]? {
    guard piece.first?.isDigit == true else { return nil }
    let parts = piece.split { $0.isSpace || $0 == UInt8(ascii: ",") }
    guard parts.count == 3, piece.count(where: { $0 == UInt8(ascii: ",") }) <= 2 else { return nil }
    let codes = parts.compactMap { part in
      part.count <= 3 && part.allSatisfy(\.isDigit) ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    return codes.count == 3 && codes.allSatisfy { $0 <= 255 } ? codes : nil
  }

  /// Returns the range of the last word, or of the function at the end of the line.
  private static func last(of content: ArraySlice<UInt8>) -> Range<Int>? {
    var start = content.endIndex
    if content.unquoted.last == UInt8(ascii: ")") {
      var depth = 0
      while start > content.startIndex {
        start -= 1
        if content[start] == UInt8(ascii: ")") { depth += 1 }
        if content[start] == UInt8(ascii: "(") { depth -= 1 }
        if content[start] == UInt8(ascii: "("), depth == 0 { break }
      }
      guard depth == 0 else { return nil }
    }
    while start > content.startIndex, !content[start - 1].separates { start -= 1 }
    return start < content.endIndex ? start..<content.endIndex : nil
  }

  /// Returns the range of the last three numbers.
  private static func lastCodes(of content: ArraySlice<UInt8>) -> Range<Int>? {
    var start = content.endIndex
    var count = 0
    while count < 3 {
      while start > content.startIndex, content[start - 1].isSpace || content[start - 1] == UInt8(ascii: ",") {
        start -= 1
      }
      let end = start
      while start > content.startIndex, content[start - 1].isDigit { start -= 1 }
      guard start < end else { return nil }
      count += 1
    }
    guard start == content.startIndex || content[start - 1].separates else { return nil }
    return start..<content.endIndex
  }

  /// Returns the range of the digits after `#`, of the function, or of the three numbers at the beginning of the line.
  private static func first(of content: ArraySlice<UInt8>) -> Range<Int>? {
    if content.first?.isDigit == true { return firstCodes(of: content) }
    guard let end = content.firstIndex(where: { $0.separates || $0 == UInt8(ascii: "(") }) else { return nil }
    if content.unquoted.first == UInt8(ascii: "#") { return content.startIndex..<end }
    guard content[end] == UInt8(ascii: "(") else { return nil }
    guard let closing = content[end...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
    return content.startIndex..<closing + 1
  }

  private static func firstCodes(of content: ArraySlice<UInt8>) -> Range<Int>? {
    var rest = content
    for number in 0..<3 {
      if number > 0 { rest = rest.drop { $0.isSpace || $0 == UInt8(ascii: ",") } }
      guard rest.first?.isDigit == true else { return nil }
      rest = rest.drop(while: \.isDigit)
    }
    return rest.first?.separates == true ? content.startIndex..<rest.startIndex : nil
  }

  /// Returns the note for a line without a colour.
  static func refusal(of content: ArraySlice<UInt8>) -> (kind: Palette.Note.Kind, message: String) {
    let piece = last(of: content).map { content[$0].unquoted } ?? content.unquoted
    let text = String(decoding: piece, as: UTF8.self)
    do throws(CSSColorFault) {
      _ = try CSSColor(css: text)
      return (.invalid, "The line is not a name and a colour.")
    } catch {
      let rest = last(of: content).map { String(decoding: content[..<$0.lowerBound].label, as: UTF8.self) } ?? ""
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
