internal import CGamutKernels

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Follows the runs of one destination code along a row and down every column.
///
/// The last run of a column continues if the next pixel of the column is in the next row and has the same code. Most
/// runs have one pixel, so little is stored for each: the colour of its last pixel is read from the row above. Only a
/// run with several colours has stretches.
///
/// For example, a column of Display P3 in sRGB. Both reds have the code `#ff0000`; grey is not on the surface.
///
/// | row | pixel | the column's last run afterwards | its stretches |
/// |---|---|---|---|
/// | 0 | `#ec0000` | a new one, rows 0 to 0 | |
/// | 1 | `#ff0000` | rows 0 to 1, now varied | `#ec0000` from row 0, `#ff0000` from row 1 |
/// | 2 | `#ff0000` | rows 0 to 2 | the same |
/// | 3 | `#ec0000` | rows 0 to 3 | the same, and `#ec0000` from row 3 |
/// | 4 | `#808080` | rows 0 to 3: the pixel is not added | the same |
/// | 5 | `#ff0000` | a new one, rows 5 to 5; the other has lost the pixels of rows 1 and 2, by 0.041 | |
struct RunTracker: ~Copyable, Sendable {
  let columns: ColumnRuns
  private(set) var stretches: ColumnStretches
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
  /// The number of runs that have ended in each column and lose something; empty if there are none.
  private var ended: [UInt32] = []
  let flattened: FlattenedRuns
  private let vector: VectorExtension
  /// A bit for each pixel of a long stretch: whether it differs from the one above.
  private let differing: Scratch<UInt64>

  /// The least number of pixels of a long stretch.
  private static let blockPixels = 16

  /// - Parameters:
  ///   - columns: the columns whose runs are followed.
  ///   - flattened: receives the flattened runs.
  ///   - memory: bytes that the colours of open runs may use.
  init(
    _ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension, columns: Range<Int>,
    into flattened: FlattenedRuns, memory: Int
  ) {
    self.columns = ColumnRuns(width: layout.width)
    stretches = ColumnStretches(width: layout.width, limit: memory)
    (start, stop, end) = (columns.lowerBound, columns.upperBound, columns.upperBound)
    loss = RunLoss(tables, vector: vector)
    self.flattened = flattened
    self.vector = vector
    differing = Scratch(count: layout.width / UInt64.bitWidth + 1)
  }

  /// The columns whose runs another pass must follow.
  var left: Range<Int> { stop..<end }

  /// Begins a row, or several equal rows.
  @inline(__always)
  mutating func beginRows(_ rows: Range<Int>) {
    first = UInt32(truncatingIfNeeded: rows.lowerBound)
    last = UInt32(truncatingIfNeeded: rows.upperBound &- 1)
  }

  /// Adds a stretch of surface pixels of one colour, in the rows begun, to the runs of its columns.
  ///
  /// - Parameters:
  ///   - pixels: the pixels of the row.
  ///   - above: the pixels of the row above those begun; ignored if there is none.
  @inline(__always)
  @unsafe
  mutating func addDown<Format: PixelFormat>(
    from start: Int, to end: Int, source: UInt64, surface: SurfaceCode, pixels: UnsafeRawPointer,
    above: UnsafeRawPointer, as format: Format.Type
  ) {
    let x = max(start, self.start)
    if end &- x == 1, x < stop {
      unsafe add(x, source, surface, above: above, as: format)
    } else if end &- x < Self.blockPixels {
      unsafe addEach(from: x, to: end, source, surface, above: above, as: format)
    } else {
      unsafe addLong(from: x, to: end, source, surface, pixels, above: above, as: format)
    }
  }

  /// Adds a long stretch: only the pixels that differ from those above, mostly at its ends, may begin or extend a run.
  @inline(never)
  @unsafe
  private mutating func addLong<Format: PixelFormat>(
    from start: Int, to end: Int, _ source: UInt64, _ surface: SurfaceCode, _ pixels: UnsafeRawPointer,
    above: UnsafeRawPointer, as format: Format.Type
  ) {
    guard first > 0 else { return unsafe addEach(from: start, to: end, source, surface, above: above, as: format) }
    // The last runs of these columns continue up to here; nobody reads those of columns left to another pass.
    defer { unsafe (columns.lasts.base + start).update(repeating: last, count: end &- start) }
    let size = Format.channels &* MemoryLayout<Format.Sample>.size
    if end &- start >= UInt64.bitWidth,
      unsafe memcmp(pixels + start &* size, above + start &* size, (end &- start) &* size) == 0
    {
      return
    }
    unsafe compare(pixels, above, from: start, to: end, as: format)
    for x in stride(from: start, to: end, by: UInt64.bitWidth) {
      var bits = unsafe differing.base[(x &- start) / UInt64.bitWidth]
      if bits == .max {
        unsafe addEach(from: x, to: x &+ UInt64.bitWidth, source, surface, above: above, as: format)
        continue
      }
      while bits != 0 {
        unsafe addEach(
          from: x &+ bits.trailingZeroBitCount, to: x &+ bits.trailingZeroBitCount &+ 1, source, surface,
          above: above, as: format)
        bits &= bits &- 1
      }
    }
  }

