/// The flattened runs and regions of a whole image in memory.
struct ReferenceFlattening {
  private let layout: PixelLayout
  private let jnd: Double
  private let outcomes: [ColorOutcome]
  private let labs: [OKLab]
  /// The index of each pixel's colour; nil if it is transparent.
  private let colorIndices: [Int?]

  init(
    _ pixels: [PackedColor?], _ colors: [ReferenceColor], _ outcomes: [ColorOutcome], _ layout: PixelLayout,
    _ model: ColorModel
  ) {
    self.layout = layout
    self.outcomes = outcomes
    jnd = model.rendition.jnd
    labs = outcomes.map { model.okLab($0.sourceLinear) }
    let index = Dictionary(uniqueKeysWithValues: colors.enumerated().map { ($1.color, $0) })
    colorIndices = pixels.map { $0.flatMap { index[$0] } }
  }

  /// A flattened run as recorded for a region.
  private struct Run {
    var loss: Double
    /// The order of runs of equal loss: 0 for horizontal, 1 for vertical, then the index of the first pixel.
    var order: (direction: Int, pixel: Int)
    /// Indices of the anchor and of the farthest pixel.
    var anchor, farthest: Int

    func precedes(_ other: Run) -> Bool { loss > other.loss || loss == other.loss && order < other.order }
  }

  func flattened(top: Int, regionPixels: Int) -> LossReport.Flattened {
    var result = LossReport.Flattened()
    // The first of the runs that lose a pixel, for each pixel; nil for pixels that are not lost.
    var runs = [Run?](repeating: nil, count: colorIndices.count)
    func visit(_ line: [Int], direction: Int) {
      for pixels in line.split(whereSeparator: { colorIndices[$0] == nil }).flatMap(self.runs) {
        let members = pixels.compactMap { colorIndices[$0] }
        guard members.contains(where: { outcomes[$0].isClipped }),
          let loss = ReferenceRunLoss(members.map { labs[$0] }, jnd: jnd)
        else { continue }
        result.runs += 1
        let run = Run(
          loss: loss.loss, order: (direction, pixels[0]), anchor: pixels[loss.anchor],
          farthest: pixels[loss.farthest])
        for index in loss.lost where runs[pixels[index]].map({ run.precedes($0) }) ?? true { runs[pixels[index]] = run }
      }
    }
    let rows = colorIndices.count / max(layout.width, 1)
    for y in 0..<rows { visit((0..<layout.width).map { y * layout.width + $0 }, direction: 0) }
    for x in 0..<layout.width { visit((0..<rows).map { $0 * layout.width + x }, direction: 1) }

    result.pixels = runs.count { $0 != nil }
    let regions = connected(runs, rows: rows).filter { $0.pixels >= regionPixels }
    result.visibleRegions = regions.count
    result.visiblePixels = regions.reduce(0) { $0 + $1.pixels }
    result.regions = regions.largestRegions(top)
    return result
  }

  /// Returns the maximal stretches of one destination code in a line of adjacent analysed pixels.
  private func runs(_ line: ArraySlice<Int>) -> [[Int]] {
    var runs: [[Int]] = []
    for pixel in line {
      if let previous = runs.last?.last, code(previous) == code(pixel) {
        runs[runs.count - 1].append(pixel)
      } else {
        runs.append([pixel])
      }
    }
    return runs
  }

  private func code(_ pixel: Int) -> SIMD3<UInt16>? { colorIndices[pixel].map { outcomes[$0].code } }

  private func position(_ pixel: Int) -> LossReport.Position {
    LossReport.Position(x: pixel % layout.width, y: pixel / layout.width)
  }

  /// Returns the 8-connected sets of lost pixels.
  private func connected(_ runs: [Run?], rows: Int) -> [LossReport.FlattenedRegion] {
    var regions: [LossReport.FlattenedRegion] = []
    var isVisited = runs.map { $0 == nil }
    for start in runs.indices {
      guard !isVisited[start], var first = runs[start] else { continue }
      isVisited[start] = true
      var stack = [start]
      var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
      var pixels = 0
      while let pixel = stack.popLast() {
        let (x, y) = (pixel % layout.width, pixel / layout.width)
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        pixels += 1
        if let run = runs[pixel], run.precedes(first) { first = run }
        for ny in max(y - 1, 0)...min(y + 1, rows - 1) {
          for nx in max(x - 1, 0)...min(x + 1, layout.width - 1) where !isVisited[ny * layout.width + nx] {
            isVisited[ny * layout.width + nx] = true
            stack.append(ny * layout.width + nx)
          }
        }
      }
      regions.append(
        LossReport.FlattenedRegion(
          x: left, y: top, width: right - left + 1, height: bottom - top + 1, pixels: pixels, loss: first.loss,
          witnesses: .init(position(first.anchor), position(first.farthest))))
    }
    return regions
  }
}

/// The loss of a run of one destination code: the difference between one of its ends and its other pixels.
struct ReferenceRunLoss {
  /// The largest ΔEOK between the run's first or last pixel and any pixel of it.
  let loss: Double
  /// Indices of pixels of the run: the end that gives the loss (the first if both do), the pixel farthest from it (the
  /// first of equal ones), and the lost pixels.
  let anchor, farthest: Int
  let lost: [Int]

  /// - Parameter labs: the colours of the run's pixels, at least one.
  /// - Returns: nil if the loss is below `jnd`.
  init?(_ labs: [OKLab], jnd: Double) {
    let last = labs.count - 1
    let ends = [0, last].map { end in (index: end, differences: labs.map { labs[end].deltaE(to: $0) }) }
    let loss = ends.flatMap(\.differences).max() ?? 0
    guard loss >= jnd else { return nil }
    self.loss = loss
    let giving = ends.filter { $0.differences.contains(loss) }
    anchor = giving[0].index
    farthest = giving[0].differences.firstIndex(of: loss) ?? anchor

    // As seen from an end, the pixels far from it stand out, or the others if these are fewer.
    let sets = giving.map { end in
      let far = labs.indices.filter { end.differences[$0] >= jnd }
      let others = labs.indices.filter { end.differences[$0] < jnd }
      return others.count < far.count ? others : far
    }
    let smallest = sets.map(\.count).min() ?? 0
    let standingOut = Set(sets.filter { $0.count == smallest }.joined())
    lost = standingOut.subtracting([0, last]).sorted()
  }
}
