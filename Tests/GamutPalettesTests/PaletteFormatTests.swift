import GamutPalettes
import Testing

@Suite struct PaletteFormatTests {
  @Test(arguments: [
    ("a.tokens", "{}", Palette.Format.designTokens), ("A.TOKENS.JSON", "{}", .designTokens),
    ("a.json", "", .designTokens),
    ("a.css", "", .css), ("x/y.CSS", "", .css),
    ("a.txt", "Label #fff\nText red\n", .list), ("colors", "# Comment\n\n#fff\n", .list),
    ("a.txt", "A sentence.\nLabel #fff\n", .list),
  ])
  func aFormatIsKnown(name: String, start: String, format: Palette.Format) {
    #expect(Palette.format(ofFile: name, Array(start.utf8)) == format)
  }

  @Test(arguments: [
    ("a.txt", ""), ("a.txt", "A sentence.\nAnother one.\nA #fff\n"), ("a", "\0\0 #fff"), ("a.png", "\u{1}"),
  ])
  func aFormatIsNotKnown(name: String, start: String) {
    #expect(Palette.format(ofFile: name, Array(start.utf8)) == nil)
  }

  @Test func aLongListIsKnownByItsBeginning() {
    let lines = (0..<1000).map { "Colour \($0) #\(100 + $0 % 900)" }
    #expect(Palette.format(ofFile: "a", Array(lines.joined(separator: "\n").utf8)) == .list)
    #expect(Palette.format(ofFile: "a", Array(String(repeating: "#", count: 10_000).utf8)) == nil)
  }
}
