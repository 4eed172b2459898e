package import Gamut
package import GamutPalettes

package struct PaletteComparer: Sendable {
  private let study: PaletteStudy
  private let areSteps: [Bool]
  private let limits: VisionLimits
  private var room: Int
  /// Pairs without a noticeable difference, the most similar first.
  package private(set) var nearlyEqual = WorstPairs()
  /// Pairs that differ, but not on displays of sRGB, the most different first.
  package private(set) var merged = WorstPairs()
  /// Pairs that people with a colour vision deficiency confuse, then pairs that they can hardly tell apart.
  package private(set) var confused = WorstPairs()

  /// The maximum number of steps for all contexts; a step is about one comparison of two colours.
  package static let totalLimit = 150_000_000
  private static let stepsOfEquals = 30

  /// `steps` says which entries are steps of a scale that stand for no purpose, such as green-600; empty if it does not matter.
  package init(_ study: PaletteStudy, steps: [Bool] = [], _ limits: VisionLimits, limit: Int = totalLimit) {
    (self.study, areSteps, self.limits, room) = (study, steps, limits, limit)
  }

  /// Compares the colours of the next context. Pairs that another context shows in the same way are not compared again.
  package mutating func comparison(
    of context: PaletteStudy.Context, _ shown: [PaletteStudy.Shown]
  ) -> PaletteComparison {
    for list in [\.nearlyEqual, \.merged, \.confused] as [WritableKeyPath<Self, WorstPairs>] {
      self[keyPath: list].beginContext()
    }
    // At most so many that another one is known to be left out.
    let study = study
    var compared = Array(shown.indices.lazy.filter { study.isCompared(shown[$0]) }.prefix(PaletteComparison.limit + 1))
    let isPartial = compared.count > PaletteComparison.limit
    if isPartial { compared.removeLast() }
    let own = compared.count { shown[$0].part > 0 }
    guard own > 0 else { return PaletteComparison(isPartial: isPartial) }
    let steps = own * (2 * compared.count - own) / 2 + compared.count * Self.stepsOfEquals
    guard steps <= room else { return PaletteComparison(isPartial: isPartial, isOmitted: true) }
    room -= steps
    let colors = compared.map { index in
      ComparedColor(
        study.color(shown[index]), shown[index], on: context.ground,
        isStep: !areSteps.isEmpty && areSteps[Int(shown[index].entry)])
    }
    var comparison = PaletteComparison(isPartial: isPartial)
    compare(comparison.removingEqual(from: colors, study, aliases(shown)))
    return comparison
  }

  private mutating func compare(_ colors: [ComparedColor]) {
    let own = colors.indices.filter { colors[$0].part > 0 }
    var nextOwn = 0
    for first in colors.indices {
      while nextOwn < own.count, own[nextOwn] <= first { nextOwn += 1 }
      let color = colors[first]
      if color.part == 3 {
        for second in colors.indices[(first + 1)...] { compare(color, colors[second]) }
      } else {
        // Two colours that come from another context are compared there.
        for place in own[nextOwn...] where color.part | colors[place].part == 3 { compare(color, colors[place]) }
      }
    }
  }

  @inline(__always)
  private mutating func compare(_ first: ComparedColor, _ second: ComparedColor) {
    guard first.hasAlpha(of: second) else { return }
    let judged = first.drawn.difference(to: second.drawn)
    if judged < JudgedColor.jnd || judged >= JudgedColor.seen && (first.isClipped || second.isClipped) {
      compareInSRGB(first, second, judged)
    }
    guard !first.isUse, !second.isUse else { return }
    let difference = ComparedColor.distance(first.lab, second.lab)
    if difference >= limits.distinct { compareSeen(first, second, difference) }
  }

  private mutating func compareInSRGB(_ first: ComparedColor, _ second: ComparedColor, _ difference: Double) {
    let inSRGB = first.shown.difference(to: second.shown)
    func pair() -> PalettePair {
      PalettePair(first: first.origin, second: second.origin, difference: difference, inSRGB: inSRGB)
    }
    if difference < JudgedColor.jnd {
      // Faint colours differ little on their ground, so the colours themselves are compared too.
      let isNear = first.alpha == 1 || first.own.difference(to: second.own) < JudgedColor.jnd
      if difference >= JudgedColor.equality, isNear, !first.isUse, !second.isUse { nearlyEqual.add(-difference, pair) }
    } else if JudgedColor.isLost(difference, inSRGB: inSRGB) {
      merged.add(difference, pair)
    }
  }

  private mutating func compareSeen(_ first: ComparedColor, _ second: ComparedColor, _ difference: Double) {
    let seen = SIMD3(
      ComparedColor.distance(first.seen.0, second.seen.0), ComparedColor.distance(first.seen.1, second.seen.1),
      ComparedColor.distance(first.seen.2, second.seen.2))
    var (worst, isConfused) = (Double.infinity, false)
    for index in 0..<3 {
      let verdict = limits.verdict(of: seen[index], for: difference)
      if verdict != .apart { worst = min(worst, seen[index]) }
      if verdict == .confusable { isConfused = true }
    }
    guard worst < .infinity else { return }
    let isMinor = first.isStep && second.isStep
    confused.add(difference - worst + (isConfused && !isMinor ? 1000 : 0)) {
      PalettePair(
        first: first.origin, second: second.origin, difference: difference,
        inSRGB: first.shown.difference(to: second.shown), seen: seen, isMinor: isMinor)
    }
  }

  /// Returns the number of names that refer to each name, by its index, and so have its colour.
  private func aliases(_ shown: [PaletteStudy.Shown]) -> [Int32: Int] {
    var counts: [Int32: Int] = [:]
    for (place, one) in shown.enumerated()
    where one.entry >= 0 && Int(one.source) != place && !study.palette.entries[Int(one.entry)].isUse {
      counts[one.source, default: 0] += 1
    }
    return counts
  }
}

