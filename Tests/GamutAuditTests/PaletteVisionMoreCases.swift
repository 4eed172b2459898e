extension PaletteAuditCase {
  static let visionMore: [PaletteAuditCase] = [
    PaletteAuditCase(
      "red and green, half as strong, list", "a.txt",
      """
      // Name and colour
      go #5c7d00
      stop #a46a00
      """,
      """
      3 warning confusable-colors
        go (#5c7d00) and stop (#a46a00)
        differ by 0.123 (OKLab)
        are confused with protanopia (0.059) and deuteranopia (0.066)
      """,
      policy: "vision: {severity: 0.5, confusable: 0.07, doubtful: 0.08}"),
    PaletteAuditCase(
      "red and green with other limits, css", "a.css",
      """
      :root {
        --go: #5c7d00;
        --stop: #a46a00;
      }
      """, "",
      policy: "vision: {distinct: 0.13}"),
    PaletteAuditCase(
      "blue and green for tritanopia, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
       72 172 208	sky
       51 182 160	mint
      """,
      """
      5 warning confusable-colors
        sky (72 172 208) and mint (51 182 160)
        differ by 0.087 (OKLab)
        are confused with tritanopia (0.008)
      """),
    PaletteAuditCase(
      "red and green in the dark, css", "a.css",
      """
      :root {
        --go: #aaddaa;
        --stop: #803030;
      }
      @media (prefers-color-scheme: dark) { :root {
        --go: #5c7d00;
        --stop: #a46a00;
      } }
      """,
      """
      7 warning confusable-colors
        --go (#5c7d00) and --stop (#a46a00)
        differ by 0.123 (OKLab)
        are confused with protanopia (0.026) and deuteranopia (0.035)
        (dark).
      """),
    PaletteAuditCase(
      "red and green in the dark, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "light": {
        "go": {"$value": {"colorSpace": "srgb", "components": [0.6667, 0.8667, 0.6667]}},
        "stop": {"$value": {"colorSpace": "srgb", "components": [0.502, 0.1882, 0.1882]}}
      },
      "dark": {
        "go": {"$value": {"colorSpace": "srgb", "components": [0.3608, 0.4902, 0]}},
        "stop": {"$value": {"colorSpace": "srgb", "components": [0.6431, 0.4157, 0]}}
      }
      }
      """,
      """
      8 warning confusable-colors
        go (color(srgb 0.3608 0.4902 0)) and stop (color(srgb 0.6431 0.4157 0))
        differ by 0.123 (OKLab)
        are confused with protanopia (0.026) and deuteranopia (0.035)
        (dark).
      """),
    PaletteAuditCase(
      "red and green in the dark, catalog", "A.xcassets",
      """
      go srgb 0.667 0.867 0.667 1.000
      go srgb 0.361 0.490 0.000 1.000 dark
      stop srgb 0.502 0.188 0.188 1.000
      stop srgb 0.643 0.416 0.000 1.000 dark
      """,
      """
      stop:3 warning confusable-colors
        go (
        stop (
        differ by 0.122 (OKLab)
        are confused with protanopia (0.025) and deuteranopia (0.035)
        (dark).
      """),
    PaletteAuditCase(
      "red and green, of another severity, css", "a.css",
      """
      :root {
        --go: #5c7d00;
        --stop: #a46a00;
      }
      """,
      """
      3 error confusable-colors
        --go (#5c7d00) and --stop (#a46a00)
        differ by 0.123 (OKLab)
        are confused with protanopia (0.026) and deuteranopia (0.035)
      """,
      policy: "severity: {confusable-colors: error}"),
    PaletteAuditCase(
      "doubts are notes at any severity, list", "a.txt",
      """
      // Name and colour
      indigo #5856d7
      purple #af52df
      """,
      """
      3 note confusable-colors
        indigo (#5856d7) and purple (#af52df)
        differ by 0.147 (OKLab)
        are hard to tell apart with protanopia (0.048)
      """,
      policy: "severity: {confusable-colors: error}"),
    PaletteAuditCase(
      "rules that are off, css", "a.css",
      """
      :root {
        --alert: color(display-p3 1 0 0);
        --badge: color(display-p3 0.925 0 0);
        --calm: #336699;
      }
      """,
      """
      2 error color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
      3 error color-outside-srgb
        --badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
      """,
      policy: "severity: {colors-merge: off, color-outside-srgb: error}"),
    PaletteAuditCase(
      "outside sRGB, with alpha", "a.css", ":root { --alert: color(display-p3 1 0 0 / 20%) }",
      """
      1 note color-outside-srgb
        6.6 (DIN99o)
        #ff0000
        if it were opaque
      """),
    PaletteAuditCase(
      "a merge as a note, list", "a.txt",
      """
      // Name and colour
      alert color(display-p3 1 0 0)
      badge color(display-p3 0.925 0 0)
      calm #336699
      """,
      """
      2 note color-outside-srgb
        alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
      3 note color-outside-srgb
        badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
      3 note colors-merge
        alert (color(display-p3 1 0 0)) and badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
      """,
      policy: "severity: {colors-merge: note}"),
    PaletteAuditCase(
      "just what may remain in sRGB, list", "a.txt",
      """
      // Name and colour
      alert color(display-p3 1 0 0)
      badge color(display-p3 0.95 0.24 0.12)
      """,
      """
      2 note color-outside-srgb
        alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
      3 note color-outside-srgb
        badge (color(display-p3 0.95 0.24 0.12))
        2.6 (DIN99o)
        #ff1c00
      3 error colors-merge
        alert (color(display-p3 1 0 0)) and badge (color(display-p3 0.95 0.24 0.12))
        differ by 4.5 (DIN99o)
        #ff0000 and #ff1c00
      """),
    PaletteAuditCase(
      "just more than may remain in sRGB, list", "a.txt",
      """
      // Name and colour
      alert color(display-p3 1 0 0)
      badge color(display-p3 0.95 0.242 0.121)
      """,
      """
      2 note color-outside-srgb
        alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
      3 note color-outside-srgb
        badge (color(display-p3 0.95 0.242 0.121))
        2.5 (DIN99o)
        #ff1d00
      """),
    PaletteAuditCase(
      "just different in Display P3, css", "a.css",
      """
      :root {
        --alert: color(display-p3 1 0 0);
        --badge: color(display-p3 0.955 0 0);
      }
      """,
      """
      2 note color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
      3 note color-outside-srgb
        --badge (color(display-p3 0.955 0 0))
        5.6 (DIN99o)
        #ff0000
      3 error colors-merge
        --alert (color(display-p3 1 0 0)) and --badge (color(display-p3 0.955 0 0))
        differ by 2.5 (DIN99o)
        #ff0000 and #ff0000
      """),
    PaletteAuditCase(
      "just not different in Display P3, css", "a.css",
      """
      :root {
        --alert: color(display-p3 1 0 0);
        --badge: color(display-p3 0.956 0 0);
      }
      """,
      """
      2 note color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
      3 note color-outside-srgb
        --badge (color(display-p3 0.956 0 0))
        5.6 (DIN99o)
        #ff0000
      """),
  ]
}
