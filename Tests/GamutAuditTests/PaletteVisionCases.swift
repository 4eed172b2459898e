import GamutPalettes

extension PaletteAuditCase {
  /// Two scales, one name in each line; the middle steps are confused.
  private static let scales = """

    --go-300: #f0ffd8;
    --go-600: #5c7d00;
    --go-900: #1c2000;
    --stop-300: #fff4e0;
    --stop-600: #a46a00;
    --stop-900: #201c10;

    """

  static let vision: [PaletteAuditCase] = [
    PaletteAuditCase(
      "red and green, css", "a.css",
      """
      :root {
        --go: #5c7d00;
        --stop: #a46a00;
      }
      """,
      """
      3 warning confusable-colors
        --go (#5c7d00) and --stop (#a46a00)
        differ by 0.123 (OKLab)
        are confused with protanopia (0.026) and deuteranopia (0.035)
      """),
    PaletteAuditCase(
      "red and the green of a gradient, css", "a.css",
      """
      :root {
        --gradients02-from: #5c7d00;
        --stop: #a46a00;
      }
      """,
      """
      3 note confusable-colors
        --gradients02-from (#5c7d00) and --stop (#a46a00)
        are confused with protanopia (0.026) and deuteranopia (0.035)
      """),
    PaletteAuditCase(
      "steps of two scales", "a.css", ":root {\(scales)}",
      """
      6 note confusable-colors
        --go-600 (#5c7d00) and --stop-600 (#a46a00)
        are confused with protanopia (0.026) and deuteranopia (0.035)
      """),
    PaletteAuditCase(
      "steps of two scales without hyphens", "a.css",
      ":root {\(scales.replacing("go-", with: "go").replacing("stop-", with: "stop"))}",
      """
      6 note confusable-colors
        --go600 (#5c7d00) and --stop600 (#a46a00)
        are confused with protanopia (0.026) and deuteranopia (0.035)
      """),
    PaletteAuditCase(
      "steps of two scales, one of which has another name", "a.css", ":root {\(scales)--success: var(--go-600) }",
      """
      6 warning confusable-colors
        --go-600 (#5c7d00) and --stop-600 (#a46a00)
        are confused with protanopia (0.026) and deuteranopia (0.035)
      """),
    PaletteAuditCase(
      "red and green, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "go": {"$value": {"colorSpace": "srgb", "components": [0.3608, 0.4902, 0]}},
      "stop": {"$value": {"colorSpace": "srgb", "components": [0.6431, 0.4157, 0]}}
      }
      """,
      """
      3 warning confusable-colors
        go (color(srgb 0.3608 0.4902 0)) and stop (color(srgb 0.6431 0.4157 0))
        differ by 0.123 (OKLab)
        are confused with protanopia (0.026) and deuteranopia (0.035)
      """),
    PaletteAuditCase(
      "red and green, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
       92 125   0	go
      164 106   0	stop
      """,
      """
      5 warning confusable-colors
        go (92 125 0) and stop (164 106 0)
        differ by 0.123 (OKLab)
        are confused with protanopia (0.026) and deuteranopia (0.035)
      """),
    PaletteAuditCase(
      "red and green, list", "a.txt",
      """
      // Name and colour
      go #5c7d00
      stop #a46a00
      """,
      """
      3 warning confusable-colors
        go (#5c7d00) and stop (#a46a00)
        differ by 0.123 (OKLab)
        are confused with protanopia (0.026) and deuteranopia (0.035)
      """),
    PaletteAuditCase(
      "red and green, catalog", "A.xcassets",
      """
      go srgb 0.361 0.490 0.000 1.000
      stop srgb 0.643 0.416 0.000 1.000
      """,
      """
      stop:2 warning confusable-colors
        go (
        stop (
        differ by 0.122 (OKLab)
        are confused with protanopia (0.025) and deuteranopia (0.035)
      """),
    PaletteAuditCase(
      "red and green, ase", "a.ase",
      """
      go RGB 0.36 0.49 0
      stop RGB 0.645 0.415 0
      """,
      """
      warning confusable-colors
        go (RGB 0.36 0.49 0) and stop (RGB 0.645 0.415 0)
        differ by 0.124 (OKLab)
        are confused with protanopia (0.026) and deuteranopia (0.036)
      """,
      assuming: .sRGB),
    PaletteAuditCase(
      "indigo and purple, list", "a.txt",
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
      """),
    PaletteAuditCase(
      "seen just below 0.04, css", "a.css",
      """
      :root {
        --clay: oklch(0.6 0.12 40);
        --olive: oklch(0.6441 0.1 120);
      }
      """,
      """
      3 warning confusable-colors
        --clay (oklch(0.6 0.12 40)) and --olive (oklch(0.6441 0.1 120))
        differ by 0.149 (OKLab)
        are confused with deuteranopia (0.039)
      """),
    PaletteAuditCase(
      "seen just below 0.04, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "clay": {"$value": {"colorSpace": "oklch", "components": [0.6, 0.12, 40]}},
      "olive": {"$value": {"colorSpace": "oklch", "components": [0.6441, 0.1, 120]}}
      }
      """,
      """
      3 warning confusable-colors
        clay (oklch(0.6 0.12 40)) and olive (oklch(0.6441 0.1 120))
        differ by 0.149 (OKLab)
        are confused with deuteranopia (0.039)
      """),
    PaletteAuditCase(
      "seen just above 0.04, css", "a.css",
      """
      :root {
        --clay: oklch(0.6 0.12 40);
        --olive: oklch(0.6453 0.1 120);
      }
      """,
      """
      3 note confusable-colors
        --clay (oklch(0.6 0.12 40)) and --olive (oklch(0.6453 0.1 120))
        differ by 0.149 (OKLab)
        are hard to tell apart with deuteranopia (0.041)
      """),
    PaletteAuditCase(
      "seen just above 0.04, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "clay": {"$value": {"colorSpace": "oklch", "components": [0.6, 0.12, 40]}},
      "olive": {"$value": {"colorSpace": "oklch", "components": [0.6453, 0.1, 120]}}
      }
      """,
      """
      3 note confusable-colors
        clay (oklch(0.6 0.12 40)) and olive (oklch(0.6453 0.1 120))
        differ by 0.149 (OKLab)
        are hard to tell apart with deuteranopia (0.041)
      """),
    PaletteAuditCase(
      "seen just below 0.06, list", "a.txt",
      """
      // Name and colour
      clay oklch(0.6 0.12 40)
      olive oklch(0.6641 0.1 120)
      """,
      """
      3 note confusable-colors
        clay (oklch(0.6 0.12 40)) and olive (oklch(0.6641 0.1 120))
        differ by 0.156 (OKLab)
        are hard to tell apart with deuteranopia (0.059)
      """),
    PaletteAuditCase(
      "seen just above 0.06, list", "a.txt",
      """
      // Name and colour
      clay oklch(0.6 0.12 40)
      olive oklch(0.6653 0.1 120)
      """, ""),
    PaletteAuditCase(
      "distinct by just below 0.08, css", "a.css",
      """
      :root {
        --clay: oklch(0.6 0.0711 40);
        --olive: oklch(0.6 0.05 120);
      }
      """, ""),
    PaletteAuditCase(
      "distinct by just below 0.08, list", "a.txt",
      """
      // Name and colour
      clay oklch(0.6 0.0711 40)
      olive oklch(0.6 0.05 120)
      """, ""),
    PaletteAuditCase(
      "distinct by just above 0.08, css", "a.css",
      """
      :root {
        --clay: oklch(0.6 0.0723 40);
        --olive: oklch(0.6 0.05 120);
      }
      """,
      """
      3 warning confusable-colors
        --clay (oklch(0.6 0.0723 40)) and --olive (oklch(0.6 0.05 120))
        differ by 0.080 (OKLab)
        are confused with protanopia (0.038) and deuteranopia (0.010)
      """),
    PaletteAuditCase(
      "distinct by just above 0.08, list", "a.txt",
      """
      // Name and colour
      clay oklch(0.6 0.0723 40)
      olive oklch(0.6 0.05 120)
      """,
      """
      3 warning confusable-colors
        clay (oklch(0.6 0.0723 40)) and olive (oklch(0.6 0.05 120))
        differ by 0.080 (OKLab)
        are confused with protanopia (0.038) and deuteranopia (0.010)
      """),
    PaletteAuditCase(
      "red and green with half of the cones, css", "a.css",
      """
      :root {
        --go: #5c7d00;
        --stop: #a46a00;
      }
      """,
      """
      3 note confusable-colors
        --go (#5c7d00) and --stop (#a46a00)
        differ by 0.123 (OKLab)
        are hard to tell apart with protanopia (0.041) and deuteranopia (0.046)
      """,
      policy: "vision: {model: machado, severity: 0.5}"),
    PaletteAuditCase(
      "red and green in Machado's model, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
       92 125   0	go
      164 106   0	stop
      """,
      """
      5 warning confusable-colors
        go (92 125 0) and stop (164 106 0)
        differ by 0.123 (OKLab)
        are confused with protanopia (0.020) and deuteranopia (0.036)
      """,
      policy: "vision: {model: machado}"),
  ]
}
