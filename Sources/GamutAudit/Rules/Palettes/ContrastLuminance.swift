import Gamut
import GamutKit
import GamutPalettes

/// The luminances of a colour.
struct Luminances {
  /// The luminance of the colour clamped to sRGB, and as displays of Display P3 show it.
  let clamped, wide: Double
  let isClipped: Bool

  init(_ color: ColorInSRGB) {
    clamped = Contrast.luminance(linearSRGB: color.linear)
    wide = Contrast.luminance(linearDisplayP3: ExtendedSRGB.linearDisplayP3(color.linear))
    isClipped = color.isClipped
  }
}

/// The values of a name in a context that contrast depends on. They contain no references, because there are many
/// pairs.
struct MeasuredColor {
  /// The index of the name among all names.
  let place: Int32
  /// The index of the name whose colour is shown, at the end of the references.
  let source: Int32
  /// The entry with the colour, and the entry that displays of sRGB show instead; -1 if there is none.
  let color, replacement: Int32
  let isOwn, isClipped: Bool
  let alpha: Double
  /// The luminances of the colour: clamped to sRGB, as displays of sRGB show it, and as displays of Display P3 show it.
  let clamped, inSRGB, wide: Double

  var isOpaque: Bool { alpha >= 1 }

  /// Whether all displays show the colour in the same way, so that one luminance determines the contrast.
  var isPlain: Bool { isOpaque && !isClipped && replacement < 0 }

  /// Returns the contrast with an opaque background: the lower one of the two gamuts.
  ///
  /// - Parameter colors: the colours of all entries.
  func contrast(on background: MeasuredColor, _ colors: [ColorInSRGB]) -> Double {
    guard isOpaque else {
      return ColorFacts.OnBackground(
        colors[Int(color)], inSRGB: replacement < 0 ? nil : colors[Int(replacement)], alpha: alpha,
        on: colors[Int(background.color)],
        inSRGB: background.replacement < 0 ? nil : colors[Int(background.replacement)]
      ).least
    }
    return min(
      Contrast.ratio(inSRGB, background.inSRGB),
      isClipped || background.isClipped
        ? Contrast.ratio(wide, background.wide) : Contrast.ratio(clamped, background.clamped))
  }
}
