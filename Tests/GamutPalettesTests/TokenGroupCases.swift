import GamutPalettes

extension TokenCase {
  /// Types and names.
  static let groups: [TokenCase] = [
    TokenCase(
      "the type of the nearest group, and tokens of other types",
      """
      {"$type": "dimension", "space": {"$value": {"value": 4, "unit": "px"}},
      "color": {"$type": "color", "brand": {
        "red": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}},
        "width": {"$type": "dimension", "$value": {"value": 4, "unit": "px"}},
        "inner": {"$type": "number", "n": {"$value": 1},
          "blue": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 1]}}}}}}
      """, [Entry("color.brand.red", 3, "red"), Entry("color.brand.inner.blue", 6, "blue")]),
    TokenCase(
      "no type is guessed",
      """
      {"a": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}},
      "b": {"$value": "#ff0000"},
      "c": {"$value": "red"},
      "d": {"$value": 4},
      "e": {"$value": "#fff", "$extensions": {"mode": {"dark": "#000"}}},
      "f": {"$value": "{nowhere}"},
      "g": {"$type": "color", "$value": "{b}"}}
      """, [Entry("g", 7, "red", to: "b")],
      notes: [
        Note(.invalid, 1, "no type"), Note(.invalid, 2, "'b'"), Note(.outdated, 2, "1 colour"),
        Note(.invalid, 5, "'e'"), Note(.invalid, 6, "does not have"),
      ]),
    TokenCase(
      "a group for the dark appearance that extends the light one",
      """
      {"light": {"$type": "color",
        "ink": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}},
        "tint": {"$value": {"colorSpace": "srgb", "components": [0, 0, 1]}}},
      "dark": {"$extends": "{light}", "ink": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}}}
      """,
      [
        Entry("ink", 2, "black"), Entry("tint", 3, "blue"), Entry("ink", 4, "white", dark: true),
        Entry("tint", 3, "blue", dark: true),
      ]),
    TokenCase(
      "types that are wrong",
      """
      {"a": {"$type": "Color", "$value": "#ff0000"},
      "b": {"$type": 1, "$value": 3},
      "c": {"$type": "colour", "$value": "#ff0000"},
      "d": {"$type": "shadow", "$value": "#ff0000"}}
      """, [],
      notes: [Note(.invalid, 1, "did you mean 'color'"), Note(.invalid, 2, "type"), Note(.invalid, 3, "'color'")]),
    TokenCase(
      "names that aliases or the format use",
      """
      {"$type": "color",
      "0.5": {"$value": "#000"},
      "{a": {"$value": "#000"},
      "b}": {"x": {"$value": "#000"}},
      "": {"$value": "#000"},
      "$valeu": 1,
      "c": {"$value": "#000", "$typo": "color"},
      "d": {"$value": "#111", "hover": {"$value": "#222"}, "comment": "x"},
      "e": "#000"}
      """, [Entry("c", 7, "#000"), Entry("d", 8, "#111")],
      notes: [
        Note(.invalid, 2, "'0.5'"), Note(.invalid, 3, "'{a'"), Note(.invalid, 4, "'b}'"), Note(.invalid, 5, "empty"),
        Note(.invalid, 6, "'$value'"), Note(.invalid, 7, "'$type'"), Note(.outdated, 7, "2 colours"),
        Note(.invalid, 8, "'$root'"), Note(.invalid, 8, "'comment'"), Note(.invalid, 9, "neither a group nor a token"),
      ]),
    TokenCase(
      "names of all languages, and with spaces",
      """
      {"$type": "color",
      "Färbe 1": {"红": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}},
      "b": {"$value": "{Färbe 1.红}"}}
      """, [Entry("Färbe 1.红", 2, "red"), Entry("b", 3, "red", to: "Färbe 1.红", as: "{Färbe 1.红}")]),
    TokenCase(
      "tokens without the marks of names",
      """
      {"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
      "b": {"value": "#000", "type": "color"},
      "c": {"value": "#000", "type": "color"}}
      """, [Entry("a", 1, "white")], notes: [Note(.invalid, 2, "2 tokens, such as 'b', have 'value'")]),
    TokenCase(
      "a group with a colour of its own",
      """
      {"color": {"$type": "color", "accent": {
        "$root": {"$value": {"colorSpace": "srgb", "components": [0, 0, 1]}},
        "light": {"$value": {"colorSpace": "srgb", "components": [0, 1, 1]}}}},
      "a": {"$value": "{color.accent.$root}"},
      "b": {"$type": "color", "$value": "{color.accent}"}}
      """,
      [
        Entry("color.accent.$root", 2, "blue"), Entry("color.accent.light", 3, "cyan"),
        Entry("a", 4, "blue", to: "color.accent.$root"),
      ], notes: [Note(.invalid, 5, "{color.accent.$root}")]),
  ]

