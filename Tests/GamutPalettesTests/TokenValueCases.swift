import GamutPalettes

extension TokenCase {
  /// Values that are colours.
  static let values: [TokenCase] = [
    TokenCase(
      "a colour with all its members",
      """
      {
        "hot pink": {
          "$type": "color",
          "$value": {"colorSpace": "srgb", "components": [1, 0, 1], "alpha": 0.25, "hex": "#ff00ff"},
          "$description": "For what is hot.", "$deprecated": true, "$extensions": {"org.example": [1]}
        }
      }
      """, [Entry("hot pink", 4, "rgb(100% 0% 100% / 0.25)", as: "color(srgb 1 0 1 / 0.25)")]),
    TokenCase(
      "every space",
      """
      {"$schema": "https://example.org/schema.json", "$type": "color",
      "a": {"$value": {"colorSpace": "srgb", "components": [0.1, 0.2, 0.3]}},
      "b": {"$value": {"colorSpace": "srgb-linear", "components": [0.1, 0.2, 0.3]}},
      "c": {"$value": {"colorSpace": "hsl", "components": [330, 100, 50]}},
      "d": {"$value": {"colorSpace": "hwb", "components": [330, 10, 20]}},
      "e": {"$value": {"colorSpace": "lab", "components": [60.17, 93.54, -60.5]}},
      "f": {"$value": {"colorSpace": "lch", "components": [60.17, 111.4, 327.11]}},
      "g": {"$value": {"colorSpace": "oklab", "components": [0.701, 0.2746, -0.169]}},
      "h": {"$value": {"colorSpace": "oklch", "components": [0.701, 0.3225, 328.4]}},
      "i": {"$value": {"colorSpace": "display-p3", "components": [1, 0.23, 0.19]}},
      "j": {"$value": {"colorSpace": "a98-rgb", "components": [0.1, 0.2, 0.3]}},
      "k": {"$value": {"colorSpace": "prophoto-rgb", "components": [0.1, 0.2, 0.3]}},
      "l": {"$value": {"colorSpace": "rec2020", "components": [0.1, 0.2, 0.3]}},
      "m": {"$value": {"colorSpace": "xyz-d65", "components": [0.1, 0.2, 0.3]}},
      "n": {"$value": {"colorSpace": "xyz-d50", "components": [0.1, 0.2, 0.3]}}}
      """,
      [
        Entry("a", 2, "color(srgb 0.1 0.2 0.3)"), Entry("b", 3, "color(srgb-linear 0.1 0.2 0.3)"),
        Entry("c", 4, "hsl(330 100 50)", as: "hsl(330 100 50)"), Entry("d", 5, "hwb(330 10 20)"),
        Entry("e", 6, "lab(60.17 93.54 -60.5)", as: "lab(60.17 93.54 -60.5)"), Entry("f", 7, "lch(60.17 111.4 327.11)"),
        Entry("g", 8, "oklab(0.701 0.2746 -0.169)"), Entry("h", 9, "oklch(0.701 0.3225 328.4)"),
        Entry("i", 10, "color(display-p3 1 0.23 0.19)", as: "color(display-p3 1 0.23 0.19)"),
        Entry("j", 11, "color(a98-rgb 0.1 0.2 0.3)"), Entry("k", 12, "color(prophoto-rgb 0.1 0.2 0.3)"),
        Entry("l", 13, "color(rec2020 0.1 0.2 0.3)"), Entry("m", 14, "color(xyz-d65 0.1 0.2 0.3)"),
        Entry("n", 15, "color(xyz-d50 0.1 0.2 0.3)"),
      ]),
    TokenCase(
      "components that are missing are 0",
      #"{"a": {"$type": "color", "$value": {"colorSpace": "oklch", "components": [0.5, 0, "none"]}}}"#,
      [Entry("a", 1, "oklch(0.5 0 0)", as: "oklch(0.5 0 none)")]),
    TokenCase(
      "bounds",
      """
      {"$type": "color",
      "a": {"$value": {"colorSpace": "hsl", "components": [0, 0, 100], "alpha": 0}},
      "b": {"$value": {"colorSpace": "hsl", "components": [359.99, 100, 0], "alpha": 1}},
      "c": {"$value": {"colorSpace": "lch", "components": [100, 0, 0]}},
      "d": {"$value": {"colorSpace": "lab", "components": [0, -128, 127]}},
      "e": {"$value": {"colorSpace": "srgb", "components": [-0.0, 1.0, 1e0]}}}
      """,
      [
        Entry("a", 2, "hsl(0 0 100 / 0)"), Entry("b", 3, "hsl(359.99 100 0)"), Entry("c", 4, "lch(100 0 0)"),
        Entry("d", 5, "lab(0 -128 127)"), Entry("e", 6, "rgb(0 255 255)"),
      ]),
    TokenCase(
      "digits that are those of the components, or of a colour outside sRGB",
      """
      {"$type": "color",
      "a": {"$value": {"colorSpace": "srgb", "components": [0.5, 0.5, 0.5], "hex": "#818080"}},
      "b": {"$value": {"colorSpace": "display-p3", "components": [1, 0, 0], "hex": "#FF00ff"}}}
      """, [Entry("a", 2, "rgb(50% 50% 50%)"), Entry("b", 3, "color(display-p3 1 0 0)")]),
    TokenCase(
      "colours as texts, of earlier drafts",
      """
      {"$type": "color",
      "a": {"$value": "#ff0000"},
      "b": {"$value": "#FF000080"},
      "c": {"$value": "oklch(0.7 0.1 200)"},
      "d": {"$value": "rebeccapurple"}}
      """,
      [
        Entry("a", 2, "red", as: "#ff0000"), Entry("b", 3, "rgb(255 0 0 / 50.19607843137255%)"),
        Entry("c", 4, "oklch(0.7 0.1 200)"), Entry("d", 5, "rgb(102 51 153)"),
      ], notes: [Note(.outdated, 2, "4 colours, such as 'a'")]),
    TokenCase(
      "a mark of UTF-8 before the text",
      "\u{feff}{\n\"a\": {\"$type\": \"color\", \"$value\": {\"colorSpace\": \"srgb\", \"components\": [1, 1, 1]}}}",
      [Entry("a", 2, "white")]),
  ]

