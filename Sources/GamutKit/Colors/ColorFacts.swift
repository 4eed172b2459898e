package import Gamut
package import GamutBasics

package struct ColorFacts: Sendable, Hashable {
  /// The contrast with a background, for displays of sRGB and for those of Display P3.
  package struct OnBackground: Sendable, Hashable {
    package var sRGB, wide: Double

    /// - Parameters:
    ///   - inSRGB: the colour that displays of sRGB show instead of the first one; nil for the same.
    ///   - alpha: the opacity of the first colour.
    ///   - background: the background, which is opaque.
    ///   - backgroundInSRGB: the background that displays of sRGB show instead; nil for the same.
    package init(
      _ color: ColorInSRGB, inSRGB: ColorInSRGB? = nil, alpha: Double, on background: ColorInSRGB,
      inSRGB backgroundInSRGB: ColorInSRGB? = nil
    ) {
      /// Returns the ratio on displays of sRGB.
      func ratio(_ color: ColorInSRGB, _ background: ColorInSRGB) -> Double {
        let shown = ColorInSRGB.mixed(color.clamped, over: background.clamped, alpha: alpha)
        return Contrast.ratio(
          Contrast.luminance(linearSRGB: shown), Contrast.luminance(linearSRGB: background.linear))
      }
      sRGB = ratio(inSRGB ?? color, backgroundInSRGB ?? background)
      // Inside sRGB, all displays show the same.
      guard color.isClipped || background.isClipped else {
        wide = inSRGB == nil && backgroundInSRGB == nil ? sRGB : ratio(color, background)
        return
      }
      let own = ExtendedSRGB.linearDisplayP3(color.linear)
      let ground = ExtendedSRGB.linearDisplayP3(background.linear)
      let shown = ColorInSRGB.mixed(own, over: ground, alpha: alpha)
      wide = Contrast.ratio(
        Contrast.luminance(linearDisplayP3: shown), Contrast.luminance(linearDisplayP3: ground))
    }

    package var least: Double { min(sRGB, wide) }
  }

  package var color: ColorInSRGB
  package var white: OnBackground
  package var black: OnBackground

  /// - Parameter alpha: the opacity; a colour that is not opaque is drawn over the background first, with the encoded
  ///   values, as user interfaces do.
  package init(_ color: ColorInSRGB, alpha: Double) {
    self.color = color
    func contrast(_ background: Int) -> OnBackground {
      let background = ColorInSRGB(code: SIMD3(repeating: background))
      return OnBackground(color, alpha: alpha, on: background)
    }
    white = contrast(255)
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
    return "\(Words.decimal(max(l, 0), 3)) \(Words.decimal(c, 3)) \(Words.decimal(h < 359.95 ? h : 0, 1))"
  }
}

extension JSONWriter {
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
