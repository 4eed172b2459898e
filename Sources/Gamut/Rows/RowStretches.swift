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

/// The rows of a batch that differ from the row above them, one after the other.
struct DistinctRows {
  /// The current row and the equal rows below it, counted in the batch.
  private(set) var rows = 0..<0
  /// The entries of the row in the classified batch.
  private(set) var entries = 0..<0

  /// Advances to the next row; returns false if there is none.
  mutating func next(in classified: borrowing ClassifiedRows) -> Bool {
    let y = rows.upperBound
    guard y < classified.rows else { return false }
    var end = y + 1
    while unsafe end < classified.rows && classified.repeats.base[end] { end += 1 }
    rows = y..<end
    entries = unsafe entries.upperBound..<classified.ends.base[y]
    return true
  }
}

/// The surface pixels of one row as stretches: adjacent pixels of one colour.
@unsafe
struct SurfaceStretches<Format: PixelFormat> {
  private let pixels: UnsafeRawPointer
  private let positions: UnsafePointer<UInt32>
  private let surface: UnsafePointer<UInt64>
  private var index: Int
  private let end: Int
  /// The column, the packed colour and the code of the next stretch, if `index` is before `end`.
  private var ahead = (start: 0, source: UInt64(0), code: UInt64(0))
  /// The current stretch: its first column and the one after its last, its packed colour and its code.
  private(set) var start = 0, stop = 0
  private(set) var source: UInt64 = 0
  private(set) var code = SurfaceCode(bits: 0)

  @inline(__always)
  init(_ pixels: UnsafeRawPointer, _ classified: borrowing ClassifiedRows, _ entries: Range<Int>) {
    unsafe self.pixels = pixels
    unsafe positions = UnsafePointer(classified.positions.base)
    unsafe surface = UnsafePointer(classified.surface.base)
    unsafe index = entries.lowerBound
    unsafe end = entries.upperBound
    guard unsafe index < end else { return }
    let start = unsafe Int(positions[index])
    unsafe ahead = (start, Format.packed(pixels, start), surface[index])
  }

  /// Advances to the next stretch; returns false if there is none.
  @inline(__always)
  mutating func next() -> Bool {
    guard unsafe index < end else { return false }
    let (start, source, code) = unsafe ahead
    var stop = start &+ 1
    unsafe index &+= 1
    while unsafe index < end {
      let position = unsafe Int(positions[index])
      let surface = unsafe surface[index]
      if surface == SurfaceCode.repeated {
        stop = position &+ 1
      } else {
        let color = unsafe Format.packed(pixels, position)
        guard position == stop, color == source else {
          unsafe ahead = (position, color, surface)
          break
        }
        stop &+= 1
      }
      unsafe index &+= 1
    }
    unsafe (self.start, self.stop, self.source) = (start, stop, source)
    unsafe self.code = SurfaceCode(bits: code)
    return true
  }
}
