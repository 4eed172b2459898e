import GamutPalettes

/// Style sheets: the tokens, the values, and the conditions.
extension PaletteCase {
  static let styles: [PaletteCase] = [
    PaletteCase(
      "colours",
      ":root {\n  --a: #ff0000;\n  --b:rgb(1 2 3 / 50%);\n  --c : rebeccapurple ;\n  --d: color(display-p3 1 0 0)\n}\n",
      [
        Item("--a", 2, "#f00"), Item("--b", 3, "rgb(1 2 3 / 50%)"), Item("--c", 4, "rebeccapurple"),
        Item("--d", 5, "color(display-p3 1 0 0)"),
      ]),
    PaletteCase(
      "what is no colour",
      """
      :root { --a: 4px; --b: 0 1px 2px #000; --c: "Font", serif; --d: 1; --e: linear-gradient(red, blue); --f: ;
        --g: #000 0 1px; --h: red blue; --i: url(a;b{c).png) ; --j: calc(1px + 2px); --k: inherit; --l: { color: red };
        --m: env(safe-area-inset-top); color: red; background: #fff; --n: 222 47% 11%; --o: foo; --p: red }
      """, [Item(":root color", 3, "red"), Item(":root background", 3, "#fff"), Item("--p", 3, "red")]),
    PaletteCase(
      "colours of elements",
      """
      .card, .tile { color: var(--ink); background: #fff url(a.png) no-repeat; border: 1px solid rgb(1 2 3) !important }
      .btn { background-color: red; background: color(display-p3 1 0 0); margin: 0; color: inherit; font: "red" }
      .dark .btn { color: #eee; &:hover { fill: blue } }
      a { background-image: linear-gradient(90deg, red, var(--ink) 50%, rgb(4, 5, 6)); outline-color: currentColor }
      @media (color-gamut: p3) { a { stroke: color(display-p3 0 1 0) } }
      :root { --ink: #111 }
      """,
      [
        Item(".card, .tile color", 1, "#111", target: "--ink"), Item(".card, .tile background", 1, "#fff"),
        Item(".card, .tile border", 1, "rgb(1 2 3)"), Item(".btn background", 2, "color(display-p3 1 0 0)"),
        Item(".btn color", 3, "#eee", "dark"), Item(".btn :hover fill", 3, "blue", "dark"),
        Item("a background-image 1", 4, "red"), Item("a background-image 2", 4, "rgb(4, 5, 6)"),
        Item("a stroke", 5, "color(display-p3 0 1 0)", "p3"), Item("--ink", 6, "#111"),
      ]),
    // CSS Cascade 5, section 6.4: later layers count, then what is in none; important declarations the other way round.
    PaletteCase(
      "layers",
      """
      @layer base, theme;
      @layer theme { :root { --a: red; --b: red !important; --d: red } }
      @layer base { :root { --a: blue; --b: blue !important; --c: blue } @layer inner { :root { --c: red } } }
      :root { --d: lime } @layer theme { :root { --d: blue } }
      """,
      [Item("--a", 2, "red"), Item("--b", 3, "blue"), Item("--c", 3, "blue"), Item("--d", 4, "lime")]),
    PaletteCase(
      "comments and strings",
      "/* --a: red } */ :root{/**/--b/* : */:/* x */red/* ; */;--c:\"};--d:red;\";--e: '\\'}'; --f: #fff}",
      [Item("--b", 1, "red"), Item("--f", 1, "#fff")]),
    PaletteCase("a string without an end", ":root { --a: \"no end\n; --b: red }", [Item("--b", 2, "red")]),
    PaletteCase(
      "lines", "\u{feff}\r\n:root {\r\n--a:\r\n  red;\r--b: blue }",
      [Item("--a", 4, "red"), Item("--b", 5, "blue")]),
    PaletteCase(
      "escapes in names", ":root { --a\\:b: red; --\\31 0\\41: blue; --c: var(--a\\3a b) }",
      [Item("--a:b", 1, "red"), Item("--10A", 1, "blue"), Item("--c", 1, "red", target: "--a:b")]),
    PaletteCase(
      "importance", ":root { --a: red !important; --a: blue; --b: red; --b: blue ! IMPORTANT }",
      [Item("--a", 1, "red"), Item("--b", 1, "blue")]),
    PaletteCase(
      "the later one counts", ":root { --a: red; --b: #111; --b: 4px; --a: blue }\nhtml { --a: lime }",
      [Item("--a", 2, "lime")]),
    PaletteCase(
      "capitals", ":ROOT { --A: RED; --a: RGB(1 2 3); --B: VAR(--A) }",
      [Item("--A", 1, "red"), Item("--a", 1, "rgb(1 2 3)"), Item("--B", 1, "red", target: "--A")]),
    PaletteCase(
      "what cannot be known",
      """
      :root {
      --a: currentColor;
      --b: contrast-color(red);
      --c: rgb(from currentColor r g b);
      --d: Canvas;
      --e: device-cmyk(0 1 1 0);
      --f: rgb(round(1) 2 3);
      --g: hsl(var(--missing) 1% 1%);
      --h: color(--mine 1 0 0);
      --i: rgb(env(--x) 0 0);
      }
      """, [],
      notes: [
        Remark(.unknown, 2, "'currentColor'"), Remark(.unknown, 3, "'contrast-color()'"),
        Remark(.unknown, 4, "'currentColor'"),
        Remark(.unknown, 5, "'Canvas'"), Remark(.unknown, 6, "'device-cmyk()'"), Remark(.unknown, 7, "'round()'"),
        Remark(.unknown, 8, "'var()'"), Remark(.unknown, 9, "'--mine'"), Remark(.unknown, 10, "'env()'"),
      ]),
    PaletteCase(
      "colours that are computed",
      """
      :root { --a: #ff0000; --b: color-mix(in srgb, var(--a), blue); --c: rgb(from var(--a) g r calc(b + 51));
        --d: rgb(calc(1 + 1) 2 3) }
      """,
      [
        Item("--a", 1, "red"), Item("--b", 1, "color(srgb 0.5 0 0.5)"), Item("--c", 1, "color(srgb 0 1 0.2)"),
        Item("--d", 2, "rgb(2 2 3)"),
      ]),
    PaletteCase(
      "colours with faults",
      ":root { --a: #ff;\n--b: rgb(1 2);\n--c: #\n;--d: color(p3 1 0 0);--e: light-dark(red) }",
      [],
      notes: [
        Remark(.invalid, 1, "'--a'"), Remark(.invalid, 2, "needs three values"), Remark(.invalid, 3, "'--c'"),
        Remark(.invalid, 4, "'p3' is not a space"), Remark(.invalid, 4, "two colours"),
      ]),
    PaletteCase(
      "properties outside rules", "--a: red;\n--b: 4px;\n:root { --c: red }\n@media print { --d: red; }",
      [Item("--c", 3, "red")],
      notes: [Remark(.invalid, 1, "'--a' is outside the rules"), Remark(.invalid, 4, "'--d'")]),
    PaletteCase(
      "other style sheets",
      "@charset \"utf-8\";\n@import url(a.css) screen;\n@import 'b.css';\n:root{--a:red}",
      [Item("--a", 4, "red")], notes: [Remark(.unknown, 2, "url(a.css)"), Remark(.unknown, 3, "b.css")]),
    PaletteCase(
      "no end", ":root { --a: red;\n --b: rgb(1 2 3", [Item("--a", 1, "red")],
      notes: [Remark(.invalid, 2, "'('")]),
    PaletteCase(
      "a comment without an end", ":root { --a: red }\n/* no end", [Item("--a", 1, "red")],
      notes: [Remark(.invalid, 2, "'*/' is missing")]),
    PaletteCase(
      "a rule without an end, and braces too many", "}}:root { --a: red }}\n:root { --b: blue",
      [Item("--a", 1, "red"), Item("--b", 2, "blue")], notes: [Remark(.invalid, 2, "'{'")]),
    PaletteCase(
      "registered properties",
      "@property --a { syntax: '<color>'; inherits: true; initial-value: red }\n"
        + "@property --b { initial-value: blue }\n:root { --b: lime; --c: var(--a) }",
      [Item("--a", 1, "red"), Item("--b", 3, "lime"), Item("--c", 3, "red", target: "--a")]),
    PaletteCase(
      "rules without elements",
      "@font-face { --a: red }\n@keyframes x { from { --a: red } }\n"
        + "@-webkit-keyframes y { to { --a: red } }\n:root{--b:red}",
      [Item("--b", 4, "red")]),
    PaletteCase(
      "Tailwind", "@theme inline {\n --color-a: oklch(0.5 0.1 20);\n}",
      [Item("--color-a", 2, "oklch(.5 .1 20)")]),
    // https://tailwindcss.com/docs/adding-custom-styles
    PaletteCase(
      "Tailwind's utilities",
      "@utility fade-x {\n --size: 4px;\n --edge: red;\n mask: none;\n}\n:root { --edge: blue }",
      [Item("--edge", 3, "red", "fade-x"), Item("--edge", 6, "blue")]),
    // A theme names the properties of a page that it uses, also by their own names.
    PaletteCase(
      "Tailwind's names of other properties",
      ":root { --a: red; --sans: Arial }\n@theme inline { --a: var(--a); --sans: var(--sans, serif); --b: var(--a) }",
      [Item("--a", 1, "red"), Item("--b", 2, "red", target: "--a")]),
  ]

