/// Flattened runs and regions over a whole image in memory.
struct ReferenceFlattening {
  private let layout: PixelLayout
  private let model: ColorModel
  private let colors: [ReferenceColor]
  private let outcomes: [ColorOutcome]
  /// The index of each pixel's colour; nil where it is transparent.
  private let colorIndices: [Int?]

  init(
    _ pixels: [PackedColor?], _ colors: [ReferenceColor], _ outcomes: [ColorOutcome], _ layout: PixelLayout,
    _ model: ColorModel
  ) {
    self.layout = layout
    self.model = model
    self.colors = colors
    self.outcomes = outcomes
    let index = Dictionary(uniqueKeysWithValues: colors.enumerated().map { ($1.color, $0) })
    colorIndices = pixels.map { $0.flatMap { index[$0] } }
  }

  func flattened(top: Int, regionPixels: Int) -> LossReport.Flattened {
    var result = LossReport.Flattened()
    // The largest loss of the runs through each pixel; 0 outside the union.
    var loss = [Double](repeating: 0, count: colorIndices.count)
    func visit(_ line: [Int]) {
      for run in line.split(whereSeparator: { colorIndices[$0] == nil }).flatMap(runs) {
        guard let runLoss = lossOfFlattened(run) else { continue }
        result.runs += 1
        for pixel in run { loss[pixel] = max(loss[pixel], runLoss) }
      }
    }
    let rows = colorIndices.count / max(layout.width, 1)
    for y in 0..<rows { visit((0..<layout.width).map { y * layout.width + $0 }) }
    for x in 0..<layout.width { visit((0..<rows).map { $0 * layout.width + x }) }

    result.pixels = loss.count { $0 > 0 }
    let regions = connected(loss, rows: rows).filter { $0.pixels >= regionPixels }
    result.visibleRegions = regions.count
    result.visiblePixels = regions.reduce(0) { $0 + $1.pixels }
    result.regions = regions.largestRegions(top)
    return result
  }

  /// The maximal stretches of one destination code in a line of adjacent analysed pixels.
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

  /// The loss of a run that is flattened, nil of one that is not.
  private func lossOfFlattened(_ run: [Int]) -> Double? {
    let members = run.compactMap { colorIndices[$0] }
    guard let first = members.first, Set(members).count >= 3, members.contains(where: { outcomes[$0].isClipped })
    else { return nil }
    let start = model.okLab(outcomes[first].sourceLinear)
    let loss = Set(members).reduce(0) { max($0, start.deltaE(model.okLab(outcomes[$1].sourceLinear))) }
    return loss >= model.rendition.jnd ? loss : nil
  }

  /// The 8-connected sets of pixels with a loss.
  private func connected(_ loss: [Double], rows: Int) -> [LossReport.FlattenedRegion] {
    var regions: [LossReport.FlattenedRegion] = []
    var isVisited = loss.map { $0 == 0 }
    for start in loss.indices where !isVisited[start] {
      isVisited[start] = true
      var stack = [start]
      var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
      var (pixels, largest) = (0, 0.0)
      while let pixel = stack.popLast() {
        let (x, y) = (pixel % layout.width, pixel / layout.width)
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        pixels += 1
        largest = max(largest, loss[pixel])
        for ny in max(y - 1, 0)...min(y + 1, rows - 1) {
          for nx in max(x - 1, 0)...min(x + 1, layout.width - 1) where !isVisited[ny * layout.width + nx] {
            isVisited[ny * layout.width + nx] = true
            stack.append(ny * layout.width + nx)
          }
        }
      }
      regions.append(
        LossReport.FlattenedRegion(
          x: left, y: top, width: right - left + 1, height: bottom - top + 1, pixels: pixels, loss: largest))
    }
    return regions
  }
}
