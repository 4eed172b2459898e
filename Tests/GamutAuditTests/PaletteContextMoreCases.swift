extension PaletteAuditCase {
  static let contextMore: [PaletteAuditCase] = [
    PaletteAuditCase(
      "two reds in a dark theme, css", "a.css",
      """
      :root {
        --alert: #aa0000;
        --badge: #550000;
      }
      @media (prefers-color-scheme: dark) { .brand {
        --alert: color(display-p3 1 0 0);
        --badge: color(display-p3 0.925 0 0);
      } }
      """,
      """
      6 note color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
        (dark, .brand).
      7 note color-outside-srgb
        --badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
        (dark, .brand).
      7 error colors-merge
        --alert (color(display-p3 1 0 0)) and --badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
        (dark, .brand).
      """),
    PaletteAuditCase(
      "a dark red beside a light one, css", "a.css",
      """
      :root {
        --alert: color(display-p3 1 0 0);
        --badge: #550000;
      }
      @media (prefers-color-scheme: dark) { :root {
        --badge: color(display-p3 0.925 0 0);
      } }
      """,
      """
      2 note color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
        (light).
      6 note color-outside-srgb
        --badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
        (dark).
      6 error colors-merge
        --alert (color(display-p3 1 0 0)) and --badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
        (dark).
      """),
    PaletteAuditCase(
      "slots for light, which leave those for any to the dark, catalog", "A.xcassets",
      """
      background srgb 0.000 0.000 0.000 1.000
      background srgb 1.000 1.000 1.000 1.000 light
      text srgb 1.000 1.000 1.000 1.000
      text srgb 0.933 0.933 0.933 1.000 light
      """,
      """
      text:3 warning low-contrast
        text
         on background
        a contrast of 1.16, below 4.5
        (light).
      """),
    PaletteAuditCase(
      "slots for light beside those for dark, catalog", "A.xcassets",
      """
      background srgb 0.200 0.200 0.200 1.000
      background srgb 1.000 1.000 1.000 1.000 light
      background srgb 0.000 0.000 0.000 1.000 dark
      text srgb 0.200 0.200 0.200 1.000
      text srgb 0.000 0.000 0.000 1.000 light
      text srgb 0.200 0.200 0.200 1.000 dark
      """,
      """
      text:4 warning low-contrast
        text
         on background
        a contrast of 1.66, below 4.5
        (dark).
      """),
    PaletteAuditCase(
      "sets of one name in two folders, catalog", "A.xcassets",
      """
      One/text srgb 0.933 0.933 0.933 1.000
      Two/text srgb 0.067 0.067 0.067 1.000
      background srgb 1.000 1.000 1.000 1.000
      """,
      """
      One/text:2 warning low-contrast
        One/text
         on background
        a contrast of 1.16, below 4.5.
      """),
    PaletteAuditCase(
      "dark with increased contrast has what dark has, tokens", "a.tokens",
      """
      {"$type": "color",
      "light": {
      "text": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}},
      "background": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}},
      "dark-mode": {
      "text": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
      "background": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}},
      "high-contrast": {
      "background": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}}},
      "dark-hc": {
      "text": {"$value": {"colorSpace": "srgb", "components": [0.2, 0.2, 0.2]}}}}
      """,
      """
      11 warning low-contrast
        text
         on background
        a contrast of 1.66, below 4.5
        (dark, increased contrast).
      """),
    PaletteAuditCase(
      "a dark red beside a light one, catalog", "A.xcassets",
      """
      alert display-p3 1.000 0.000 0.000 1.000
      badge srgb 0.333 0.000 0.000 1.000
      badge display-p3 0.925 0.000 0.000 1.000 dark
      """,
      """
      alert:2 note color-outside-srgb
        alert (
        6.6 (DIN99o)
        #ff0000
        (light).
      badge:3 note color-outside-srgb
        badge (
        5.5 (DIN99o)
        #ff0000
        (dark).
      badge:3 error colors-merge
        alert (
        badge (
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
        (dark).
      """),
    PaletteAuditCase(
      "a theme does not see another, css", "a.css",
      """
      :root {
        --alert: #111111;
        --badge: #333333;
      }
      .one {
        --alert: color(display-p3 1 0 0);
      }
      .two {
        --badge: color(display-p3 0.925 0 0);
      }
      """,
      """
      6 note color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
        (.one).
      9 note color-outside-srgb
        --badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
        (.two).
      """),
    PaletteAuditCase(
      "reds of one alpha merge, css", "a.css",
      """
      :root {
        --alert: color(display-p3 1 0 0 / 0.8);
        --badge: color(display-p3 0.925 0 0 / 0.8);
      }
      """,
      """
      2 note color-outside-srgb
        --alert (color(display-p3 1 0 0 / 0.8))
        6.6 (DIN99o)
        #ff0000
      3 note color-outside-srgb
        --badge (color(display-p3 0.925 0 0 / 0.8))
        5.5 (DIN99o)
        #ff0000
      3 error colors-merge
        --alert (color(display-p3 1 0 0 / 0.8)) and --badge (color(display-p3 0.925 0 0 / 0.8))
        differ by 3.4 (DIN99o)
        #ff0000 and #ff0000
      """),
    PaletteAuditCase(
      "reds of two alphas, css", "a.css",
      """
      :root {
        --alert: color(display-p3 1 0 0 / 0.5);
        --badge: color(display-p3 0.925 0 0 / 0.6);
      }
      """,
      """
      2 note color-outside-srgb
        --alert (color(display-p3 1 0 0 / 0.5))
        6.6 (DIN99o)
        #ff0000
      3 note color-outside-srgb
        --badge (color(display-p3 0.925 0 0 / 0.6))
        5.5 (DIN99o)
        #ff0000
      """),
    PaletteAuditCase(
      "reds of two alphas, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "alert": {"$value": {"colorSpace": "display-p3", "components": [1, 0, 0], "alpha": 0.5}},
      "badge": {"$value": {"colorSpace": "display-p3", "components": [0.925, 0, 0]}}
      }
      """,
      """
      2 note color-outside-srgb
        alert (color(display-p3 1 0 0 / 0.5))
        6.6 (DIN99o)
        #ff0000
      3 note color-outside-srgb
        badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
      """),
    PaletteAuditCase(
      "transparent colours are none, css", "a.css",
      """
      :root {
        --nothing: color(display-p3 1 0 0 / 0);
        --none: color(srgb 1 0 0 / 0);
        --red: #e10000;
      }
      """, ""),
    PaletteAuditCase(
      "transparent colours are none, list", "a.txt",
      """
      // Name and colour
      nothing color(display-p3 1 0 0 / 0)
      none color(srgb 1 0 0 / 0)
      red #e10000
      """, ""),
    PaletteAuditCase(
      "transparent colours are none, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "nothing": {"$value": {"colorSpace": "display-p3", "components": [1, 0, 0], "alpha": 0}},
      "none": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0], "alpha": 0}},
      "red": {"$value": {"colorSpace": "srgb", "components": [0.8824, 0, 0]}}
      }
      """, ""),
  ]
}
