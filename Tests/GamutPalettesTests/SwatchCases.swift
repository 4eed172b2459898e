import GamutPalettes
import TestSupport

/// Lists of names and colours.
extension PaletteCase {
  static let lists: [PaletteCase] = [
    PaletteCase(
      "list: the forms of a line", .list,
      """
      Label red
      Dark label   #1c1c1e
      Accent: color(display-p3 1 0.2 0)
      Other = #fff;
      "Quoted one": "#00ff00",
      'Single': 'rgb(1, 2, 3)',
      --custom: hsl(120 100% 50%);
      Tabs\t#123
      Comma,#abc
      """,
      [
        Item("Label", 1, "red"), Item("Dark label", 2, "#1c1c1e"), Item("Accent", 3, "color(display-p3 1 .2 0)"),
        Item("Other", 4, "#fff"), Item("Quoted one", 5, "#0f0"), Item("Single", 6, "rgb(1 2 3)"),
        Item("--custom", 7, "hsl(120 100% 50%)"), Item("Tabs", 8, "#123"), Item("Comma", 9, "#abc"),
      ]),
    PaletteCase(
      "list: comments and colours alone", .list, "# A comment #fff\n// B #fff\n\n#ff0000\n#\nred\n{\n}\n",
      [Item("#ff0000", 4, "#f00"), Item("red", 6, "red")]),
    PaletteCase(
      "list: the colour first", .list, "#ff0000 Label\nrgb(1 2 3): Other one\n#00f\n",
      [Item("Label", 1, "#f00"), Item("Other one", 2, "rgb(1 2 3)"), Item("#00f", 3, "#00f")]),
    PaletteCase(
      "list: numbers without a space", .list, "A 255, 59, 48\nB rgb(0, 0, 0)\n", [Item("B", 2, "#000")],
      notes: [Remark(.invalid, 1, "'A 255, 59'")]),
    PaletteCase(
      "list: wrong lines", .list,
      "A #ff00\nB #ff0\nLabel\nC ff0000\nD bleu\nE rgb(1 2)\n"
        + "F currentColor\nG contrast-color(red)\nH rgb(round(1) 2 3)\n",
      [Item("A", 1, "#ff00"), Item("B", 2, "#ff0")],
      notes: [
        Remark(.invalid, 3, "'Label'"), Remark(.invalid, 4, "did you mean '#ff0000'?"),
        Remark(.invalid, 5, "did you mean 'blue'?"), Remark(.invalid, 6, "needs three values"),
        Remark(.unknown, 7, "'currentColor'"), Remark(.unknown, 8, "'G'"), Remark(.unknown, 9, "round()"),
      ]),
    PaletteCase(
      "list: line ends and a byte order mark", .list, "\u{feff}A #111\r\nB #222\rC #333\n",
      [Item("A", 1, "#111"), Item("B", 2, "#222"), Item("C", 3, "#333")]),
  ]
}
