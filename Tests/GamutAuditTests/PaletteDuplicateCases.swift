import GamutPalettes

extension PaletteAuditCase {
  static let duplicate: [PaletteAuditCase] = [
    PaletteAuditCase(
      "faint colours in the dark, css", "a.css",
      """
      :root {
        --a: #777777;
        --b: #333333;
      }
      @media (prefers-color-scheme: dark) { :root {
        --a: color(display-p3 1 0 0 / 0.6);
        --b: color(display-p3 0.8 0 0 / 0.6);
      } }
      """,
      """
      6 note color-outside-srgb
        --a (color(display-p3 1 0 0 / 0.6))
        6.6 (DIN99o)
        #ff0000
        (dark).
      7 note color-outside-srgb
        --b (color(display-p3 0.8 0 0 / 0.6))
        4.8 (DIN99o)
        #df0000
        (dark).
      """),
    PaletteAuditCase(
      "just below the JND, css", "a.css",
      """
      :root {
        --low: oklab(0.5 0 0);
        --near: oklab(0.5148 0 0);
      }
      """,
      """
      3 note near-duplicate
        --low (oklab(0.5 0 0)) and --near (oklab(0.5148 0 0))
        by only 1.7 (DIN99o)
      """),
    PaletteAuditCase(
      "just above the JND, css", "a.css",
      """
      :root {
        --low: oklab(0.5 0 0);
        --far: oklab(0.515 0 0);
      }
      """, ""),
    PaletteAuditCase(
      "just below the JND, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "low": {"$value": {"colorSpace": "oklab", "components": [0.5, 0, 0]}},
      "near": {"$value": {"colorSpace": "oklab", "components": [0.5148, 0, 0]}}
      }
      """,
      """
      3 note near-duplicate
        low (oklab(0.5 0 0)) and near (oklab(0.5148 0 0))
        by only 1.7 (DIN99o)
      """),
    PaletteAuditCase(
      "just above the JND, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "low": {"$value": {"colorSpace": "oklab", "components": [0.5, 0, 0]}},
      "far": {"$value": {"colorSpace": "oklab", "components": [0.515, 0, 0]}}
      }
      """, ""),
    PaletteAuditCase(
      "one colour, but for rounding, list", "a.txt",
      """
      // Name and colour
      low oklab(0.5 0 0)
      same oklab(0.50095 0 0)
      """,
      """
      3 note same-color
        low and same are one colour
      """),
    PaletteAuditCase(
      "just no longer one colour, list", "a.txt",
      """
      // Name and colour
      low oklab(0.5 0 0)
      near oklab(0.50105 0 0)
      """,
      """
      3 note near-duplicate
        low (oklab(0.5 0 0)) and near (oklab(0.50105 0 0))
        by only 0.1 (DIN99o)
      """),
    PaletteAuditCase(
      "the JND of the policy, which is for images, css", "a.css",
      """
      :root {
        --low: oklab(0.5 0 0);
        --near: oklab(0.5148 0 0);
        --far: oklab(0.54 0 0);
      }
      """,
      """
      3 note near-duplicate
        --low (oklab(0.5 0 0)) and --near (oklab(0.5148 0 0))
        by only 1.7 (DIN99o)
      """,
      policy: "jnd: 5"),
    PaletteAuditCase(
      "one colour under two names, css", "a.css",
      """
      :root {
        --ink: #1b2a3c;
        --night: #1b2a3c;
        --dusk: #1d2a3c;
      }
      """,
      """
      3 note same-color
        --ink and --night are one colour
      4 note near-duplicate
        --ink (#1b2a3c) and --dusk (#1d2a3c)
        by only 0.8 (DIN99o)
      """),
    PaletteAuditCase(
      "one colour under two names, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "ink": {"$value": {"colorSpace": "srgb", "components": [0.1059, 0.1647, 0.2353]}},
      "night": {"$value": {"colorSpace": "srgb", "components": [0.1059, 0.1647, 0.2353]}},
      "dusk": {"$value": {"colorSpace": "srgb", "components": [0.1137, 0.1647, 0.2353]}}
      }
      """,
      """
      3 note same-color
        ink and night are one colour
      4 note near-duplicate
        ink (color(srgb 0.1059 0.1647 0.2353)) and dusk (color(srgb 0.1137 0.1647 0.2353))
        by only 0.8 (DIN99o)
      """),
    PaletteAuditCase(
      "one colour under two names, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
       27  42  60	ink
       27  42  60	night
       29  42  60	dusk
      """,
      """
      5 note same-color
        ink and night are one colour
      6 note near-duplicate
        ink (27 42 60) and dusk (29 42 60)
        by only 0.8 (DIN99o)
      """),
    PaletteAuditCase(
      "one colour under two names, list", "a.txt",
      """
      // Name and colour
      ink #1b2a3c
      night #1b2a3c
      dusk #1d2a3c
      """,
      """
      3 note same-color
        ink and night are one colour
      4 note near-duplicate
        ink (#1b2a3c) and dusk (#1d2a3c)
        by only 0.8 (DIN99o)
      """),
    PaletteAuditCase(
      "one colour under two names, catalog", "A.xcassets",
      """
      dusk srgb 0.114 0.165 0.235 1.000
      ink srgb 0.106 0.165 0.235 1.000
      night srgb 0.106 0.165 0.235 1.000
      """,
      """
      night:2 note same-color
        ink and night are one colour
      ink:2 note near-duplicate
        dusk (
        ink (
        by only 0.8 (DIN99o)
      """),
    PaletteAuditCase(
      "one colour under two names, ase", "a.ase",
      """
      ink RGB 0.1 0.2 0.3
      night RGB 0.1 0.2 0.3
      """,
      """
      note same-color
        ink and night are one colour
      """,
      assuming: .sRGB),
    PaletteAuditCase(
      "an alias is no second name, css", "a.css",
      """
      :root {
        --ink: #1b2a3c;
        --night: var(--ink);
        --late: var(--night);
      }
      """, ""),
    PaletteAuditCase(
      "an alias is no second name, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "ink": {"$value": {"colorSpace": "srgb", "components": [0.1059, 0.1647, 0.2353]}},
      "night": {"$value": "{ink}"},
      "late": {"$value": "{night}"}
      }
      """, ""),
    PaletteAuditCase(
      "one colour in the dark, css", "a.css",
      """
      :root {
        --ink: #1b2a3c;
        --night: #806040;
      }
      @media (prefers-color-scheme: dark) { :root {
        --ink: #90a0c0;
        --night: #90a0c0;
      } }
      """,
      """
      7 note same-color
        --ink and --night are one colour
        (dark).
      """),
    PaletteAuditCase(
      "one colour in the dark, catalog", "A.xcassets",
      """
      ink srgb 0.106 0.165 0.235 1.000
      ink srgb 0.565 0.627 0.753 1.000 dark
      night srgb 0.502 0.376 0.251 1.000
      night srgb 0.565 0.627 0.753 1.000 dark
      """,
      """
      night:3 note same-color
        ink and night are one colour
        (dark).
      """),
    PaletteAuditCase(
      "three names of one colour, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
       18  52  86	a
       18  52  86	b
       18  52  86	c
      """,
      """
      6 note same-color
        a, b and c are one colour
      """),
    PaletteAuditCase(
      "nearly one colour in a theme, css", "a.css",
      """
      :root {
        --ink: #1b2a3c;
        --night: #806040;
      }
      .brand {
        --night: #1d2a3c;
      }
      """,
      """
      6 note near-duplicate
        --ink (#1b2a3c) and --night (#1d2a3c)
        by only 0.8 (DIN99o)
        (.brand).
      """),
    PaletteAuditCase(
      "nearly one colour, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
       51 102 153	sea
       52 102 154	lake
       90 102 153	land
      """,
      """
      5 note near-duplicate
        sea (51 102 153) and lake (52 102 154)
        by only 0.5 (DIN99o)
      """),
    PaletteAuditCase(
      "nearly one colour, catalog", "A.xcassets",
      """
      lake srgb 0.204 0.400 0.604 1.000
      land srgb 0.353 0.400 0.600 1.000
      sea srgb 0.200 0.400 0.600 1.000
      """,
      """
      sea:2 note near-duplicate
        lake (
        sea (
        by only 0.5 (DIN99o)
      """),
  ]
}
