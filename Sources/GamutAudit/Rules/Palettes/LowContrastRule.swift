import Gamut
import GamutKit
import GamutPalettes

extension AuditRule {
  /// A text of a palette has too little contrast with its background.
  public static let lowContrast = AuditRule(
    ofPalettes: "low-contrast", severity: .warning,
    title: "A colour of a palette has too little contrast with a background",
    explanation: """
      The contrast ratio of WCAG 2.2 is below the least one: 4.5 for text, 3 for large text (from 18 point, or 14 point \
      bold) and for signs, 7 on request. The ratio is the lower one of displays of sRGB and of Display P3; a colour with \
      alpha is drawn over the background first. The policy's key 'contrast' names the pairs: text, on, and ratio. Without \
      it, every colour is compared with those named background: 4.5 for names of text (text, label, title, link, ...), 3 \
      for others, but not for lines, fills, shadows and disabled elements, for which nothing is required.
      """
  ) { palette in
    var found = PaletteFindings([])
    for (context, low) in zip(palette.study.contexts, palette.lowContrasts) {
      found.count += low.count
      found.places += low.items.map { pair in
        let contrast = pair.contrast
        // 4.49 is not 4.5.
        let shown = Words.decimal((contrast.least * 100).rounded(.down) / 100, 2)
        let place = contrast.sRGB == contrast.wide ? "" : contrast.wide < contrast.sRGB ? " in Display P3" : " in sRGB"
        return PaletteFinding(
          place: pair.text.entry.place,
          message: "\(pair.text.words) on \(pair.background.words) has a contrast of \(shown)\(place), below "
            + "\(JSONWriter.text(of: pair.ratio)).",
          numbers: [.init("contrast", contrast.least), .init("least", pair.ratio)],
          weight: Int((pair.ratio / contrast.least + pair.ratio * 100) * 1e6)
        ).under(palette.study.words(of: context))
      }
    }
    return found
  }
}
