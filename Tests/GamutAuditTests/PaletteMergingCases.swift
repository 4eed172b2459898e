import GamutPalettes

extension PaletteAuditCase {
  static let merging: [PaletteAuditCase] = [
    PaletteAuditCase(
      "two reds merge in sRGB, css", "a.css",
      """
      :root {
        --alert: color(display-p3 1 0 0);
        --badge: color(display-p3 0.925 0 0);
        --calm: #336699;
      }
      """,
      """
      2 note color-outside-srgb
        --alert (color(display-p3 1 0 0))
        6.6 (DIN99o)
        #ff0000
      3 note color-outside-srgb
        --badge (color(display-p3 0.925 0 0))
        5.5 (DIN99o)
        #ff0000
      3 error colors-merge
        --alert (color(display-p3 1 0 0)) and --badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
      """),
    PaletteAuditCase(
      "two reds merge in sRGB, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "alert": {"$value": {"colorSpace": "display-p3", "components": [1, 0, 0]}},
      "badge": {"$value": {"colorSpace": "display-p3", "components": [0.925, 0, 0]}},
      "calm": {"$value": {"colorSpace": "srgb", "components": [0.2, 0.4, 0.6]}}
      }
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
      3 error colors-merge
        alert (color(display-p3 1 0 0)) and badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
      """),
    PaletteAuditCase(
      "two reds merge in sRGB, list", "a.txt",
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
      3 error colors-merge
        alert (color(display-p3 1 0 0)) and badge (color(display-p3 0.925 0 0))
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
      """),
    PaletteAuditCase(
      "two reds merge in sRGB, catalog", "A.xcassets",
      """
      alert display-p3 1.000 0.000 0.000 1.000
      badge display-p3 0.925 0.000 0.000 1.000
      calm srgb 0.200 0.400 0.600 1.000
      """,
      """
      alert:2 note color-outside-srgb
        alert (
        6.6 (DIN99o)
        #ff0000
      badge:2 note color-outside-srgb
        badge (
        5.5 (DIN99o)
        #ff0000
      badge:2 error colors-merge
        alert (
        badge (
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
      """),
    PaletteAuditCase(
      "two reds merge in sRGB, ase", "a.ase",
      """
      alert RGB 1 0 0
      badge RGB 0.925 0 0
      calm RGB 0.25 0.4 0.6
      """,
      """
      note color-outside-srgb
        alert (RGB 1 0 0)
        6.6 (DIN99o)
        #ff0000
      note color-outside-srgb
        badge (RGB 0.925 0 0)
        5.5 (DIN99o)
        #ff0000
      error colors-merge
        alert (RGB 1 0 0) and badge (RGB 0.925 0 0)
        differ by 4.2 (DIN99o)
        #ff0000 and #ff0000
      """,
      assuming: .displayP3),
    PaletteAuditCase(
      "the same numbers in sRGB do not merge, ase", "a.ase",
      """
      alert RGB 1 0 0
      badge RGB 0.925 0 0
      """, "",
      assuming: .sRGB),
    PaletteAuditCase(
      "reds of GIMP are in sRGB, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
      255   0   0	alert
      236   0   0	badge
      """, ""),
    PaletteAuditCase(
      "overrides for Display P3 with one replacement merge, css", "a.css",
      """
      :root {
        --leaf: #00a000;
        --moss: #00a000;
      }
      @media (color-gamut: p3) { :root {
        --leaf: color(display-p3 0 0.7 0);
        --moss: color(display-p3 0 0.62 0);
      } }
      """,
      """
      7 error colors-merge
        --leaf (color(display-p3 0 0.7 0)) and --moss (color(display-p3 0 0.62 0))
        differ by 6.7 (DIN99o)
        #00a000 and #00a000
      """),
    PaletteAuditCase(
      "overrides for Display P3 with one replacement merge, catalog", "A.xcassets",
      """
      leaf srgb 0.000 0.620 0.000 1.000 srgb
      leaf display-p3 0.000 0.700 0.000 1.000 p3
      moss srgb 0.000 0.620 0.000 1.000 srgb
      moss display-p3 0.000 0.620 0.000 1.000 p3
      """,
      """
      moss:3 error colors-merge
        leaf (
        moss (
        differ by 6.7 (DIN99o)
        #009e00 and #009e00
      """),
    PaletteAuditCase(
      "replacements that stay apart, css", "a.css",
      """
      :root {
        --leaf: #00a000;
        --moss: #007a00;
      }
      @media (color-gamut: p3) { :root {
        --leaf: color(display-p3 0 0.7 0);
        --moss: color(display-p3 0 0.62 0);
      } }
      """, ""),
    PaletteAuditCase(
      "replacements that stay apart, catalog", "A.xcassets",
      """
      leaf srgb 0.000 0.627 0.000 1.000 srgb
      leaf display-p3 0.000 0.700 0.000 1.000 p3
      moss srgb 0.000 0.478 0.000 1.000 srgb
      moss display-p3 0.000 0.620 0.000 1.000 p3
      """, ""),
    PaletteAuditCase(
      "an override for the dark in Display P3 has the light colour in sRGB, css", "a.css",
      """
      :root {
        --leaf: #00a000;
      }
      @media (prefers-color-scheme: dark) and (color-gamut: p3) { :root {
        --leaf: color(display-p3 0 0.9 0.1);
      } }
      :root {
        --sky: #3060c0;
      }
      """, ""),
    PaletteAuditCase(
      "an override without another colour, css", "a.css",
      """
      @media (color-gamut: p3) { :root {
        --leaf: color(display-p3 0 0.9 0.1);
      } }
      :root {
        --sky: #3060c0;
      }
      """,
      """
      2 note color-outside-srgb
        --leaf (color(display-p3 0 0.9 0.1))
        5.8 (DIN99o)
        #00ea00
      """),
    PaletteAuditCase(
      "an exception for sRGB, css", "a.css",
      """
      :root {
        --leaf: color(display-p3 0 0.9 0.1);
      }
      @media not (color-gamut: p3) { :root {
        --leaf: #00d000;
      } }
      :root {
        --moss: color(display-p3 0 0.82 0.1);
      }
      @media not (color-gamut: p3) { :root {
        --moss: #00d000;
      } }
      """,
      """
      8 error colors-merge
        --leaf (color(display-p3 0 0.9 0.1)) and --moss (color(display-p3 0 0.82 0.1))
        differ by 6.1 (DIN99o)
        #00d000 and #00d000
      """),
    PaletteAuditCase(
      "a replacement outside sRGB, css", "a.css",
      """
      :root {
        --leaf: oklch(0.7 0.3 145);
      }
      @media (color-gamut: p3) { :root {
        --leaf: color(display-p3 0 0.9 0.1);
      } }
      """,
      """
      2 note color-outside-srgb
        --leaf (oklch(0.7 0.3 145))
        5.5 (DIN99o)
        #00c800
      """),
  ]
}
