import GamutPalettes
import TestSupport

/// The palettes of GIMP and of Adobe, and lists.
extension PaletteCase {
  static let gimp: [PaletteCase] = [
    PaletteCase(
      "GIMP: all lines", .gimp,
      "GIMP Palette\nName: Things\nColumns: 4\n#\n# A comment\n255 59 48 Red\n  0\t0   0\tDeep black\n",
      [Item("Red", 6, "#ff3b30"), Item("Deep black", 7, "#000")]),
    PaletteCase("GIMP: the old form", .gimp, "GIMP Palette\n255 0 0 Red\n", [Item("Red", 2, "#f00")]),
    PaletteCase(
      "GIMP: carriage returns", .gimp, "GIMP Palette\r\nName: A\r\n\r\n1 2 3 One\r\n4 5 6\r\n",
      [Item("One", 4, "#010203"), Item("#040506", 5, "#040506")]),
    PaletteCase(
      "GIMP: a byte order mark", .gimp, "\u{feff}GIMP Palette\n1 2 3 Größe ✓", [Item("Größe ✓", 2, "#010203")]),
    PaletteCase("GIMP: nothing", .gimp, "GIMP Palette"),
    PaletteCase(
      "GIMP: wrong lines", .gimp,
      "GIMP Palette\nColumns: 256\n256 0 0 A\n1 2 B\n-1 0 0 C\n1.5 0 0 D\n1,2,3 E\nName: late\n9 9 9 F\n1 2 3x\n",
      [Item("F", 9, "#090909")],
      notes: [
        Remark(.invalid, 2, "'Columns' is '256'"), Remark(.invalid, 3, "'256 0 0 A'"), Remark(.invalid, 4, "0 to 255"),
        Remark(.invalid, 5, "-1"), Remark(.invalid, 6, "1.5"), Remark(.invalid, 7, "1,2,3"),
        Remark(.invalid, 8, "Name: late"), Remark(.invalid, 10, "1 2 3x"),
      ]),
    PaletteCase(
      "GIMP: with alpha of Aseprite", .gimp, "GIMP Palette\nChannels: RGBA\n#\n255 0 0 255 Red\n0 0 0 0 None\n1 2 3\n",
      [Item("Red", 4, "#f00"), Item("None", 5, "#0000")], notes: [Remark(.invalid, 6, "four numbers")]),
  ]

  static let adobe: [PaletteCase] = [
    PaletteCase(
      "Adobe: Lab needs no space", .adobe,
      AdobeFile().color("A", "LAB ", [0.5, 20, -30]).color("B", "LAB ", [1, 0, 0], rest: []).bytes,
      [Item("A", nil, "lab(50 20 -30)"), Item("B", nil, "lab(100 0 0)")]),
    PaletteCase(
      "Adobe: groups", .adobe,
      AdobeFile().color("A", "LAB ", [1, 0, 0]).group("Text").color("B", "LAB ", [0, 0, 0]).group("Other")
        .color("C", "LAB ", [0, 0, 0]).endOfGroup().color("D", "LAB ", [0, 0, 0]).color("", "LAB ", [0, 1, 0]).bytes,
      [
        Item("A", nil, "lab(100 0 0)"), Item("Text/B", nil, "lab(0 0 0)"), Item("Other/C", nil, "lab(0 0 0)"),
        Item("D", nil, "lab(0 0 0)"), Item("untitled 5", nil, "lab(0 1 0)"),
      ]),
    PaletteCase(
      "Adobe: values of a space", .adobe,
      AdobeFile().color("Red", "RGB ", [1, 0.5, 0]).color("Grey", "Gray", [0.25]).color("G", "GRAY", [1]).bytes,
      [
        Item("Red", nil, "color(display-p3 1 0.5 0)"), Item("Grey", nil, "color(display-p3 .25 .25 .25)"),
        Item("G", nil, "color(display-p3 1 1 1)"),
      ], space: .displayP3),
    PaletteCase(
      "Adobe: CMYK and the unknown", .adobe,
      AdobeFile().color("Cyan", "CMYK", [1, 0, 0, 0]).color("Hue", "HSB ", [1, 1, 1]).color("A", "LAB ", [1, 0, 0])
        .bytes,
      [Item("A", nil, "lab(100 0 0)")],
      notes: [Remark(.unknown, nil, "needs a profile"), Remark(.unknown, nil, "'HSB '")]),
    PaletteCase(
      "Adobe: no numbers", .adobe,
      AdobeFile().color("A", "LAB ", [.nan, 0, 0]).color("B", "LAB ", [1, .infinity, 0]).color(
        "C", "LAB ", [1, 3e38, 0]
      )
      .bytes, [],
      notes: [Remark(.invalid, nil, "'A'"), Remark(.invalid, nil, "'B'"), Remark(.invalid, nil, "'C'")]),
    PaletteCase(
      "Adobe: broken names, unknown blocks, and more data", .adobe,
      AdobeFile().color(units: [0xd83d, 0x41], "LAB ", [0, 0, 0], rest: [1, 2, 3, 4, 5]).block(7, [1, 2])
        .color("😀", "LAB ", [0, 0, 0]).bytes + [1, 2, 3],
      [Item("\u{fffd}A", nil, "lab(0 0 0)"), Item("😀", nil, "lab(0 0 0)")]),
    PaletteCase("Adobe: nothing", .adobe, AdobeFile().bytes),
  ]

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
      "list: comments and colours alone", .list, "# A comment #fff\n// B #fff\n\n#ff0000\n#\nred\n{\n}\n255, 59, 48\n",
      [Item("#ff0000", 4, "#f00"), Item("red", 6, "red"), Item("255, 59, 48", 9, "#ff3b30")]),
    PaletteCase(
      "list: the colour first", .list, "#ff0000 Label\nrgb(1 2 3): Other one\n#00f\n1 2 3 Codes\n4, 5, 6: More",
      [
        Item("Label", 1, "#f00"), Item("Other one", 2, "rgb(1 2 3)"), Item("#00f", 3, "#00f"),
        Item("Codes", 4, "#010203"), Item("More", 5, "#040506"),
      ]),
    PaletteCase(
      "list: codes", .list, "A 255, 59, 48\nB: 0 0 0\nC=1,2,3\nD 256 0 0\nE 1 2 3 4\n",
      [Item("A", 1, "#ff3b30"), Item("B", 2, "#000"), Item("C", 3, "#010203"), Item("E 1", 5, "#020304")],
      notes: [Remark(.invalid, 4, "'D 256 0'")]),
    PaletteCase(
      "list: wrong lines", .list,
      "A #ff00\nB #ff0\nLabel\nC ff0000\nD bleu\nE rgb(1 2)\n"
        + "F currentColor\nG color-mix(in srgb, red, blue)\nH rgb(calc(1) 2 3)\n",
      [Item("A", 1, "#ff00"), Item("B", 2, "#ff0")],
      notes: [
        Remark(.invalid, 3, "'Label'"), Remark(.invalid, 4, "did you mean '#ff0000'?"),
        Remark(.invalid, 5, "did you mean 'blue'?"), Remark(.invalid, 6, "needs three values"),
        Remark(.unknown, 7, "'currentColor'"), Remark(.unknown, 8, "'G'"), Remark(.unknown, 9, "calc()"),
      ]),
    PaletteCase(
      "list: line ends and a byte order mark", .list, "\u{feff}A #111\r\nB #222\rC #333\n",
      [Item("A", 1, "#111"), Item("B", 2, "#222"), Item("C", 3, "#333")]),
  ]
}
