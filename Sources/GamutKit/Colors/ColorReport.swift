package import Gamut
package import GamutBasics
import GamutPalettes

package struct ColorReport: Sendable {
  package var given: GivenColor
  package var facts: ColorFacts
  package var sRGB: ColorCode
  package var displayP3: ColorCode
  /// The colour of sRGB that the gamut mapping of CSS takes instead, and the difference of its code (DIN99o).
  package var mapped: (hex: String, shift: Double)
  package var seen: [Seen]

  package struct Seen: Sendable, Hashable {
    package var eye: Viewing.Eye
    /// The linear sRGB values for the colour that a display of sRGB shows, and for the colour itself.
    package var linear, original: SIMD3<Double>
  }

  package init(_ given: GivenColor) {
    self.given = given
    let linear = given.color.linearSRGB
    let color = ColorInSRGB(linearSRGB: linear)
    facts = ColorFacts(color, alpha: given.color.alpha)
    sRGB = ColorCode(linear: linear)
    displayP3 = ColorCode(linear: ExtendedSRGB.linearDisplayP3(linear))
    let inside = color.mappedByCSS
    mapped = (inside.hex, inside.shown.difference(to: color.judged))
    seen = Viewing.ofPalettes.compactMap { viewing in
      viewing.eye.map { Seen(eye: $0, linear: viewing(color.displayed), original: viewing(linear)) }
    }
  }
}

extension ColorInSRGB {
  private static let mapping = CSSMapping(destination: .sRGB)

  /// The colour that the gamut mapping of CSS Color 4 takes instead; the same inside sRGB.
  package var mappedByCSS: ColorInSRGB { isClipped ? ColorInSRGB(linearSRGB: Self.mapping(linear)) : self }
}

package struct ColorPair: Sendable {
  package var first, second: Int
  /// The difference (DIN99o), and that of the codes that displays of sRGB show.
  package var difference, inSRGB: Double
  /// Whether one of the colours is outside sRGB, and whether the difference is lost there for that reason.
  package var isClipped, merges: Bool
  /// The contrast of the first colour on the second one, and of the second on the first one if one of them is not opaque.
  package var contrast: ColorFacts.OnBackground
  package var reverse: ColorFacts.OnBackground?
  package var seen: [Seen]

  package struct Seen: Sendable, Hashable {
    package var eye: Viewing.Eye
    /// The difference (DIN99o) of what a display of sRGB shows, and, where it is known, of the colours themselves.
    package var difference: Double
    package var original: Double?
    package var verdict: Verdict
  }

  /// Whether people confuse two colours that are distinct for full colour vision.
  package enum Verdict: Sendable, Hashable {
    case apart, doubtful, confusable
  }

  package init(_ first: Int, _ second: Int, of colors: [ColorReport]) {
    (self.first, self.second) = (first, second)
    let (a, b) = (colors[first], colors[second])
    let (one, other) = (a.facts.color, b.facts.color)
    difference = one.judged.difference(to: other.judged)
    inSRGB = one.shown.difference(to: other.shown)
    isClipped = one.isClipped || other.isClipped
    merges = isClipped && JudgedColor.isLost(difference, inSRGB: inSRGB)
    let (alpha, otherAlpha) = (a.given.color.alpha, b.given.color.alpha)
    contrast = ColorFacts.OnBackground(one, alpha: alpha, on: other)
    reverse = alpha < 1 || otherAlpha < 1 ? ColorFacts.OnBackground(other, alpha: otherAlpha, on: one) : nil
    func size(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
      DIN99o(linearSRGB: one).difference(to: DIN99o(linearSRGB: other))
    }
    let shown = size(one.displayed, other.displayed)
    seen = zip(a.seen, b.seen).map { one, other in
      let seen = size(one.linear, other.linear)
      return Seen(
        eye: one.eye, difference: seen, original: size(one.original, other.original),
        verdict: VisionLimits().verdict(of: seen, for: shown))
    }
  }
}

extension VisionLimits {
  package func verdict(of seen: Double, for own: Double) -> ColorPair.Verdict {
    guard own >= distinct else { return .apart }
    return seen < confusable ? .confusable : seen < doubtful ? .doubtful : .apart
  }
}

package struct ColorComparison: Sendable {
  package var colors: [ColorReport]
  package var pairs: [ColorPair]

  package static let limit = 200

  package init(_ given: [GivenColor]) {
    let colors = given.map { ColorReport($0) }
    self.colors = colors
    pairs = colors.indices.flatMap { first in
      (first + 1..<colors.count).map { ColorPair(first, $0, of: colors) }
    }
  }
}

package struct ColorFacts: Sendable, Hashable {
  /// The contrast with a background, for displays of sRGB and for those of Display P3.
  package struct OnBackground: Sendable, Hashable {
    package var sRGB, wide: Double

    /// The background is opaque. Displays of sRGB show other colours instead; nil for the same.
    package init(
      _ color: ColorInSRGB, inSRGB: ColorInSRGB? = nil, alpha: Double, on background: ColorInSRGB,
      inSRGB backgroundInSRGB: ColorInSRGB? = nil
    ) {
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
      let ground = ExtendedSRGB.linearDisplayP3(background.linear)
      let shown = ColorInSRGB.mixed(ExtendedSRGB.linearDisplayP3(color.linear), over: ground, alpha: alpha)
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
      OnBackground(color, alpha: alpha, on: ColorInSRGB(code: SIMD3(repeating: background)))
    }
    white = contrast(255)
    black = contrast(0)
  }

  /// Lightness, chroma and hue in OKLCH; the hue of greys is 0.
  package var oklch: (l: Double, c: Double, h: Double) {
    let lab = OKLab(linearSRGB: color.linear)
    return (lab.l, lab.chroma, lab.chroma < 5e-5 ? 0 : lab.hueDegrees)
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
