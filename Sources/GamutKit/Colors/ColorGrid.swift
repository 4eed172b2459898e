import Gamut

/// Colours in the cells of a grid in OKLab, so that those near a colour are found without comparing all pairs.
struct ColorGrid: Sendable {
  /// The place of a cell: three numbers of 21 bits.
  private struct Cell: Hashable {
    private let key: Int

    init(l: Int, a: Int, b: Int) {
      let mask = 1 << 21 - 1
      key = (l & mask) << 42 | (a & mask) << 21 | b & mask
    }
  }

  private let size: Double
  private var cells: [Cell: [Int]] = [:]

  /// - Parameter distance: the distance in ΔEOK up to which colours are found.
  init(_ distance: Double) {
    // Smaller cells would have no more colours than these.
    size = max(distance, 1e-4)
  }

  private func place(_ lab: OKLab) -> (l: Int, a: Int, b: Int) {
    (Int((lab.l / size).rounded(.down)), Int((lab.a / size).rounded(.down)), Int((lab.b / size).rounded(.down)))
  }

  mutating func add(_ index: Int, at lab: OKLab) {
    let own = place(lab)
    cells[Cell(l: own.l, a: own.a, b: own.b), default: []].append(index)
  }

  /// Calls `body` with the indices of the colours in the cell of a colour and in those around it.
  func forEach(near lab: OKLab, _ body: (Int) -> Void) {
    let own = place(lab)
    for l in -1...1 {
      for a in -1...1 {
        for b in -1...1 {
          for index in cells[Cell(l: own.l + l, a: own.a + a, b: own.b + b)] ?? [] { body(index) }
        }
      }
    }
  }
}
