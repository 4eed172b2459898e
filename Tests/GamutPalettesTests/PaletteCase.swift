import GamutPalettes
import Testing

/// A file of a palette, and what it means. The expectations follow from the formats, not from the code.
struct PaletteCase: Sendable, CustomTestStringConvertible {
  struct Item: Sendable {
    var name: String
    var line: Int?
    /// As CSS writes it.
    var color: String
    /// The conditions in short: `dark`, `contrast`, `p3`, `srgb`, and a theme after all.
    var context: String
    var target: String?

    init(_ name: String, _ line: Int?, _ color: String, _ context: String = "", target: String? = nil) {
      (self.name, self.line, self.color, self.context, self.target) = (name, line, color, context, target)
    }
  }

  struct Remark: Sendable {
    var kind: Palette.Note.Kind
    var line: Int?
    var fragment: String

    init(_ kind: Palette.Note.Kind, _ line: Int?, _ fragment: String) {
      (self.kind, self.line, self.fragment) = (kind, line, fragment)
    }
  }

  var testDescription: String
  var bytes: [UInt8]
  var items: [Item]
  var notes: [Remark]

  init(_ title: String, _ text: String, _ items: [Item] = [], notes: [Remark] = []) {
    (testDescription, bytes, self.items, self.notes) = (title, Array(text.utf8), items, notes)
  }

  static let all: [PaletteCase] = [
    styles, styleConditions, styleSelectors, styleReferences,
  ].flatMap { $0 }
}

extension PaletteContext {
  /// The conditions in short.
  var words: String {
    [
      isDark ? "dark" : "", hasHighContrast ? "contrast" : "", gamut == .displayP3 ? "p3" : gamut?.rawValue ?? "",
      theme,
    ]
    .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
