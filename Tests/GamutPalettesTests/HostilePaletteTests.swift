import GamutBasics
import GamutPalettes
import TestSupport
import Testing

@Suite(.enabled(if: Thoroughness.hasTime)) struct HostilePaletteTests {
  @Test func bracesInEachOtherAreSkipped() throws {
    for text in ["{", "a{", "(", "[", "@media{", ":root{--b:(", "var(", "--a:{", "/*", "\"\n", "url(", "\\", "#{"] {
      let bytes = Array((":root{--a:red}" + String(repeating: text, count: 200_000)).utf8)
      let palette = try Palette(css: bytes)
      #expect(palette.entries.first?.name == "--a")
      #expect(palette.notes.count <= Palette.maximumNotes + 1)
    }
  }

  @Test func longChainsAreFollowed() throws {
    let count = 99
    let chain = (0..<count).map { "--\($0):var(--\($0 + 1));" }.joined()
    let palette = try Palette(css: Array(":root{\(chain)--\(count):red}.dark{--\(count):blue}".utf8))
    #expect(palette.entries.count == 2 * (count + 1))
    #expect(try palette.entries[0].color == CSSColor(css: "red"))
    #expect(try palette.entries[1].color == CSSColor(css: "blue"))
    #expect(palette.entries[1].context.isDark)
  }

  @Test func longerChainsAreRefused() throws {
    let chain = (0..<199_999).map { "--\($0):var(--\($0 + 1));" }.joined()
    let palette = try Palette(css: Array(":root{\(chain)}".utf8))
    #expect(palette.entries.isEmpty)
    #expect(palette.notes.count == Palette.maximumNotes + 1)
    #expect(palette.notes.first?.message.contains("more than 100 references") == true)
    let longer = Array(":root{--a:red;--b:red;\(chain)}".utf8)
    #expect(throws: PaletteFault("the file has more than 200,000 custom properties: divide it")) {
      try Palette(css: longer)
    }
  }

  @Test func referencesInReferencesAreLimited() throws {
    let nested = String(repeating: "var(--a,", count: 200_000)
    _ = try Palette(css: Array(":root{--b:\(nested)red}".utf8))
    let closed = nested + "red" + String(repeating: ")", count: 200_000)
    _ = try Palette(css: Array(":root{--b:\(closed)}".utf8))
    // Each one is two of the next one.
    let doubled = (0..<40).map { "--\($0):rgb(var(--\($0 + 1))var(--\($0 + 1)));" }.joined()
    _ = try Palette(css: Array(":root{\(doubled)}".utf8))
  }

  @Test func longNamesAndLinesAreRead() throws {
    let name = String(repeating: "n", count: 1_000_000)
    let style =
      ":root{--\(name):red;--b:var(--\(name));--c:\(name)(1);--d:#\(name)} .\(name), .\(name).dark { --e: red }"
    #expect(try Palette(css: Array(style.utf8)).entries.count == 3)
  }

  @Test func manyPropertiesAreReadAtOnce() throws {
    func style(_ count: Int) -> [UInt8] {
      let properties = (0..<count).map { "  --property-\($0): rgb(\($0 % 256) 2 3);\n" }.joined()
      return Array(":root {\n\(properties)}\n.dark {\n\(properties)}\n".utf8)
    }
    #expect(try Palette(css: style(5000)).entries.count == 10_000)
    // It would be 16 if each was compared with all others.
    #expect(try ProcessorTime.growth(from: style(1250), to: style(5000)) { _ = try Palette(css: $0) } < 10)
  }

  @Test func manyWrongDeclarationsAreReadAtOnce() throws {
    func style(_ count: Int) -> [UInt8] {
      Array(":root{--a:red;\((0..<count).map { "--\($0):rgb();" }.joined())}".utf8)
    }
    #expect(try Palette(css: style(50_000)).notes.count == Palette.maximumNotes + 1)
    // It would be 16 if each was compared with all others.
    #expect(try ProcessorTime.growth(from: style(12_500), to: style(50_000)) { _ = try Palette(css: $0) } < 10)
    #expect(try Palette(css: Array(String(repeating: "a{}", count: 2_000_000).utf8)).notes.isEmpty)
    let rules = Array(String(repeating: ":root{--a:#12;--b:var(--c)}", count: 100_000).utf8)
    #expect(try Palette(css: rules).notes.count == 2)
  }
}
