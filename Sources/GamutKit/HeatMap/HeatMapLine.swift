import Gamut

/// The rows of a heat map at an image's full size, one after the other.
struct HeatMapLine: ~Copyable {
  private var renderer: PixelRenderer
  private var outcomes: [PixelRenderer.Outcome]
  private var y = 0
  /// The last row, as entries of ``HeatMapPalette``.
  private(set) var indices: [UInt8]

  init(_ tables: RenditionTables, layout: PixelLayout, lost: LostPixels?) {
    renderer = PixelRenderer(tables, layout: layout, lost: lost)
    outcomes = Array(repeating: PixelRenderer.Outcome(), count: layout.width)
    indices = Array(repeating: 0, count: layout.width)
  }

  /// Adds the next row of the image.
  mutating func consume(_ row: UnsafeRawBufferPointer) {
    unsafe renderer.render(row, y: y, into: &outcomes)
    for x in indices.indices {
      let outcome = outcomes[x]
      indices[x] = HeatMapPalette.index(
        outcome.alpha > 0 ? .init(outcome.mark, SIMD3<Float>(outcome.original)) : .transparent)
    }
    y += 1
  }
}
