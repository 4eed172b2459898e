/// The largest ΔEOK between two of some points, and the first pair in order that has it.
struct Spread: Sendable, Hashable {
  let distance: Double
  /// Indices of the points, `first` below `second`.
  let first, second: Int

  /// Nil for fewer than two points.
  init?(_ points: [OKLab]) {
    guard points.count > 1 else { return nil }
    var best = (distance: -1.0, first: 0, second: 0)
    for i in points.indices {
      for j in (i + 1)..<points.count {
        let distance = points[i].deltaE(points[j])
        if distance > best.distance { best = (distance, i, j) }
      }
    }
    (distance, first, second) = best
  }
}
