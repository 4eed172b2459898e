import GamutBasics
import GamutPalettes
import TestSupport
import Testing

@Suite struct PaletteReadingTests {
  @Test(arguments: PaletteCase.all)
  func aFileIsReadAsItsFormatSays(item: PaletteCase) throws {
    let palette = try Palette(css: item.bytes)
    #expect(palette.format == .css)
    let found = palette.entries.map { entry in
      PaletteReadingTests.row(
        entry.name.text, entry.line, "\(entry.color)", entry.context.words, entry.target?.text)
    }
    let expected = try item.items.map { item in
      PaletteReadingTests.row(item.name, item.line, "\(try CSSColor(css: item.color))", item.conditions, item.target)
    }
    #expect(found == expected)
    #expect(palette.notes.count == item.notes.count, "\(palette.notes)")
    for (note, expected) in zip(palette.notes, item.notes) {
      #expect(note.kind == expected.kind, "\(note.message)")
      #expect(note.place.line == expected.line, "\(note.message)")
      #expect(note.message.contains(expected.fragment), "\(note.message)")
      #expect(note.message.hasSuffix(".") || note.message.hasSuffix("?"), "\(note.message)")
    }
  }

  @Test func linesEndInEveryWay() throws {
    let palette = try Palette(css: Array("\u{feff}\r\n:root {\r\n--a:\r\n  red;\n--b: blue }".utf8))
    #expect(palette.entries.map { "\($0.name.text) \($0.line ?? 0)" } == ["--a 4", "--b 5"])
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      (Array(":root {\n}\n/* ".utf8) + [0xe9, 0x20], 3, "UTF-8"), ([0xff, 0xfe, 0x41, 0x00], 1, "UTF-8"),
      ([UInt8](repeating: 0x20, count: Palette.maximumSize + 1), nil, "16,777,216 bytes"),
    ])
  func aBrokenFileIsRefused(bytes: [UInt8], line: Int?, fragment: String) {
    do throws(PaletteFault) {
      let palette = try Palette(css: bytes)
      Issue.record("it is read as \(palette)")
    } catch {
      #expect(error.message.contains(fragment) && error.line == line, "\(error.message)")
    }
  }

  @Test(arguments: [
    ("a.tokens", Palette.Format.designTokens), ("A.TOKENS.JSON", .designTokens), ("a.json", .designTokens),
    ("a.css", .css), ("x/y.CSS", .css), ("a.svg", .css), ("a.txt", nil), ("css", nil), ("a.png", nil),
  ])
  func aFormatIsThatOfTheName(name: String, format: Palette.Format?) {
    #expect(Palette.Format(ofFile: name) == format)
  }

  @Test func theTextOfAnEntryIsThatOfTheFile() throws {
    let style = ":root { --a: RGB( 1  2\n 3 ) ; --b: var( --a , red ); --c: /* c */ #FFF }"
    #expect(try Palette(css: Array(style.utf8)).entries.map(\.text) == ["RGB( 1 2 3 )", "var( --a , red )", "#FFF"])
    let long = ":root { --a: rgb(1 2 3 /\(String(repeating: " ", count: 70)) \(String(repeating: "0", count: 70))1) }"
    let text = try Palette(css: Array(long.utf8)).entries.first?.text
    #expect(text?.count == 60)
    #expect(text?.hasSuffix("…") == true)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func entriesBeyondTheMaximumAreRefused() {
    let text = ":root {\((0...Palette.maximumEntries).map { "--a\($0): #123;\n" }.joined())}"
    do throws(PaletteFault) {
      _ = try Palette(css: Array(text.utf8))
      Issue.record("it is read")
    } catch {
      #expect(error.line == 100_001)
      #expect(error.message.contains("100,000 colours"))
    }
  }

  private static func row(_ name: String, _ line: Int?, _ color: String, _ context: String, _ target: String?) -> String
  {
    "\(name) line \(line ?? 0) [\(context)] \(color) \(target ?? "-")"
  }
}
