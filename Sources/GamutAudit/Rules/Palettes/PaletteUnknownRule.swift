import GamutKit
import GamutPalettes

extension AuditRule {
  /// A colour of a palette cannot be known.
  public static let paletteUnknown = AuditRule(
    ofPalettes: "palette-unknown", severity: .note,
    title: "A colour of a palette is not known",
    explanation: """
      A colour depends on something that is not in the file, or on a computation that gamut does not do, such as calc(), \
      currentColor and color-mix(). It is not checked. Give the colour that it results in, if it should be.
      """
  ) { palette in
    var found = palette.notes(.unknown)
    for (context, comparison) in zip(palette.study.contexts, palette.comparisons) where comparison.isPartial {
      let limit = Words.count(PaletteComparison.limit)
      found.places.append(
        PaletteFinding(message: "Only the first \(limit) colours are compared.")
          .under(palette.study.words(of: context)))
      found.count += 1
    }
    if palette.study.omittedContexts > 0 {
      let count = Words.count(palette.study.omittedContexts, "more context")
      found.places.append(
        PaletteFinding(message: "The colours of \(count) are not checked: divide the file.", weight: 1))
      found.count += 1
    }
    let uncompared = palette.comparisons.count(where: \.isOmitted)
    if uncompared > 0 {
      let count = Words.count(uncompared, "context")
      found.places.append(
        PaletteFinding(
          message: "The colours of \(count) are not compared with each other, because the others have too many pairs: "
            + "divide the file.", weight: 1))
      found.count += 1
    }
    if palette.unmeasuredRequirements > 0 {
      let count = Words.count(palette.unmeasuredRequirements, "requirement")
      found.places.append(
        PaletteFinding(
          message: "The contrast of \(count) is not measured everywhere, because there are too many pairs: divide the "
            + "file, or name fewer colours in the policy.", weight: 1))
      found.count += 1
    }
    if palette.study.palette.entries.isEmpty, palette.study.palette.notes.isEmpty {
      found.places.append(PaletteFinding(message: "Nothing here is read as a colour."))
      found.count += 1
    }
    return found
  }
}
