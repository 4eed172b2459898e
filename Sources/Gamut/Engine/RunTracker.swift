/// Follows the runs of one destination code along a row and down every column.
struct RunTracker: ~Copyable, Sendable {
  /// The last run of a column: it goes on if the next pixel of the column is on the next line and has its code.
  struct Column: BitwiseCopyable {
    var code: UInt64 = .max
    /// The packed first colour, with `clipped` once a pixel of the run is.
    var first: UInt64 = 0
    /// A second colour, equal to the first as long as there is none; with `varied` once there is a third. Only then
    /// the loss is measured.
    var second: UInt64 = 0
    var start: UInt32 = 0

    static let clipped: UInt64 = 1 << 63, varied: UInt64 = 1 << 63, colors: UInt64 = 1 << 63 - 1
    var isVaried: Bool { second & Self.varied != 0 }
  }

  private let columns: Scratch<Column>
  /// The last line of each column's run.
  private let lasts: Scratch<UInt32>
  /// Of the columns whose run is varied: the loss so far, the estimate of the first colour, and what the square of a
  /// difference must reach to raise the loss.
  private let losses: Scratch<Double>
  private let firstL, firstA, firstB: Scratch<Float>
  private let bounds: Scratch<Float>
  /// A bit for each column whose pixel of this line is still to be measured, sixteen together.
  private let pending: Scratch<UInt16>
  private var hasPending = false
  private let loss: RunLoss
  private var labs: RowLabs
  private let jnd: Double
  /// The image's first row of each line; a line is a row and those below that equal it.
  private var lineStarts: [Int] = []
  var flattened: FlattenedSet

  init(_ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension, memory: Int) {
    let (width, height) = (layout.width, layout.height)
    labs = RowLabs(tables, layout: layout, vector: vector)
    columns = Scratch(count: width, filledWith: Column())
    lasts = Scratch(count: width, filledWith: .max)
    losses = Scratch(count: width)
    let blocks = (width + 15) / 16
    firstL = Scratch(count: 16 * blocks)
    firstA = Scratch(count: 16 * blocks)
    firstB = Scratch(count: 16 * blocks)
    bounds = Scratch(count: 16 * blocks)
    pending = Scratch(count: blocks, filledWith: 0)
    loss = RunLoss(tables)
    jnd = tables.model.rendition.jnd
    flattened = FlattenedSet(width: width, height: height, limit: memory)
  }

  /// Begins a line at a row of the image, whose pixels stay until the next; the line's number.
  @unsafe
  mutating func beginLine(row: Int, _ pixels: UnsafeRawPointer) -> UInt32 {
    lineStarts.append(row)
    let line = UInt32(truncatingIfNeeded: lineStarts.count - 1)
    unsafe labs.begin(pixels, line: line)
    return line
  }

  /// The estimate of a pixel of the line.
  @inline(__always)
  private mutating func estimate(_ x: Int, _ source: UInt64) -> SIMD4<Float> {
    labs.isAvailable ? labs.lab(x) : loss.estimate(source)
  }

  /// The next surface pixel, of one colour, of each of some columns.
  @inline(__always)
  mutating func addDown(_ range: Range<Int>, line: UInt32, source: UInt64, surface: SurfaceCode) {
    let clipped = surface.isClipped ? Column.clipped : 0
    let code = surface.code
    for x in range {
      let column = unsafe columns.base + x
      let last = unsafe lasts.base[x]
      if unsafe column.pointee.code == code && last &+ 1 == line {
        unsafe lasts.base[x] = line
        let first = unsafe column.pointee.first | clipped
        unsafe column.pointee.first = first
        if source != first & Column.colors { extend(x, source) }
      } else {
        if unsafe column.pointee.isVaried { close(x) }
        unsafe column.pointee = Column(code: code, first: source | clipped, second: source, start: line)
        unsafe lasts.base[x] = line
      }
    }
  }

  /// The next surface pixels of some columns, each of the colour of the pixel above it.
  @inline(__always)
  func continueDown(_ range: Range<Int>, line: UInt32) {
    unsafe (lasts.base + range.lowerBound).update(repeating: line, count: range.count)
  }

