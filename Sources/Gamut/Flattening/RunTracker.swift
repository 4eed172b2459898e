/// Follows the runs of one destination code along a row and down every column.
///
/// The last run of a column continues if the next pixel of the column is in the next row and has the same code. Most
/// runs have one pixel, so little is stored for each: the colour of its last pixel is read from the row above.
struct RunTracker: ~Copyable, Sendable {
  /// For the last run of each column: the bits of its surface code, with the sides on which any of its pixels is out of
  /// range, and `varied` if it has stretches; its first row, and its last.
  private let codes: Scratch<UInt64>
  private let starts, lasts: Scratch<UInt32>
  private static let varied: UInt64 = 1 << 63
  private var stretches: ColumnStretches
  /// The first and the last of the rows begun.
  private var first: UInt32 = 0, last: UInt32 = 0
  /// The columns whose runs are followed; those up to `end` are left to another pass.
  var followed: Range<Int> { start..<stop }
  private let start: Int
  private var stop: Int
  private let end: Int
  /// The bytes needed by a single column if these exceed the limit; nil otherwise.
  private(set) var bytesBeyondLimit: Int?
  private var loss: RunLoss
  /// Adjacent columns with equal runs, which are added together.
  private var pending: (columns: Range<Int>, row: Int)?
  let flattened: FlattenedRuns

  /// - Parameters:
  ///   - columns: the columns whose runs are followed.
  ///   - flattened: receives the flattened runs.
  ///   - memory: bytes that the colours of open runs may use.
  init(
    _ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension, columns: Range<Int>,
    into flattened: FlattenedRuns, memory: Int
  ) {
    codes = Scratch(count: layout.width, filledWith: 0)
    starts = Scratch(count: layout.width, filledWith: 0)
    // No row follows this one.
    lasts = Scratch(count: layout.width, filledWith: .max - 1)
    stretches = ColumnStretches(width: layout.width, limit: memory)
    (start, stop, end) = (columns.lowerBound, columns.upperBound, columns.upperBound)
    loss = RunLoss(tables, vector: vector)
    self.flattened = flattened
  }

  /// The columns whose runs another pass must follow.
  var left: Range<Int> { stop..<end }

  /// Begins a row, or several equal rows.
  @inline(__always)
  mutating func beginRows(_ rows: Range<Int>) {
    first = UInt32(truncatingIfNeeded: rows.lowerBound)
    last = UInt32(truncatingIfNeeded: rows.upperBound &- 1)
  }

  /// Adds the pixels of some columns, within those that are followed, in the rows begun: surface pixels of one colour.
  ///
  /// - Parameter above: the pixels of the row above those begun; ignored if there is none.
  @inline(__always)
  @unsafe
  mutating func addDown<Format: PixelFormat>(
    from start: Int, to end: Int, source: UInt64, surface: SurfaceCode, above: UnsafeRawPointer, as format: Format.Type
  ) {
    let bits = surface.bits
    let (codes, starts, lasts) = unsafe (codes.base, starts.base, lasts.base)
    let (first, last) = (first, last)
    var x = start
    let stop = min(end, self.stop)
    while x < stop {
      let end = unsafe lasts[x] &+ 1
      unsafe lasts[x] = last
      let run = unsafe codes[x]
      // In noise, codes hardly ever agree, but the pixel above is as often on the surface as not.
      if (run ^ bits) & SurfaceCode.codeMask == 0, end == first {
        let before = unsafe Format.packed(above, x)
        if before == source {
          unsafe codes[x] = run | bits
        } else {
          extend(x, from: before, to: source, bits)
        }
      } else {
        if run & Self.varied != 0 { close(x, end: end) }
        unsafe codes[x] = bits
        unsafe starts[x] = first
      }
      x &+= 1
    }
  }

  /// Adds pixels that each have the colour of the pixel above.
  @inline(__always)
  func continueDown(from start: Int, to end: Int) {
    unsafe (lasts.base + start).update(repeating: last, count: end &- start)
  }

  /// Extends a run by another colour.
  @inline(never)
  private mutating func extend(_ x: Int, from before: UInt64, to source: UInt64, _ bits: UInt64) {
    let run = unsafe codes.base[x]
    unsafe codes.base[x] = run | bits | Self.varied
    if run & Self.varied != 0, stretches.append(source, after: before, row: first, to: x) { return }
    while x < stop {
      if !stretches.isEmpty(x) || (unsafe stretches.begin(before, row: starts.base[x], at: x)),
        stretches.append(source, after: before, row: first, to: x)
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
      unsafe codes.base[x] = 0
    }
    stop = middle
  }

  /// Ends the run of a column, which has several colours, above a row.
  @inline(never)
  private mutating func close(_ x: Int, end: UInt32) {
    // Columns may be left to another pass while a stretch is added.
    guard x < stop else { return }
    if unsafe codes.base[x] & SurfaceCode.sidesMask != 0 {
      let start = unsafe starts.base[x]
      loss.begin(x, of: stretches, pixels: Int(end) - Int(start))
      add(x, row: Int(start))
    }
    stretches.clear(x)
  }

  /// Adds a run down a column if it loses something.
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

  /// Adds a run along a row with at least two colours and a clipped pixel, in each of `rows`.
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
