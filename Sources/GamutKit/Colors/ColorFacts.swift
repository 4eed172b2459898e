package import Gamut
package import GamutBasics
import GamutPalettes

/// The numbers of one colour.
package struct ColorFacts: Sendable, Hashable {
  /// The contrast with a background, for displays of sRGB and for those of Display P3.
  package struct OnBackground: Sendable, Hashable {
    package var sRGB, wide: Double

    /// The lower one.
    package var least: Double { min(sRGB, wide) }
  }

  package var color: ColorInSRGB
  package var white: OnBackground
  package var black: OnBackground

  /// - Parameter alpha: the opacity; a colour that is not opaque is drawn over the background first, with the encoded
  ///   values, as user interfaces do.
  package init(_ color: ColorInSRGB, alpha: Double) {
    self.color = color
    func contrast(_ background: Double) -> OnBackground {
      let code = SIMD3<Double>(Double(color.code.x), Double(color.code.y), Double(color.code.z)) / 255
      func over(_ value: Double) -> Double { background + alpha * (value - background) }
      let shown = (0..<3).map { UInt16((over(code[$0]) * 255).rounded()) }
      let inSRGB = Contrast.ratio(Contrast.luminance(code: SIMD3(shown[0], shown[1], shown[2])), background)
      // Inside sRGB, all displays show its code of sRGB.
      guard color.isClipped else { return OnBackground(sRGB: inSRGB, wide: inSRGB) }
      let own = (0..<3).map { ColorInSRGB.linear(over(ColorInSRGB.encoded(color.linear[$0]))) }
      let luminance = Contrast.luminance(
        linearDisplayP3: CSSColor.linearDisplayP3(linearSRGB: SIMD3(own[0], own[1], own[2])))
      return OnBackground(sRGB: inSRGB, wide: Contrast.ratio(luminance, background))
    }
    white = contrast(1)
    black = contrast(0)
  }

  /// Lightness, chroma and hue in OKLCH; the hue of greys is 0.
  package var oklch: (l: Double, c: Double, h: Double) {
    let lab = color.lab
    return (lab.l, lab.chroma, lab.chroma < 5e-5 ? 0 : lab.hueDegrees)
  }

  /// The numbers of OKLCH, as "0.628 0.258 29.2".
  package var oklchWords: String {
    let (l, c, h) = oklch
    return "\(Words.decimal(max(l, 0), 3)) \(Words.decimal(c, 3)) \(Words.decimal(h, 1))"
  }
}

extension JSONWriter {
  /// Writes the numbers of a colour.
  package mutating func members(of facts: ColorFacts) {
    let (l, c, h) = facts.oklch
    member("oklch", array: [l, c, h]) { $0.real($1) }
    member("srgb") { object in
      object.member("hex", facts.color.hex)
      object.member("inside", !facts.color.isClipped)
      object.member("shift", facts.color.shift)
    }
    contrast(of: facts)
  }

  /// Writes the contrast of a colour with white and black.
  mutating func contrast(of facts: ColorFacts) {
    member("contrast") { object in
      for (name, contrast) in [("white", facts.white), ("black", facts.black)] {
        object.member(name) { background in
          background.member("srgb", contrast.sRGB)
          background.member("p3", contrast.wide)
        }
      }
    }
  }
}
