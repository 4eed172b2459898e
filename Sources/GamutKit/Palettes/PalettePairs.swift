import Gamut
import GamutPalettes

/// Two colours of a context, and what is wrong with them.
package struct PalettePair: Sendable {
  package var first, second: PaletteStudy.Color
  /// ΔEOK.
  package var difference: Double
  /// ΔEOK in sRGB.
  package var inSRGB: Double
  /// ΔEOK for the eyes with which they are confused, or hard to tell apart.
  package var seen: [ColorPair.Seen]
}

/// The worst of some pairs, and how many there are.
package struct WorstPairs: Sendable {
  package private(set) var count = 0
  package private(set) var pairs: [PalettePair] = []
  private var weights: [Double] = []

  /// The maximum number of pairs that are kept.
  package static let limit = 20

  /// - Parameter weight: larger is worse; of equal ones the earlier is kept.
  fileprivate mutating func add(_ weight: Double, _ pair: () -> PalettePair) {
    count += 1
    if weights.count == Self.limit, let least = weights.last, weight <= least { return }
    let place = weights.firstIndex { $0 < weight } ?? weights.count
    weights.insert(weight, at: place)
    pairs.insert(pair(), at: place)
    guard weights.count > Self.limit else { return }
    weights.removeLast()
    pairs.removeLast()
  }
}

/// What is wrong with the colours of a context among each other.
package struct PaletteComparison: Sendable {
  /// Names of one colour, at least two each, in the order of the file.
  package private(set) var equal: [[PaletteStudy.Color]] = []
  /// Pairs whose difference is not noticeable, the nearest first.
  package private(set) var nearlyEqual = WorstPairs()
  /// Pairs whose difference is noticeable, and not so in sRGB, the most different first.
  package private(set) var merged = WorstPairs()
  /// Pairs that people with a deficiency confuse, and after them those that are hard to tell apart.
  package private(set) var confused = WorstPairs()
  /// Whether there are too many colours to compare all.
  package private(set) var isPartial = false

  /// Colours that differ less are the same, with numbers rounded to three decimals.
  package static let equality = 0.001
  /// The maximum number of colours that are compared with each other.
  package static let limit = 10_000

  /// The level of grey behind colours that are not opaque, in the dark: #121212, as dark themes have it. Black would
  /// exaggerate differences that nobody sees.
  package static let darkGround = 18.0 / 255

  /// - Parameters:
  ///   - context: the colours that are shown together. Pairs that another context shows alike are not compared again.
  ///   - jnd: the just-noticeable difference in ΔEOK.
  package init(_ context: PaletteStudy.Context, jnd: Double, _ eyes: Eyes) {
    // Another name of a colour, which says so itself, is no second colour; a transparent one is none at all.
    let own = context.colors.filter { $0.entry.target == nil && $0.entry.color.alpha > 0 }
    isPartial = own.count > Self.limit
    let ground = context.conditions.isDark ? Self.darkGround : 1
    compare(distinct(own.prefix(Self.limit).map { ComparedColor($0, on: ground, eyes) }), jnd, eyes)
  }

  /// Lists colours that are equal, and returns one of each.
  private mutating func distinct(_ all: [ComparedColor]) -> [ComparedColor] {
    var compared = all
    var others: [Int: [Int]] = [:]
    var isFirst = [Bool](repeating: true, count: compared.count)
    let grid = ColorGrid(compared.lazy.map(\.color.color.lab), distance: Self.equality)
    for index in compared.indices {
      var known = index
      grid.forEach(near: compared[index].color.color.lab) { other in
        guard other < known, isFirst[other], compared[other].hasAlpha(of: compared[index]),
          ComparedColor.distance(compared[index].shown, compared[other].shown) < Self.equality
        else { return }
        known = other
      }
      guard known < index else { continue }
      isFirst[index] = false
      others[known, default: []].append(index)
      compared[known].isOwn = compared[known].isOwn || compared[index].isOwn
    }
    for (first, rest) in others.sorted(by: { $0.key < $1.key }) where compared[first].isOwn {
      equal.append([compared[first].color] + rest.map { compared[$0].color })
    }
    return compared.indices.filter { isFirst[$0] }.map { compared[$0] }
  }

  private mutating func compare(_ colors: [ComparedColor], _ jnd: Double, _ eyes: Eyes) {
    for first in colors.indices {
      for second in colors.indices[(first + 1)...] {
        guard colors[first].isOwn || colors[second].isOwn, colors[first].hasAlpha(of: colors[second]) else { continue }
        compare(colors[first], colors[second], jnd, eyes)
      }
    }
  }

  private mutating func compare(_ first: ComparedColor, _ second: ComparedColor, _ jnd: Double, _ eyes: Eyes) {
    let difference = ComparedColor.distance(first.lab, second.lab)
    func pair(_ seen: [ColorPair.Seen] = []) -> PalettePair {
      PalettePair(
        first: first.color, second: second.color, difference: difference,
        inSRGB: ComparedColor.distance(first.shown, second.shown), seen: seen)
    }
    if difference < jnd {
      // Faint colours differ little on their ground; what they are says whether they are meant to be one.
      let isNear =
        first.alpha == 1 || first.color.color.lab.deltaE(to: second.color.color.lab) < jnd
      if difference >= Self.equality, isNear { nearlyEqual.add(-difference) { pair() } }
      return
    }
    if first.isClipped || second.isClipped {
      let shown = ComparedColor.distance(first.shown, second.shown)
      if shown < jnd / 2 { merged.add(difference) { pair() } }
    }
    let thresholds = eyes.thresholds
    guard difference >= thresholds.distinct else { return }
    let seen = SIMD3(
      ComparedColor.distance(first.seen.0, second.seen.0), ComparedColor.distance(first.seen.1, second.seen.1),
      ComparedColor.distance(first.seen.2, second.seen.2))
    guard seen.min() < max(thresholds.doubtful, thresholds.confusable) else { return }
    let verdicts = eyes.deficiencies.enumerated().map { index, deficiency in
      ColorPair.Seen(
        deficiency: deficiency, difference: seen[index], verdict: eyes.verdict(of: seen[index], for: difference))
    }.filter { $0.verdict != .apart }
    guard let worst = verdicts.map(\.difference).min() else { return }
    let isConfused = verdicts.contains { $0.verdict == .confusable }
    confused.add(difference - worst + (isConfused ? 1000 : 0)) { pair(verdicts) }
  }
}

