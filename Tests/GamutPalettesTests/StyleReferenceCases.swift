import GamutPalettes

/// Style sheets: selectors, and references between properties.
extension PaletteCase {
  static let styleSelectors: [PaletteCase] = [
    PaletteCase(
      "the whole page",
      ":root,:host{--a:red} html{--b:red} body{--c:red} *{--d:red} :where(:root){--e:red} html:root{--f:red}\n"
        + "*, ::before, ::after { --g: red }\n:root:not(.dark) { --h: red }",
      ["a", "b", "c", "d", "e", "f"].map { Item("--\($0)", 1, "red") }
        + [Item("--g", 2, "red"), Item("--h", 3, "red")]),
    PaletteCase(
      "dark",
      [
        ".dark", "[data-theme=dark]", ":root.dark", "html[data-mode=\"dark\"]", "[data-theme='Dark' i]", ".theme-dark",
        ".darkMode", ":root[data-bs-theme=dark]", ".dark body", ":is(.dark *)", ":host(.dark)", "[data-dark]",
      ].enumerated().map { "\($1) { --x\($0): red }" }.joined(separator: "\n"),
      (0..<12).map { Item("--x\($0)", $0 + 1, "red", "dark") }),
    PaletteCase(
      "light and contrast",
      ".light { --a: red }\n[data-theme=light] { --b: red }\n.high-contrast { --c: red }\n"
        + "[data-theme=\"dark-high-contrast\"] { --d: red }\n"
        + "@media (prefers-color-scheme: dark) { .light { --e: red } .highContrast { --e: red } }",
      [
        Item("--a", 1, "red"), Item("--b", 2, "red"), Item("--c", 3, "red", "contrast"),
        Item("--d", 4, "red", "dark contrast"),
        Item("--e", 5, "red"), Item("--e", 5, "red", "dark contrast"),
      ]),
    PaletteCase(
      "other selectors",
      """
      .card { --a: red }
      .btn-dark { --a: red }
      .darker { --a: red }
      .dark .card  >
        .title:hover { --a: red }
      [data-theme=dark_dimmed] { --a: red }
      .a, .b { --a: red }
      [data-theme=solar] { --a: red }
      .dark, .b { --b: red }
      .b, :root { --b: red }
      a[href=","]::before { --a: red }
      """,
      [
        Item("--a", 1, "red", ".card"), Item("--a", 2, "red", ".btn-dark"), Item("--a", 3, "red", ".darker"),
        Item("--a", 5, "red", "dark .card > .title:hover"), Item("--a", 6, "red", "dark [data-theme=dark_dimmed]"),
        Item("--a", 7, "red", ".a, .b"), Item("--a", 8, "red", "[data-theme=solar]"), Item("--b", 9, "red", "dark"),
        Item("--b", 10, "red"), Item("--a", 11, "red", "a[href=\",\"]::before"),
      ]),
    PaletteCase(
      "long selectors",
      "\(longSelector) { --a: red; color: #111 }\n\(longSelector), p { --a: blue; background: #222 }",
      [
        Item("--a", 1, "red", "\(longSelector.prefix(79))…:1"), Item("\(longSelector.prefix(79))…:1 color", 1, "#111"),
        Item("--a", 2, "blue", "\(longSelector.prefix(79))…:2"),
        Item("\(longSelector.prefix(79))…:2 background", 2, "#222"),
      ]),
  ]

  private static let longSelector = Array(repeating: ".abcdefgh", count: 30).joined(separator: ", ")

  static let styleReferences: [PaletteCase] = [
    PaletteCase(
      "references",
      ":root { --a: var(--b); --b: var( --c ); --c: red; --d: var(--e, blue); --f: var(--e, var(--g, var(--c)));\n"
        + "--h: var(--i, #fff); --i: 4px; --j: var(--i) }",
      [
        Item("--a", 1, "red", target: "--b"), Item("--b", 1, "red", target: "--c"), Item("--c", 1, "red"),
        Item("--d", 1, "blue"), Item("--f", 1, "red", target: "--c"),
      ]),
    PaletteCase(
      "references without an end",
      ":root { --a: var(--a);\n--b: var(--c);\n"
        + "--c: var(--b, red);\n--d: var(--b, lime);\n--e: var(--none);\n--f: var(--none,) }",
      [Item("--d", 4, "lime", target: "--b")],
      notes: [
        Remark(.invalid, 1, "'--a' refers to itself"), Remark(.invalid, 2, "'--b'"), Remark(.invalid, 3, "'--c'"),
        Remark(.unknown, 5, "'--none', perhaps a colour"),
      ]),
    PaletteCase(
      "references under conditions",
      """
      :root { --gray: #111; --label: var(--gray); --same: var(--red); --red: red }
      .dark { --gray: #eee; --own: var(--label) }
      .card { --mine: var(--gray) }
      .dark .card { --mine: var(--label) }
      """,
      [
        Item("--gray", 1, "#111"), Item("--label", 1, "#111", target: "--gray"),
        Item("--label", 1, "#eee", "dark", target: "--gray"), Item("--same", 1, "red", target: "--red"),
        Item("--red", 1, "red"), Item("--gray", 2, "#eee", "dark"), Item("--own", 2, "#eee", "dark", target: "--label"),
        Item("--mine", 3, "#111", ".card", target: "--gray"),
        Item("--mine", 4, "#eee", "dark .card", target: "--label"),
      ]),
    PaletteCase(
      "values of references",
      ":root { --p: 222 47% 11%; --a: hsl(var(--p) / 50%); --r: 255;"
        + " --b: rgb(var(--r), var(--none, 0), 0); --c: rgb(var(--s) 1 1); --s: x }\n"
        + ".dark { --p: 0 0% 100% }",
      [
        Item("--a", 1, "hsl(222 47% 11% / .5)"), Item("--a", 1, "hsl(0 0% 100% / .5)", "dark"),
        Item("--b", 1, "rgb(255, 0, 0)"),
      ], notes: [Remark(.invalid, 1, "'--c'")]),
    PaletteCase(
      "an unknown colour by reference",
      ":root { --a: var(--b); --b: currentColor; --c: var(--d); --d: #12 }", [],
      notes: [
        Remark(.unknown, 1, "'--a'"), Remark(.unknown, 1, "'--b'"), Remark(.invalid, 1, "'--c'"),
        Remark(.invalid, 1, "'--d'"),
      ]),
  ]
}
