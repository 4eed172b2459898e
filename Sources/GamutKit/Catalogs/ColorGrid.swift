import Gamut

/// Colours in the cells of a grid in OKLab, so that those near a colour are found without comparing all pairs.
struct ColorGrid: Sendable {
  private struct Cell: Hashable {
    var l, a, b: Int
  }

  private let size: Double
  private var cells: [Cell: [Int]] = [:]

  /// - Parameter distance: the distance in ΔEOK up to which colours are found.
  init(_ distance: Double) {
    // Smaller cells would have no more colours than these.
    size = max(distance, 1e-4)
  }

  private func cell(_ lab: OKLab) -> Cell {
    Cell(
      l: Int((lab.l / size).rounded(.down)), a: Int((lab.a / size).rounded(.down)),
      b: Int((lab.b / size).rounded(.down)))
  }

  mutating func add(_ index: Int, at lab: OKLab) { cells[cell(lab), default: []].append(index) }

  /// Calls `body` with the indices of the colours in the cell of a colour and in those around it.
  func forEach(near lab: OKLab, _ body: (Int) -> Void) {
    let own = cell(lab)
    for l in -1...1 {
      for a in -1...1 {
        for b in -1...1 {
          for index in cells[Cell(l: own.l + l, a: own.a + a, b: own.b + b)] ?? [] { body(index) }
        }
      }
    }
  }
}
