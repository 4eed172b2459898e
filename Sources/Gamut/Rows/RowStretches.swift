import ColorScience

/// One row as stretches of equal analysed pixels, and their linear values in the destination.
struct RowStretches {
  private let tables: RenditionTables
  private let layout: PixelLayout
  private(set) var ranges: [Range<Int>] = []
  /// The packed colour of each stretch, its linear values (D50 XYZ where the source is a table) and those of the
  /// destination.
  private(set) var colors: [UInt64] = []
  private(set) var sourceLinear: [SIMD3<Double>] = []
  private(set) var linear: [SIMD3<Double>] = []
  private(set) var transparent = 0

  init(_ tables: RenditionTables, layout: PixelLayout) {
    self.tables = tables
    self.layout = layout
  }

  mutating func forEachRow(of rows: UnsafeRawBufferPointer, _ body: (RowStretches) -> Void) {
    guard let base = rows.baseAddress, layout.bytesPerRow > 0 else { return }
    for y in 0..<(rows.count / layout.bytesPerRow) {
      unsafe read(base + y * layout.bytesPerRow)
      body(self)
    }
  }

  @unsafe
  mutating func read(_ row: UnsafeRawPointer) {
    layout.withFormat { unsafe read(row, as: $0) }
  }

  @unsafe
  private mutating func read<Format: PixelFormat>(_ row: UnsafeRawPointer, as format: Format.Type) {
    transparent = 0
    ranges.removeAll(keepingCapacity: true)
    colors.removeAll(keepingCapacity: true)
    let key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
    for x in 0..<layout.width {
      let packed = unsafe Format.packed(row, x)
      if unsafe Format.hasAlpha ? Format.alpha(row, x) == 0 : packed == key {
        transparent += 1
      } else if let last = ranges.last, last.upperBound == x, packed == colors[colors.count - 1] {
        ranges[ranges.count - 1] = last.lowerBound..<(x + 1)
      } else {
        ranges.append(x..<(x + 1))
        colors.append(packed)
      }
    }
    sourceLinear = tables.sourceLinear(colors)
    linear.removeAll(keepingCapacity: true)
    for values in sourceLinear { linear.append(tables.toDestination * values) }
  }
}
