/// Connects the horizontal segments of a set of pixels into 8-connected regions, row by row.
///
/// Only the regions that reach the last row are held; the others are complete, and handed out.
struct RegionLabels {
  /// A stretch of the last row, and the index of its region.
  private struct Segment {
    var columns: Range<Int>
    var region: Int
  }

  private var above: [Segment] = []
  private var regions: [LossReport.FlattenedRegion] = []
  /// While a row is added: another node of the same region, or itself. Regions come first, then the row's segments.
  private var parents: [Int] = []

  /// Takes the next row.
  ///
  /// - Parameters:
  ///   - columns: the segments, from left to right.
  ///   - losses: of some pixels of the segments, from left to right.
  ///   - complete: gets each region that ends above.
  mutating func addRow(
    _ y: Int, _ columns: [Range<Int>], losses: some Sequence<(x: Int, loss: Double)>,
    complete: (LossReport.FlattenedRegion) -> Void
  ) {
    if columns.isEmpty, regions.isEmpty { return }
    let first = regions.count
    for range in columns {
      regions.append(
        LossReport.FlattenedRegion(
          x: range.lowerBound, y: y, width: range.count, height: 1, pixels: range.count, loss: 0, witnesses: .init(.init(x: 0, y: 0), .init(x: 0, y: 0))))
    }
    var next = 0
    for (x, loss) in losses {
      while columns[next].upperBound <= x { next += 1 }
      regions[first + next].loss = max(regions[first + next].loss, loss)
    }
    parents = Array(regions.indices)
    next = 0
    for (index, range) in columns.enumerated() {
      // Segments touch where they overlap or meet at a corner.
      while next < above.count, above[next].columns.upperBound < range.lowerBound { next += 1 }
      var other = next
      while other < above.count, above[other].columns.lowerBound <= range.upperBound {
        unite(first + index, above[other].region)
        other += 1
      }
    }

    var kept: [LossReport.FlattenedRegion] = []
    var places = [Int](repeating: -1, count: regions.count)
    above = columns.indices.map { index in
      let root = root(first + index)
      if places[root] < 0 {
        places[root] = kept.count
        kept.append(regions[root])
      }
      return Segment(columns: columns[index], region: places[root])
    }
    for index in regions.indices where parents[index] == index && places[index] < 0 { complete(regions[index]) }
    regions = kept
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
    let (one, two) = (regions[a], regions[b])
    let (x, y) = (min(one.x, two.x), min(one.y, two.y))
    regions[a] = LossReport.FlattenedRegion(
      x: x, y: y, width: max(one.x + one.width, two.x + two.width) - x,
      height: max(one.y + one.height, two.y + two.height) - y, pixels: one.pixels + two.pixels,
      loss: max(one.loss, two.loss), witnesses: one.witnesses)
  }
}
