/// What is known of a region: of a stretch of a row at first, then of all that is connected with it.
protocol RegionFacts: Sendable {
  /// Adds what is known of another part.
  mutating func formUnion(_ other: Self)
}

/// Connects the stretches of a set of pixels into regions that touch by sides or corners, row by row.
///
/// Stores only the regions that reach the last row; the others are complete, and are passed to the caller.
struct RegionLabels<Facts: RegionFacts>: Sendable {
  /// A stretch of the last row, and the index of its region.
  private struct Segment: Sendable {
    var columns: Range<Int>
    var region: Int
  }

  private var above: [Segment] = []
  /// The regions that reach the last row.
  var open: [Facts] = []
  /// A union-find forest, used while a row is added: the index of another node of the same region, or of the node
  /// itself. Regions come first, then the row's segments.
  private var parents: [Int] = []

  /// Adds the next row: its stretches, from left to right. `complete` receives each region that ends above the row.
  mutating func addRow(_ segments: [(columns: Range<Int>, facts: Facts)], complete: (Facts) -> Void) {
    if segments.isEmpty, open.isEmpty { return }
    let first = open.count
    open += segments.map(\.facts)
    parents = Array(open.indices)
    var next = 0
    for (index, segment) in segments.enumerated() {
      // Segments touch where they overlap or meet at a corner.
      while next < above.count, above[next].columns.upperBound < segment.columns.lowerBound { next += 1 }
      var other = next
      while other < above.count, above[other].columns.lowerBound <= segment.columns.upperBound {
        unite(above[other].region, first + index)
        other += 1
      }
    }

    var kept: [Facts] = []
    var indices = [Int](repeating: -1, count: open.count)
    above = segments.indices.map { index in
      let root = root(first + index)
      if indices[root] < 0 {
        indices[root] = kept.count
        kept.append(open[root])
      }
      return Segment(columns: segments[index].columns, region: indices[root])
    }
    for index in open.indices where parents[index] == index && indices[index] < 0 { complete(open[index]) }
    open = kept
  }

  private mutating func root(_ index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  private mutating func unite(_ a: Int, _ b: Int) {
    let (a, b) = (root(a), root(b))
    guard a != b else { return }
    parents[b] = a
    open[a].formUnion(open[b])
  }
}