  /// Groups that extend others.
  static let extensions: [TokenCase] = [
    TokenCase(
      "a group has the tokens of another one, and those of its own replace them as a whole",
      """
      {"base": {"$type": "color",
        "text": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}},
        "deep": {"one": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}},
          "two": {"$value": {"colorSpace": "srgb", "components": [0, 1, 0], "alpha": 0.5}}}},
      "next": {"$extends": "{base}",
        "deep": {"two": {"$value": {"colorSpace": "srgb", "components": [0, 0, 1]}}},
        "new": {"$value": "{next.deep.one}"}}}
      """,
      [
        Entry("base.text", 2, "black"), Entry("base.deep.one", 3, "red"),
        Entry("base.deep.two", 4, "rgb(0 255 0 / 0.5)"),
        Entry("next.text", 2, "black"), Entry("next.deep.one", 3, "red"), Entry("next.deep.two", 6, "blue"),
        Entry("next.new", 7, "red", to: "next.deep.one"),
      ]),
    TokenCase(
      "by pointers, chains, and in another order",
      """
      {"c": {"$extends": {"$ref": "#/b"}},
      "b": {"$ref": "#/a/inner", "own": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}},
      "a": {"inner": {"$type": "color", "x": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}}},
      "d": {"$ref": "#/a/inner"}}
      """,
      [
        Entry("c.x", 3, "red"), Entry("c.own", 2, "white"), Entry("b.x", 3, "red"), Entry("b.own", 2, "white"),
        Entry("a.inner.x", 3, "red"), Entry("d.x", 3, "red"),
      ]),
    TokenCase(
      "a group that is there only by an extension",
      """
      {"$type": "color", "a": {"s": {"x": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}}},
      "b": {"$extends": "{a}"},
      "c": {"$extends": "{b.s}"}}
      """, [Entry("a.s.x", 1, "red"), Entry("b.s.x", 1, "red"), Entry("c.x", 1, "red")]),
    TokenCase(
      "circles, and targets that are none",
      """
      {"$type": "color", "x": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}},
      "a": {"$extends": "{b}", "y": {"$value": "{x}"}},
      "b": {"$extends": "{a}"},
      "c": {"in": {"$extends": "{c}"}, "z": {"$value": "{x}"}},
      "d": {"$extends": "{x}"},
      "e": {"$extends": "{aa}"},
      "f": {"$extends": "b"},
      "g": {"$extends": {"$ref": "other.json#/a"}}}
      """,
      [
        Entry("x", 1, "red"), Entry("a.y", 2, "red", to: "x"), Entry("b.y", 2, "red", to: "x"),
        Entry("c.z", 4, "red", to: "x"),
      ],
      notes: [
        Note(.invalid, 2, "extends itself"), Note(.invalid, 4, "contains it"), Note(.invalid, 5, "is a token"),
        Note(.invalid, 6, "does not have"), Note(.invalid, 7, "braces"), Note(.unknown, 8, "another file"),
      ]),
  ]