  /// Sets the bits of ``differing`` for a long stretch.
  @inline(__always)
  @unsafe
  private func compare<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, _ above: UnsafeRawPointer, from start: Int, to end: Int, as format: Format.Type
  ) {
    let size = Format.channels &* MemoryLayout<Format.Sample>.size
    if vector != .portable, Format.channels == 4 {
      unsafe gamut_differing(
        vector.kernel, pixels + start &* size, above + start &* size, end &- start, size, differing.base)
      return
    }
    unsafe differing.base.update(repeating: 0, count: (end &- start) / UInt64.bitWidth &+ 1)
    for x in stride(from: start, to: end, by: Self.blockPixels) {
      let count = min(end &- x, Self.blockPixels)
      if unsafe memcmp(pixels + x &* size, above + x &* size, count &* size) == 0 { continue }
      for offset in (x &- start)..<(x &- start &+ count) where unsafe !Format.isEqual(pixels, above, start &+ offset) {
        unsafe differing.base[offset / UInt64.bitWidth] |= 1 &<< UInt64(truncatingIfNeeded: offset)
      }
    }
  }

  /// Adds pixels of one colour, comparing each with the last run of its column.
  @inline(__always)
  @unsafe
  private mutating func addEach<Format: PixelFormat>(
    from start: Int, to end: Int, _ source: UInt64, _ surface: SurfaceCode, above: UnsafeRawPointer,
    as format: Format.Type
  ) {
    var x = start
    let stop = min(end, self.stop)
    while x < stop {
      unsafe add(x, source, surface, above: above, as: format)
      x &+= 1
    }
  }

  /// Adds the pixel of a column, which must not be left to another pass.
  @inline(__always)
  @unsafe
  private mutating func add<Format: PixelFormat>(
    _ x: Int, _ source: UInt64, _ surface: SurfaceCode, above: UnsafeRawPointer, as format: Format.Type
  ) {
    let (codes, lasts) = unsafe (columns.codes.base, columns.lasts.base)
    let end = unsafe lasts[x] &+ 1
    unsafe lasts[x] = last
    let run = unsafe codes[x]
    // In noise, codes hardly ever agree, but the pixel above is as often on the surface as not.
    if run.hasCode(of: surface), end == first {
      let before = unsafe Format.packed(above, x)
      if before == source {
        unsafe codes[x].add(surface)
      } else {
        extend(x, from: before, to: source, surface)
      }
    } else {
      if run.isVaried { close(x, end: end) }
      unsafe codes[x] = RunCode(surface)
      unsafe columns.firsts.base[x] = first
    }
  }

  /// Extends a run by another colour.
  @inline(never)
  private mutating func extend(_ x: Int, from before: UInt64, to source: UInt64, _ surface: SurfaceCode) {
    let wasVaried = unsafe columns.codes.base[x].isVaried
    unsafe columns.codes.base[x].vary(surface)
    if !wasVaried || !stretches.append(source, after: before, row: first, to: x) {
      extendSlowly(x, from: before, to: source)
    }
  }

  /// Appends the stretch of another colour to a run of one colour, or where there was no memory for it.
  @inline(never)
  private mutating func extendSlowly(_ x: Int, from before: UInt64, to source: UInt64) {
    while x < stop {
      if !stretches.isEmpty(x) || (unsafe stretches.begin(before, row: columns.firsts.base[x], at: x)),
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
    // The other pass counts their runs from the first row on.
    flush()
    if !ended.isEmpty { flattened.set.discount(runs: ended[middle..<stop].reduce(0) { $0 + Int($1) }) }
    for x in middle..<stop {
      stretches.clear(x)
      columns.removeRun(at: x)
    }
    stop = middle
  }

  /// Ends the run of a column, which has several colours, above row `end`.
  @inline(never)
  private mutating func close(_ x: Int, end: UInt32) {
    // Columns may be left to another pass while a stretch is added.
    guard x < stop else { return }
    let run = columns[x]
    if run.isClipped {
      loss.set(x, of: stretches, pixels: Int(end) - run.first)
      add(x, row: run.first)
    }
    stretches.clear(x)
  }

  /// Adds a run down a column if it loses something.
  private mutating func add(_ x: Int, row: Int) {
    if let alike = pending, !loss.isSameAsBefore || alike.columns.upperBound != x || alike.row != row { flush() }
    loss.measure()
    guard loss.loss > 0 else { return }
    if ended.isEmpty { ended = Array(repeating: 0, count: end) }
    ended[x] += 1
    pending = ((pending?.columns.lowerBound ?? x)..<x + 1, row)
  }

  private mutating func flush() {
    guard let (columns, row) = pending else { return }
    flattened.set.addVertical(columns: columns, row: row, loss)
    pending = nil
  }

  /// Ends all runs.
  mutating func finish() {
    for x in followed where !stretches.isEmpty(x) { close(x, end: unsafe columns.lasts.base[x] + 1) }
    flush()
  }

  /// Adds a run along a row with at least two colours and a clipped pixel, in each of `rows`.
  @inline(never)
  mutating func addAlong(_ range: Range<Int>, rows: Range<Int>, source: (Int) -> UInt64) {
    flush()
    loss.begin()
    var color: UInt64?
    for x in range {
      let next = source(x)
      if next == color { continue }
      loss.append(next, from: x - range.lowerBound)
      color = next
    }
    loss.end(pixels: range.count)
    loss.measure()
    if loss.loss > 0 { flattened.set.addHorizontal(column: range.lowerBound, rows: rows, loss) }
  }
}
