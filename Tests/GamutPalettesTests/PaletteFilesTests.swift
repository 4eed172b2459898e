import GamutBasics
import GamutPalettes
import Testing

/// Palettes of several files.
@Suite struct PaletteFilesTests {
  private static let files = [
    "global.json": #"""
    {"p": {"$type": "color", "ink": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}},
    "paper": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}}}
    """#,
    "light.json":
      #"{"back": {"$type": "color", "$value": "{p.paper}"}, "only": {"$type": "color", "$value": "{p.ink}"}}"#,
    "dark.json": "{\"back\":\n{\"$type\": \"color\", \"$value\": \"{p.ink}\"}}",
    "bad.json": #"{"back": {"$type": "color", "$value": "{only}"}, "no": {"$type": "color", "$value": "{none}"}}"#,
    "b.css": "@import 'c.css'; :root { --a: red; --b: lime }",
    "c.css": "@import 'b.css'; :root { --c: blue }",
    "d.css":
      "@import url(c.css) (prefers-color-scheme: dark); @import \"none.css\"; :root { --b: red }",
  ]

  private static func sources(_ names: [String]) -> [Palette.Source] {
    names.enumerated().map { index, name in
      Palette.Source(file: index == 0 ? nil : Pathname(name), Array((files[name] ?? "").utf8))
    }
  }

  private static func load(_ reference: String, _ file: Pathname?) -> Palette.Source? {
    files[reference].map { Palette.Source(file: Pathname(reference), Array($0.utf8)) }
  }

  private static func words(_ palette: Palette) -> [String] {
    palette.entries.map { entry in
      "\(entry.place.file?.text ?? "") \(entry.line ?? 0) \(entry.name.text) \(entry.text) [\(entry.context.words)]"
    }
  }

  /// Files that define the same token are contexts, and none replaces the other (Resolver Module 2025.10, section 4).
  @Test func filesWithTheSameTokenAreContexts() throws {
    let palette = try Palette(designTokens: Self.sources(["global.json", "light.json", "dark.json"]))
    #expect(
      Self.words(palette) == [
        " 1 p.ink color(srgb 0 0 0) []", " 2 p.paper color(srgb 1 1 1) []", "light.json 1 back {p.paper} [light.json]",
        "light.json 1 only {p.ink} [light.json]", "dark.json 2 back {p.ink} [dark dark.json]",
      ])
    #expect(palette.notes.isEmpty)
  }

  @Test func whatOnlyAnotherFileDefinesIsUnknown() throws {
    let palette = try Palette(designTokens: Self.sources(["global.json", "light.json", "bad.json"]))
    #expect(palette.notes.map(\.kind) == [.unknown, .invalid])
  }

  @Test func aResolverHasContexts() throws {
    let text = #"""
      {"version": "2025.10", "sets": {"base": {"sources": [{"$ref": "global.json"}]}},
      "modifiers": {"theme": {"contexts": {"light": [{"$ref": "light.json"}], "dark": [{"$ref": "dark.json"}]},
      "default": "light"}, "size": {"contexts": {"s": [], "l": [{"more": {"$type": "color", "$value": "{back}"}}]}}},
      "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"}, {"$ref": "#/modifiers/size"}]}
      """#
    let palette = try Palette(designTokens: [Palette.Source(Array(text.utf8))], load: Self.load)
    let words = Self.words(palette)
    #expect(words.count == 10 && words.filter { $0.hasSuffix("[]") }.count == 2)
    #expect(words.contains("dark.json 2 back {p.ink} [dark theme: dark, size: l]"))
    #expect(words.contains(" 3 more {back} [theme: light, size: l]"))
    #expect(!words.contains { $0.contains("more") && $0.contains("size: s") })
    #expect(palette.notes.isEmpty)
  }

  @Test func aResolverNamesWhatItLacks() throws {
    let text = #"""
      {"resolutionOrder": [{"$ref": "#/sets/no"}, {"name": "a", "sources": [{"$ref": "none.json"}]}, {}]}
      """#
    let palette = try Palette(designTokens: [Palette.Source(Array(text.utf8))], load: Self.load)
    #expect(palette.notes.map(\.kind) == [.invalid, .invalid, .invalid])
    #expect(palette.entries.isEmpty)
  }

  /// é as one code point, and as e with an accent, which strings in Swift take for the same.
  @Test func namesAreComparedByCodePoints() throws {
    let (one, two) = ("caf\u{e9}", "cafe\u{301}")
    let style = ":root { --\(one): red; --\(two): blue; --a: var(--\(one)); --b: var(--\(two)) }"
    let tokens = """
      {"$type": "color", "\(one)": {"$value": "red"}, "\(two)": {"$value": "blue"}, "a": {"$value": "{\(one)}"},
      "b": {"$value": "{\(two)}"}}
      """
    for palette in [try Palette(css: Array(style.utf8)), try Palette(designTokens: Array(tokens.utf8))] {
      #expect(
        try palette.entries.map(\.color) == ["red", "blue", "red", "blue"].map { try CSSColor(css: $0) })
    }
    let themes = try Palette(css: Array(".\(one) { --a: red } .\(two) { --a: blue }".utf8))
    #expect(Set(themes.entries.map(\.context)).count == 2)
  }

  /// A file of references alone is one of colours, but one of sizes is not.
  @Test func filesThatReferToColorsAreOfColors() throws {
    let texts = [
      (#"{"a": {"$type": "color", "$value": "{b}"}}"#, true), (#"{"a": {"$type": "number", "$value": "{b}"}}"#, false),
    ]
    for (text, isOfColors) in texts {
      #expect(try Palette(designTokens: Array(text.utf8)).isOfColors == isOfColors)
    }
    #expect(try Palette(css: Array("a { color: var(--b) }".utf8)).isOfColors)
    #expect(try !Palette(css: Array("a { --c: var(--b); width: var(--d); fill: currentColor }".utf8)).isOfColors)
  }

  @Test func styleSheetsAreReadInTheirOrder() throws {
    let palette = try Palette(css: Self.sources(["d.css", "b.css"]), load: Self.load)
    #expect(
      Self.words(palette) == [
        "b.css 1 --a red [dark]", "b.css 1 --b lime [dark]", "c.css 1 --c blue [dark]", " 1 --b red []",
      ])
    #expect(palette.notes.count == 1 && palette.notes.first?.message.contains("none.css") == true)
  }
}

/// Colours of SVG (SVG 2, 6.4 to 6.6), by the line that they stand in.
@Suite struct SVGTests {
  @Test func attributesAndStylesAreRead() throws {
    let text = """
      <?xml version="1.0"?>
      <!-- <rect fill="red"/> -->
      <svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[
        .a { fill: color(display-p3 1 0 0) }
      ]]></style>
      <rect id="back" fill='lime'
        style="stroke: #00f; opacity: 1"/><path d="M0 0" stroke = "none" fill="url(#g)"/>
      <stop stop-color="aqua"></stop> fill="red" <g fill=red><text>color: red</text>
      <circle fill="#abc
      """
    let palette = try Palette(css: [Palette.Source(Array(text.utf8)).styleSheetOfSVG])
    #expect(
      palette.entries.map { "\($0.line ?? 0) \($0.name.text) \($0.text)" } == [
        "4 .a fill color(display-p3 1 0 0)", "6 #back fill lime", "6 #back stroke #00f", "8 stop-4 stop-color aqua",
        "9 circle-7 fill #abc",
      ])
  }
}