  /// The dark appearance.
  static let appearances: [TokenCase] = [
    TokenCase(
      "groups of appearances side by side",
      """
      {"color": {"$type": "color",
        "light": {"label": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}},
        "Dark": {"label": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
          "only": {"$value": "{color.light.label}"}},
        "other": {"$value": "{color.Dark.label}"}}}
      """,
      [
        Entry("color.label", 2, "black"), Entry("color.label", 3, "white", dark: true),
        Entry("color.only", 4, "black", to: "color.label", dark: true),
        Entry("color.other", 5, "white", to: "color.label"),
      ]),
    TokenCase(
      "appearances at the top",
      """
      {"light": {"$type": "color", "a": {"b": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}}},
      "dark": {"$type": "color", "a": {"b": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}}}}
      """, [Entry("a.b", 1, "black"), Entry("a.b", 2, "white", dark: true)]),
    TokenCase(
      "groups of appearances with increased contrast",
      """
      {"$type": "color",
      "light": {"ink": {"$value": {"colorSpace": "srgb", "components": [0, 0, 1]}}},
      "dark": {"ink": {"$value": {"colorSpace": "srgb", "components": [0, 1, 1]}}},
      "light-high-contrast": {"ink": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}},
      "darkHighContrast": {"ink": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}},
      "dark2": {"ink": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}}}
      """,
      [
        Entry("ink", 2, "blue"), Entry("ink", 3, "cyan", dark: true), Entry("ink", 4, "black", contrast: true),
        Entry("ink", 5, "white", dark: true, contrast: true), Entry("dark2.ink", 6, "red"),
      ]),
    TokenCase(
      "increased contrast beside the dark appearance, as a group and as a mode",
      """
      {"a": {"$type": "color",
        "dark": {"ink": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}},
        "Increased_Contrast": {"ink": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}}},
      "b": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 1]},
        "$extensions": {"mode": {
          "high contrast": {"colorSpace": "srgb", "components": [1, 1, 0]},
          "dark high contrast": {"colorSpace": "srgb", "components": [0, 1, 1]}}}}}
      """,
      [
        Entry("a.ink", 2, "white", dark: true), Entry("a.ink", 3, "black", contrast: true), Entry("b", 4, "blue"),
        Entry("b", 6, "yellow", contrast: true), Entry("b", 7, "cyan", dark: true, contrast: true),
      ]),
    TokenCase(
      "two groups for one appearance",
      """
      {"$type": "color",
      "dark": {"ink": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}},
      "Dark": {"ink": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}},
      "light": {"ink": {"$value": {"colorSpace": "srgb", "components": [0, 0, 1]}}}}
      """, [Entry("dark.ink", 2, "white"), Entry("Dark.ink", 3, "black"), Entry("light.ink", 4, "blue")]),
    TokenCase(
      "names that are no appearances",
      """
      {"$type": "color",
      "a": {"dark": {"x": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}}},
      "b": {"dark": {"x": {"$value": "{a.dark.x}"}}, "light": {"y": {"$value": "{a.dark.x}"}}},
      "c": {"dark": {"$value": "{a.dark.x}"}, "light": {"$value": "{a.dark.x}"}},
      "d": {"x": {"$value": "{a.dark.x}"}, "light": {"x": {"$value": "{d.x}"}}, "dark": {"x": {"$value": "{d.x}"}}}}
      """,
      [
        Entry("a.dark.x", 2, "black"), Entry("b.dark.x", 3, "black", to: "a.dark.x"),
        Entry("b.light.y", 3, "black", to: "a.dark.x"), Entry("c.dark", 4, "black", to: "a.dark.x"),
        Entry("c.light", 4, "black", to: "a.dark.x"), Entry("d.x", 5, "black", to: "a.dark.x"),
        Entry("d.light.x", 5, "black", to: "d.x"), Entry("d.dark.x", 5, "black", to: "d.x"),
      ]),
    TokenCase(
      "the mode of an extension",
      """
      {"$type": "color", "ink": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]},
          "$extensions": {"mode": {
            "light": "#000",
            "Dark": {"colorSpace": "srgb", "components": [1, 1, 1]}}}},
      "label": {"$value": "{ink}", "$extensions": {"mode": {"dark": "{paper}"}}},
      "paper": {"$value": {"colorSpace": "srgb", "components": [1, 1, 0]}},
      "n": {"$type": "number", "$value": 1, "$extensions": {"mode": {"dark": 2}}}}
      """,
      [
        Entry("ink", 1, "black"), Entry("ink", 4, "white", dark: true), Entry("label", 5, "black", to: "ink"),
        Entry("label", 5, "yellow", to: "paper", dark: true), Entry("paper", 6, "yellow"),
      ]),
  ]
}
