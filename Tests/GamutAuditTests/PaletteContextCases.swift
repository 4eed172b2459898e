extension PaletteAuditCase {
  static let context: [PaletteAuditCase] = [
    PaletteAuditCase(
      "two reds merge in the dark, css", "a.css",
      """
      :root {
        --alert: #aa0000;
        --badge: #550000;
      }
      @media (prefers-color-scheme: dark) { :root {
        --alert: color(display-p3 1 0 0);
        --badge: color(display-p3 0.925 0 0);
      } }
      """,
      """
      6 note color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
        (dark).
      7 note color-outside-srgb
        --badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
        (dark).
      7 error colors-merge
        --alert (color(display-p3 1 0 0)) and --badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
        (dark).
      """),
    PaletteAuditCase(
      "two reds merge in the dark, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "light": {
        "alert": {"$value": {"colorSpace": "srgb", "components": [0.6667, 0, 0]}},
        "badge": {"$value": {"colorSpace": "srgb", "components": [0.3333, 0, 0]}}
      },
      "dark": {
        "alert": {"$value": {"colorSpace": "display-p3", "components": [1, 0, 0]}},
        "badge": {"$value": {"colorSpace": "display-p3", "components": [0.925, 0, 0]}}
      }
      }
      """,
      """
      7 note color-outside-srgb
        alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
        (dark).
      8 note color-outside-srgb
        badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
        (dark).
      8 error colors-merge
        alert (color(display-p3 1 0 0)) and badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
        (dark).
      """),
    PaletteAuditCase(
      "two reds merge in the dark, catalog", "A.xcassets",
      """
      alert srgb 0.667 0.000 0.000 1.000
      alert display-p3 1.000 0.000 0.000 1.000 dark
      badge srgb 0.333 0.000 0.000 1.000
      badge display-p3 0.925 0.000 0.000 1.000 dark
      """,
      """
      alert:3 note color-outside-srgb
        alert (
        6.6 (DIN99o)
        #ff0000
        (dark).
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
      "two reds with increased contrast, css", "a.css",
      """
      :root {
        --alert: #aa0000;
        --badge: #550000;
      }
      @media (prefers-contrast: more) { :root {
        --alert: color(display-p3 1 0 0);
        --badge: color(display-p3 0.925 0 0);
      } }
      """,
      """
      6 note color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
        (increased contrast).
      7 note color-outside-srgb
        --badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
        (increased contrast).
      7 error colors-merge
        --alert (color(display-p3 1 0 0)) and --badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
        (increased contrast).
      """),
    PaletteAuditCase(
      "two reds with increased contrast, catalog", "A.xcassets",
      """
      alert srgb 0.667 0.000 0.000 1.000
      alert display-p3 1.000 0.000 0.000 1.000 contrast
      badge srgb 0.333 0.000 0.000 1.000
      badge display-p3 0.925 0.000 0.000 1.000 contrast
      """,
      """
      alert:3 note color-outside-srgb
        alert (
        6.6 (DIN99o)
        #ff0000
        (increased contrast).
      badge:3 note color-outside-srgb
        badge (
        5.5 (DIN99o)
        #ff0000
        (increased contrast).
      badge:3 error colors-merge
        alert (
        badge (
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
        (increased contrast).
      """),
    PaletteAuditCase(
      "two reds in the dark with increased contrast, catalog", "A.xcassets",
      """
      alert srgb 0.667 0.000 0.000 1.000
      alert display-p3 1.000 0.000 0.000 1.000 dark contrast
      badge srgb 0.333 0.000 0.000 1.000
      badge display-p3 0.925 0.000 0.000 1.000 dark contrast
      """,
      """
      alert:3 note color-outside-srgb
        alert (
        6.6 (DIN99o)
        #ff0000
        (dark, increased contrast).
      badge:3 note color-outside-srgb
        badge (
        5.5 (DIN99o)
        #ff0000
        (dark, increased contrast).
      badge:3 error colors-merge
        alert (
        badge (
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
        (dark, increased contrast).
      """),
    PaletteAuditCase(
      "two reds in a theme, css", "a.css",
      """
      :root {
        --alert: #aa0000;
        --badge: #550000;
      }
      .brand {
        --alert: color(display-p3 1 0 0);
        --badge: color(display-p3 0.925 0 0);
      }
      """,
      """
      6 note color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
        (.brand).
      7 note color-outside-srgb
        --badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
        (.brand).
      7 error colors-merge
        --alert (color(display-p3 1 0 0)) and --badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
        (.brand).
      """),
  ]
}