  @inline(never)
  private mutating func extend(_ x: Int, _ source: UInt64) {
    let column = unsafe columns.base + x
    let first = unsafe column.pointee.first & Column.colors
    let second = unsafe column.pointee.second & Column.colors
    if second == first {
      unsafe column.pointee.second = source
      return
    }
    if source == second { return }
    if unsafe column.pointee.isVaried, labs.isAvailable {
      unsafe pending.base[x &>> 4] |= 1 &<< UInt16(truncatingIfNeeded: x & 15)
      hasPending = true
      return
    }
    if unsafe !column.pointee.isVaried {
      unsafe column.pointee.second |= Column.varied
      unsafe losses.base[x] = 0
      let estimate = loss.estimate(first)
      unsafe firstL.base[x] = estimate.x
      unsafe firstA.base[x] = estimate.y
      unsafe firstB.base[x] = estimate.z
      raise(x, from: first, to: second, loss.estimate(second))
    }
    raise(x, from: first, to: source, estimate(x, source))
  }

  /// Raises the loss of a column's run if it matters.
  private func raise(_ x: Int, from first: UInt64, to source: UInt64, _ estimate: SIMD4<Float>) {
    let start = unsafe SIMD4(firstL.base[x], firstA.base[x], firstB.base[x], 0)
    unsafe loss.raise(&losses.base[x], from: first, start, to: source, estimate)
    unsafe bounds.base[x] = loss.bound(losses.base[x])
  }

  /// Ends a line: measures what is pending in it.
  ///
  /// - Parameter source: the packed colour of a pixel of the line.
  @inline(__always)
  mutating func endLine(source: (Int) -> UInt64) {
    if hasPending { measurePending(source: source) }
  }

  @inline(never)
  private mutating func measurePending(source: (Int) -> UInt64) {
    hasPending = false
    for block in 0..<pending.count where unsafe pending.base[block] != 0 {
      let start = 16 * block
      var lanes = unsafe pending.base[block]
      unsafe pending.base[block] = 0
      let colors = unsafe LabBlock(firstL, firstA, firstB, from: start)
      lanes &= unsafe labs.block(start).reaching(colors, UnsafePointer(bounds.base + start))
      while lanes != 0 {
        let x = start + lanes.trailingZeroBitCount
        lanes &= lanes - 1
        raise(x, from: unsafe columns.base[x].first & Column.colors, to: source(x), labs.lab(x))
      }
    }
  }

  /// Ends a column's run, which is varied.
  @inline(never)
  private mutating func close(_ x: Int) {
    if isFlat(x) {
      let loss = unsafe losses.base[x]
      flattened.addVertical(columns: x..<x + 1, rows: rows(x)) { _ in loss }
    }
    unsafe columns.base[x] = Column()
  }

  /// Whether a column's run is a gradient that goes flat.
  private func isFlat(_ x: Int) -> Bool {
    let column = unsafe columns.base[x]
    return unsafe column.isVaried && column.first & Column.clipped != 0 && losses.base[x] >= jnd
  }

  /// The image's rows of a column's run.
  private func rows(_ x: Int) -> Range<Int> {
    unsafe lineStarts[Int(columns.base[x].start)]..<lineStarts[Int(lasts.base[x]) + 1]
  }

  /// Ends all runs; `height` is the number of rows seen.
  mutating func finish(height: Int) {
    lineStarts.append(height)
    // Runs of columns side by side that have the same rows are added together.
    var x = 0
    while x < columns.count {
      let start = x
      while x < columns.count, isFlat(x), rows(x) == rows(start) { x += 1 }
      if x > start {
        let losses = unsafe losses.base
        flattened.addVertical(columns: start..<x, rows: rows(start)) { unsafe losses[$0] }
      } else {
        x += 1
      }
    }
  }

  /// A run along a row with at least three distinct colours and a clipped pixel, in each of `rows`.
  @inline(never)
  mutating func addAlong(_ range: Range<Int>, rows: Range<Int>, source: (Int) -> UInt64) {
    let first = source(range.lowerBound)
    let firstEstimate = estimate(range.lowerBound, first)
    var largest = 0.0
    var previous = first
    var x = range.lowerBound + 1
    while x < range.upperBound {
      if x & 15 == 0, x + 16 <= range.upperBound, labs.isAvailable,
        unsafe labs.block(x).reaching(firstEstimate, loss.bound(largest)) == 0
      {
        x += 16
        previous = .max
        continue
      }
      let color = source(x)
      if color != previous { loss.raise(&largest, from: first, firstEstimate, to: color, estimate(x, color)) }
      previous = color
      x += 1
    }
    if largest >= jnd { flattened.addHorizontal(columns: range, rows: rows, loss: largest) }
  }
}