/// The numbers of a colour that comparisons need.
private struct ComparedColor: Sendable {
  let color: PaletteStudy.Color
  /// OKLab on the ground, as all see it and as displays of sRGB show it.
  let lab, shown: SIMD4<Double>
  /// For each eye.
  let seen: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  let isClipped: Bool
  let alpha: Double
  var isOwn: Bool

  /// - Parameter ground: the level behind colours that are not opaque: white in light contexts.
  init(_ color: PaletteStudy.Color, on ground: Double, _ eyes: Eyes) {
    self.color = color
    alpha = min(color.entry.color.alpha, 1)
    isClipped = color.color.isClipped
    isOwn = color.isOwn
    func vector(_ lab: OKLab) -> SIMD4<Double> { SIMD4(lab.l, lab.a, lab.b, 0) }
    let (own, inSRGB) = (color.color.over(ground, alpha), color.inSRGB.over(ground, alpha))
    lab = vector(OKLab(linearSRGB: own))
    shown = vector(ColorInSRGB(linearSRGB: inSRGB).shown)
    let visions = eyes.seen(own).map { vector(OKLab(linearSRGB: $0.linear)) }
    seen = (visions[0], visions[1], visions[2])
  }

  /// Returns whether both are equally opaque.
  func hasAlpha(of other: ComparedColor) -> Bool { abs(alpha - other.alpha) < 0.5 / 255 }

  static func distance(_ first: SIMD4<Double>, _ second: SIMD4<Double>) -> Double {
    let difference = first - second
    return (difference * difference).sum().squareRoot()
  }
}

extension ColorInSRGB {
  /// Returns the linear values of the colour over a grey level, mixed with the encoded values, as user interfaces do.
  fileprivate func over(_ ground: Double, _ alpha: Double) -> SIMD3<Double> {
    guard alpha < 1 else { return linear }
    func mixed(_ value: Double) -> Double { Self.linear(ground + alpha * (Self.encoded(value) - ground)) }
    return SIMD3(mixed(linear.x), mixed(linear.y), mixed(linear.z))
  }
}
