import GamutBasics
import GamutPalettes
import TestSupport
import Testing

/// A style sheet, and what it means by the rules of CSS, from the folder Styles. The lines of its entries and notes are
/// those of a `TokenCase`, with a member `in` for the conditions in short: `dark`, `contrast`, `p3`, `srgb`, and a theme
/// after all.
struct PaletteCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var items: [TokenCase.Entry]
  var notes: [TokenCase.Note]

  private init(_ text: CaseText) {
    (testDescription, bytes) = (text.title, Array(text["style"].utf8))
    items = text.rows("entries").compactMap(TokenCase.Entry.init)
    notes = text.rows("notes").compactMap(TokenCase.Note.init)
  }

  static let all = CaseText.all(
    in: ["values", "conditions", "selectors", "references"].map { "Tests/GamutPalettesTests/Styles/\($0).txt" }
  ).map { Self($0) }
}

extension PaletteContext {
  /// The conditions in short.
  var words: String {
    [
      isDark ? "dark" : "", hasHighContrast ? "contrast" : "", gamut == .displayP3 ? "p3" : gamut?.rawValue ?? "",
      theme.text,
    ]
    .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
