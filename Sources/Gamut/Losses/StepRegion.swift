import ColorScience

/// The direction of a step: its boxes are pieces of a row, or of a column.
enum StepDirection: CaseIterable, Sendable { case row, column }

/// A step at a pixel: the squared difference of the sums of its boxes, of `n` pixels each.
struct Step: Sendable {
  var squared = 0, n = 1
  var direction = StepDirection.row

  /// Whether the difference of the means is larger than that of another step.
  @inline(__always)
  func isLarger(than other: Step) -> Bool { squared &* other.n &* other.n > other.squared &* n &* n }

  /// The difference of the means (DIN99o).
  var difference: Double { Double(squared).squareRoot() / Double(n) / DIN99o.unit }
}

/// Connected pixels that lose a step, or that differ between two images.
struct StepRegion: RegionFacts, Sendable {
  var box: LossReport.Box
  var pixels: Int
  var touchesChanged = false
  /// The largest step, and the first pixel that has it.
  var step: Step
  var witness: LossReport.Position
  /// The mean colours beside the witness; empty until they are known, and between two images.
  var sides: [LossReport.ChangedColor] = []

  /// Creates the region of some pixels of a row that have the same step.
  init(_ columns: Range<Int>, y: Int, _ step: Step) {
    box = .init(x: columns.lowerBound, y: y, width: columns.count, height: 1)
    pixels = columns.count
    self.step = step
    witness = .init(x: columns.lowerBound, y: y)
  }

  mutating func formUnion(_ other: StepRegion) {
    box.formUnion(other.box)
    pixels += other.pixels
    touchesChanged = touchesChanged || other.touchesChanged
    let isEqual = !step.isLarger(than: other.step) && !other.step.isLarger(than: step)
    let isEarlier = (other.witness.y, other.witness.x) < (witness.y, witness.x)
    if other.step.isLarger(than: step) || isEqual && isEarlier {
      (step, witness, sides) = (other.step, other.witness, other.sides)
    }
  }

  var reported: LossReport.LostRegion {
    LossReport.LostRegion(box: box, pixels: pixels, loss: step.difference, witness: witness, sides: sides)
  }
}

/// The regions of an image's lost pixels, which come row by row, and their map.
struct LostRegions: ~Copyable {
  private let model: ColorModel
  private let layout: PixelLayout
  private let jnd: Int
  /// The largest number of bytes of the map.
  private let limit: Int
  /// Whether the image needs more memory than it may use; regions are no longer found.
  var exceedsLimit = false
  /// The judged pixels of the rows known so far.
  var judgedPixels = 0
  private var labels = RegionLabels<StepRegion>()
  private var map: StepMap
  private var pixels = 0, regions = 0
  /// The regions that may be visible.
  private var candidates: [StepRegion] = []

  init(_ model: ColorModel, _ layout: PixelLayout, jnd: Int, limit: Int) {
    (self.model, self.layout, self.jnd, self.limit) = (model, layout, jnd, limit)
    map = StepMap(width: layout.width, height: layout.height)
  }

  /// Adds the lost pixels of row `y`, after the row above: bits, and the largest step of each; nil if there are none.
  @unsafe
  mutating func addRow(
    _ y: Int, _ lost: UnsafePointer<UInt64>?, _ largest: UnsafePointer<Step>, _ window: borrowing PixelWindow
  ) {
    exceedsLimit =
      unsafe exceedsLimit || lost != nil && StepMap.bytes(width: layout.width, height: layout.height) > limit
    if let lost = unsafe lost, !exceedsLimit { unsafe addPixels(y, lost, largest, window) }
    for region in labels.endRow() { close(region) }
    for index in labels.open.indices where labels.open[index].sides.isEmpty {
      labels.open[index].sides = sides(labels.open[index], window)
    }
  }

  /// Adds the lost pixels of a row, and marks them in the map.
  @unsafe
  private mutating func addPixels(
    _ y: Int, _ lost: UnsafePointer<UInt64>, _ largest: UnsafePointer<Step>, _ window: borrowing PixelWindow
  ) {
    let units = Double(max(jnd, 1)) / DIN99o.unit
    for strip in 0..<window.strips where unsafe lost[strip] != 0 {
      var rest = unsafe lost[strip]
      let near = changedBeside(y, strip, window)
      while rest != 0 {
        let lane = rest.trailingZeroBitCount
        rest &= rest - 1
        let x = 64 * strip + lane
        let step = unsafe largest[x]
        map[x, y] = StepSize(jnds: step.difference / units)
        var pixel = StepRegion(x..<x + 1, y: y, step)
        pixel.touchesChanged = near >> UInt64(lane) & 1 == 1
        labels.add(x..<(x + 1), pixel)
      }
    }
  }

