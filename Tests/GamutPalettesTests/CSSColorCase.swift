import GamutPalettes
import TestSupport
import Testing

/// A text that is a colour, and what it means, from Colors/valid.json: the text, the space, the components (of `codes` those of
/// sRGB in 8 bits), and an alpha other than 1. The expectations follow from the grammar and the reference ranges of CSS Color
/// Module Level 4 and the tokens of CSS Syntax Module Level 3, not from the code.
struct CSSColorCase: Sendable, CustomTestStringConvertible {
  var text: String
  var space: CSSColor.Space
  var components: [Double]
  var alpha: Double

  var testDescription: String { text }

  private init?(_ row: JSONValue) {
    guard let text = row[0]?.string, let name = row[1]?.string, let numbers = row[2]?.array?.compactMap(\.number),
      let space = name == "codes" ? .sRGB : CSSColor.Space(rawValue: name)
    else { return nil }
    (self.text, self.space, alpha) = (text, space, row[3]?.number ?? 1)
    components = name == "codes" ? numbers.map { $0 / 255 } : numbers
  }

  static let all = ColorRows.all(of: "valid").compactMap { Self($0) }
}

/// A text that is no colour, the place of the fault, and where it matters a part of the message, from Colors/broken.json.
struct BrokenColorCase: Sendable, CustomTestStringConvertible {
  var text: String
  var offset: Int
  var fragment: String?

  var testDescription: String { text }

  private init?(_ row: JSONValue) {
    guard let text = row[0]?.string, let offset = row[1]?.integer else { return nil }
    (self.text, self.offset, fragment) = (text, offset, row[2]?.string)
  }

  static let all = ColorRows.all(of: "broken").compactMap { Self($0) }
}

/// A text whose colour is computed from others, and the result in the words of a browser, from Colors/computed.json.
struct ComputedColorCase: Sendable, CustomTestStringConvertible {
  var text, result: String

  var testDescription: String { text }

  private init?(_ row: JSONValue) {
    guard let text = row[0]?.string, let result = row[1]?.string else { return nil }
    (self.text, self.result) = (text, result)
  }

  static let all = ColorRows.all(of: "computed").compactMap { Self($0) }
}

/// The tables in the folder Colors: rows in groups.
enum ColorRows {
  static func group(_ name: String, of file: String) -> [JSONValue] { groups(file)[name]?.array ?? [] }

  static func all(of file: String) -> [JSONValue] { groups(file).values.flatMap { $0.array ?? [] } }

  private static func groups(_ file: String) -> [String: JSONValue] {
    let bytes = try? Repository.bytes("Tests/GamutPalettesTests/Colors/\(file).json")
    return bytes.flatMap { try? JSONValue(parsing: $0).object } ?? [:]
  }
}
