import GamutPalettes

extension PaletteAuditCase {
  /// What a palette without colours has.
  private static let nothing = """
    note palette-unknown
      Nothing here is read as a colour
    """

  /// What the readers note, by their formats; and palettes in which nothing is wrong.
  static let notes: [PaletteAuditCase] = [
    PaletteAuditCase(
      "colours of CSS that are not valid, or not known", "a.css",
      """
      :root {
        --a: #12;
        --b: color-mix(in srgb, red, blue);
        --c: var(--missing);
        --d: var(--e);
        --e: var(--d);
        --f: rgb(1 2);
        --g: #336699;
      }
      """,
      """
      2 warning palette-invalid
        --a
      3 note palette-unknown
        --b
      4 note palette-unknown
        --missing
      5 warning palette-invalid
        --d
      6 warning palette-invalid
        --e
      7 warning palette-invalid
        --f
      """),
    PaletteAuditCase(
      "tokens that are not valid, outdated, or refer to nothing", "a.tokens",
      """
      {"$type": "color",
      "a": {"$value": "#336699"},
      "b": {"$value": {"colorSpace": "srgb", "components": [1, 2, 0]}},
      "c": {"$value": "{missing}"}
      }
      """,
      """
      2 note palette-outdated
        a
      3 warning palette-invalid
        b
      4 warning palette-invalid
        missing
      """),
    PaletteAuditCase(
      "a line of GIMP that is no colour", "a.gpl",
      """
      GIMP Palette
      Columns: 999
      1 2 300 red
      51 102 153 blue
      """,
      """
      2 warning palette-invalid
        999
      3 warning palette-invalid
        1 2 300 red
      """),
    PaletteAuditCase(
      "lines of a list that are no colours", "a.txt",
      """
      blue #336699
      red #12
      text currentColor
      grey #cccccc
      """,
      """
      2 warning palette-invalid
        red
      3 note palette-unknown
        text
      """),
    PaletteAuditCase(
      "a colour for printing", "a.ase",
      """
      ink CMYK 0 1 1 0
      blue LAB 0.5 10 -40
      """,
      """
      note palette-unknown
        ink
        CMYK
      """),
    PaletteAuditCase(
      "a grey of Adobe swatches", "a.ase",
      """
      ink Gray 0.5
      blue LAB 0.5 10 -40
      """,
      """
      note confusable-colors
        ink (Gray 0.5) and blue (LAB 0.5 10 -40) differ by 0.113 (OKLab)
        are hard to tell apart with tritanopia (0.056)
      """, assuming: .sRGB),
    PaletteAuditCase(
      "a space of a catalog that is not known", "A.xcassets",
      """
      ink other 0.100 0.200 0.300 1.000
      blue srgb 0.100 0.200 0.300 1.000
      """,
      """
      ink:2 note palette-unknown
        ink
      """),
    PaletteAuditCase(
      "notes with other severities", "a.css",
      """
      :root {
        --a: #12;
        --b: color-mix(in srgb, red, blue);
      }
      """,
      """
      2 note palette-invalid
        --a
      3 error palette-unknown
        --b
      """, policy: "severity: {palette-invalid: note, palette-unknown: error}"),
    PaletteAuditCase(
      "notes that are off", "a.css",
      """
      :root {
        --a: #12;
      }
      """, "", policy: "severity: {palette-invalid: off}"),
    PaletteAuditCase("a style sheet without colours", "a.css", "a { margin: 0 }\n", nothing),
    PaletteAuditCase("an empty style sheet", "a.css", "", nothing),
    PaletteAuditCase("a palette of GIMP without colours", "a.gpl", "GIMP Palette\nName: Empty\n#\n", nothing),
    PaletteAuditCase("Adobe swatches without colours", "a.ase", "", nothing),
    PaletteAuditCase("a catalog without colours", "A.xcassets", "", nothing),
    PaletteAuditCase(
      "tokens without colours", "a.tokens.json",
      """
      {"a": {"$type": "dimension", "$value": {"value": 1, "unit": "px"}}}
      """, nothing),
    PaletteAuditCase(
      "numbers beyond all bounds", "a.css",
      """
      :root {
        --a: color(srgb 1e300 0 0);
        --b: lab(50 1e300 -1e300);
        --c: color(xyz 1e30 1e30 -1e30);
        --d: oklch(1 1e30 20);
      }
      """, "",
      policy: "severity: {color-outside-srgb: off, colors-merge: off, confusable-colors: off}"),
  ]
}