/// The values of a colour that comparisons need. They contain no references, because there are many pairs.
struct ComparedColor: Sendable {
  var origin: PaletteStudy.Shown
  /// The colour itself; the colour over the ground; and the latter as displays of sRGB show it.
  let own, drawn, shown: JudgedColor
  /// DIN99o of the colour over the ground on a display of sRGB, and as each eye of ``Viewing/ofPalettes`` sees that.
  let lab: SIMD4<Double>
  let seen: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  let isClipped: Bool
  let alpha: Double
  var part: UInt8
  /// Whether only elements use the colour, and no name stands for it.
  var isUse: Bool
  var isStep: Bool

  init(_ color: PaletteStudy.Color, _ origin: PaletteStudy.Shown, on ground: SIMD3<Double>, isStep: Bool) {
    (self.origin, self.isStep) = (origin, isStep)
    alpha = min(color.entry.color.alpha, 1)
    isClipped = color.color.isClipped
    part = color.part
    isUse = color.entry.isUse
    let over = color.color.drawn(over: ground, alpha: alpha)
    (own, drawn, shown) = (color.color.judged, over.judged, color.inSRGB.drawn(over: ground, alpha: alpha).shown)
    func vector(_ linear: SIMD3<Double>) -> SIMD4<Double> {
      let color = DIN99o(linearSRGB: linear)
      return SIMD4(color.l, color.a, color.b, 0)
    }
    lab = vector(over.displayed)
    let visions = Viewing.ofPalettes.map { vector($0(over.displayed)) }
    seen = (visions[0], visions[1], visions[2])
  }

  /// Returns whether two colours have the same opacity, to half an 8-bit code.
  func hasAlpha(of other: ComparedColor) -> Bool { abs(alpha - other.alpha) < 0.5 / 255 }

  static func distance(_ first: SIMD4<Double>, _ second: SIMD4<Double>) -> Double {
    let difference = first - second
    return (difference * difference).sum().squareRoot()
  }
}

package struct PalettePair: Sendable {
  package var first, second: PaletteStudy.Shown
  package var difference: Double
  package var inSRGB: Double
  /// The differences for the eyes of ``Viewing/ofPalettes``, in this order.
  package var seen = SIMD3<Double>(repeating: .infinity)
  /// Whether it matters less that these two are confused: both are steps of scales.
  package var isMinor = false

  /// Returns the eyes that confuse the colours or can hardly tell them apart.
  package func verdicts(_ limits: VisionLimits) -> [ColorPair.Seen] {
    Viewing.ofPalettes.compactMap(\.eye).enumerated().map { index, eye in
      ColorPair.Seen(eye: eye, difference: seen[index], verdict: limits.verdict(of: seen[index], for: difference))
    }.filter { $0.verdict != .apart }
  }
}

