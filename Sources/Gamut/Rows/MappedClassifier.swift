import ColorScience
import LibC

/// The classification with a mapping: every pixel may share its code with a clipping pixel, so all are evaluated in
/// double precision.
extension RowClassifier {
  func classifyMapped(
    _ rows: UnsafeRawBufferPointer, by mapping: any GamutMapping, into result: inout ClassifiedRows
  ) {
    let bytesPerRow = layout.bytesPerRow
    let count = rows.count / max(bytesPerRow, 1)
    result.rows = count
    result.transparent = 0
    result.mapping = MappingTally()
    guard let base = rows.baseAddress else { return }
    var row = MappedRow(tables, mapping, layout)
    var (end, repeats) = (0, 0)
    for y in 0..<count {
      let pixels = unsafe base + y * bytesPerRow
      let isRepeat = unsafe y > 0 && memcmp(pixels, pixels - bytesPerRow, bytesPerRow) == 0
      if !isRepeat {
        row.tally(rows: repeats, into: &result)
        repeats = 0
        unsafe row.read(pixels)
        end = row.write(from: end, into: &result)
      }
      repeats += 1
      result.transparent += row.stretches.transparent
      unsafe result.repeats.base[y] = isRepeat
      unsafe result.ends.base[y] = end
    }
    row.tally(rows: repeats, into: &result)
  }
}

/// One row with the codes and the shifts of its colours.
private struct MappedRow {
  let tables: RenditionTables
  let mapping: any GamutMapping
  var stretches: RowStretches
  private var excess = 0.0
  private var codes: [SurfaceCode] = []
  private var shifts: [MappedColor] = []
  private var known = ColorCache<(code: SurfaceCode, color: MappedColor)>((SurfaceCode(bits: 0), MappedColor()))

  init(_ tables: RenditionTables, _ mapping: any GamutMapping, _ layout: PixelLayout) {
    self.tables = tables
    self.mapping = mapping
    stretches = RowStretches(tables, layout: layout)
  }

  @unsafe
  mutating func read(_ row: UnsafeRawPointer) {
    unsafe stretches.read(row)
    codes.removeAll(keepingCapacity: true)
    shifts.removeAll(keepingCapacity: true)
    excess = 0
    for index in stretches.colors.indices {
      let linear = stretches.linear[index]
      excess = max(excess, (linear - .one).max(), (-linear).max())
      if let known = known[stretches.colors[index]] {
        codes.append(known.code)
        shifts.append(known.color)
        continue
      }
      let mapped = mapping(linear)
      var code = SurfaceCode(linear: linear, mapped: mapped, tables)
      if code.isClipped, let test = tables.clampTest, !test.moves(stretches.colors[index]) {
        code = SurfaceCode(bits: code.code)
      }
      let isMoved = mapped != linear
      let color = MappedColor(
        stretches.sourceLinear[index], isMoved ? mapped : nil, tables.model,
        isChanged: code.isClipped || isMoved && code.code != SurfaceCode(linear: linear, mapped: linear, tables).code)
      codes.append(code)
      shifts.append(color)
      known[stretches.colors[index]] = (code, color)
    }
  }

  /// Writes the row's pixels to `result` from `start` on, and returns their end.
  func write(from start: Int, into result: inout ClassifiedRows) -> Int {
    result.excess = max(result.excess, excess)
    var end = start
    for (range, code) in zip(stretches.ranges, codes) {
      for x in range {
        unsafe result.positions.base[end] = UInt32(truncatingIfNeeded: x)
        unsafe result.surface.base[end] = code.bits
        end += 1
      }
    }
    return end
  }

  /// Counts the row's pixels for the given number of rows.
  func tally(rows: Int, into result: inout ClassifiedRows) {
    guard rows > 0 else { return }
    for (range, shift) in zip(stretches.ranges, shifts) { result.mapping.add(shift, pixels: range.count * rows) }
  }
}
