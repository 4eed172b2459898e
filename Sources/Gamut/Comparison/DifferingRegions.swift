import ColorScience

/// What the pixels of a row differ by: vectors from A to B over black and over white, in units of ``DIN99o/unit``.
struct DifferenceRow {
  var black, white: [SIMD4<Int32>]
  /// The columns with a difference; empty if there is none.
  var columns = 0..<0

  init(width: Int) {
    black = Array(repeating: .zero, count: width)
    white = black
  }

  mutating func clear() {
    for x in columns { (black[x], white[x]) = (.zero, .zero) }
    columns = 0..<0
  }

  /// Sets the vectors of pixels to the right of all others.
  mutating func set(_ pixels: Range<Int>, _ overBlack: SIMD4<Int32>, _ overWhite: SIMD4<Int32>) {
    for x in pixels { (black[x], white[x]) = (overBlack, overWhite) }
    columns = columns.isEmpty ? pixels : columns.lowerBound..<pixels.upperBound
  }
}

/// Finds the pixels whose surroundings of 3 x 3 pixels differ, and their regions, row by row.
struct DifferingRegions {
  private let width: Int
  private let jnd: Int
  private var labels = RegionLabels<StepRegion>()
  /// The last two rows and the next one, in turn; the number of rows added.
  private var rows: [DifferenceRow]
  private var count = 0
  /// The sums of three rows by column, from that to the left of the first to that to the right of the last.
  private var sums: (black: [SIMD4<Int32>], white: [SIMD4<Int32>])
  /// The differing pixels, and the regions that count.
  private(set) var pixels = 0
  private(set) var regions: [PictureDifference.Region] = []
  private(set) var regionCount = 0, regionPixels = 0
  private let top: Int

  /// The least number of pixels of a region.
  static let least = 9

  init(width: Int, jnd: Double, top: Int) {
    self.width = width
    self.jnd = Visibility.units(jnd: jnd)
    self.top = top
    rows = Array(repeating: DifferenceRow(width: width), count: 3)
    sums = ([.zero] + rows[0].black + [.zero], [.zero] + rows[0].white + [.zero])
  }

  /// Adds a row, which is exchanged for one that can be used again, and finds what differs in the row above it.
  ///
  /// - Returns: for each pixel of the row above, 0 if nothing differs around it, else 1 plus 16 times the difference in
  ///   units of the tolerance, at most 255; empty if nothing differs in the row, and nil if there is none.
  mutating func addRow(_ row: inout DifferenceRow) -> [UInt8]? {
    swap(&rows[count % 3], &row)
    row.clear()
    defer { count += 1 }
    return count > 0 ? findRow(rows: count > 1 ? 3 : 2) : nil
  }

  /// Finds what differs in the middle one of three rows, of which those beyond the image are empty.
  private mutating func findRow(rows present: Int) -> [UInt8] {
    let spans = rows.map(\.columns).filter { !$0.isEmpty }
    var strengths: [UInt8] = []
    if let low = spans.map(\.lowerBound).min(), let high = spans.map(\.upperBound).max() {
      strengths = Array(repeating: 0, count: width)
      find(present, max(low - 1, 0)..<min(high + 1, width), &strengths)
    }
    for region in labels.endRow() { close(region) }
    return strengths
  }

  private mutating func find(_ present: Int, _ columns: Range<Int>, _ strengths: inout [UInt8]) {
    for x in max(columns.lowerBound - 1, 0)..<min(columns.upperBound + 1, width) {
      sums.black[x + 1] = rows[0].black[x] &+ rows[1].black[x] &+ rows[2].black[x]
      sums.white[x + 1] = rows[0].white[x] &+ rows[1].white[x] &+ rows[2].white[x]
    }
    let y = count - 1
    var x = columns.lowerBound
    while x < columns.upperBound {
      let start = x
      let squared = max(
        Self.squared(sums.black[x] &+ sums.black[x + 1] &+ sums.black[x + 2]),
        Self.squared(sums.white[x] &+ sums.white[x + 1] &+ sums.white[x + 2]))
      x += 1
      // Neighbours whose surroundings lose one column and gain another that differs alike.
      if start > 0 {
        while x < min(columns.upperBound, width - 1), sums.black[x + 2] == sums.black[x - 1],
          sums.white[x + 2] == sums.white[x - 1]
        {
          x += 1
        }
      }
      guard squared > 0 else { continue }
      let n = (min(start + 2, width) - max(start - 1, 0)) * present
      let step = Step(squared: squared, n: n)
      let strength = UInt8(min(1 + step.difference * DIN99o.unit / Double(jnd) * 16, 255))
      for column in start..<x { strengths[column] = strength }
      guard squared >= jnd * jnd * n * n else { continue }
      pixels += x - start
      labels.add(start..<x, StepRegion(start..<x, y: y, step))
    }
  }

  static func squared(_ vector: SIMD4<Int32>) -> Int {
    let wide = SIMD4<Int>(truncatingIfNeeded: vector)
    return (wide &* wide).wrappedSum()
  }

  private mutating func close(_ region: StepRegion) {
    guard region.pixels >= Self.least else { return }
    regionCount += 1
    regionPixels += region.pixels
    regions.append(
      .init(box: region.box, pixels: region.pixels, difference: region.step.difference, at: region.witness))
    if regions.count > 2 * top + 64 { keepLargest() }
  }

  private mutating func keepLargest() {
    regions.sort {
      ($1.difference, $1.pixels, $0.box.y, $0.box.x) < ($0.difference, $0.pixels, $1.box.y, $1.box.x)
    }
    regions.removeLast(max(regions.count - top, 0))
  }

  /// Finds what differs in the last row, whose strengths are returned, and sorts the regions.
  mutating func finish() -> [UInt8] {
    guard count > 0 else { return [] }
    rows[count % 3].clear()
    let strengths = findRow(rows: count > 1 ? 2 : 1)
    for region in labels.endRow() { close(region) }
    keepLargest()
    return strengths
  }
}