  /// Values that the format does not allow.
  static let brokenValues: [TokenCase] = [
    TokenCase(
      "components out of their ranges",
      """
      {"$type": "color",
      "a": {"$value": {"colorSpace": "srgb", "components": [1.1, 0, 0]}},
      "b": {"$value": {"colorSpace": "display-p3", "components": [0, -0.1, 0]}},
      "c": {"$value": {"colorSpace": "hsl", "components": [360, 0, 0]}},
      "d": {"$value": {"colorSpace": "hwb", "components": [0, 101, 0]}},
      "e": {"$value": {"colorSpace": "lab", "components": [100.5, 0, 0]}},
      "f": {"$value": {"colorSpace": "oklch", "components": [0.5, -0.1, 0]}},
      "g": {"$value": {"colorSpace": "oklab", "components": [70, 0, 0]}},
      "h": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0], "alpha": 1.5}}}
      """, [],
      notes: [
        Note(.invalid, 2, "red, which in srgb is from 0 to 1"), Note(.invalid, 3, "green"),
        Note(.invalid, 4, "less than 360"), Note(.invalid, 5, "whiteness, which in hwb is from 0 to 100"),
        Note(.invalid, 6, "lightness"), Note(.invalid, 7, "chroma, which in oklch is at least 0"),
        Note(.invalid, 8, "from 0 to 1"), Note(.invalid, 9, "alpha 1.5"),
      ]),
    TokenCase(
      "members that are wrong or missing",
      """
      {"$type": "color",
      "a": {"$value": {"components": [0, 0, 0]}},
      "b": {"$value": {"colorSpace": "srgb"}},
      "c": {"$value": {"colorSpace": "srgb", "components": [0, 0]}},
      "d": {"$value": {"colorSpace": "srgb", "components": [0, "0", 0]}},
      "e": {"$value": {"colorSpace": "srgb", "components": "0 0 0"}},
      "f": {"$value": {"colorSpace": "xyz", "components": [0, 0, 0]}},
      "g": {"$value": {"colorSpace": "displayp3", "components": [0, 0, 0]}},
      "h": {"$value": {"colorSpace": "display-p3-linear", "components": [0, 0, 0]}},
      "i": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0], "alpha": "50%"}},
      "j": {"$value": 7},
      "k": {"$value": "#12345"},
      "l": {"$value": {"colorSpace": 1, "components": [0, 0, 0]}}}
      """, [],
      notes: [
        Note(.invalid, 2, "without 'colorSpace'"), Note(.invalid, 3, "without 'components'"),
        Note(.invalid, 4, "2 components"), Note(.invalid, 5, "no number for green"), Note(.invalid, 6, "array"),
        Note(.invalid, 7, "'xyz-d65'"), Note(.invalid, 8, "'display-p3'"), Note(.invalid, 9, "display-p3-linear"),
        Note(.invalid, 10, "alpha"), Note(.invalid, 11, "expected an object"), Note(.invalid, 12, "'k'"),
        Note(.invalid, 13, "not a text"),
      ]),
    TokenCase(
      "what is wrong beside the colour",
      """
      {"$type": "color",
      "a": {"$value": {"colorSpace": "srgb", "components": [0.5, 0.5, 0.5], "hex": "#838080"}},
      "b": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1], "hex": "#fff"}},
      "c": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1], "alhpa": 0.5}}}
      """, [Entry("a", 2, "rgb(50% 50% 50%)"), Entry("b", 3, "white"), Entry("c", 4, "white")],
      notes: [
        Note(.invalid, 2, "'#808080'"), Note(.invalid, 3, "six hexadecimal digits"), Note(.invalid, 4, "'alpha'"),
      ]),
  ]
}
