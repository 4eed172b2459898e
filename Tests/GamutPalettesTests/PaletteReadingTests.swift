import GamutBasics
import GamutPalettes
import TestSupport
import Testing

@Suite struct PaletteReadingTests {
  @Test(arguments: PaletteCase.all)
  func aFileIsReadAsItsFormatSays(item: PaletteCase) throws {
    let palette = try Palette(css: item.bytes)
    #expect(palette.format == item.format)
    let found = palette.entries.map { entry in
      PaletteReadingTests.row(
        entry.name.text, entry.line, "\(entry.color)", entry.context.words, entry.target?.text)
    }
    let expected = try item.items.map { item in
      PaletteReadingTests.row(item.name, item.line, "\(try CSSColor(css: item.color))", item.context, item.target)
    }
    #expect(found == expected)
    #expect(palette.notes.count == item.notes.count, "\(palette.notes)")
    for (note, expected) in zip(palette.notes, item.notes) {
      #expect(note.kind == expected.kind, "\(note.message)")
      #expect(note.line == expected.line, "\(note.message)")
      #expect(note.message.contains(expected.fragment), "\(note.message)")
      #expect(note.message.hasSuffix(".") || note.message.hasSuffix("?"), "\(note.message)")
    }
  }

  @Test func everyTitleStandsOnce() {
    #expect(PaletteCase.all.count >= 35)
    #expect(Set(PaletteCase.all.map(\.testDescription)).count == PaletteCase.all.count)
  }

  @Test(arguments: BrokenPaletteCase.all)
  func aBrokenFileIsRefused(item: BrokenPaletteCase) {
    do throws(PaletteFault) {
      let palette = try Palette(css: item.bytes)
      Issue.record("it is read as \(palette)")
    } catch {
      #expect(error.message.contains(item.fragment), "\(error.message)")
      #expect(error.line == item.line)
    }
  }

  @Test func theTextOfAnEntryIsThatOfTheFile() throws {
    let style = ":root { --a: RGB( 1  2\n 3 ) ; --b: var( --a , red ); --c: /* c */ #FFF }"
    #expect(try Palette(css: Array(style.utf8)).entries.map(\.text) == ["RGB( 1 2 3 )", "var( --a , red )", "#FFF"])
    let long = ":root { --a: rgb(1 2 3 /\(String(repeating: " ", count: 70)) \(String(repeating: "0", count: 70))1) }"
    let text = try Palette(css: Array(long.utf8)).entries.first?.text
    #expect(text?.count == 60)
    #expect(text?.hasSuffix("…") == true)
  }

  @Test func notesBeyondTheMaximumAreCounted() throws {
    let text = ":root { \((0..<2500).map { "--a\($0): #12;" }.joined()) }"
    let palette = try Palette(css: Array(text.utf8))
    #expect(palette.notes.count == Palette.maximumNotes + 1)
    #expect(palette.notes.last?.message.contains("1,500 more notes") == true)
    #expect(palette.notes.last?.line == nil)
  }

  @Test func entriesBeyondTheMaximumAreRefused() {
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

/// A file that is no palette.
struct BrokenPaletteCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var format: Palette.Format
  var bytes: [UInt8]
  var line: Int?
  var fragment: String

  init(
    _ title: String, _ format: Palette.Format, _ bytes: [UInt8], line: Int? = nil,
    _ fragment: String
  ) {
    (testDescription, self.format, self.bytes) = (title, format, bytes)
    (self.line, self.fragment) = (line, fragment)
  }

  static let all: [BrokenPaletteCase] = [
    BrokenPaletteCase("Latin 1 in CSS", .css, Array(":root {\n}\n/* ".utf8) + [0xe9, 0x20], line: 3, "UTF-8"),
    BrokenPaletteCase("UTF-16", .css, [0xff, 0xfe, 0x41, 0x00], line: 1, "UTF-8"),
    BrokenPaletteCase(
      "too large", .css, [UInt8](repeating: 0x20, count: Palette.maximumSize + 1), "16,777,216 bytes"),
  ]
}
