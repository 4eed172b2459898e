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

/// The worst of some items, and how many there are.
package struct Worst<Item: Sendable>: Sendable {
  package private(set) var count = 0
  /// The worst first.
  package private(set) var items: [Item] = []
  private var weights: [Double] = []

  /// The maximum number of items that are kept.
  package static var limit: Int { 20 }

  package init() {}

  /// - Parameter weight: larger is worse; of equal ones the earlier is kept.
  package mutating func add(_ weight: Double, _ item: () -> Item) {
    count += 1
    if weights.count == Self.limit, let least = weights.last, weight <= least { return }
    let place = weights.firstIndex { $0 < weight } ?? weights.count
    weights.insert(weight, at: place)
    items.insert(item(), at: place)
    guard weights.count > Self.limit else { return }
    weights.removeLast()
    items.removeLast()
  }
}

package typealias WorstPairs = Worst<PalettePair>

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

  /// - Parameters:
  ///   - context: the colours that are shown together. Pairs that another context shows alike are not compared again.
  ///   - jnd: the just-noticeable difference in ΔEOK.
  package init(_ context: PaletteStudy.Context, jnd: Double, _ eyes: Eyes) {
    // Ignore aliases and fully transparent colours.
    let own = context.colors.filter { $0.entry.target == nil && $0.entry.color.alpha > 0 }
    isPartial = own.count > Self.limit
    let colors = Array(own.prefix(Self.limit))
    var numbers = colors.enumerated().map { ComparedColor($1, at: $0, on: context.ground, eyes) }
    removeEqual(from: &numbers, colors)
    compare(numbers, colors, jnd, eyes)
  }

  /// Lists colours that are equal, and keeps one of each.
  private mutating func removeEqual(from numbers: inout [ComparedColor], _ colors: [PaletteStudy.Color]) {
    var cells = ColorCells(distance: Self.equality)
    var others: [Int: [Int]] = [:]
    var kept: [ComparedColor] = []
    for color in numbers {
      var known: Int?
      cells.forEach(near: color.own) { place in
        guard place < known ?? .max, kept[place].hasAlpha(of: color),
          ComparedColor.distance(kept[place].own, color.own) < Self.equality,
          ComparedColor.distance(kept[place].shown, color.shown) < Self.equality
        else { return }
        known = place
      }
      if let known {
        others[known, default: []].append(color.index)
        kept[known].isOwn = kept[known].isOwn || color.isOwn
      } else {
        cells.add(kept.count, at: color.own)
        kept.append(color)
      }
    }
    for (first, rest) in others.sorted(by: { $0.key < $1.key }) where kept[first].isOwn {
      equal.append([colors[kept[first].index]] + rest.map { colors[$0] })
    }
    numbers = kept
  }

  private mutating func compare(
    _ numbers: [ComparedColor], _ colors: [PaletteStudy.Color], _ jnd: Double, _ eyes: Eyes
  ) {
    let limits = Limits(jnd, eyes)
    let own = numbers.indices.filter { numbers[$0].isOwn }
    var nextOwn = 0
    for first in numbers.indices {
      while nextOwn < own.count, own[nextOwn] <= first { nextOwn += 1 }
      let color = numbers[first]
      if color.isOwn {
        for second in numbers.indices[(first + 1)...] { compare(color, numbers[second], colors, limits, eyes) }
      } else {
        // Two colours that come from another context are compared there.
        for place in own[nextOwn...] { compare(color, numbers[place], colors, limits, eyes) }
      }
    }
  }

  /// The limits of differences.
  private struct Limits {
    let jnd, distinct: Double
    /// The square of the difference from which on no eye confuses two colours, with room for rounding.
    let apart: Double

    init(_ jnd: Double, _ eyes: Eyes) {
      self.jnd = jnd
      distinct = eyes.thresholds.distinct
      let least = max(eyes.thresholds.doubtful, eyes.thresholds.confusable)
      apart = least * least * (1 + 1e-9)
    }
  }

  @inline(__always)
  private mutating func compare(
    _ first: ComparedColor, _ second: ComparedColor, _ colors: [PaletteStudy.Color], _ limits: Limits, _ eyes: Eyes
  ) {
    guard first.hasAlpha(of: second) else { return }
    let difference = ComparedColor.distance(first.lab, second.lab)
    let isNoticeable = ColorPair.isNoticeable(difference, limits.jnd)
    if !isNoticeable || first.isClipped || second.isClipped {
      compareInSRGB(first, second, difference, colors, limits)
    }
    guard difference >= limits.distinct, isNoticeable else { return }
    let least = min(
      ComparedColor.square(first.seen.0, second.seen.0), ComparedColor.square(first.seen.1, second.seen.1),
      ComparedColor.square(first.seen.2, second.seen.2))
    if least < limits.apart { compareSeen(first, second, difference, colors, eyes) }
  }

  private mutating func compareInSRGB(
    _ first: ComparedColor, _ second: ComparedColor, _ difference: Double, _ colors: [PaletteStudy.Color],
    _ limits: Limits
  ) {
    let inSRGB = ComparedColor.distance(first.shown, second.shown)
    func pair() -> PalettePair {
      PalettePair(
        first: colors[first.index], second: colors[second.index], difference: difference, inSRGB: inSRGB, seen: [])
    }
    if !ColorPair.isNoticeable(difference, limits.jnd) {
      // Faint colours differ little on their ground, so the colours themselves are compared too.
      let isNear = first.alpha == 1 || ComparedColor.distance(first.own, second.own) < limits.jnd
      if difference >= Self.equality, isNear { nearlyEqual.add(-difference, pair) }
    } else if ColorPair.isLost(inSRGB, limits.jnd) {
      merged.add(difference, pair)
    }
  }

  private mutating func compareSeen(
    _ first: ComparedColor, _ second: ComparedColor, _ difference: Double, _ colors: [PaletteStudy.Color],
    _ eyes: Eyes
  ) {
    let seen = SIMD3(
      ComparedColor.distance(first.seen.0, second.seen.0), ComparedColor.distance(first.seen.1, second.seen.1),
      ComparedColor.distance(first.seen.2, second.seen.2))
    var (worst, isConfused) = (Double.infinity, false)
    for index in 0..<3 {
      let verdict = eyes.verdict(of: seen[index], for: difference)
      if verdict != .apart { worst = min(worst, seen[index]) }
      if verdict == .confusable { isConfused = true }
    }
    guard worst < .infinity else { return }
    confused.add(difference - worst + (isConfused ? 1000 : 0)) {
      let verdicts = eyes.deficiencies.enumerated().map { index, deficiency in
        ColorPair.Seen(
          deficiency: deficiency, difference: seen[index], verdict: eyes.verdict(of: seen[index], for: difference))
      }
      return PalettePair(
        first: colors[first.index], second: colors[second.index], difference: difference,
        inSRGB: ComparedColor.distance(first.shown, second.shown), seen: verdicts.filter { $0.verdict != .apart })
    }
  }
}

