import Gamut

/// Colours in the cells of a grid in OKLab, so that those near a colour are found without comparing all pairs.
struct ColorGrid: Sendable {
  private struct Place: Sendable {
    /// The cell: three numbers of 21 bits, so that cells that differ by one in the last number are next to each other.
    let cell: Int
    let index: Int
    let lab: OKLab
  }

  /// The numbers of cells beyond are limited to this one.
  private static let limit = 1 << 20 - 2

  private let distance: Double
  private let size: Double
  /// Sorted by their cells.
  private let places: [Place]

  /// - Parameter distance: the distance in ΔEOK below which colours are found.
  init(_ colors: some Sequence<OKLab>, distance: Double) {
    self.distance = distance
    // Smaller cells would have no more colours than these.
    let size = max(distance, 1e-4)
    self.size = size
    places = zip(colors, 0...).map { lab, index in
      let (l, a, b) = Self.numbers(lab, size)
      return Place(cell: Self.cell(l, a, b), index: index, lab: lab)
    }.sorted { ($0.cell, $0.index) < ($1.cell, $1.index) }
  }

  private static func numbers(_ lab: OKLab, _ size: Double) -> (l: Int, a: Int, b: Int) {
    func number(_ value: Double) -> Int {
      let number = (value / size).rounded(.down)
      return number.magnitude < Double(limit) ? Int(number) : number < 0 ? -limit : limit
    }
    return (number(lab.l), number(lab.a), number(lab.b))
  }

  private static func cell(_ l: Int, _ a: Int, _ b: Int) -> Int {
    let zero = limit + 1
    return (l + zero) << 42 | (a + zero) << 21 | (b + zero)
  }

  /// Calls `body` with the indices of the colours that differ from a colour by less than the distance.
  func forEach(near lab: OKLab, _ body: (Int) -> Void) {
    let own = Self.numbers(lab, size)
    for l in own.l - 1...own.l + 1 {
      for a in own.a - 1...own.a + 1 {
        let last = Self.cell(l, a, own.b + 1)
        for place in places[first(from: Self.cell(l, a, own.b - 1))...] {
          if place.cell > last { break }
          if place.lab.deltaE(to: lab) < distance { body(place.index) }
        }
      }
    }
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
