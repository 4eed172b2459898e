import GamutPalettes
import Testing

@Suite struct PaletteFormatTests {
  @Test(arguments: [
    ("a.tokens", Palette.Format.designTokens), ("A.TOKENS.JSON", .designTokens), ("a.json", .designTokens),
    ("a.css", .css), ("x/y.CSS", .css), ("a.svg", .css), ("a.txt", nil), ("css", nil), ("a.png", nil),
  ])
  func aFormatIsThatOfTheName(name: String, format: Palette.Format?) {
    #expect(Palette.Format(ofFile: name) == format)
  }
}
