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
  /// The columns whose runs are followed; those from `followed.upperBound` up to `end` are left to another pass.
  private(set) var followed: Range<Int>
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
    followed = columns
    end = columns.upperBound
    loss = RunLoss(tables, vector: vector)
    self.flattened = flattened
  }

  /// Columns whose runs another pass must follow.
  var left: Range<Int> { followed.upperBound..<end }

  /// The next surface pixel, of one colour, of each of some columns, in each of some rows.
  @inline(__always)
  mutating func addDown(_ range: Range<Int>, rows: Range<Int>, source: UInt64, surface: SurfaceCode) {
    let clipped = surface.isClipped ? Column.clipped : 0
    let code = surface.code
    let (first, last) = (
      UInt32(truncatingIfNeeded: rows.lowerBound), UInt32(truncatingIfNeeded: rows.upperBound &- 1)
    )
    var x = max(range.lowerBound, followed.lowerBound)
    let end = min(range.upperBound, followed.upperBound)
    while x < end {
      let column = unsafe columns.base + x
      if unsafe column.pointee.code == code && lasts.base[x] &+ 1 == first {
        unsafe lasts.base[x] = last
        let before = unsafe column.pointee.last
        if before & Column.color == source {
          unsafe column.pointee.last = before | clipped
        } else {
          if before & Column.varied == 0 || !stretches.append(source, row: rows.lowerBound, to: x) {
            extend(x, before & Column.color, source, row: rows.lowerBound)
          }
          unsafe column.pointee.last = before & Column.clipped | clipped | Column.varied | source
        }
      } else {
        if unsafe column.pointee.isVaried { close(x) }
        unsafe column.pointee = Column(code: code, last: source | clipped, start: first)
        unsafe lasts.base[x] = last
      }
      x &+= 1
    }
  }

  /// The next surface pixels of some columns, each of the colour of the pixel above it.
  @inline(__always)
  func continueDown(_ range: Range<Int>, rows: Range<Int>) {
    let last = UInt32(truncatingIfNeeded: rows.upperBound &- 1)
    unsafe (lasts.base + range.lowerBound).update(repeating: last, count: range.count)
  }

  /// A run gets another colour.
  @inline(never)
  private mutating func extend(_ x: Int, _ before: UInt64, _ source: UInt64, row: Int) {
    while x < followed.upperBound {
      let start = unsafe Int(columns.base[x].start)
      if !stretches.isEmpty(x) || stretches.append(before, row: start, to: x),
        stretches.append(source, row: row, to: x)
      {
        return
      }
      leaveHalf()
    }
  }

  /// Leaves half of the columns to another pass.
  private mutating func leaveHalf() {
    let middle = (followed.lowerBound + followed.upperBound) / 2
    if middle == followed.lowerBound { bytesBeyondLimit = stretches.bytes }
    for x in middle..<followed.upperBound { stretches.clear(x) }
    followed = followed.lowerBound..<middle
  }

  /// Ends a column's run, which has several colours.
  @inline(never)
  private mutating func close(_ x: Int) {
    let column = unsafe columns.base[x]
    if column.last & Column.clipped != 0 {
      let pixels = unsafe Int(lasts.base[x]) + 1 - Int(column.start)
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
    for x in followed where !stretches.isEmpty(x) { close(x) }
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
