package import Gamut
import GamutPalettes

package struct ColorReport: Sendable, Hashable {
  package var given: GivenColor
  package var facts: ColorFacts
  package var sRGB: ColorCode
  package var displayP3: ColorCode
  /// The colour of sRGB that the gamut mapping of CSS takes instead.
  package var mapped: Mapped
  package var seen: [Seen]
  package var system: [SystemColor]
  /// The system colours whose numbers, which are for sRGB, the colour has in Display P3.
  package var systemByNumbers: [SystemColor]

  package struct Mapped: Sendable, Hashable {
    package var hex: String
    /// The difference of the code from the colour (DIN99o).
    package var shift: Double
  }

  package struct Seen: Sendable, Hashable {
    package var eye: Viewing.Eye
    /// The linear sRGB values for the colour itself, not clamped.
    package var linear: SIMD3<Double>
    /// The code for the colour that a display of sRGB shows, and for the colour itself; both are clamped to sRGB.
    package var code, original: ColorCode
  }

  package init(_ given: GivenColor) {
    self.given = given
    let linear = given.color.linearSRGB
    let color = ColorInSRGB(linearSRGB: linear)
    facts = ColorFacts(color, alpha: given.color.alpha)
    sRGB = ColorCode(linear: linear)
    displayP3 = ColorCode(linear: ExtendedSRGB.linearDisplayP3(linear))
    let inside = color.mappedByCSS
    mapped = Mapped(hex: inside.hex, shift: inside.shown.difference(to: color.judged))
    seen = Viewing.ofPalettes.compactMap { viewing in
      let own = viewing(linear)
      return viewing.eye.map {
        Seen(
          eye: $0, linear: own, code: ColorCode(linear: color.isClipped ? viewing(color.clamped) : own),
          original: ColorCode(linear: own))
      }
    }
    system = color.isCode ? SystemColor.all(sRGB.codes8) : []
    systemByNumbers = given.color.space == .displayP3 ? SystemColor.all(displayP3.codes8) : []
  }

  /// The channels that are outside sRGB, as "red above, green and blue below"; nil if none is.
  package var outsideWords: String? {
    let channels = zip(["red", "green", "blue"], sRGB.sides)
    let sides = [ColorCode.Side.above, .below].compactMap { side -> String? in
      let names = channels.filter { $0.1 == side }.map(\.0)
      return names.isEmpty ? nil : Words.list(names) + " " + side.rawValue
    }
    return facts.color.isClipped && !sides.isEmpty ? sides.joined(separator: ", ") : nil
  }
}

extension ColorInSRGB {
  private static let mapping = CSSMapping(destination: .sRGB)

  /// The colour that the gamut mapping of CSS Color 4 takes instead; the same inside sRGB.
  package var mappedByCSS: ColorInSRGB { isClipped ? ColorInSRGB(linearSRGB: Self.mapping(linear)) : self }
}

package struct ColorPair: Sendable, Hashable {
  package var first, second: Int
  package var difference: Difference
  package var inSRGB: Difference
  /// Whether the difference is lost in sRGB, because one of the colours is outside it.
  package var merges: Bool
  /// The contrast of the first colour on the second one, and of the second on the first one if one of them is not opaque.
  package var contrast: ColorFacts.OnBackground
  package var reverse: ColorFacts.OnBackground?
  package var seen: [Seen]

  package struct Difference: Sendable, Hashable {
    package var din99o, ciede2000: Double
  }

  package struct Seen: Sendable, Hashable {
    package var eye: Viewing.Eye
    package var difference: Double
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
    difference = Difference(
      din99o: one.judged.difference(to: other.judged),
      ciede2000: ColorDifference.ciede2000(one.linear, other.linear))
    inSRGB = Difference(
      din99o: one.shown.difference(to: other.shown),
      ciede2000: ColorDifference.ciede2000(one.shownLinear, other.shownLinear))
    merges =
      (one.isClipped || other.isClipped) && JudgedColor.isLost(difference.din99o, inSRGB: inSRGB.din99o)
    let (alpha, otherAlpha) = (a.given.color.alpha, b.given.color.alpha)
    contrast = ColorFacts.OnBackground(one, alpha: alpha, on: other)
    reverse = alpha < 1 || otherAlpha < 1 ? ColorFacts.OnBackground(other, alpha: otherAlpha, on: one) : nil
    let own = DIN99o(linearSRGB: one.linear).difference(to: DIN99o(linearSRGB: other.linear))
    seen = zip(a.seen, b.seen).map { one, other in
      let difference = DIN99o(linearSRGB: one.linear).difference(to: DIN99o(linearSRGB: other.linear))
      return Seen(
        eye: one.eye, difference: difference, verdict: VisionLimits().verdict(of: difference, for: own))
    }
  }

  package var confusable: [Seen] { seen.filter { $0.verdict == .confusable } }
}

extension VisionLimits {
  package func verdict(of seen: Double, for own: Double) -> ColorPair.Verdict {
    guard own >= distinct else { return .apart }
    return seen < confusable ? .confusable : seen < doubtful ? .doubtful : .apart
  }
}

package struct ColorComparison: Sendable, Hashable {
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
