/// Measures how far mappings move the pixels that do not clip, from the rows of an image in order: the difference
/// (DIN99o) of each pixel and its code in the result.
///
/// Pixels with a chroma below ``MappingEffect/chromaticLimit`` are not counted. The 95th percentile uses the nearest
/// rank, up to 1/4096. Memory is fixed: occurring colours are counted, and measured when there are many.
public struct FittingShifts {
  private let tables: RenditionTables
  private let mappings: [(any GamutMapping)?]
  private let survey: PreserveSurvey
  private let colors: MappedColors
  private let layout: PixelLayout
  private var counts = ColorCounts(mostBits: 19)
  private var tallies: [ShiftTally]

  /// - Parameters:
  ///   - mappings: the mappings, each measured separately; nil clamps.
  ///   - tables: the tables of the conversion.
  ///   - layout: the layout of the rows to consume.
  public init(_ mappings: [(any GamutMapping)?], _ tables: RenditionTables, layout: PixelLayout) {
    self.tables = tables
    self.mappings = mappings
    survey = PreserveSurvey(tables)
    colors = MappedColors(tables)
    self.layout = layout
    tallies = mappings.map { _ in ShiftTally(steps: 4096) }
  }

  /// Adds the next rows of the image: whole rows.
  public mutating func consume(_ rows: RawSpan) { unsafe rows.withUnsafeBytes { unsafe consume($0) } }

  /// Adds the next rows of the image: whole rows.
  public mutating func consume(_ rows: UnsafeRawBufferPointer) {
    var stretches = RowStretches(tables, layout: layout)
    unsafe stretches.forEachRow(of: rows) { row in
      for (range, color) in zip(row.ranges, row.colors) {
        counts.add(color, pixels: range.count)
        if counts.isFull { measure() }
      }
    }
  }

  private mutating func measure() {
    var met = ColorCounts(mostBits: 19)
    swap(&met, &counts)
    let tables = tables
    met.forEach { color, pixels in
      let source = tables.sourceLinear(PackedColor(bits: color))
      let linear = tables.toDestination * source
      if survey.clips(linear) { return }
      let before = tables.model.din99o(source)
      let chroma = OKLab(linearSRGB: tables.model.toSRGB * source).chroma
      guard chroma >= MappingEffect.chromaticLimit else { return }
      // Most colours are not changed by a mapping.
      let clipped = ClipMapping()(linear)
      let rounding = before.difference(to: colors.din99o(clipped))
      for (index, mapping) in mappings.enumerated() {
        let mapped = mapping.map { $0(linear) } ?? clipped
        tallies[index].add(mapped == clipped ? rounding : before.difference(to: colors.din99o(mapped)), pixels: pixels)
      }
    }
    // Reuse the memory of the table.
    met.removeAll()
    counts = met
  }

  /// Returns the shift by each mapping; all 0 if no pixel counts.
  public mutating func finish() -> [LossReport.Shift] {
    measure()
    return tallies.map(\.summary)
  }
}
