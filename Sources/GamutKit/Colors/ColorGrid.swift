import Gamut

/// Colours in the cells of a grid in DIN99o, so that those near a colour are found without comparing all pairs.
struct ColorGrid: Sendable {
  private typealias Cell = SIMD3<Int32>
  private typealias Place = (index: Int, color: JudgedColor)

  private let distance: Double
  private var cells: [Cell: [Place]] = [:]

  /// - Parameter distance: the distance below which colours are found, at most that of cells beside each other.
  init(_ colors: some Sequence<JudgedColor> = [], distance: Double) {
    self.distance = distance
    for (index, color) in zip(0..., colors) { add(color, index) }
  }

  mutating func add(_ color: JudgedColor, _ index: Int) {
    cells[cell(of: color.vector), default: []].append((index, color))
  }

  /// The number of comparisons when all colours are looked for, at most.
  var comparisons: Int {
    cells.reduce(0) { sum, own in
      var others = 0
      _ = containsCell(own.key, own.key) { places in
        others += places.count
        return false
      }
      return sum + own.value.count * others
    }
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
    let own = cell(of: color.vector)
    return containsCell(own, own) { places in
      places.contains { $0.color.difference(to: color) < distance && matches($0.index) }
    }
  }

  /// Returns the same for the colours that may differ from one in a box by less than the distance.
  func contains(near box: ColorBox, where matches: (Int) -> Bool) -> Bool {
    containsCell(cell(of: box.low), cell(of: box.high)) { places in
      places.contains { box.least(to: $0.color) < distance && matches($0.index) }
    }
  }

  private func cell(of vector: SIMD3<Double>) -> Cell {
    func number(_ value: Double) -> Int32 {
      let number = (value / distance).rounded(.down)
      return number.magnitude < 1e9 ? Int32(number) : number < 0 ? -1_000_000_000 : 1_000_000_000
    }
    return Cell(number(vector.x), number(vector.y), number(vector.z))
  }

  /// Returns whether `matches` is true for the colours of one of the cells between two, or beside these.
  private func containsCell(_ low: Cell, _ high: Cell, where matches: ([Place]) -> Bool) -> Bool {
    for x in low.x - 1...high.x + 1 {
      for y in low.y - 1...high.y + 1 {
        for z in low.z - 1...high.z + 1 {
          if let places = cells[Cell(x, y, z)], matches(places) { return true }
        }
      }
    }
    return false
  }
}
