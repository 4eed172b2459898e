import Gamut

/// The rows of a heat map at an image's own size, one after the other.
struct HeatMapLine: ~Copyable {
  private let layout: PixelLayout
  private let steps: ShiftSteps
  private let marks: HeatMapMarks
  private var renderer: PixelRenderer
  private var outcomes: [PixelRenderer.Outcome]
  private var y = 0
  /// Of the last row: entries of ``HeatMapPalette``.
  private(set) var indices: [UInt8]

  init(_ tables: RenditionTables, layout: PixelLayout, report: GamutReport, lost: LostPixels?) {
    self.layout = layout
    steps = ShiftSteps.map(jnd: report.loss.jnd)
    marks = HeatMapMarks(report.loss.flattened.regions, width: layout.width, height: layout.height)
    renderer = PixelRenderer(tables, layout: layout, lost: lost)
    outcomes = Array(repeating: PixelRenderer.Outcome(), count: layout.width)
    indices = Array(repeating: 0, count: layout.width)
  }

  /// Takes the next row of the image.
  mutating func consume(_ row: UnsafeRawBufferPointer) {
    unsafe renderer.render(row, y: y, into: &outcomes)
    let marked = marks.marks(row: y)
    for x in 0..<layout.width { indices[x] = index(outcomes[x], x: x, marked?[x] ?? .none) }
    y += 1
  }

  private func index(_ outcome: PixelRenderer.Outcome, x: Int, _ mark: HeatMapPalette.Mark) -> UInt8 {
    guard outcome.alpha > 0 else { return HeatMapPalette.index(.transparent, .plain, mark) }
    var texture = HeatMapPalette.Texture.plain
    if outcome.isLost {
      texture = HeatMapPalette.isOnStripe(x: x, y: y) ? .stripe : .flattened
    }
    return outcome.isClipped
      ? HeatMapPalette.index(.clipped(step: steps.index(of: outcome.shift)), texture, mark)
      : HeatMapPalette.index(.fits(level: HeatMapPalette.greyLevel(SIMD3<Float>(outcome.meant))), texture, mark)
  }
}
