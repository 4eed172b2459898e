import GamutPalettes

extension TokenCase {
  /// Aliases of tokens.
  static let references: [TokenCase] = [
    TokenCase(
      "aliases, chains, and the type of the target",
      """
      {"c": {"$value": "{b.x}"},
      "b": {"x": {"$value": "{a}"}},
      "a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0], "alpha": 0.5}}}
      """,
      [
        Entry("c", 1, "rgb(255 0 0 / 0.5)", to: "b.x", as: "{b.x}"),
        Entry("b.x", 2, "rgb(255 0 0 / 0.5)", to: "a", as: "{a}"), Entry("a", 3, "rgb(255 0 0 / 0.5)"),
      ]),
    TokenCase(
      "the type of the target comes before that of the group",
      """
      {"n": {"$type": "number", "$value": 1},
      "g": {"$type": "color", "x": {"$value": "{n}"}, "y": {"$type": "color", "$value": "{n}"}},
      "h": {"$type": "number", "z": {"$value": "{k}"}},
      "k": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}}
      """, [Entry("h.z", 3, "white", to: "k"), Entry("k", 4, "white")],
      notes: [Note(.invalid, 2, "'g.y' is a colour")]),
    TokenCase(
      "circles",
      """
      {"$type": "color",
      "a": {"$value": "{b}"},
      "b": {"$value": "{c}"},
      "c": {"$value": "{a}"},
      "d": {"$value": "{d}"},
      "e": {"$value": "{c}"}}
      """, [],
      notes: [
        Note(.invalid, 2, "'a', 'b', 'c', 'a'"), Note(.invalid, 3, "'b', 'c', 'a', 'b'"),
        Note(.invalid, 4, "'c', 'a', 'b', 'c'"), Note(.invalid, 5, "'d' refers to itself"),
        Note(.invalid, 6, "no colour"),
      ]),
    TokenCase(
      "targets that are none",
      """
      {"$type": "color", "color": {"red": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}},
      "a": {"$value": "{color.rde}"},
      "b": {"$value": "{Color.Red}"},
      "c": {"$value": "{palette.red}"},
      "d": {"$value": "{color}"},
      "e": {"$value": "rgba({color.red}, 0.5)"},
      "f": {"$value": "{color.red} "},
      "g": {"$value": "{}"},
      "h": {"$value": {"colorSpace": "srgb", "components": ["{color.red}", 0, 0]}},
      "i": {"$value": "{a}"},
      "j": {"$value": "{color.red.$value}"}}
      """, [Entry("color.red", 1, "red")],
      notes: [
        Note(.invalid, 2, "did you mean '{color.red}'"), Note(.invalid, 3, "did you mean '{color.red}'"),
        Note(.invalid, 4, "did you mean '{color.red}'"), Note(.invalid, 5, "is a group"), Note(.invalid, 6, "'e'"),
        Note(.invalid, 7, "in braces"), Note(.invalid, 8, "in braces"), Note(.invalid, 9, "'$ref'"),
        Note(.invalid, 10, "'a', which has no colour"), Note(.invalid, 11, "does not have"),
      ]),
  ]

