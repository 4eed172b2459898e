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

  /// Random colours of ProPhoto RGB. CSS Color 4 gives the primaries with six digits (0.734699, 0.265301 and so on);
  /// coloraide takes those of ROMM RGB with four (0.7347, 0.2653). Its results differ by up to 1e-4.
  static let proPhotoOfFourDigits = ColorRows.group("proPhotoOfFourDigits", of: "reference").compactMap { Self($0) }

  /// The values were computed with coloraide and another matrix: that of the primaries in CSS Color 4, computed with exact
  /// fractions.
  static let proPhoto = ColorRows.group("proPhoto", of: "reference").compactMap { Self($0) }
}
