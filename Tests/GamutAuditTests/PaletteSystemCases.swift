import GamutPalettes

extension PaletteAuditCase {
  static let system: [PaletteAuditCase] = [
    PaletteAuditCase(
      "a copied system colour, css", "a.css",
      """
      :root {
        --danger: #ff3b30;
        --white: #ffffff;
        --black: #000000;
      }
      """,
      """
      2 note system-color
        --danger (#ff3b30) is 
        systemRed, light
      """),
    PaletteAuditCase(
      "a copied system colour, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
      255  59  48	danger
      255 255 255	white
        0   0   0	black
      """,
      """
      4 note system-color
        danger (255 59 48) is 
        systemRed, light
      """),
    PaletteAuditCase(
      "a copied system colour, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "danger": {"$value": {"colorSpace": "srgb", "components": [1, 0.2314, 0.1882]}},
      "white": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
      "black": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}
      }
      """,
      """
      2 note system-color
        danger (color(srgb 1 0.2314 0.1882)) is 
        systemRed, light
      """),
    PaletteAuditCase(
      "one code beside a system colour, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
      255  59  49	mine
      """, ""),
    PaletteAuditCase(
      "a copied system colour with alpha, list", "a.txt",
      """
      // Name and colour
      danger rgb(255 59 48 / 0.15)
      """,
      """
      2 note system-color
        danger (rgb(255 59 48 / 0.15)) is 
        systemRed, light
      """),
    PaletteAuditCase(
      "a copied system colour in the dark, css", "a.css",
      """
      :root {
        --danger: #c00000;
      }
      @media (prefers-color-scheme: dark) { :root {
        --danger: #ff453a;
      } }
      """,
      """
      5 note system-color
        --danger (#ff453a) is 
        systemRed, dark
        (dark).
      """),
    PaletteAuditCase(
      "a copied system colour in the dark, catalog", "A.xcassets",
      """
      danger srgb 0.753 0.000 0.000 1.000
      danger srgb 1.000 0.271 0.227 1.000 dark
      """,
      """
      danger:3 note system-color
        danger (
        systemRed, dark
        (dark).
      """),
    PaletteAuditCase(
      "a copied system colour with increased contrast, css", "a.css",
      """
      :root {
        --danger: #c00000;
      }
      @media (prefers-contrast: more) { :root {
        --danger: #d70015;
      } }
      """,
      """
      5 note system-color
        --danger (#d70015) is 
        systemRed, light increased-contrast
        (increased contrast).
      """),
    PaletteAuditCase(
      "a system colour as replacement, css", "a.css",
      """
      :root {
        --danger: #ff3b30;
      }
      @media (color-gamut: p3) { :root {
        --danger: color(display-p3 1 0.15 0.1);
      } }
      """,
      """
      2 note system-color
        --danger (#ff3b30) is 
        systemRed, light
      """),
    PaletteAuditCase(
      "a system colour written in Display P3, list", "a.txt",
      """
      // Name and colour
      danger color(display-p3 0.9176 0.2997 0.2335)
      """,
      """
      2 note p3-color-unneeded
        danger (color(display-p3 0.9176 0.2997 0.2335))
        is inside sRGB, as #fe392e
      """),
    PaletteAuditCase(
      "numbers of a system colour in Display P3, css", "a.css",
      """
      :root {
        --danger: color(display-p3 1 0.271 0.227);
      }
      """,
      """
      2 note color-outside-srgb
        --danger (color(display-p3 1 0.271 0.227))
        4.6 (DIN99o)
        #ff2729
      2 warning numbers-in-wrong-space
        --danger (color(display-p3 1 0.271 0.227))
        the numbers of systemRed
        as sRGB they are #ff453a
      """),
    PaletteAuditCase(
      "numbers of a system colour in Display P3, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "danger": {"$value": {"colorSpace": "display-p3", "components": [1, 0.271, 0.227]}}
      }
      """,
      """
      2 note color-outside-srgb
        danger (color(display-p3 1 0.271 0.227))
        4.6 (DIN99o)
        #ff2729
      2 warning numbers-in-wrong-space
        danger (color(display-p3 1 0.271 0.227))
        the numbers of systemRed
        as sRGB they are #ff453a
      """),
    PaletteAuditCase(
      "numbers of a system colour in Display P3, list", "a.txt",
      """
      // Name and colour
      danger color(display-p3 1 0.271 0.227)
      """,
      """
      2 note color-outside-srgb
        danger (color(display-p3 1 0.271 0.227))
        4.6 (DIN99o)
        #ff2729
      2 warning numbers-in-wrong-space
        danger (color(display-p3 1 0.271 0.227))
        the numbers of systemRed
        as sRGB they are #ff453a
      """),
    PaletteAuditCase(
      "numbers of a system colour in Display P3, catalog", "A.xcassets",
      """
      danger display-p3 1.000 0.271 0.227 1.000
      """,
      """
      danger:2 note color-outside-srgb
        danger (
        4.6 (DIN99o)
        #ff2729
      danger:2 warning numbers-in-wrong-space
        danger (
        the numbers of systemRed
        as sRGB they are #ff453a
      """),
    PaletteAuditCase(
      "numbers of a system colour in Display P3, ase", "a.ase",
      """
      danger RGB 1 0.231 0.188
      """,
      """
      note color-outside-srgb
        danger (RGB 1 0.231 0.188)
        4.7 (DIN99o)
        #ff0b18
      warning numbers-in-wrong-space
        danger (RGB 1 0.231 0.188)
        the numbers of systemRed, light
        as sRGB they are #ff3b30
      """,
      assuming: .displayP3),
    PaletteAuditCase(
      "numbers of a system colour for Display P3 alone, css", "a.css",
      """
      :root {
        --leaf: #30b050;
      }
      @media (color-gamut: p3) { :root {
        --leaf: color(display-p3 0.204 0.78 0.349);
      } }
      """,
      """
      5 warning numbers-in-wrong-space
        --leaf (color(display-p3 0.204 0.78 0.349))
        the numbers of systemGreen, light
        as sRGB they are #34c759
      """),
    PaletteAuditCase(
      "Display P3 inside sRGB, css", "a.css",
      """
      :root {
        --wood: color(display-p3 0.6 0.4 0.3);
        --grey: color(display-p3 0.2 0.2 0.2);
      }
      """,
      """
      2 note p3-color-unneeded
        --wood (color(display-p3 0.6 0.4 0.3))
        is inside sRGB, as #a26347
      3 note p3-color-unneeded
        --grey (color(display-p3 0.2 0.2 0.2))
        is inside sRGB, as #333333
      """),
    PaletteAuditCase(
      "Display P3 inside sRGB, ase", "a.ase",
      """
      wood RGB 0.6 0.4 0.3
      grey RGB 0.2 0.2 0.2
      """, "",
      assuming: .displayP3),
    PaletteAuditCase(
      "wide spaces outside sRGB, css", "a.css",
      """
      :root {
        --green: color(rec2020 0 1 0);
        --lime: oklch(0.85 0.3 135);
      }
      """,
      """
      2 note color-outside-srgb
        --green (color(rec2020 0 1 0))
        16.2 (DIN99o)
        #00ff00
      3 note color-outside-srgb
        --lime (oklch(0.85 0.3 135))
        9.7 (DIN99o)
        #66f400
      3 warning confusable-colors
        --green (color(rec2020 0 1 0)) and --lime (oklch(0.85 0.3 135))
        differ by 0.205 (OKLab)
        are confused with deuteranopia (0.022)
        are hard to tell apart with protanopia (0.046)
      """),
    PaletteAuditCase(
      "wide spaces outside sRGB, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "green": {"$value": {"colorSpace": "rec2020", "components": [0, 1, 0]}},
      "lime": {"$value": {"colorSpace": "oklch", "components": [0.85, 0.3, 135]}}
      }
      """,
      """
      2 note color-outside-srgb
        green (color(rec2020 0 1 0))
        16.2 (DIN99o)
        #00ff00
      3 note color-outside-srgb
        lime (oklch(0.85 0.3 135))
        9.7 (DIN99o)
        #66f400
      3 warning confusable-colors
        green (color(rec2020 0 1 0)) and lime (oklch(0.85 0.3 135))
        differ by 0.205 (OKLab)
        are confused with deuteranopia (0.022)
        are hard to tell apart with protanopia (0.046)
      """),
    PaletteAuditCase(
      "wide spaces outside sRGB, list", "a.txt",
      """
      // Name and colour
      green color(rec2020 0 1 0)
      lime oklch(0.85 0.3 135)
      """,
      """
      2 note color-outside-srgb
        green (color(rec2020 0 1 0))
        16.2 (DIN99o)
        #00ff00
      3 note color-outside-srgb
        lime (oklch(0.85 0.3 135))
        9.7 (DIN99o)
        #66f400
      3 warning confusable-colors
        green (color(rec2020 0 1 0)) and lime (oklch(0.85 0.3 135))
        differ by 0.205 (OKLab)
        are confused with deuteranopia (0.022)
        are hard to tell apart with protanopia (0.046)
      """),
    PaletteAuditCase(
      "wide outside in the dark, catalog", "A.xcassets",
      """
      leaf srgb 0.000 0.627 0.000 1.000
      leaf display-p3 0.000 1.000 0.000 1.000 dark
      """,
      """
      leaf:3 note color-outside-srgb
        leaf (
        5.9 (DIN99o)
        #00ff00
        (dark).
      """),
  ]
}
