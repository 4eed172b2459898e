import Gamut
import GamutKit
import GamutPalettes

extension AuditRule {
  public static let confusableColors = AuditRule(
    "confusable-colors", severity: .note,
    title: "Two colours of a palette that some people confuse",
    explanation: """
      Two colours are distinct for full colour vision, by at least 10 in DIN99o, and people with protanopia, \
      deuteranopia or tritanopia see a difference below 5: they confuse them. Below 7.5 they are hard to tell \
      apart, which is a note, as is a pair with a gradient, a shadow or another effect by its name, and a pair of \
      steps of scales, such as green-600, that no other name refers to. The worst pairs come first. About 8 % of men \
      and 0.5 % of women have a colour vision deficiency; these are simulations of vision without one kind of cones \
      (Brettel 1997), and most deficiencies are milder. Where such a pair carries a meaning, change the lightness of \
      one of the two, or add a sign, a text or a shape. The policy's key 'vision' has the model, its severity and these \
      limits; with it, confused pairs are warnings.
      """,
    palettes: { palette in
      palette.pairs(\.confused) { pair in
        let words = [(ColorPair.Verdict.confusable, "are confused"), (.doubtful, "are hard to tell apart")].compactMap {
          verdict, start -> String? in
          let eyes = pair.seen.filter { $0.verdict == verdict }
            .map { "\($0.eye.rawValue) (\(Words.decimal($0.difference, 1)))" }
          return eyes.isEmpty ? nil : "\(start) with \(Words.list(eyes))"
        }
        let isMinor = pair.isMinor || !pair.seen.contains { $0.verdict == .confusable }
        let least = pair.seen.map(\.difference).min() ?? 0
        return PaletteFinding(
          place: pair.place,
          message:
            "\(pair.words) differ by \(Words.decimal(pair.difference, 1)) (DIN99o), and \(words.joined(separator: ", and ")).",
          numbers: [.init("difference", pair.difference), .init("seen", least)],
          weight: (isMinor ? 0 : 10_000_000)
            + min(AuditFinding.weight(difference: max(pair.difference - least, 0)) / 100, 9_999_999), isMinor: isMinor)
      }
    })

  public static let lowContrast = AuditRule(
    "low-contrast", severity: .warning,
    title: "A colour of a palette has too little contrast with a background",
    explanation: """
      The contrast ratio of WCAG 2.2 is below the least one: 4.5 for text, 3 for large text (from 18 point, or 14 point \
      bold) and for signs, 7 on request. The ratio is the lower one of displays of sRGB and of Display P3; a colour with \
      alpha is drawn over the background first. The policy's key 'contrast' names the pairs: text, on, and ratio. Without \
      it, the names say what is a pair, which needs 4.5: on-x with x, text-on-x with background-x, x-foreground with x or \
      x-background, and text, label or body with background or surface in its place in the same group, unless these \
      names do not mean pairs. For disabled elements nothing is required.
      """,
    palettes: { palette in
      palette.findings(of: palette.lowContrasts) { pair in
        let contrast = pair.contrast
        // 4.49 is not 4.5.
        let shown = Words.decimal((contrast.least * 100).rounded(.down) / 100, 2)
        let place = contrast.sRGB == contrast.wide ? "" : contrast.wide < contrast.sRGB ? " in Display P3" : " in sRGB"
        return PaletteFinding(
          place: pair.text.entry.place,
          message: "\(pair.text.words) on \(pair.background.words) has a contrast of \(shown)\(place), below "
            + "\(JSONWriter.text(of: pair.ratio)).",
          numbers: [.init("contrast", contrast.least), .init("least", pair.ratio)],
          weight: Int((pair.ratio / contrast.least + pair.ratio * 100) * 1e6))
      }
    })

  public static let paletteInvalid = AuditRule(
    "palette-invalid", severity: .warning,
    title: "A colour of a palette is not valid",
    explanation: """
      Something in the file is not what its format allows: a colour with a wrong number, a reference to nothing, or a circle of \
      references. Programs ignore it or guess. The message says what is expected.
      """,
    palettes: { $0.notes(.invalid) })

  public static let paletteUnknown = AuditRule(
    "palette-unknown", severity: .note,
    title: "A part of a palette is not known, or out of date",
    explanation: """
      A colour depends on something that is not in the file, or on a computation that gamut does not do, such as \
      currentColor and contrast-color(). It is not checked. Give the colour that it results in, if it should be. Or the file \
      has an older form of its format, whose meaning is clear, such as colours of design tokens as text, as in drafts \
      before the version of 2025.10: they are checked, and other programs may refuse them.
      """,
    palettes: { palette in
      var found = palette.notes(.unknown)
      found.add(palette.notes(.outdated))
      for (context, comparison) in zip(palette.study.contexts, palette.comparisons) where comparison.isPartial {
        let message = "Only the first \(Words.count(PaletteComparison.limit)) colours are compared."
        found.add(PaletteFindings([PaletteFinding(message: message).under(palette.study.words(of: context))]))
      }
      if palette.study.omittedContexts > 0 {
        let count = Words.count(palette.study.omittedContexts, "more context")
        found.add("The colours of \(count) are not checked: divide the file.", weight: 1)
      }
      let uncompared = palette.comparisons.count(where: \.isOmitted)
      if uncompared > 0 {
        let count = Words.count(uncompared, "context")
        found.add(
          "The colours of \(count) are not compared with each other, because the others have too many pairs: divide the "
            + "file.", weight: 1)
      }
      if palette.unmeasuredRequirements > 0 {
        let count = Words.count(palette.unmeasuredRequirements, "requirement")
        found.add(
          "The contrast of \(count) is not measured everywhere, because there are too many pairs: divide the file, or "
            + "name fewer colours in the policy.", weight: 1)
      }
      if palette.droppedPairs > 0 {
        found.add(
          "The contrast of \(Words.count(palette.droppedPairs, "text")) is not checked: the names have the words of "
            + "backgrounds, and do not seem to mean that one is on the other. The policy's key 'contrast' names pairs.")
      }
      if palette.study.palette.entries.isEmpty, palette.study.palette.notes.isEmpty {
        found.add("Nothing here is read as a colour.")
      }
      return found
    })
}