/// The numbers of a colour that comparisons need: without references, because there are many pairs.
private struct ComparedColor: Sendable {
  /// Among the colours of the context.
  let index: Int
  /// OKLab of the colour itself; and on the ground, as all see it and as displays of sRGB show it.
  let own, lab, shown: SIMD4<Double>
  /// For each eye.
  let seen: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  let isClipped: Bool
  let alpha: Double
  var isOwn: Bool

  /// - Parameter ground: the linear values behind colours that are not opaque: white in light contexts.
  init(_ color: PaletteStudy.Color, at index: Int, on ground: SIMD3<Double>, _ eyes: Eyes) {
    self.index = index
    alpha = min(color.entry.color.alpha, 1)
    isClipped = color.color.isClipped
    isOwn = color.isOwn
    func vector(_ lab: OKLab) -> SIMD4<Double> { SIMD4(lab.l, lab.a, lab.b, 0) }
    own = vector(color.color.lab)
    let linear = ColorInSRGB.mixed(color.color.linear, over: ground, alpha: alpha)
    if alpha < 1 {
      lab = vector(OKLab(linearSRGB: linear))
      let inSRGB = ColorInSRGB.mixed(color.inSRGB.linear, over: ground, alpha: alpha)
      shown = vector(ColorInSRGB(linearSRGB: inSRGB).shown)
    } else {
      (lab, shown) = (own, vector(color.inSRGB.shown))
    }
    let visions = eyes.seen(linear).map { vector(OKLab(linearSRGB: $0.linear)) }
    seen = (visions[0], visions[1], visions[2])
  }

  /// Returns whether both are equally opaque.
  func hasAlpha(of other: ComparedColor) -> Bool { abs(alpha - other.alpha) < 0.5 / 255 }

  static func square(_ first: SIMD4<Double>, _ second: SIMD4<Double>) -> Double {
    let difference = first - second
    return (difference * difference).sum()
  }

  static func distance(_ first: SIMD4<Double>, _ second: SIMD4<Double>) -> Double {
    square(first, second).squareRoot()
  }
}

/// A grid of distinct colours in OKLab. A colour that equals one in the grid is not added, so that any number of nearly
/// equal colours takes little time.
private struct ColorCells {
  private let size: Double
  private var cells: [SIMD3<Int32>: [Int]] = [:]

  /// - Parameter distance: colours that differ by less are in cells beside each other.
  init(distance: Double) { size = distance }

  private func cell(of lab: SIMD4<Double>) -> SIMD3<Int32> {
    func number(_ value: Double) -> Int32 {
      let number = (value / size).rounded(.down)
      return number.magnitude < 1e9 ? Int32(number) : number < 0 ? -1_000_000_000 : 1_000_000_000
    }
    return SIMD3(number(lab.x), number(lab.y), number(lab.z))
  }

  mutating func add(_ place: Int, at lab: SIMD4<Double>) { cells[cell(of: lab), default: []].append(place) }

  func forEach(near lab: SIMD4<Double>, _ body: (Int) -> Void) {
    let own = cell(of: lab)
    for x in Int32(-1)...1 {
      for y in Int32(-1)...1 {
        for z in Int32(-1)...1 { for place in cells[own &+ SIMD3(x, y, z)] ?? [] { body(place) } }
      }
    }
  }
}
