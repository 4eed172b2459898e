import GamutPalettes
import Testing

/// A file of design tokens, and what it says by the format (Design Tokens Community Group, 2025.10).
struct TokenCase: Sendable, CustomTestStringConvertible {
  struct Entry: Sendable {
    var name: String
    var line: Int
    /// The colour in the notation of CSS.
    var color: String
    var target: String?
    var isDark = false
    var hasHighContrast = false
    /// Nil for any.
    var text: String?

    init(
      _ name: String, _ line: Int, _ color: String, to target: String? = nil, dark: Bool = false,
      contrast: Bool = false, as text: String? = nil
    ) {
      (self.name, self.line, self.color, self.target) = (name, line, color, target)
      (isDark, hasHighContrast, self.text) = (dark, contrast, text)
    }
  }

  struct Note: Sendable {
    var kind: Palette.Note.Kind
    var line: Int
    /// A part of the message.
    var fragment: String

    init(_ kind: Palette.Note.Kind, _ line: Int, _ fragment: String) {
      (self.kind, self.line, self.fragment) = (kind, line, fragment)
    }
  }

  var testDescription: String
  var text: String
  var entries: [Entry]
  var notes: [Note]

  init(_ description: String, _ text: String, _ entries: [Entry], notes: [Note] = []) {
    (testDescription, self.text, self.entries, self.notes) = (description, text, entries, notes)
  }

  static let all = values + brokenValues + groups + references + pointers + extensions + appearances
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
    BrokenTokenCase("{\"a\": {\n\"b\": {\"value\": \"#f00\", \"type\": \"color\"}}}", at: 2, "'a.b'"),
    BrokenTokenCase(
      """
      {"version": "2025.10",
       "sets": {"base": {"sources": [{"$ref": "base.tokens.json"}]}},
       "modifiers": {"theme": {"contexts": {"dark": [{"$ref": "dark.tokens.json"}]}}},
       "resolutionOrder": [{"$ref": "#/sets/base"}]}
      """, at: 4, "'base.tokens.json', 'dark.tokens.json'"),
  ]
}