  static let styleConditions: [PaletteCase] = [
    PaletteCase(
      "media",
      """
      @media (prefers-color-scheme: dark) { :root { --a: #111 } }
      @media (prefers-color-scheme:light) { :root { --a: #222 } }
      @media screen and (prefers-contrast: more) { :root { --a: #333 } }
      @media (color-gamut: p3) { :root { --a: #444 } }
      @media (color-gamut: srgb) { :root { --b: #555 } }
      @media only screen and (prefers-color-scheme: dark) and (color-gamut:rec2020) { :root { --a: #666 } }
      @media print { :root { --a: #777 } }
      @media (min-width: 60em) and (prefers-color-scheme: dark) { :root { --a: #888 } }
      @media not (color-gamut: p3) { :root { --a: #999 } }
      @media not all and (prefers-color-scheme: dark) { :root { --a: #aaa } }
      @media (prefers-color-scheme: dark), print { :root { --a: #bbb } }
      @media (color-gamut: p3), (color-gamut: rec2020) { :root { --b: #ccc } }
      """,
      [
        Item("--a", 1, "#111", "dark"), Item("--a", 2, "#222"), Item("--a", 3, "#333", "contrast"),
        Item("--a", 4, "#444", "p3"), Item("--b", 5, "#555"), Item("--a", 6, "#666", "dark p3"),
        Item("--a", 7, "#777", "print"), Item("--a", 8, "#888", "dark (min-width: 60em)"),
        Item("--a", 9, "#999", "srgb"),
        Item("--a", 10, "#aaa", "not all and (prefers-color-scheme: dark)"),
        Item("--a", 11, "#bbb", "(prefers-color-scheme: dark), print"), Item("--b", 12, "#ccc", "p3"),
      ]),
    PaletteCase(
      "dark by the system and by the page",
      """
      :root { --a: white; --b: red; --c: silver }
      @media (prefers-color-scheme: dark) { :root:not(.light) { --a: black; --b: maroon } }
      .dark { --a: black; --b: blue; --c: gray }
      """,
      [
        Item("--a", 1, "white"), Item("--b", 1, "red"), Item("--c", 1, "silver"),
        Item("--a", 3, "black", "dark"), Item("--b", 3, "blue", "dark"), Item("--c", 3, "gray", "dark"),
        Item("--c", 1, "silver", "dark by the system alone"), Item("--b", 2, "maroon", "dark by the system alone"),
      ]),
    PaletteCase(
      "a page that is light in a dark system",
      """
      :root { --a: white; --b: red }
      @media (prefers-color-scheme: dark) { :root { --a: black; --b: maroon } }
      [data-theme=light] { --a: white }
      """,
      [
        Item("--b", 1, "red"), Item("--a", 2, "black", "dark"), Item("--b", 2, "maroon", "dark"),
        Item("--a", 3, "white"),
        Item("--b", 2, "maroon", "light by the page, in a dark system"),
      ]),
    PaletteCase(
      "supports",
      """
      @supports (color: color(display-p3 1 1 1)) { :root { --a: color(display-p3 1 0 0) } }
      @supports not (color: color( display-p3 1 1 1 )) { :root { --a: red } }
      @supports (color: oklch(0 0 0)) { :root { --b: oklch(0.5 0.1 20) } }
      @supports not (display: grid) { :root { --b: red } }
      """,
      [
        Item("--a", 1, "color(display-p3 1 0 0)"),
        Item("--b", 3, "oklch(.5 .1 20)"),
        Item("--b", 4, "red", "not (display: grid)"),
      ]),
    PaletteCase(
      "nested conditions",
      """
      @layer base, theme;
      @layer theme { :root {
        --a: red;
        @media (prefers-color-scheme: dark) { --a: blue; @media (color-gamut: p3) { --a: color(display-p3 0 0 1) } }
        &.dark { --b: lime }
        .card & { --c: red }
        > .title { --c: blue }
      } }
      @container (width > 1px) { :root { --d: red } }
      """,
      [
        Item("--a", 3, "red"), Item("--a", 4, "blue", "dark"), Item("--a", 4, "color(display-p3 0 0 1)", "dark p3"),
        Item("--b", 5, "lime", "dark"), Item("--c", 6, "red", ".card"), Item("--c", 7, "blue", ".title"),
        Item("--d", 9, "red", "(width > 1px)"), Item("--a", 3, "red", "dark by the page alone"),
      ]),
    PaletteCase(
      "light-dark",
      ":root { --a: light-dark(#fff, #000);\n"
        + "--b: light-dark( var(--a) , rgb(1, 2, 3) );\n--c: light-dark(red, blue); --c: lime }\n"
        + "@media (prefers-color-scheme: dark) { :root { --a: light-dark(red, blue) } }",
      [
        Item("--a", 1, "#fff"), Item("--b", 2, "#fff", target: "--a"), Item("--b", 2, "rgb(1 2 3)", "dark"),
        Item("--c", 3, "lime"), Item("--a", 4, "blue", "dark"),
      ]),
  ]
}
