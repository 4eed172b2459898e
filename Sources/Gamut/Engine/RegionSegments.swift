/// Connects the horizontal segments of a set of pixels into 8-connected regions, row by row (union-find).
struct RegionSegments {
  private struct Segment {
    var start, end: Int
    /// Another segment of the same region, or itself.
    var parent: Int
  }

  /// With what an array leaves free when it grows.
  static let bytesPerSegment =
    2 * (MemoryLayout<Segment>.stride + MemoryLayout<LossReport.FlattenedRegion>.stride)

  private var segments: [Segment] = []
  private var regionOf: [LossReport.FlattenedRegion] = []
  /// Where each row's segments start.
  private var rowStarts: [Int] = []
  /// The next segment of the row above that can still touch.
  private var above = 0

  mutating func beginRow(_ y: Int) {
    above = rowStarts.last ?? 0
    rowStarts.append(segments.count)
  }

  /// Adds the next segment of the current row, from left to right.
  mutating func add(_ range: Range<Int>) {
    let y = rowStarts.count - 1
    let index = segments.count
    segments.append(Segment(start: range.lowerBound, end: range.upperBound, parent: index))
    regionOf.append(
      LossReport.FlattenedRegion(
        x: range.lowerBound, y: y, width: range.count, height: 1, pixels: range.count, loss: 0))
    let rowStart = rowStarts[y]
    // Segments touch where they overlap or meet at a corner.
    while above < rowStart, segments[above].end < range.lowerBound { above += 1 }
    var other = above
    while other < rowStart, segments[other].start <= range.upperBound {
      unite(index, other)
      other += 1
    }
  }

  /// Raises the loss of the region that holds a pixel of the set.
  mutating func setLoss(_ loss: Double, x: Int, y: Int) {
    var (low, high) = (rowStarts[y], y + 1 < rowStarts.count ? rowStarts[y + 1] : segments.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if segments[middle].start <= x { low = middle } else { high = middle }
    }
    let region = root(low)
    regionOf[region].loss = max(regionOf[region].loss, loss)
  }

  /// The regions, in no particular order.
  func regions() -> [LossReport.FlattenedRegion] {
    segments.indices.filter { segments[$0].parent == $0 }.map { regionOf[$0] }
  }

  private mutating func root(_ index: Int) -> Int {
    var index = index
    while segments[index].parent != index {
      segments[index].parent = segments[segments[index].parent].parent
      index = segments[index].parent
    }
    return index
  }

  private mutating func unite(_ a: Int, _ b: Int) {
    let (a, b) = (root(a), root(b))
    guard a != b else { return }
    // The larger region keeps its root, so that chains stay short.
    let (keep, drop) = regionOf[a].pixels >= regionOf[b].pixels ? (a, b) : (b, a)
    segments[drop].parent = keep
    let (one, two) = (regionOf[keep], regionOf[drop])
    let (x, y) = (min(one.x, two.x), min(one.y, two.y))
    regionOf[keep] = LossReport.FlattenedRegion(
      x: x, y: y, width: max(one.x + one.width, two.x + two.width) - x,
      height: max(one.y + one.height, two.y + two.height) - y, pixels: one.pixels + two.pixels, loss: 0)
  }
}
