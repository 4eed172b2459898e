import Gamut
package import GamutPalettes

/// Two colours of a context, with their differences.
package struct PalettePair: Sendable {
  package var first, second: PaletteStudy.Color
  /// The difference: in DIN99o.
  package var difference: Double
  /// The difference (DIN99o) as displays of sRGB show the colours.
  package var inSRGB: Double
  /// The differences for the eyes that confuse the colours or can hardly tell them apart.
  package var seen: [ColorPair.Seen]
  /// Whether it matters less that these two are confused than others, by their roles.
  package var isMinor = false
}

/// What a colour is for, as far as that decides which confused pairs matter.
package enum ColorRole: Sendable {
  case plain
  /// The colour of an effect, such as a shadow, which carries no meaning by itself.
  case effect
  /// A step of a scale, such as green-600, which stands for no purpose.
  case step

  /// Whether it matters less that colours with these roles are confused.
  static func isMinor(_ first: ColorRole, _ second: ColorRole) -> Bool {
    first == .effect || second == .effect || first == .step && second == .step
  }
}

package struct WorstItems<Item: Sendable>: Sendable {
  package private(set) var count = 0
  private var kept: [(weight: Double, item: Item)] = []

  /// The items that are kept, the worst first.
  package var items: [Item] { kept.map(\.item) }

  /// The maximum number of items that are kept.
  package static var limit: Int { 1_000 }

  package init() {}

  /// Adds an item. The larger the weight, the worse; of equal ones, the earlier is kept.
  package mutating func add(_ weight: Double, _ item: () -> Item) {
    count += 1
    if kept.count == Self.limit, let least = kept.last?.weight, weight <= least { return }
    // They are sorted; the first one that is less is found by halves.
    var (low, place) = (0, kept.count)
    while low < place {
      let middle = (low + place) / 2
      if kept[middle].weight < weight { place = middle } else { low = middle + 1 }
    }
    kept.insert((weight, item()), at: place)
    if kept.count > Self.limit { kept.removeLast() }
  }
}

package typealias WorstPairs = WorstItems<PalettePair>