  /// The pixels of a strip that are changed, or touch a changed pixel.
  private func changedBeside(_ y: Int, _ strip: Int, _ window: borrowing PixelWindow) -> UInt64 {
    var near: UInt64 = 0
    for y in max(0, y - 1)...min(layout.height - 1, y + 1) {
      let word = window.changed(y, strip)
      near |= word | word << 1 | word >> 1
      if strip > 0 { near |= window.changed(y, strip - 1) >> 63 }
      if strip + 1 < window.strips { near |= window.changed(y, strip + 1) << 63 }
    }
    return near
  }

  /// The mean colours of the boxes at a region's witness.
  private func sides(_ region: StepRegion, _ window: borrowing PixelWindow) -> [LossReport.ChangedColor] {
    let (witness, n) = (region.witness, region.step.n)
    return [Array((-n)...(-1)), Array(1...n)].map { offsets in
      var colors: [SIMD3<UInt16>] = []
      for offset in offsets {
        colors.append(
          region.step.direction == .row
            ? window.color(x: witness.x + offset, y: witness.y).color
            : window.color(x: witness.x, y: witness.y + offset).color)
      }
      return model.mean(colors)
    }
  }

  /// Counts a region that has no more pixels.
  private mutating func close(_ region: StepRegion) {
    regions += 1
    pixels += region.pixels
    guard region.touchesChanged, region.pixels >= Visibility.regionPixels(analyzed: judgedPixels) else {
      return map.removeRegion(x: region.witness.x, y: region.witness.y)
    }
    candidates.append(region)
  }

  /// Writes the lost steps after the last row. Returns the map of visible regions.
  consuming func finish(_ report: inout LossReport) -> StepMap {
    for region in labels.endRow() { close(region) }
    var result = LossReport.Steps(pixels: pixels, regions: regions)
    let least = Visibility.regionPixels(analyzed: report.pixels.analyzed)
    for region in candidates {
      if region.pixels < least {
        map.removeRegion(x: region.witness.x, y: region.witness.y)
      } else {
        result.visibleRegions += 1
        result.visiblePixels += region.pixels
      }
    }
    result.largest = candidates.filter { $0.pixels >= least }.map(\.reported).largestRegions(model.rendition.top)
    report.steps = result
    report.lostPixels = result.visiblePixels
    return result.visiblePixels > 0 ? map : StepMap(width: layout.width, height: layout.height)
  }
}

/// What is known of a region: of a stretch of a row at first, then of all that is connected with it.
protocol RegionFacts: Sendable {
  /// Adds what is known of another part.
  mutating func formUnion(_ other: Self)
}

/// Connects the stretches of a set of pixels into regions that touch by sides or corners, row by row.
///
/// Stores only the regions that reach the last row; the others are complete.
struct RegionLabels<Facts: RegionFacts>: Sendable {
  /// The stretches of the row that is added, from left to right.
  var row: [(columns: Range<Int>, facts: Facts)] = []
  /// Those of the last row, each with the index of its region.
  private var above: [(columns: Range<Int>, region: Int)] = []
  /// The regions that reach the last row.
  var open: [Facts] = []
  /// A union-find forest, used while a row is added: the index of another node of the same region, or of the node
  /// itself. Regions come first, then the row's segments.
  private var parents: [Int] = []

  /// Adds a stretch to the right of the others of its row.
  mutating func add(_ columns: Range<Int>, _ facts: Facts) {
    if let last = row.last, last.columns.upperBound == columns.lowerBound {
      row[row.count - 1].columns = last.columns.lowerBound..<columns.upperBound
      row[row.count - 1].facts.formUnion(facts)
    } else {
      row.append((columns, facts))
    }
  }

  /// Ends a row. Returns the regions that end above it.
  mutating func endRow() -> [Facts] {
    if row.isEmpty, open.isEmpty { return [] }
    let first = open.count
    open += row.map(\.facts)
    parents = Array(open.indices)
    var next = 0
    for (index, segment) in row.enumerated() {
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
    above = row.indices.map { index in
      let root = root(first + index)
      if indices[root] < 0 {
        indices[root] = kept.count
        kept.append(open[root])
      }
      return (row[index].columns, indices[root])
    }
    row.removeAll(keepingCapacity: true)
    let complete = open.indices.filter { parents[$0] == $0 && indices[$0] < 0 }.map { open[$0] }
    open = kept
    return complete
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
