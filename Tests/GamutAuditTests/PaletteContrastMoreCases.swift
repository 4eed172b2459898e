import GamutPalettes

extension PaletteAuditCase {
  static let contrastMore: [PaletteAuditCase] = [
    PaletteAuditCase(
      "text with alpha is drawn over the background, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --label: rgb(0 0 0 / 0.5);
        --caption: rgb(0 0 0 / 0.6);
      }
      """,
      """
      3 warning low-contrast
        --label
         on --background
        a contrast of 3.97, below 4.5.
      """),
    PaletteAuditCase(
      "text with alpha is drawn over the background, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "background": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
      "label": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0], "alpha": 0.5}},
      "caption": {"$value": {"colorSpace": "srgb", "components": [0, 0, 0], "alpha": 0.6}}
      }
      """,
      """
      3 warning low-contrast
        label
         on background
        a contrast of 3.97, below 4.5.
      """),
    PaletteAuditCase(
      "text with alpha is drawn over the background, catalog", "A.xcassets",
      """
      background srgb 1.000 1.000 1.000 1.000
      caption srgb 0.000 0.000 0.000 0.600
      label srgb 0.000 0.000 0.000 0.500
      """,
      """
      label:2 warning low-contrast
        label
         on background
        a contrast of 3.97, below 4.5.
      """),
    PaletteAuditCase(
      "text of Display P3 with alpha, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --title: color(display-p3 1 0 0 / 0.9);
      }
      """,
      """
      3 note color-outside-srgb
        --title (color(display-p3 1 0 0 / 0.9))
        6.6 (DIN99o)
        #ff0000
      3 warning low-contrast
        --title
         on --background
        a contrast of 3.66 in Display P3, below 4.5.
      """),
    PaletteAuditCase(
      "text of Display P3 with alpha, list", "a.txt",
      """
      // Name and colour
      background #101010
      title color(display-p3 0 0.2 1 / 0.5)
      """,
      """
      3 note color-outside-srgb
        title (color(display-p3 0 0.2 1 / 0.5))
        1.3 (DIN99o)
        #0034ff
      3 warning low-contrast
        title
         on background
        a contrast of 1.44 in sRGB, below 4.5.
      """),
    PaletteAuditCase(
      "a background with alpha is none, css", "a.css",
      """
      :root {
        --background: rgb(255 255 255 / 0.9);
        --label: #dddddd;
      }
      """, ""),
    PaletteAuditCase(
      "transparent text is none, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --label: transparent;
      }
      """, ""),
    PaletteAuditCase(
      "an alias as text, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --grey: #888888;
        --label: var(--grey);
      }
      """,
      """
      4 warning low-contrast
        --label
         on --background
        a contrast of 3.54, below 4.5.
      """),
    PaletteAuditCase(
      "an alias as text, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "background": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
      "grey": {"$value": {"colorSpace": "srgb", "components": [0.5333, 0.5333, 0.5333]}},
      "label": {"$value": "{grey}"}
      }
      """,
      """
      4 warning low-contrast
        label
         on background
        a contrast of 3.54, below 4.5.
      """),
    PaletteAuditCase(
      "an alias as background, css", "a.css",
      """
      :root {
        --white: #ffffff;
        --page-background: var(--white);
        --label: #999999;
      }
      """,
      """
      4 warning low-contrast
        --label
         on --page-background
        a contrast of 2.84, below 4.5.
      """),
    PaletteAuditCase(
      "colours for which nothing is required, css", "a.css",
      """
      :root {
        --background: #ffffff;
        --label-disabled: #dddddd;
        --separator: #eeeeee;
        --on-accent-text: #f5f5f5;
        --card-background: #fafafa;
      }
      """,
      """
      6 note near-duplicate
        --background (#ffffff) and --card-background (#fafafa)
        by only 1.5 (DIN99o)
      6 note near-duplicate
        --on-accent-text (#f5f5f5) and --card-background (#fafafa)
        by only 1.5 (DIN99o)
      """),
    PaletteAuditCase(
      "pairs of the policy, at 7, css", "a.css",
      """
      :root {
        --canvas: #ffffff;
        --label-one: #595959;
        --label-two: #5a5a5a;
        --background: #808080;
      }
      """,
      """
      4 note near-duplicate
        --label-one (#595959) and --label-two (#5a5a5a)
        by only 0.4 (DIN99o)
      4 warning low-contrast
        --label-two
         on --canvas
        a contrast of 6.89, below 7.
      """,
      policy: "contrast: [{text: \"label*\", on: \"canvas*\", ratio: 7}]"),
    PaletteAuditCase(
      "pairs of the policy, at 7, tokens", "a.tokens.json",
      """
      {"$type": "color",
      "canvas": {"$value": {"colorSpace": "srgb", "components": [1, 1, 1]}},
      "label-one": {"$value": {"colorSpace": "srgb", "components": [0.349, 0.349, 0.349]}},
      "label-two": {"$value": {"colorSpace": "srgb", "components": [0.3529, 0.3529, 0.3529]}},
      "background": {"$value": {"colorSpace": "srgb", "components": [0.502, 0.502, 0.502]}}
      }
      """,
      """
      4 note near-duplicate
        label-one (color(srgb 0.349 0.349 0.349)) and label-two (color(srgb 0.3529 0.3529 0.3529))
        by only 0.4 (DIN99o)
      4 warning low-contrast
        label-two
         on canvas
        a contrast of 6.89, below 7.
      """,
      policy: "contrast: [{text: \"label*\", on: \"canvas*\", ratio: 7}]"),
    PaletteAuditCase(
      "pairs of the policy, at 7, list", "a.txt",
      """
      // Name and colour
      canvas #ffffff
      label-one #595959
      label-two #5a5a5a
      background #808080
      """,
      """
      4 note near-duplicate
        label-one (#595959) and label-two (#5a5a5a)
        by only 0.4 (DIN99o)
      4 warning low-contrast
        label-two
         on canvas
        a contrast of 6.89, below 7.
      """,
      policy: "contrast: [{text: \"label*\", on: \"canvas*\", ratio: 7}]"),
    PaletteAuditCase(
      "pairs of the policy, at 7, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
      255 255 255	canvas
       89  89  89	label-one
       90  90  90	label-two
      128 128 128	background
      """,
      """
      6 note near-duplicate
        label-one (89 89 89) and label-two (90 90 90)
        by only 0.4 (DIN99o)
      6 warning low-contrast
        label-two
         on canvas
        a contrast of 6.89, below 7.
      """,
      policy: "contrast: [{text: \"label*\", on: \"canvas*\", ratio: 7}]"),
    PaletteAuditCase(
      "pairs of the policy, at 7, catalog", "A.xcassets",
      """
      background srgb 0.502 0.502 0.502 1.000
      canvas srgb 1.000 1.000 1.000 1.000
      label-one srgb 0.349 0.349 0.349 1.000
      label-two srgb 0.353 0.353 0.353 1.000
      """,
      """
      label-two:2 note near-duplicate
        label-one (
        label-two (
        by only 0.4 (DIN99o)
      label-two:2 warning low-contrast
        label-two
         on canvas
        a contrast of 6.89, below 7.
      """,
      policy: "contrast: [{text: \"label*\", on: \"canvas*\", ratio: 7}]"),
    PaletteAuditCase(
      "pairs of the policy, at 7, ase", "a.ase",
      """
      canvas RGB 1 1 1
      label RGB 0.4 0.4 0.4
      """,
      """
      warning low-contrast
        label
         on canvas
        a contrast of 5.74, below 7.
      """,
      policy: "contrast: [{text: \"label*\", on: \"canvas*\", ratio: 7}]", assuming: .sRGB),
    PaletteAuditCase(
      "large text of the policy, css", "a.css",
      """
      :root {
        --canvas: #ffffff;
        --title: #949494;
        --heading: #969696;
      }
      """,
      """
      4 note near-duplicate
        --title (#949494) and --heading (#969696)
        by only 0.7 (DIN99o)
      4 warning low-contrast
        --heading
         on --canvas
        a contrast of 2.95, below 3.
      """,
      policy: "contrast: [{text: title, on: canvas, ratio: 3}, {text: heading, on: canvas, ratio: 3}]"),
    PaletteAuditCase(
      "the ratio of the policy is 4.5 without one, list", "a.txt",
      """
      // Name and colour
      canvas #ffffff
      title #767676
      heading #777777
      """,
      """
      4 note near-duplicate
        title (#767676) and heading (#777777)
        by only 0.4 (DIN99o)
      4 warning low-contrast
        heading
         on canvas
        a contrast of 4.47, below 4.5.
      """,
      policy: "contrast: [{text: \"*\", on: canvas}]"),
    PaletteAuditCase(
      "low contrast as an error, gpl", "a.gpl",
      """
      GIMP Palette
      Name: Test
      #
      255 255 255	background
      153 153 153	text
      """,
      """
      5 error low-contrast
        text
         on background
        a contrast of 2.84, below 4.5.
      """,
      policy: "severity: {low-contrast: error}"),
  ]
}