/// The equal, similar, merging and confusable colours of a context.
package struct PaletteComparison: Sendable {
  /// The groups of names that have the same colour, in the order of the file.
  package private(set) var equal: [Equal] = []
  /// Pairs without a noticeable difference, the most similar first.
  package private(set) var nearlyEqual = WorstPairs()
  /// Pairs that differ, but not on displays of sRGB, the most different first.
  package private(set) var merged = WorstPairs()
  /// Pairs that people with a colour vision deficiency confuse, then pairs that they can hardly tell apart.
  package private(set) var confused = WorstPairs()
  /// Whether some colours are not compared because there are too many.
  package let isPartial: Bool
  /// Whether no colours are compared because the contexts before have used up the steps.
  package let isOmitted: Bool

  /// Names that have the same colour.
  package struct Equal: Sendable {
    /// The first of the colours, two to five.
    package var colors: [PaletteStudy.Color]
    /// The number of all names with the colour.
    package var count: Int
    /// The number of other names that refer to these, which are not compared.
    package var aliases: Int
    /// The last place in the file of one of the names.
    package var place: Palette.Place
  }

  /// The maximum number of colours that are compared with one another.
  package static let limit = 10_000

  /// Creates a comparison without results.
  init(isPartial: Bool, isOmitted: Bool = false) { (self.isPartial, self.isOmitted) = (isPartial, isOmitted) }

  /// Pairs that another context shows in the same way are not compared again.
  init(_ numbers: [ComparedColor], of colors: ComparedColors, isPartial: Bool, _ limits: VisionLimits) {
    self.init(isPartial: isPartial)
    compare(removingEqual(from: numbers, colors), colors, limits)
  }

  private mutating func removingEqual(from numbers: [ComparedColor], _ colors: ComparedColors) -> [ComparedColor] {
    var known = ColorGrid(distance: JudgedColor.equality)
    var others: [Int: [Int]] = [:]
    var kept: [ComparedColor] = []
    for color in numbers {
      var equal: Int?
      known.forEach(near: color.own) { place in
        guard place < equal ?? .max, kept[place].hasAlpha(of: color),
          kept[place].shown.difference(to: color.shown) < JudgedColor.equality
        else { return }
        equal = place
      }
      if let equal {
        var other = color.index
        if kept[equal].isUse, !color.isUse { swap(&kept[equal].index, &other) }
        others[equal, default: []].append(other)
        kept[equal].isOwn = kept[equal].isOwn || color.isOwn
        if color.role == .plain { kept[equal].role = .plain }
        kept[equal].isUse = kept[equal].isUse && color.isUse
      } else {
        known.add(color.own, kept.count)
        kept.append(color)
      }
    }
    for (first, rest) in others.sorted(by: { $0.key < $1.key }) where kept[first].isOwn {
      // Elements may have the colours of others.
      let all = ([kept[first].index] + rest).filter { !colors.isUse($0) }
      guard all.count > 1 else { continue }
      equal.append(
        Equal(
          colors: all.prefix(5).map { colors[$0] }, count: all.count,
          aliases: all.reduce(0) { $0 + colors.aliases[colors.shown[$1].source, default: 0] },
          place: all.dropFirst().reduce(colors.place(of: all[0])) { max($0, colors.place(of: $1)) }))
    }
    return kept
  }

  private mutating func compare(_ numbers: [ComparedColor], _ colors: ComparedColors, _ limits: VisionLimits) {
    let own = numbers.indices.filter { numbers[$0].isOwn }
    var nextOwn = 0
    for first in numbers.indices {
      while nextOwn < own.count, own[nextOwn] <= first { nextOwn += 1 }
      let color = numbers[first]
      if color.isOwn {
        for second in numbers.indices[(first + 1)...] { compare(color, numbers[second], colors, limits) }
      } else {
        // Two colours that come from another context are compared there.
        for place in own[nextOwn...] { compare(color, numbers[place], colors, limits) }
      }
    }
  }

  @inline(__always)
  private mutating func compare(
    _ first: ComparedColor, _ second: ComparedColor, _ colors: ComparedColors, _ limits: VisionLimits
  ) {
    guard first.hasAlpha(of: second) else { return }
    let judged = first.drawn.difference(to: second.drawn)
    if judged < JudgedColor.jnd || judged >= JudgedColor.seen && (first.isClipped || second.isClipped) {
      compareInSRGB(first, second, judged, colors)
    }
    guard !first.isUse, !second.isUse else { return }
    let difference = ComparedColor.distance(first.lab, second.lab)
    if difference >= limits.distinct { compareSeen(first, second, difference, colors, limits) }
  }

  private mutating func compareInSRGB(
    _ first: ComparedColor, _ second: ComparedColor, _ difference: Double, _ colors: ComparedColors
  ) {
    let inSRGB = first.shown.difference(to: second.shown)
    func pair() -> PalettePair {
      PalettePair(
        first: colors[first.index], second: colors[second.index], difference: difference, inSRGB: inSRGB, seen: [])
    }
    if difference < JudgedColor.jnd {
      // Faint colours differ little on their ground, so the colours themselves are compared too.
      let isNear = first.alpha == 1 || first.own.difference(to: second.own) < JudgedColor.jnd
      if difference >= JudgedColor.equality, isNear, !first.isUse, !second.isUse { nearlyEqual.add(-difference, pair) }
    } else if JudgedColor.isLost(difference, inSRGB: inSRGB) {
      merged.add(difference, pair)
    }
  }

  private mutating func compareSeen(
    _ first: ComparedColor, _ second: ComparedColor, _ difference: Double, _ colors: ComparedColors,
    _ limits: VisionLimits
  ) {
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
    let isMinor = ColorRole.isMinor(first.role, second.role)
    confused.add(difference - worst + (isConfused && !isMinor ? 1000 : 0)) {
      let verdicts = Viewing.ofPalettes.compactMap(\.eye).enumerated().map { index, eye in
        ColorPair.Seen(
          eye: eye, difference: seen[index], verdict: limits.verdict(of: seen[index], for: difference))
      }
      return PalettePair(
        first: colors[first.index], second: colors[second.index], difference: difference,
        inSRGB: first.shown.difference(to: second.shown), seen: verdicts.filter { $0.verdict != .apart },
        isMinor: isMinor)
    }
  }
}
