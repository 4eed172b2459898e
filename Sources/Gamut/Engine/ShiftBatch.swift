/// Measures the shift of clipped colours, eight at a time.
struct ShiftBatch: Sendable {
  private let tables: RenditionTables
  private var sources = SIMD8<UInt64>()
  private var pixels = SIMD8<Int>()
  private var count = 0

  init(_ tables: RenditionTables) { self.tables = tables }

  mutating func add(_ source: UInt64, pixels: Int, to tally: inout ShiftTally) {
    sources[count] = source
    self.pixels[count] = pixels
    count += 1
    if count == 8 { flush(to: &tally) }
  }

  mutating func flush(to tally: inout ShiftTally) {
    for index in 0..<count {
      tally.add(
        tables.model.shift(tables.sourceLinear(PackedColor(bits: sources[index]))), pixels: pixels[index])
    }
    count = 0
  }
}
