package import Gamut

/// The colours of selected pixels of an image; only these and a few rows are in memory.
package struct PixelSamples {
  /// The colours by position, without transparent pixels, as ``DIN99o/coordinates``.
  private let colors: [LossReport.Position: SIMD3<Int16>]

  /// Decodes a whole file, even if no pixel is requested.
  package init(
    _ reporter: Reporter, at positions: [LossReport.Position], in input: OpenedInput
  ) throws(GamutError) {
    var rows = try reporter.renditionRows(input)
    let layout = rows.layout
    let columns = Dictionary(grouping: positions, by: \.y)
    let renderer = PixelRenderer(rows.tables, layout: layout, lost: nil)
    var outcomes = [PixelRenderer.Outcome](repeating: .init(), count: columns.isEmpty ? 0 : layout.width)
    var y = 0
    var found: [LossReport.Position: SIMD3<Int16>] = [:]
    try unsafe rows.forEachRow { row in
      defer { y += 1 }
      guard let columns = columns[y] else { return }
      unsafe renderer.render(row.bytes, y: y, into: &outcomes)
      for position in columns where position.x < layout.width {
        let outcome = outcomes[position.x]
        if outcome.alpha > 0 { found[position] = DIN99o(linearSRGB: outcome.original).coordinates }
      }
    }
    try rows.finish()
    colors = found
  }

  /// Returns the difference (DIN99o) of the two pixels; nil if one of them is transparent.
  package func difference(_ first: LossReport.Position, _ second: LossReport.Position) -> Double? {
    guard let first = colors[first], let second = colors[second] else { return nil }
    return DIN99o.difference(first, second)
  }
}

/// How an image changes where its declaration is ignored: its numbers, without the low bytes of 16 bits, are those of sRGB.
package struct UndeclaredShift {
  /// The largest difference (DIN99o).
  package var largest = 0.0
  /// The number of pixels whose difference can be seen.
  package var visible = 0
  /// The number of pixels whose difference is noticed although the two pictures are not side by side.
  package var noticed = 0
  /// The number of pixels that are not transparent.
  package var pixels = 0

  /// Whether at most a fifth of the pixels differ by so much.
  package var isSmall: Bool { noticed * 5 <= pixels }
  /// What programs without the declaration show.
  package var words: String {
    "shift by up to \(Words.din99o(largest)), "
      + (visible == 0 ? "which nobody sees" : "visibly in \(Words.share(visible, of: pixels)) of the pixels")
  }
}

extension Reporter {
  /// Returns how an image changes without its declaration. Beyond some colours, the others are left out.
  ///
  /// - Parameter jnd: the difference (DIN99o) from which one can be seen.
  package func shiftAsEightBitSRGB(_ input: OpenedInput, jnd: Double) throws(GamutError) -> UndeclaredShift {
    var rows = try renditionRows(input)
    let layout = rows.layout
    var colors: [SIMD3<UInt16>: Int] = [:]
    try unsafe rows.forEachRow { row in
      guard colors.count < 1 << 16 else { return }
      for x in 0..<layout.width where unsafe !layout.isTransparent(row, x) {
        unsafe colors[layout.color(row, x), default: 0] += 1
      }
    }
    let list = Array(colors.keys)
    let model = rows.tables.model
    let isDeep = layout.depth == 16
    let shown = ColorModel(
      Rendition(source: .rgb(.sRGB), destination: .sRGB), sourceDepth: isDeep ? 8 : layout.depth)
    let before = model.sourceLinear(list).map { DIN99o(linearSRGB: model.toSRGB * $0) }
    let after = shown.sourceLinear(list.map { isDeep ? $0 &>> 8 : $0 }).map {
      DIN99o(linearSRGB: shown.toSRGB * $0)
    }
    var shift = UndeclaredShift()
    for (color, (before, after)) in zip(list, zip(before, after)) {
      let (difference, pixels) = (before.difference(to: after), colors[color] ?? 0)
      shift.largest = max(shift.largest, difference)
      shift.pixels += pixels
      if difference >= jnd { shift.visible += pixels }
      if difference >= 2 * jnd { shift.noticed += pixels }
    }
    return shift
  }
}
