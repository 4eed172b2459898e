package import Gamut
import GamutPalettes

/// Two colours of a context, and what is wrong with them.
package struct PalettePair: Sendable {
  package enum Fault: Sendable, Hashable {
    /// The difference is noticeable, and not so in sRGB.
    case merges(inSRGB: Double)
    /// The difference is not noticeable.
    case nearlyEqual
    /// People with a deficiency confuse them, or nearly so.
    case confused(ColorVision.Deficiency, seen: Double, ColorPair.Verdict)
  }

  package var first, second: PaletteStudy.Color
  /// ΔEOK.
  package var difference: Double
  package var fault: Fault
}

/// Names of one colour.
package struct EqualColors: Sendable {
  /// At least two, in the order of the file.
  package var colors: [PaletteStudy.Color]
}

/// What is wrong with the colours of a context among each other.
package struct PaletteComparison: Sendable {
  package private(set) var equal: [EqualColors] = []
  package private(set) var pairs: [PalettePair] = []
  /// Whether there are too many colours to compare all.
  package private(set) var isPartial = false

  /// Colours that differ less are the same, with numbers rounded to three decimals.
  package static let equality = 0.001
  /// The maximum number of colours that are compared with each other.
  package static let limit = 10_000

  private struct Compared {
    var color: PaletteStudy.Color
    var lab: SIMD4<Double>
    var shown: SIMD4<Double>
    var seen: [SIMD4<Double>]
    var isClipped: Bool
    var isOwn: Bool
    var alpha: Double
    /// Whether it is the first of equal colours.
    var isFirst = true
    /// The indices of the colours that are equal to it.
    var others: [Int] = []

    init(_ color: PaletteStudy.Color, _ eyes: Eyes) {
      self.color = color
      func vector(_ lab: OKLab) -> SIMD4<Double> { SIMD4(lab.l, lab.a, lab.b, 0) }
      lab = vector(color.color.lab)
      shown = vector(color.inSRGB.shown)
      seen = eyes.seen(color.color.linear).map { vector(OKLab(linearSRGB: $0.linear)) }
      isClipped = color.color.isClipped
      isOwn = color.isOwn
      alpha = color.entry.color.alpha
    }
  }

  /// - Parameters:
  ///   - context: the colours that are shown together. Pairs that another context shows alike are not compared again.
  ///   - jnd: the just-noticeable difference in ΔEOK.
  package init(_ context: PaletteStudy.Context, jnd: Double, _ eyes: Eyes) {
    // Another name of a colour, which says so itself, is no second colour; a transparent one is none at all.
    let own = context.colors.filter { $0.entry.target == nil && $0.entry.color.alpha > 0 }
    isPartial = own.count > Self.limit
    var compared: [Compared] = []
    for color in own.prefix(Self.limit) { compared.append(Compared(color, eyes)) }
    let distinct = merged(&compared)
    for (place, index) in distinct.enumerated() {
      for other in distinct[(place + 1)...] {
        guard compared[index].isOwn || compared[other].isOwn,
          abs(compared[index].alpha - compared[other].alpha) < 0.5 / 255
        else { continue }
        compare(compared[index], compared[other], jnd, eyes)
      }
    }
  }

  /// Lists colours that are equal, and returns the indices of one of each.
  private mutating func merged(_ compared: inout [Compared]) -> [Int] {
    var distinct: [Int] = []
    let grid = ColorGrid(compared.lazy.map(\.color.color.lab), distance: Self.equality)
    for index in compared.indices {
      var known: Int?
      grid.forEach(near: compared[index].color.color.lab) { other in
        guard other < index, other < known ?? index, compared[other].isFirst,
          distance(compared[index].shown, compared[other].shown) < Self.equality,
          abs(compared[index].alpha - compared[other].alpha) < 0.5 / 255
        else { return }
        known = other
      }
      if let known {
        compared[known].others.append(index)
        compared[known].isOwn = compared[known].isOwn || compared[index].isOwn
        compared[index].isFirst = false
      } else {
        distinct.append(index)
      }
    }
    for index in distinct where !compared[index].others.isEmpty && compared[index].isOwn {
      equal.append(
        EqualColors(colors: [compared[index].color] + compared[index].others.map { compared[$0].color }))
    }
    return distinct
  }

  private mutating func compare(_ first: Compared, _ second: Compared, _ jnd: Double, _ eyes: Eyes) {
    let difference = distance(first.lab, second.lab)
    func add(_ fault: PalettePair.Fault) {
      pairs.append(PalettePair(first: first.color, second: second.color, difference: difference, fault: fault))
    }
    if difference < jnd {
      if difference >= Self.equality { add(.nearlyEqual) }
      return
    }
    if first.isClipped || second.isClipped {
      let shown = distance(first.shown, second.shown)
      if shown < jnd / 2 { add(.merges(inSRGB: shown)) }
    }
    guard difference >= eyes.thresholds.distinct else { return }
    for (index, deficiency) in eyes.deficiencies.enumerated() {
      let seen = distance(first.seen[index], second.seen[index])
      let verdict = eyes.verdict(of: seen, for: difference)
      if verdict != .apart { add(.confused(deficiency, seen: seen, verdict)) }
    }
  }

  private func distance(_ first: SIMD4<Double>, _ second: SIMD4<Double>) -> Double {
    let difference = first - second
    return (difference * difference).sum().squareRoot()
  }
}
