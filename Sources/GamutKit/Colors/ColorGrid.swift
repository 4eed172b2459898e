import Gamut

/// Colours in the cells of a grid in DIN99o, so that those near a colour are found without comparing all pairs.
struct ColorGrid: Sendable {
  private struct Place: Sendable {
    /// The cell: three numbers of 21 bits, so that cells that differ by one in the last number are next to each other.
    let cell: Int
    let index: Int
    let color: JudgedColor
  }

  /// The largest number of a cell; larger ones are clamped.
  private static let limit = 1 << 20 - 2

  private let distance: Double
  /// The places, sorted by their cells.
  private var places: [Place]
  /// The few places added since `places` was sorted.
  private var added: [Place] = []

  /// - Parameter distance: the distance below which colours are found.
  init(_ colors: some Sequence<JudgedColor>, distance: Double) {
    self.distance = distance
    places = zip(colors, 0...).map { Self.place($0, $1, distance) }
      .sorted { ($0.cell, $0.index) < ($1.cell, $1.index) }
  }

  /// The number of comparisons when all colours are looked for, at most.
  var comparisons: Int {
    var (sum, index) = (0, 0)
    while index < places.count {
      let place = places[index]
      let (l, a, b) = Self.numbers(place.color.vector, distance)
      let end = first(from: place.cell + 1)
      for l in l - 1...l + 1 {
        for a in a - 1...a + 1 {
          let others = first(from: Self.cell(l, a, b + 1) + 1) - first(from: Self.cell(l, a, b - 1))
          sum += others * (end - index)
        }
      }
      index = end
    }
    return sum
  }

  private static func place(_ color: JudgedColor, _ index: Int, _ size: Double) -> Place {
    let (l, a, b) = numbers(color.vector, size)
    return Place(cell: cell(l, a, b), index: index, color: color)
  }

  /// Adds a colour with an index of its own.
  mutating func add(_ color: JudgedColor, _ index: Int) {
    added.append(Self.place(color, index, distance))
    guard added.count >= 256 else { return }
    places = (places + added).sorted { ($0.cell, $0.index) < ($1.cell, $1.index) }
    added = []
  }

  private static func numbers(_ vector: SIMD3<Double>, _ size: Double) -> (l: Int, a: Int, b: Int) {
    func number(_ value: Double) -> Int {
      let number = (value / size).rounded(.down)
      return number.magnitude < Double(limit) ? Int(number) : number < 0 ? -limit : limit
    }
    return (number(vector.x), number(vector.y), number(vector.z))
  }

  private static func cell(_ l: Int, _ a: Int, _ b: Int) -> Int {
    let zero = limit + 1
    return (l + zero) << 42 | (a + zero) << 21 | (b + zero)
  }

  /// Calls `body` with the indices of the colours that differ from a colour by less than the distance.
  func forEach(near color: JudgedColor, _ body: (Int) -> Void) {
    _ = contains(near: color) { index in
      body(index)
      return false
    }
  }

  /// Returns whether `matches` is true for one of the colours that differ from a colour by less than the distance. Those
  /// after it are not tried.
  func contains(near color: JudgedColor, where matches: (Int) -> Bool) -> Bool {
    let own = Self.numbers(color.vector, distance)
    return contains(own, own) { $0.color.difference(to: color) < distance && matches($0.index) }
  }

  /// Returns the same for the colours that may differ from one in a box by less than the distance.
  func contains(near box: ColorBox, where matches: (Int) -> Bool) -> Bool {
    contains(Self.numbers(box.low, distance), Self.numbers(box.high, distance)) {
      box.least(to: $0.color) < distance && matches($0.index)
    }
  }

  /// Returns the same for the colours in some cells and those next to them.
  private func contains(
    _ low: (l: Int, a: Int, b: Int), _ high: (l: Int, a: Int, b: Int), where matches: (Place) -> Bool
  ) -> Bool {
    for l in low.l - 1...high.l + 1 {
      for a in low.a - 1...high.a + 1 {
        let last = Self.cell(l, a, high.b + 1)
        for place in places[first(from: Self.cell(l, a, low.b - 1))...] {
          if place.cell > last { break }
          if matches(place) { return true }
        }
      }
    }
    return added.contains(where: matches)
  }

  /// Returns the first of the colours in a cell or those after it.
  private func first(from cell: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].cell < cell { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
