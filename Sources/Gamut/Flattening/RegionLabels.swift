/// A connected set of lost pixels, with its bounding box and the first of the runs that lose pixels in it.
struct LostRegion {
  var x, y, width, height: Int
  var pixels: Int
  /// A pixel of the region, as an index in reading order.
  var pixel: Int
  var run: FlattenedRun

  /// - Parameter imageWidth: the width of the image, needed to convert pixel indices to positions.
  func reported(width imageWidth: Int) -> LossReport.FlattenedRegion {
    LossReport.FlattenedRegion(
      x: x, y: y, width: width, height: height, pixels: pixels, loss: run.loss, witnesses: run.witnesses(imageWidth))
  }
}

/// Connects the horizontal segments of a set of pixels into 8-connected regions, row by row.
///
/// Stores only the regions that reach the last row; the others are complete, and are passed to the caller.
struct RegionLabels {
  /// A stretch of the last row, and the index of its region.
  private struct Segment {
    var columns: Range<Int>
    var region: Int
  }

  private let width: Int
  private var above: [Segment] = []
  private var regions: [LostRegion] = []
  /// A union-find forest, used while a row is added: the index of another node of the same region, or of the node
  /// itself. Regions come first, then the row's segments.
  private var parents: [Int] = []

  /// - Parameter width: the width of the image.
  init(width: Int) { self.width = width }

  /// Adds the next row.
  ///
  /// - Parameters:
  ///   - columns: the segments, from left to right.
  ///   - runs: the runs that lose pixels of the segments, sorted by these pixels from left to right.
  ///   - complete: receives each region that ends above this row.
  mutating func addRow(
    _ y: Int, _ columns: [Range<Int>], _ runs: ArraySlice<FlattenedRun>, complete: (LostRegion) -> Void
  ) {
    if columns.isEmpty, regions.isEmpty { return }
    let first = regions.count
    for range in columns {
      let run = FlattenedRun(loss: 0, first: 0, anchor: 0, farthest: 0, lost: 0)
      regions.append(
        LostRegion(
          x: range.lowerBound, y: y, width: range.count, height: 1, pixels: range.count,
          pixel: y * width + range.lowerBound, run: run))
    }
    var next = 0
    for run in runs {
      while columns[next].upperBound <= Int(run.lost) - y * width { next += 1 }
      if run.precedes(regions[first + next].run, width: width) { regions[first + next].run = run }
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

    var kept: [LostRegion] = []
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
    regions[a] = LostRegion(
      x: x, y: y, width: max(one.x + one.width, two.x + two.width) - x,
      height: max(one.y + one.height, two.y + two.height) - y, pixels: one.pixels + two.pixels, pixel: one.pixel,
      run: two.run.precedes(one.run, width: width) ? two.run : one.run)
  }
}
