/// Follows the runs of one destination code along a row and down every column.
struct RunTracker: ~Copyable, Sendable {
  /// The last run of a column: it goes on if the next pixel of the column is in the next row and has its code. Runs of
  /// several colours have their stretches in `stretches`.
  private struct Column: BitwiseCopyable {
    var code: UInt64 = .max
    /// The packed colour of its last pixel, with `clipped` once a pixel of the run is, and `varied` once it has stretches.
    var last: UInt64 = 0
    var start: UInt32 = 0

    static let clipped: UInt64 = 1 << 63, varied: UInt64 = 1 << 62, color: UInt64 = 1 << 62 - 1
    var isVaried: Bool { last & Self.varied != 0 }
  }

  private let columns: Scratch<Column>
  /// The last row of each column's run.
  private let lasts: Scratch<UInt32>
  private var stretches: ColumnStretches
  /// The first and the last of the rows that were begun.
  private var first: UInt32 = 0, last: UInt32 = 0
  /// The columns whose runs are followed; those up to `end` are left to another pass.
  var followed: Range<Int> { start..<stop }
  private let start: Int
  private var stop: Int
  private let end: Int
  /// Whether one column alone needs more memory than there may be; the bytes.
  private(set) var bytesBeyondLimit: Int?
  private var loss: RunLoss
  /// Runs down columns side by side that are alike, which are added together.
  private var pending: (columns: Range<Int>, row: Int)?
  let flattened: FlattenedRuns

  /// - Parameters:
  ///   - columns: whose runs are followed.
  ///   - flattened: where flattened runs go.
  ///   - memory: bytes that the colours of open runs may take.
  init(
    _ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension, columns: Range<Int>,
    into flattened: FlattenedRuns, memory: Int
  ) {
    self.columns = Scratch(count: layout.width, filledWith: Column())
    lasts = Scratch(count: layout.width, filledWith: .max)
    stretches = ColumnStretches(width: layout.width, limit: memory)
    (start, stop, end) = (columns.lowerBound, columns.upperBound, columns.upperBound)
    loss = RunLoss(tables, vector: vector)
    self.flattened = flattened
  }

  /// Columns whose runs another pass must follow.
  var left: Range<Int> { stop..<end }

  /// Begins a row, or several that are equal.
  @inline(__always)
  mutating func beginRows(_ rows: Range<Int>) {
    first = UInt32(truncatingIfNeeded: rows.lowerBound)
    last = UInt32(truncatingIfNeeded: rows.upperBound &- 1)
  }

  /// The pixels of some columns, from the first that is followed on, in the rows that were begun: on the surface, and of
  /// one colour.
  @inline(__always)
  mutating func addDown(from start: Int, to end: Int, source: UInt64, surface: SurfaceCode) {
    let clipped = surface.isClipped ? Column.clipped : 0
    let code = surface.code
    var x = start
    let stop = min(end, self.stop)
    while x < stop {
      let column = unsafe columns.base + x
      let end = unsafe lasts.base[x] &+ 1
      unsafe lasts.base[x] = last
      if unsafe end == first && column.pointee.code == code {
        let before = unsafe column.pointee.last
        if before & Column.color == source {
          unsafe column.pointee.last = before | clipped
        } else {
          extend(x, source, clipped)
        }
      } else {
        if unsafe column.pointee.isVaried { close(x, end: end) }
        unsafe column.pointee = Column(code: code, last: source | clipped, start: first)
      }
      x &+= 1
    }
  }

  /// The same where each pixel has the colour of the one above it.
  @inline(__always)
  func continueDown(from start: Int, to end: Int) {
    unsafe (lasts.base + start).update(repeating: last, count: end &- start)
  }

  /// A run gets another colour.
  @inline(never)
  private mutating func extend(_ x: Int, _ source: UInt64, _ clipped: UInt64) {
    let before = unsafe columns.base[x].last
    unsafe columns.base[x].last = before & Column.clipped | clipped | Column.varied | source
    let isVaried = before & Column.varied != 0
    if isVaried, stretches.append(source, row: first, to: x) { return }
    while x < stop {
      if isVaried || !stretches.isEmpty(x)
        || (unsafe stretches.append(before & Column.color, row: columns.base[x].start, to: x)),
        stretches.append(source, row: first, to: x)
      {
        return
      }
      leaveHalf()
    }
  }

  /// Leaves half of the columns to another pass.
  private mutating func leaveHalf() {
    let middle = (start + stop) / 2
    if middle == start { bytesBeyondLimit = stretches.bytes }
    for x in middle..<stop {
      stretches.clear(x)
      unsafe columns.base[x] = Column()
    }
    stop = middle
  }

  /// Ends a column's run, which has several colours, above a row.
  @inline(never)
  private mutating func close(_ x: Int, end: UInt32) {
    let column = unsafe columns.base[x]
    // Columns may be left to another pass while a stretch is taken.
    guard x < stop else { return }
    if column.last & Column.clipped != 0 {
      let pixels = Int(end) - Int(column.start)
      loss.begin(x, of: stretches, pixels: pixels)
      add(x, row: Int(column.start))
    }
    stretches.clear(x)
  }

  /// Adds a run down a column, as far as it loses something.
  private mutating func add(_ x: Int, row: Int) {
    if let alike = pending, !loss.isSameAsBefore || alike.columns.upperBound != x || alike.row != row { flush() }
    loss.measure()
    guard loss.loss > 0 else { return }
    pending = ((pending?.columns.lowerBound ?? x)..<x + 1, row)
  }

  private mutating func flush() {
    guard let (columns, row) = pending else { return }
    flattened.set.addVertical(columns: columns, row: row, loss)
    pending = nil
  }

  /// Ends all runs.
  mutating func finish() {
    for x in followed where !stretches.isEmpty(x) { close(x, end: unsafe lasts.base[x] + 1) }
    flush()
  }

  /// A run along a row with at least two colours and a clipped pixel, in each of `rows`.
  @inline(never)
  mutating func addAlong(_ range: Range<Int>, rows: Range<Int>, source: (Int) -> UInt64) {
    flush()
    loss.begin()
    var color = source(range.lowerBound)
    for x in (range.lowerBound + 1)..<range.upperBound {
      let next = source(x)
      if next == color { continue }
      loss.append(color, end: x - range.lowerBound)
      color = next
    }
    loss.append(color, end: range.count)
    loss.measure()
    if loss.loss > 0 { flattened.set.addHorizontal(column: range.lowerBound, rows: rows, loss) }
  }
}
