package import GamutBasics

extension Palette {
  /// Adds a note. Once the maximum is reached, further notes are only counted.
  package mutating func note(
    _ kind: Note.Kind, at place: Place, missing: Pathname? = nil, _ message: @autoclosure () -> String
  ) {
    guard notes.count < Self.maximumNotes else {
      omittedNotes += 1
      return
    }
    notes.append(Note(kind, at: place, message()))
    notes[notes.count - 1].missing = missing
  }

  /// Sorts the notes by their places, and adds one that counts those beyond the maximum.
  package mutating func finishNotes() {
    notes.sort { $0.place < $1.place }
    guard omittedNotes > 0 else { return }
    let count = Words.count(omittedNotes, "more note")
    notes.append(
      Note(.unknown, at: Place(), "\(count) \(omittedNotes == 1 ? "is" : "are") left out: correct the first ones."))
  }

  mutating func add(_ entry: Entry) throws(PaletteFault) {
    guard entries.count < Self.maximumEntries else {
      throw PaletteFault(
        line: entry.line, "the file has more than \(Words.count(Self.maximumEntries, "colour")): divide it")
    }
    entries.append(entry)
  }

  /// Returns the bytes of a text file in UTF-8 without a byte order mark.
  static func text(of bytes: [UInt8]) throws(PaletteFault) -> [UInt8] {
    try checkSize(bytes)
    let text = bytes.withoutMark
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

extension String {
  /// The words in lower case: letters and digits between other characters, and before capitals.
  package var words: [String] {
    var words: [String] = []
    var word = ""
    var last: Character?
    for character in self {
      let isInWord = character.isLetter || character.isNumber
      if !isInWord || character.isUppercase && last?.isLowercase == true, !word.isEmpty {
        words.append(word.lowercased())
        word = ""
      }
      if isInWord { word.append(character) }
      last = character
    }
    return word.isEmpty ? words : words + [word.lowercased()]
  }

  /// Returns the text with one space between words, shortened to at most `limit` characters.
  func oneLine(_ limit: Int) -> String {
    // Usually, each byte is a character.
    if utf8.count <= limit, utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) {
      return String(decoding: Array(utf8.split(separator: 0x20).joined(separator: [0x20])), as: UTF8.self)
    }
    // Characters of more than 16 bytes are so rare that a cut within one does not matter.
    let start = utf8.count > 16 * limit ? String(decoding: utf8.prefix(16 * limit), as: UTF8.self) : self
    let text = start.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    return text.count <= limit && start.utf8.count == utf8.count ? text : "\(text.prefix(limit - 1))…"
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
  var trimmed: ArraySlice {
    guard let first = firstIndex(where: { !$0.isSpace }), let last = lastIndex(where: { !$0.isSpace }) else {
      return self[endIndex..<endIndex]
    }
    return self[first...last]
  }
}