  /// References by JSON Pointers.
  static let pointers: [TokenCase] = [
    TokenCase(
      "as the value, and as a property",
      """
      {"base": {"blue": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 1]}}},
      "a": {"$value": {"$ref": "#/base/blue/$value"}},
      "b": {"$ref": "#/base/blue/$value"},
      "c": {"$ref": "#/base/blue"},
      "d": {"$type": "color", "$value": {"$ref": "#/a"}},
      "e": {"$value": "{b}"}}
      """,
      [
        Entry("base.blue", 1, "blue"), Entry("a", 2, "blue", to: "base.blue", as: "#/base/blue/$value"),
        Entry("b", 3, "blue", to: "base.blue", as: "#/base/blue/$value"), Entry("c", 4, "blue", to: "base.blue"),
        Entry("d", 5, "blue", to: "a"), Entry("e", 6, "blue", to: "b"),
      ]),
    TokenCase(
      "parts of a value, by way of aliases too",
      """
      {"$type": "color",
      "a": {"$value": {"colorSpace": "srgb", "components": [0.25, 0.5, 1]}},
      "b": {"$value": "{a}"},
      "c": {"$value": {"colorSpace": {"$ref": "#/b/$value/colorSpace"},
        "components": [{"$ref": "#/a/$value/components/2"}, {"$ref": "#/b/$value/components/0"}, 0],
        "alpha": {"$ref": "#/half/$value"}}},
      "d": {"$value": {"colorSpace": "srgb", "components": {"$ref": "#/c/$value/components"}}},
      "half": {"$type": "number", "$value": 0.5},
      "shadow": {"$type": "shadow", "$value": {"color": "{a}", "blur": 1}},
      "e": {"$value": {"$ref": "#/shadow/$value/color"}}}
      """,
      [
        Entry("a", 2, "rgb(25% 50% 100%)"), Entry("b", 3, "rgb(25% 50% 100%)", to: "a"),
        Entry("c", 4, "rgb(100% 25% 0% / 0.5)"), Entry("d", 7, "rgb(100% 25% 0%)"), Entry("e", 10, "rgb(25% 50% 100%)"),
      ]),
    TokenCase(
      "names with characters that pointers use",
      """
      {"a/b": {"c~d": {"50%": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}}},
      "x": {"$ref": "#/a~1b/c~0d/50%25/$value"},
      "y": {"$ref": "#/a~1b/c~0d/50%/$value"}}
      """,
      [
        Entry("a/b.c~d.50%", 1, "white"), Entry("x", 2, "white", to: "a/b.c~d.50%"),
        Entry("y", 3, "white", to: "a/b.c~d.50%"),
      ]
    ),
    TokenCase(
      "to tokens of a group that is extended, and to other places",
      """
      {"$type": "color", "g": {"$root": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}},
      "h": {"$extends": "{g}", "$extensions": {"mine": [{"colorSpace": "srgb", "components": [0, 1, 0]}]}},
      "a": {"$ref": "#/h/$root/$value"},
      "b": {"$value": {"$ref": "#/h/$extensions/mine/0"}}}
      """,
      [
        Entry("g.$root", 1, "red"), Entry("h.$root", 1, "red"), Entry("a", 3, "red", to: "h.$root"),
        Entry("b", 4, "lime"),
      ]),
    TokenCase(
      "circles, and places that are none",
      """
      {"$type": "color",
      "a": {"$value": {"colorSpace": "srgb", "components": [{"$ref": "#/b/$value/components/0"}, 0, 0]}},
      "b": {"$value": {"colorSpace": "srgb", "components": [{"$ref": "#/a/$value/components/0"}, 0, 0]}},
      "c": {"$ref": "#/c/$value"},
      "d": {"$ref": "#/nowhere/$value"},
      "e": {"$value": {"$ref": "#/a/$value/components/3"}},
      "f": {"$value": {"$ref": "tokens.json#/a/$value"}},
      "g": {"$value": {"$ref": "#a"}},
      "h": {"$value": {"$ref": 1}},
      "i": {"$value": {"$ref": "#/k/$value", "alpha": 0.5}},
      "j": {"$value": {"$ref": "#/"}},
      "k": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}}
      """, [Entry("i", 10, "white", to: "k"), Entry("k", 12, "white")],
      notes: [
        Note(.invalid, 2, "circle"), Note(.invalid, 3, "circle"), Note(.invalid, 4, "itself"),
        Note(.invalid, 5, "leads nowhere"), Note(.invalid, 6, "leads nowhere"), Note(.unknown, 7, "another file"),
        Note(.invalid, 8, "JSON Pointer"), Note(.invalid, 9, "not a text"), Note(.invalid, 10, "beside '$ref'"),
        Note(.invalid, 11, "leads nowhere"),
      ]),
  ]
}
