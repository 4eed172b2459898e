import Gamut

/// The rows of a heat map at an image's full size, one after the other.
struct HeatMapLine: ~Copyable {
  private let layout: PixelLayout
  private let steps: ShiftSteps
  private let marks: HeatMapMarks
  private var renderer: PixelRenderer
  private var outcomes: [PixelRenderer.Outcome]
  private var y = 0
  /// The last row, as entries of ``HeatMapPalette``.
  private(set) var indices: [UInt8]

  init(_ tables: RenditionTables, layout: PixelLayout, loss: LossReport, lost: LostPixels?) {
    self.layout = layout
    steps = ShiftSteps.map(jnd: loss.jnd)
    marks = HeatMapMarks(loss, width: layout.width, height: layout.height)
    renderer = PixelRenderer(tables, layout: layout, lost: lost)
    outcomes = Array(repeating: PixelRenderer.Outcome(), count: layout.width)
    indices = Array(repeating: 0, count: layout.width)
  }

  /// Adds the next row of the image.
  mutating func consume(_ row: UnsafeRawBufferPointer) {
    unsafe renderer.render(row, y: y, into: &outcomes)
    let marked = marks.marks(row: y)
    for x in 0..<layout.width { indices[x] = HeatMapPalette.index(value(outcomes[x]), marked?[x] ?? .none) }
    y += 1
  }

  private func value(_ outcome: PixelRenderer.Outcome) -> HeatMapPalette.Value {
    guard outcome.alpha > 0 else { return .transparent }
    if let loss = HeatMapPalette.Loss(outcome) { return .lost(loss, isClipped: outcome.isClipped) }
    return outcome.isClipped
      ? .clipped(step: steps.index(of: outcome.shift))
      : .fits(level: HeatMapPalette.greyLevel(SIMD3<Float>(outcome.original)))
  }
}

extension HeatMapPalette.Loss {
  fileprivate init?(_ outcome: PixelRenderer.Outcome) {
    switch (outcome.lostStep != nil, outcome.isRarer) {
    case (false, false): return nil
    case (true, false): self = .region
    case (false, true): self = .merged
    case (true, true): self = .both
    }
  }
}
