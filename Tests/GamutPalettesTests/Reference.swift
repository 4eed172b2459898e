import GamutPalettes
import TestSupport
import Testing

/// A colour, and what it is in linear sRGB by another program, from Colors/reference.json.
struct Reference: Sendable, CustomTestStringConvertible {
  var color: CSSColor
  var linear: SIMD3<Double>

  var testDescription: String { "\(color.space.rawValue) \(color.components)" }

  private init?(_ row: JSONValue) {
    func triple(_ index: Int) -> [Double] { row[index]?.array?.compactMap(\.number) ?? [] }
    guard let space = row[0]?.string.flatMap(CSSColor.Space.init), triple(1).count == 3, triple(2).count == 3 else {
      return nil
    }
    color = CSSColor(space, triple(1))
    linear = SIMD3(triple(2))
  }

  /// Random colours of each space but ProPhoto RGB. The values were computed with coloraide 8.13.1 (Python), which has
  /// the same definitions, and rounded to twelve decimal places.
  static let colors = ColorRows.group("colors", of: "reference").compactMap { Self($0) }

  /// Random colours of ProPhoto RGB, whose primaries CSS Color 4 gives with six digits, and coloraide with four. These values
  /// were computed with the matrix of the former, by exact fractions.
  static let proPhoto = ColorRows.group("proPhoto", of: "reference").compactMap { Self($0) }
}
