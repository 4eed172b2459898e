import GamutPalettes
import TestSupport
import Testing

/// A file of design tokens, and what it says by the format (Design Tokens Community Group, 2025.10), from the folder Tokens.
struct TokenCase: Sendable, CustomTestStringConvertible {
  /// A line of JSON: the name, the line in the file, the colour in the notation of CSS, and members for `to` (the target), `as`
  /// (the text of the entry, where it is compared), `gamut`, `dark` and `contrast`.
  struct Entry: Sendable {
    var name: String
    var line: Int
    var color: String
    var target: String?
    var isDark, hasHighContrast: Bool
    var text, gamut: String?
    var conditions: String

    init?(_ row: JSONValue) {
      guard let name = row[0]?.string, let line = row[1]?.integer, let color = row[2]?.string else { return nil }
      (self.name, self.line, self.color) = (name, line, color)
      (target, text, gamut) = (row[3]?["to"]?.string, row[3]?["as"]?.string, row[3]?["gamut"]?.string)
      conditions = row[3]?["in"]?.string ?? ""
      (isDark, hasHighContrast) = (row[3]?["dark"] == .bool(true), row[3]?["contrast"] == .bool(true))
    }
  }

  /// A line of JSON: the kind, the line in the file, and a part of the message.
  struct Note: Sendable {
    var kind: Palette.Note.Kind
    var line: Int
    var fragment: String

    init?(_ row: JSONValue) {
      guard let kind = row[0]?.string.flatMap(Palette.Note.Kind.init), let line = row[1]?.integer,
        let fragment = row[2]?.string
      else { return nil }
      (self.kind, self.line, self.fragment) = (kind, line, fragment)
    }
  }

  var testDescription: String
  var text: String
  var entries: [Entry]
  var notes: [Note]

  private init(_ text: CaseText) {
    (testDescription, self.text) = (text.title, text["tokens"])
    entries = text.rows("entries").compactMap(Entry.init)
    notes = text.rows("notes").compactMap(Note.init)
  }

  static let all = CaseText.all(
    in: ["values", "broken-values", "groups", "references", "pointers", "extensions", "appearances"].map {
      "Tests/GamutPalettesTests/Tokens/\($0).txt"
    }
  ).map { Self($0) }
}

/// A file that is none of design tokens.
struct BrokenTokenCase: Sendable, CustomTestStringConvertible {
  var text: String
  var line: Int
  var fragment: String

  var testDescription: String { text }

  init(_ text: String, at line: Int, _ fragment: String) {
    (self.text, self.line, self.fragment) = (text, line, fragment)
  }

  static let all: [BrokenTokenCase] = [
    BrokenTokenCase("", at: 1, "JSON"),
    BrokenTokenCase(":root { --a: red; }", at: 1, "JSON"),
    BrokenTokenCase("{\n\"a\": {\n}", at: 3, "a comma or '}' is missing"),
    BrokenTokenCase("{\"a\": {\"$value\": 1},\n\n\"a\": {}}", at: 3, "'a' appears twice"),
    BrokenTokenCase("\n[1, 2]", at: 2, "object"),
    BrokenTokenCase("\"#fff\"", at: 1, "object"),
    BrokenTokenCase("{}", at: 1, "'$value'"),
    BrokenTokenCase("{\"red\": \"#f00\", \"blue\": {\"dark\": \"#00f\"}}", at: 1, "'$value'"),
    BrokenTokenCase("{\"a\": {\n\"b\": {\"value\": \"#f00\", \"type\": \"color\"}}}", at: 1, "'$value'"),
  ]
}
