#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The classification where a mapping gives the destination codes: every pixel may share its code with one that
/// clips, and is evaluated in double precision.
extension RowClassifier {
  /// A stretch of pixels of one colour, from `start` on.
  private struct Stretch {
    var start, count: Int
    var code: SurfaceCode
    var color: MappedColor
  }

  @unsafe
  func classifyMapped<Format: PixelFormat>(
    _ rows: UnsafeRawBufferPointer, as format: Format.Type, by mapping: any GamutMapping,
    into result: inout ClassifiedRows
  ) {
    let bytesPerRow = layout.bytesPerRow
    let count = rows.count / max(bytesPerRow, 1)
    result.rows = count
    result.transparent = 0
    result.excess = 0
    result.mapping = MappingTally()
    guard let base = rows.baseAddress else { return }
    var row = MappedRow(tables, mapping)
    var (end, repeats) = (0, 0)
    for y in 0..<count {
      let pixels = unsafe base + y * bytesPerRow
      let isRepeat = unsafe y > 0 && memcmp(pixels, pixels - bytesPerRow, bytesPerRow) == 0
      if !isRepeat {
        row.tally(rows: repeats, into: &result)
        repeats = 0
        unsafe row.read(pixels, as: format, layout)
        end = row.write(from: end, into: &result)
      }
      repeats += 1
      result.transparent += row.transparent
      unsafe result.repeats.base[y] = isRepeat
      unsafe result.ends.base[y] = end
    }
    row.tally(rows: repeats, into: &result)
  }

  /// One row as stretches of equal pixels.
  private struct MappedRow {
    let tables: RenditionTables
    let mapping: any GamutMapping
    private var stretches: [Stretch] = []
    private(set) var transparent = 0
    private var excess = 0.0
    private var starts: [Int] = []
    private var ends: [Int] = []
    private var colors: [UInt64] = []

    init(_ tables: RenditionTables, _ mapping: any GamutMapping) {
      self.tables = tables
      self.mapping = mapping
    }

    @unsafe
    mutating func read<Format: PixelFormat>(
      _ row: UnsafeRawPointer, as format: Format.Type, _ layout: PixelLayout
    ) {
      transparent = 0
      starts.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      colors.removeAll(keepingCapacity: true)
      let key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
      for x in 0..<layout.width {
        let packed = unsafe Format.packed(row, x)
        if unsafe Format.hasAlpha ? Format.alpha(row, x) == 0 : packed == key {
          transparent += 1
        } else if packed == colors.last, ends.last == x {
          ends[ends.count - 1] = x + 1
        } else {
          starts.append(x)
          ends.append(x + 1)
          colors.append(packed)
        }
      }
      evaluate()
    }

    private mutating func evaluate() {
      stretches.removeAll(keepingCapacity: true)
      excess = 0
      let linear =
        tables.decode.isEmpty
        ? tables.model.sourceLinear(colors.map { PackedColor(bits: $0).color })
        : colors.map { tables.sourceLinear(PackedColor(bits: $0)) }
      for index in linear.indices {
        let values = tables.toDestination * linear[index]
        excess = max(excess, (values - .one).max(), (-values).max())
        let mapped = mapping(values)
        let code = SurfaceCode(linear: values, mapped: mapped, tables)
        let color = MappedColor(
          sourceLinear: linear[index], linear: values, mapped: mapped, isClipped: code.isClipped,
          isChanged: code.isClipped || code != SurfaceCode(linear: values, mapped: values, tables), tables.model)
        stretches.append(
          Stretch(start: starts[index], count: ends[index] - starts[index], code: code, color: color))
      }
    }

    /// Writes the row's pixels from `start` on; where they end.
    func write(from start: Int, into result: inout ClassifiedRows) -> Int {
      result.excess = max(result.excess, excess)
      var end = start
      for stretch in stretches {
        for x in stretch.start..<(stretch.start + stretch.count) {
          unsafe result.positions.base[end] = UInt32(truncatingIfNeeded: x)
          unsafe result.surface.base[end] = stretch.code.bits
          end += 1
        }
      }
      return end
    }

    /// Counts the row's pixels so many times.
    func tally(rows: Int, into result: inout ClassifiedRows) {
      guard rows > 0 else { return }
      for stretch in stretches { result.mapping.add(stretch.color, pixels: stretch.count * rows) }
    }
  }
}
