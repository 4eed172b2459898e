package import Gamut
import GamutPalettes

/// Compares the colours in each context of a palette; values that contexts share are computed once.
package struct PaletteComparer {
  private let study: PaletteStudy
  private let roles: [ColorRole]
  private let limits: VisionLimits
  /// The number of steps that remain for all contexts together.
  private var room: Int
  /// The values of colours that several contexts show.
  private var pool: [ComparedColor] = []
  /// The index in `pool` of each entry's values, for light and for dark contexts; -1 if they have not been computed.
  private var places: [[Int32]]

  /// The maximum number of steps for all contexts; a step is about one comparison of two colours.
  package static let totalLimit = 150_000_000
  private static let stepsOfEquals = 30

  /// - Parameter roles: what each entry of the palette is for; empty if that does not matter.
  package init(_ study: PaletteStudy, roles: [ColorRole] = [], _ limits: VisionLimits, limit: Int = totalLimit) {
    (self.study, self.roles, self.limits, room) = (study, roles, limits, limit)
    places = [[Int32]](repeating: [Int32](repeating: -1, count: study.palette.entries.count), count: 2)
  }

  /// Returns the equal, similar, merging and confusable colours of a context.
  package mutating func comparison(
    of context: PaletteStudy.Context, _ shown: [PaletteStudy.Shown]
  ) -> PaletteComparison {
    let (compared, isPartial) = comparedPlaces(shown)
    let own = compared.count { shown[$0].isOwn }
    guard own > 0 else { return PaletteComparison(isPartial: isPartial) }
    let steps = own * (2 * compared.count - own) / 2 + compared.count * Self.stepsOfEquals
    guard steps <= room else { return PaletteComparison(isPartial: isPartial, isOmitted: true) }
    room -= steps
    let colors = ComparedColors(study: study, shown: compared.map { shown[$0] }, aliases: aliases(shown))
    let numbers = colors.shown.enumerated().map { number(of: $1, at: $0, context) }
    return PaletteComparison(numbers, of: colors, isPartial: isPartial, limits)
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

  /// Returns the indices of the names to compare, and whether others are left out because there are too many.
  private func comparedPlaces(_ shown: [PaletteStudy.Shown]) -> (places: [Int], isPartial: Bool) {
    var places: [Int] = []
    for place in shown.indices where study.isCompared(shown[place]) {
      if places.count == PaletteComparison.limit { return (places, true) }
      places.append(place)
    }
    return (places, false)
  }

  /// Returns the values of a colour that has this index among the compared colours of a context.
  private mutating func number(
    of shown: PaletteStudy.Shown, at index: Int, _ context: PaletteStudy.Context
  ) -> ComparedColor {
    let (entry, dark) = (Int(shown.color), context.conditions.isDark ? 1 : 0)
    let isShared = shown.replacement < 0 && study.palette.entries[entry].context.theme.isEmpty
    var number: ComparedColor
    if isShared, places[dark][entry] >= 0 {
      number = pool[Int(places[dark][entry])]
    } else {
      number = ComparedColor(study.color(shown), at: index, on: context.ground)
      if isShared {
        places[dark][entry] = Int32(pool.count)
        pool.append(number)
      }
    }
    (number.index, number.isOwn) = (index, shown.isOwn)
    number.role = roles.isEmpty ? .plain : roles[Int(shown.entry)]
    return number
  }
}

struct ComparedColors {
  let study: PaletteStudy
  let shown: [PaletteStudy.Shown]
  /// The number of other names that refer to a name, by its index.
  var aliases: [Int32: Int] = [:]

  subscript(index: Int) -> PaletteStudy.Color { study.color(shown[index]) }

  func isUse(_ index: Int) -> Bool { study.palette.entries[Int(shown[index].entry)].isUse }

  func place(of index: Int) -> Palette.Place { study.palette.entries[Int(shown[index].entry)].place }
}

/// The values of a colour that comparisons need. They contain no references, because there are many pairs.
struct ComparedColor: Sendable {
  /// The index among the compared colours of the context.
  var index: Int
  /// The colour itself; the colour over the ground; and the latter as displays of sRGB show it.
  let own, drawn, shown: JudgedColor
  /// DIN99o of the colour over the ground, and as each eye of ``Viewing/ofPalettes`` sees it.
  let lab: SIMD4<Double>
  let seen: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  let isClipped: Bool
  let alpha: Double
  var isOwn: Bool
  /// Whether only elements use the colour, and no name stands for it.
  var isUse: Bool
  var role = ColorRole.plain

  init(_ color: PaletteStudy.Color, at index: Int, on ground: SIMD3<Double>) {
    self.index = index
    alpha = min(color.entry.color.alpha, 1)
    isClipped = color.color.isClipped
    isOwn = color.isOwn
    isUse = color.entry.isUse
    let over = color.color.drawn(over: ground, alpha: alpha)
    (own, drawn, shown) = (color.color.judged, over.judged, color.inSRGB.drawn(over: ground, alpha: alpha).shown)
    func vector(_ linear: SIMD3<Double>) -> SIMD4<Double> {
      let color = DIN99o(linearSRGB: linear)
      return SIMD4(color.l, color.a, color.b, 0)
    }
    lab = vector(over.linear)
    let visions = Viewing.ofPalettes.map { vector($0(over.linear)) }
    seen = (visions[0], visions[1], visions[2])
  }

  /// Returns whether two colours have the same opacity, to half an 8-bit code.
  func hasAlpha(of other: ComparedColor) -> Bool { abs(alpha - other.alpha) < 0.5 / 255 }

  static func distance(_ first: SIMD4<Double>, _ second: SIMD4<Double>) -> Double {
    let difference = first - second
    return (difference * difference).sum().squareRoot()
  }
}
