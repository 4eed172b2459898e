package import GamutBasics

extension Palette {
  /// Adds a note. Once the maximum is reached, further notes are only counted, in one last note, and have no message.
  package mutating func note(_ kind: Note.Kind, at place: Place, _ message: @autoclosure () -> String) {
    guard omittedNotes == 0, notes.count < Self.maximumNotes else { return omitNote() }
    notes.append(Note(kind, in: place.file, line: place.line, message()))
  }

  package mutating func note(
    _ kind: Note.Kind, in file: Pathname? = nil, line: Int?, _ message: @autoclosure () -> String
  ) {
    note(kind, at: Place(file: file, line: line), message())
  }

  mutating func omitNote() {
    if omittedNotes > 0 { notes.removeLast() }
    omittedNotes += 1
    let count = Words.count(omittedNotes, "more note")
    notes.append(
      Note(.unknown, line: nil, "\(count) \(omittedNotes == 1 ? "is" : "are") left out: correct the first ones."))
  }

  /// Sorts the notes by their places; the note that counts the omitted ones stays last.
  mutating func sortNotes() {
    let count = omittedNotes > 0 ? notes.count - 1 : notes.count
    let order = notes[..<count].enumerated().sorted {
      $0.element.place == $1.element.place ? $0.offset < $1.offset : $0.element.place < $1.element.place
    }
    notes.replaceSubrange(..<count, with: order.map(\.element))
  }

  /// Adds an entry, and checks that there are not too many.
  mutating func add(_ entry: Entry) throws(PaletteFault) {
    guard entries.count < Self.maximumEntries else {
      throw PaletteFault(
        line: entry.line, "the file has more than \(Words.count(Self.maximumEntries, "colour")): divide it")
    }
    entries.append(entry)
  }
}

extension String {
  /// The text as the end of a sentence.
  var closed: String { hasSuffix(".") || hasSuffix("?") ? self : self + "." }

  /// Returns whether this ASCII text contains another one: `contains` takes much longer.
  func holds(_ part: String) -> Bool {
    let part = Array(part.utf8)
    var rest = utf8[...]
    while let start = rest.firstIndex(of: part[0]) {
      rest = rest[start...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

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
