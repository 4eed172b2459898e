/// Follows the runs of one destination code along a row and down every column.
struct RunTracker: ~Copyable, Sendable {
  /// The last run of a column: it goes on if the next pixel of the column is on the next line and has its code.
  struct Column: BitwiseCopyable {
    var code: UInt64 = .max
    var first: UInt64 = 0
    /// A second colour; equal to the first as long as there is none.
    var second: UInt64 = 0
    var start: UInt32 = 0
    var last: UInt32 = .max
    var loss: Double = 0
    var firstEstimate = SIMD4<Float>()
    var isClipped = false
    /// At least three distinct colours: only then the loss is measured.
    var isVaried = false
  }

  private let columns: Scratch<Column>
  private let loss: RunLoss
  private let jnd: Double
  /// The image's first row of each line; a line is a row and those below that equal it.
  private var lineStarts: [Int] = []
  var flattened: FlattenedSet

  init(_ tables: RenditionTables, width: Int, height: Int) {
    columns = Scratch(count: width, filledWith: Column())
    loss = RunLoss(tables)
    jnd = tables.model.rendition.jnd
    flattened = FlattenedSet(width: width, height: height)
  }

  /// Begins a line at a row of the image; the line's number.
  mutating func beginLine(row: Int) -> UInt32 {
    lineStarts.append(row)
    return UInt32(truncatingIfNeeded: lineStarts.count - 1)
  }

  /// The next surface pixel of a column.
  @inline(__always)
  mutating func addDown(_ x: Int, line: UInt32, source: UInt64, surface: SurfaceCode) {
    let column = unsafe columns.base + x
    if unsafe column.pointee.code == surface.code, unsafe column.pointee.last &+ 1 == line {
      unsafe column.pointee.last = line
      if surface.isClipped { unsafe column.pointee.isClipped = true }
      if unsafe source != column.pointee.first { unsafe extend(&column.pointee, source) }
      return
    }
    if unsafe column.pointee.isVaried { close(x) }
    unsafe column.pointee.code = surface.code
    unsafe column.pointee.first = source
    unsafe column.pointee.second = source
    unsafe column.pointee.start = line
    unsafe column.pointee.last = line
    unsafe column.pointee.isClipped = surface.isClipped
  }

  @inline(never)
  private func extend(_ column: inout Column, _ source: UInt64) {
    if column.second == column.first { column.second = source }
    if source == column.second { return }
    if !column.isVaried {
      column.isVaried = true
      column.firstEstimate = loss.estimate(column.first)
      loss.raise(&column.loss, from: column.first, column.firstEstimate, to: column.second)
    }
    loss.raise(&column.loss, from: column.first, column.firstEstimate, to: source)
  }

  /// Ends a column's run, which is varied.
  @inline(never)
  private mutating func close(_ x: Int) {
    let column = unsafe columns.base[x]
    if column.isClipped, column.loss >= jnd {
      flattened.addVertical(
        column: x, rows: lineStarts[Int(column.start)]..<lineStarts[Int(column.last) + 1], loss: column.loss)
    }
    unsafe columns.base[x].isVaried = false
    unsafe columns.base[x].loss = 0
  }

  /// Ends all runs; `height` is the number of rows seen.
  mutating func finish(height: Int) {
    lineStarts.append(height)
    for x in 0..<columns.count where unsafe columns.base[x].isVaried { close(x) }
  }

  /// A run along a row with at least three distinct colours and a clipped pixel, in each of `rows`.
  @inline(never)
  mutating func addAlong(_ range: Range<Int>, rows: Range<Int>, source: (Int) -> UInt64) {
    let first = source(range.lowerBound)
    let estimate = loss.estimate(first)
    var largest = 0.0
    var previous = first
    for x in range.dropFirst() {
      let color = source(x)
      if color != previous { loss.raise(&largest, from: first, estimate, to: color) }
      previous = color
    }
    if largest >= jnd { flattened.addHorizontal(columns: range, rows: rows, loss: largest) }
  }
}
