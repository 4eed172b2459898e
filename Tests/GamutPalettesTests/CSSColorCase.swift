import GamutPalettes
import Testing

/// A text that is a colour, and what it means. The expectations follow from the grammar and the reference ranges of CSS
/// Color Module Level 4 and the tokens of CSS Syntax Module Level 3, not from the code.
struct CSSColorCase: Sendable, CustomTestStringConvertible {
  var text: String
  var space: CSSColor.Space
  var components: [Double]
  var alpha: Double

  var testDescription: String { text }

  /// - Parameter unit: the number that is 1 in `components`: 255 for codes.
  init(
    _ text: String, _ space: CSSColor.Space, _ first: Double, _ second: Double, _ third: Double, alpha: Double = 1,
    per unit: Double = 1
  ) {
    (self.text, self.space, self.alpha) = (text, space, alpha)
    components = [first / unit, second / unit, third / unit]
  }

  /// A colour of sRGB in codes of 8 bits.
  init(_ text: String, codes red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
    self.init(text, .sRGB, red, green, blue, alpha: alpha, per: 255)
  }

  static let all: [CSSColorCase] = [
    hexadecimal, names, rgb, legacyRGB, hsl, legacyHSL, hwb, lab, lch, okLab, okLCh, spaces, numbers, surroundings,
  ].flatMap { $0 }
}

/// A text that is no colour, and a part of the message.
struct BrokenColorCase: Sendable, CustomTestStringConvertible {
  var text: String
  var offset: Int
  var fragment: String

  var testDescription: String { text }

  init(_ text: String, at offset: Int, _ fragment: String) {
    (self.text, self.offset, self.fragment) = (text, offset, fragment)
  }

  static let all: [BrokenColorCase] = [
    texts, hexadecimal, values, legacy, alphas, spaces, relative, keywords, functions, calculations,
  ].flatMap { $0 }
}
