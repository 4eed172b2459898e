import GamutPalettes

extension PaletteAuditCase {
  static let contrast: [PaletteAuditCase] = [
    PaletteAuditCase(
      "text just above and just below 4.5, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --text-one: #767676;
        --text-two: #777777;
        --icon: #949494;
        --icon-pale: #969696;
        --divider: #eeeeee;
        --blur-tint: #dddddd;
        --gradient-top: #cccccc;
      }
      """,
      """
      4 note near-duplicate
        --text-one (#767676) and --text-two (#777777)
        by only 0.4 (DIN99o)
      6 note near-duplicate
        --icon (#949494) and --icon-pale (#969696)
        by only 0.7 (DIN99o)
      4 warning low-contrast
        --text-two
         on --background
        a contrast of 4.47, below 4.5.
      6 warning low-contrast
        --icon-pale
         on --background
        a contrast of 2.95, below 3.
      """),
    PaletteAuditCase(
      "text just above and just below 4.5, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "background": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
      "text-one": {"$value": {"colorSpace": "srgb", "components": [0.4627, 0.4627, 0.4627]}},
      "text-two": {"$value": {"colorSpace": "srgb", "components": [0.4667, 0.4667, 0.4667]}},
      "icon": {"$value": {"colorSpace": "srgb", "components": [0.5804, 0.5804, 0.5804]}},
      "icon-pale": {"$value": {"colorSpace": "srgb", "components": [0.5882, 0.5882, 0.5882]}},
      "divider": {"$value": {"colorSpace": "srgb", "components": [0.9333, 0.9333, 0.9333]}}
      }
      """,
      """
      4 note near-duplicate
        text-one (color(srgb 0.4627 0.4627 0.4627)) and text-two (color(srgb 0.4667 0.4667 0.4667))
        by only 0.4 (DIN99o)
      6 note near-duplicate
        icon (color(srgb 0.5804 0.5804 0.5804)) and icon-pale (color(srgb 0.5882 0.5882 0.5882))
        by only 0.7 (DIN99o)
      4 warning low-contrast
        text-two
         on background
        a contrast of 4.47, below 4.5.
      6 warning low-contrast
        icon-pale
         on background
        a contrast of 2.95, below 3.
      """),
    PaletteAuditCase(
      "text just above and just below 4.5, list", "a.txt",
      """
      // Name and colour
      background #ffffff
      text-one #767676
      text-two #777777
      icon #949494
      icon-pale #969696
      divider #eeeeee
      """,
      """
      4 note near-duplicate
        text-one (#767676) and text-two (#777777)
        by only 0.4 (DIN99o)
      6 note near-duplicate
        icon (#949494) and icon-pale (#969696)
        by only 0.7 (DIN99o)
      4 warning low-contrast
        text-two
         on background
        a contrast of 4.47, below 4.5.
      6 warning low-contrast
        icon-pale
         on background
        a contrast of 2.95, below 3.
      """),
    PaletteAuditCase(
      "text just above and just below 4.5, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
      255 255 255	background
      118 118 118	text-one
      119 119 119	text-two
      148 148 148	icon
      150 150 150	icon-pale
      238 238 238	divider
      """,
      """
      6 note near-duplicate
        text-one (118 118 118) and text-two (119 119 119)
        by only 0.4 (DIN99o)
      8 note near-duplicate
        icon (148 148 148) and icon-pale (150 150 150)
        by only 0.7 (DIN99o)
      6 warning low-contrast
        text-two
         on background
        a contrast of 4.47, below 4.5.
      8 warning low-contrast
        icon-pale
         on background
        a contrast of 2.95, below 3.
      """),
    PaletteAuditCase(
      "text just above and just below 4.5, catalog", "A.xcassets",
      """
      background srgb 1.000 1.000 1.000 1.000
      divider srgb 0.933 0.933 0.933 1.000
      icon srgb 0.580 0.580 0.580 1.000
      icon-pale srgb 0.588 0.588 0.588 1.000
      text-one srgb 0.463 0.463 0.463 1.000
      text-two srgb 0.467 0.467 0.467 1.000
      """,
      """
      icon:2 note near-duplicate
        icon (
        icon-pale (
        by only 0.7 (DIN99o)
      text-two:2 note near-duplicate
        text-one (
        text-two (
        by only 0.4 (DIN99o)
      icon-pale:2 warning low-contrast
        icon-pale
         on background
        a contrast of 2.96, below 3.
      text-two:2 warning low-contrast
        text-two
         on background
        a contrast of 4.47, below 4.5.
      """),
    PaletteAuditCase(
      "text just below 4.5, ase", "a.ase",
      """
      background RGB 1 1 1
      label RGB 0.5 0.5 0.5
      """,
      """
      warning low-contrast
        label
         on background
        a contrast of 3.97, below 4.5.
      """,
      assuming: .sRGB),
    PaletteAuditCase(
      "text that is worse in the dark, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --label: #555555;
      }
      @media (prefers-color-scheme: dark) { :root {
        --background: #000000;
      } }
      """,
      """
      3 warning low-contrast
        --label
         on --background
        a contrast of 2.81, below 4.5
        (dark).
      """),
    PaletteAuditCase(
      "text that is worse in the dark, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "light": {
        "background": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
        "label": {"$value": {"colorSpace": "srgb", "components": [0.3333, 0.3333, 0.3333]}}
      },
      "dark": {
        "background": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}
      }
      }
      """,
      """
      4 warning low-contrast
        label
         on background
        a contrast of 2.81, below 4.5
        (dark).
      """),
    PaletteAuditCase(
      "text that is worse in the dark, catalog", "A.xcassets",
      """
      background srgb 1.000 1.000 1.000 1.000
      background srgb 0.000 0.000 0.000 1.000 dark
      label srgb 0.333 0.333 0.333 1.000
      """,
      """
      label:2 warning low-contrast
        label
         on background
        a contrast of 2.81, below 4.5
        (dark).
      """),
    PaletteAuditCase(
      "text with increased contrast, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --label: #555555;
      }
      @media (prefers-contrast: more) { :root {
        --label: #888888;
      } }
      """,
      """
      6 warning low-contrast
        --label
         on --background
        a contrast of 3.54, below 4.5
        (increased contrast).
      """),
    PaletteAuditCase(
      "text in a theme, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --label: #555555;
      }
      .brand {
        --background: #777777;
      }
      """,
      """
      3 warning low-contrast
        --label
         on --background
        a contrast of 1.66, below 4.5
        (.brand).
      """),
    PaletteAuditCase(
      "text of Display P3, which is worse in Display P3, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --title: color(display-p3 1 0 0);
      }
      """,
      """
      3 note color-outside-srgb
        --title (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
      3 warning low-contrast
        --title
         on --background
        a contrast of 3.76 in Display P3, below 4.5.
      """),
    PaletteAuditCase(
      "text of Display P3, which is worse in Display P3, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "background": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
      "title": {"$value": {"colorSpace": "display-p3", "components": [1, 0, 0]}}
      }
      """,
      """
      3 note color-outside-srgb
        title (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
      3 warning low-contrast
        title
         on background
        a contrast of 3.76 in Display P3, below 4.5.
      """),
    PaletteAuditCase(
      "text of Display P3, which is worse in sRGB, list", "a.txt",
      """
      // Name and colour
      background #ffffff
      title color(display-p3 0 0.478 1)
      """,
      """
      3 note color-outside-srgb
        title (color(display-p3 0 0.478 1))
        1.6 (DIN99o)
        #007cff
      3 warning numbers-in-wrong-space
        title (color(display-p3 0 0.478 1))
        the numbers of systemBlue, light
        as sRGB they are #007aff
      3 warning low-contrast
        title
         on background
        a contrast of 3.93 in sRGB, below 4.5.
      """),
    PaletteAuditCase(
      "text with a replacement, which is worse, css", "a.css",
      """
      :root {
        --background: #ffffff;
      }
      @media (color-gamut: p3) { :root {
        --title: color(display-p3 0.6 0 0);
      } }
      :root {
        --title: #e06060;
      }
      """,
      """
      5 warning low-contrast
        --title
         on --background
        a contrast of 3.49 in sRGB, below 4.5.
      """),
    PaletteAuditCase(
      "text with a replacement, which is better, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --title: #a00000;
      }
      @media (color-gamut: p3) { :root {
        --title: color(display-p3 1 0.1 0);
      } }
      """,
      """
      6 warning low-contrast
        --title
         on --background
        a contrast of 3.67 in Display P3, below 4.5.
      """),
    PaletteAuditCase(
      "text with a replacement, which is worse, catalog", "A.xcassets",
      """
      background srgb 1.000 1.000 1.000 1.000
      title display-p3 0.600 0.000 0.000 1.000 p3
      title srgb 0.878 0.376 0.376 1.000 srgb
      """,
      """
      title:2 warning low-contrast
        title
         on background
        a contrast of 3.49 in sRGB, below 4.5.
      """),
  ]
}