/// The worst items of all contexts of a palette: memory is that of ``limit`` of them twice, whatever is added.
package struct WorstItems<Item: Sendable>: Sendable {
  package var count = 0
  /// Among them are all of the worst, in the order in which they were added.
  private var kept: [(weight: Double, context: Int, item: Item)] = []
  private var context = -1
  package var least = -Double.infinity

  /// The items with the indices of their contexts, the worst first.
  package var worst: [(context: Int, item: Item)] {
    let weights = kept.map(\.weight)
    return weights.indices.sorted { (-weights[$0], $0) < (-weights[$1], $1) }.prefix(limit)
      .map { (kept[$0].context, kept[$0].item) }
  }

  private let limit: Int

  package init(limit: Int = PaletteComparison.listLimit) { self.limit = limit }

  package mutating func beginContext() { context += 1 }

  /// Adds an item. The larger the weight, the worse; of equal ones, the earlier is kept.
  @inlinable package mutating func add(_ weight: Double, _ item: () -> Item) {
    count += 1
    if weight > least { keep(weight, item()) }
  }

  package mutating func keep(_ weight: Double, _ item: Item) {
    kept.append((weight, context, item))
    guard kept.count == 2 * limit else { return }
    least = kept.map(\.weight).sorted(by: >)[limit - 1]
    var room = limit - kept.count { $0.weight > least }
    kept.removeAll { kept in
      if kept.weight == least { room -= 1 }
      return kept.weight < least || kept.weight == least && room < 0
    }
  }
}

package typealias WorstPairs = WorstItems<PalettePair>

package struct PaletteComparison: Sendable {
  /// The groups of names that have the same colour, in the order of the file.
  package private(set) var equal: [Equal] = []
  /// Whether some colours are not compared because there are too many.
  package var isPartial = false
  /// Whether no colours are compared because the contexts before have used up the steps.
  package var isOmitted = false

  package struct Equal: Sendable {
    /// The first of the colours, two to five.
    package var colors: [PaletteStudy.Color]
    package var count: Int
    /// The number of other names that refer to these, which are not compared.
    package var aliases: Int
    /// The last place in the file of one of the names.
    package var place: Palette.Place
  }

  package static let limit = 10_000
  /// The maximum number of findings of a rule that are listed, which only a palette made for it has.
  package static let listLimit = 50_000

  fileprivate mutating func removingEqual(
    from colors: [ComparedColor], _ study: PaletteStudy, _ aliases: [Int32: Int]
  ) -> [ComparedColor] {
    var known = ColorGrid(distance: JudgedColor.equality)
    var others: [Int: [PaletteStudy.Shown]] = [:]
    var kept: [ComparedColor] = []
    for color in colors {
      var equal: Int?
      known.forEach(near: color.own) { place in
        guard place < equal ?? .max, kept[place].hasAlpha(of: color),
          kept[place].shown.difference(to: color.shown) < JudgedColor.equality
        else { return }
        equal = place
      }
      if let equal {
        var other = color.origin
        if kept[equal].isUse, !color.isUse { swap(&kept[equal].origin, &other) }
        others[equal, default: []].append(other)
        kept[equal].part |= color.part
        kept[equal].isStep = kept[equal].isStep && color.isStep
        kept[equal].isUse = kept[equal].isUse && color.isUse
      } else {
        known.add(color.own, kept.count)
        kept.append(color)
      }
    }
    for (first, rest) in others.sorted(by: { $0.key < $1.key }) where kept[first].part == 3 {
      // Elements may have the colours of others.
      let all = ([kept[first].origin] + rest).filter { !study.palette.entries[Int($0.entry)].isUse }
      guard all.count > 1, let place = all.map({ study.palette.entries[Int($0.entry)].place }).max() else { continue }
      equal.append(
        Equal(
          colors: all.prefix(5).map(study.color), count: all.count,
          aliases: all.reduce(0) { $0 + aliases[$1.source, default: 0] }, place: place))
    }
    return kept
  }
}
