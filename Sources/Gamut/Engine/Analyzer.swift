#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Analyses the losses of a rendition of an image, from its rows in order.
///
/// It does not store pixels, only the distinct colours on the surface of the destination cube, the colours of the open
/// run in each column, and, from the first lost pixel on, a bit for each pixel. Every count equals that of
/// ``ReferenceAnalyzer``.
public struct Analyzer: ~Copyable, Sendable {
  let tables: RenditionTables
  public let layout: PixelLayout
  /// Finds the surface pixels of a ``RowBatch`` of this image.
  public let classifier: RowClassifier
  private var runs: RunTracker
  /// Stores the colours of the rows.
  public let colors: ColorMemory
  private let partial: PartialAnalysis?
  private var recount: Recount
  private var report: LossReport
  private var mapping = MappingTally()
  /// The number of rows consumed so far, and the pixels of the last one.
  private var row = 0
  private let lastRow: Scratch<UInt8>

  /// - Parameters:
  ///   - tables: tables for the rendition and for `layout.depth`.
  ///   - layout: at most 2^32 - 1 pixels.
  ///   - vector: the instructions to use, as far as the processor supports them.
  ///   - memory: the memory limit in bytes: a third for lost pixels, a sixth for the colours of open runs, the rest for
  ///     distinct colours; if these do not fit, several passes are made. At least 5 MiB are used.
  ///   - partial: the result of earlier passes over the same image.
  public init(
    _ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension = .best, memory: Int = .max,
    continuing partial: PartialAnalysis? = nil
  ) {
    self.tables = tables
    self.layout = layout
    classifier = RowClassifier(tables: tables, layout: layout, vector: vector)
    let flattened =
      partial?.flattened
      ?? FlattenedRuns(
        FlattenedSet(width: layout.width, height: layout.height, limit: memory / Self.flattenedShare))
    runs = RunTracker(
      tables, layout: layout, vector: vector, columns: partial?.columns ?? 0..<layout.width, into: flattened,
      memory: memory / Self.columnShare)
    recount = Recount(partial?.recounts ?? [:], tables)
    report = partial?.report ?? LossReport(tolerance: tables.model.tolerance, jnd: tables.model.rendition.jnd)
    colors = ColorMemory(
      layout, tables: tables, from: partial == nil ? .first : partial?.next, limit: memory / 2)
    lastRow = Scratch(count: layout.bytesPerRow)
    self.partial = partial
  }

  /// The divisors of the memory that lost pixels and the colours of open runs may use: a third and a sixth.
  private static let flattenedShare = 3, columnShare = 6

  public init(_ rendition: Rendition, layout: PixelLayout, vector: VectorExtension = .best) {
    self.init(RenditionTables(rendition, sourceDepth: layout.depth), layout: layout, vector: vector)
  }

  /// Adds the next rows of the image, which must be classified. Batches must come in row order; together they have at
  /// most `layout.height` rows.
  public mutating func absorb(_ batch: borrowing RowBatch) {
    if tables.canClip, partial == nil {
      colors.begin(batch)
      unsafe follow(batch.filled, batch.classified, colors.store)
    } else {
      follow(batch)
      colors.remember(batch)
    }
  }

  /// Performs the part of ``absorb(_:)`` other than storing colours. The other part, ``ColorMemory/remember(_:)`` of
  /// ``colors``, may run on another thread at the same time, or later.
  public mutating func follow(_ batch: borrowing RowBatch) {
    unsafe follow(batch.filled, batch.classified, nil)
  }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: UnsafeRawBufferPointer) {
    var batch = RowBatch(layout)
    let buffer = unsafe batch.buffer
    var start = 0
    while start < rows.count {
      let end = min(start + buffer.count, rows.count)
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rows[start..<end]))
      batch.rows = (end - start) / layout.bytesPerRow
      batch.classify(with: classifier)
      absorb(batch)
      start = end
    }
  }

  /// Whether the rows are needed for anything other than the colours.
  private var isFollowing: Bool {
    tables.canClip && (partial == nil || !runs.followed.isEmpty || !recount.isEmpty)
  }

  @unsafe
  private mutating func follow(
    _ rows: UnsafeRawBufferPointer, _ classified: borrowing ClassifiedRows, _ store: UnsafeMutablePointer<ColorStore>?
  ) {
    if partial == nil {
      report.pixels.transparent += classified.transparent
      report.excess = max(report.excess, classified.excess)
      if tables.isMapped { mapping.merge(classified.mapping) }
    }
    if isFollowing, let base = rows.baseAddress {
      switch (layout.depth == 16, layout.channels) {
      case (false, 1): unsafe follow(base, classified, as: Grey8.self, store)
      case (false, 2): unsafe follow(base, classified, as: GreyAlpha8.self, store)
      case (false, 3): unsafe follow(base, classified, as: RGB8.self, store)
      case (false, _): unsafe follow(base, classified, as: RGBA8.self, store)
      case (true, 1): unsafe follow(base, classified, as: Grey16.self, store)
      case (true, 2): unsafe follow(base, classified, as: GreyAlpha16.self, store)
      case (true, 3): unsafe follow(base, classified, as: RGB16.self, store)
      case (true, _): unsafe follow(base, classified, as: RGBA16.self, store)
      }
    }
    row += classified.rows
  }

  @unsafe
  private mutating func follow<Format: PixelFormat>(
    _ base: UnsafeRawPointer, _ classified: borrowing ClassifiedRows, as format: Format.Type,
    _ store: UnsafeMutablePointer<ColorStore>?
  ) {
    var start = 0
    var y = 0
    var above = unsafe UnsafeRawPointer(lastRow.base)
    while y < classified.rows {
      var next = y + 1
      while unsafe next < classified.rows && classified.repeats.base[next] { next += 1 }
      let end = unsafe classified.ends.base[y]
      let pixels = unsafe base + y * layout.bytesPerRow
      let rows = (row + y)..<(row + next)
      if partial == nil {
        unsafe follow(pixels, above: above, classified, as: format, surface: start..<end, rows: rows, store)
      } else {
        unsafe followAgain(pixels, above: above, classified, as: format, surface: start..<end, rows: rows)
      }
      unsafe above = pixels
      start = end
      y = next
    }
    unsafe lastRow.base.update(from: above.assumingMemoryBound(to: UInt8.self), count: layout.bytesPerRow)
  }

  /// Returns whether the given pixels of a row equal those above them; false if there is no row above.
  @inline(__always)
  @unsafe
  private func equalsAbove(
    _ pixels: UnsafeRawPointer, _ above: UnsafeRawPointer, _ row: Int, _ columns: Range<Int>
  ) -> Bool {
    guard row > 0 else { return false }
    let size = layout.bytesPerSample * layout.channels
    return unsafe memcmp(pixels + columns.lowerBound * size, above + columns.lowerBound * size, columns.count * size)
      == 0
  }

  /// The number of pixels compared with those above at once.
  private static let blockPixels = 16

  /// Adds a stretch of one colour in which some pixels differ from those above, mostly at its ends.
  @inline(never)
  @unsafe
  private mutating func addBlocksDown<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, above: UnsafeRawPointer, _ row: Int, _ columns: Range<Int>, _ source: UInt64,
    _ surface: SurfaceCode, as format: Format.Type
  ) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      let stop = min(x &+ Self.blockPixels, columns.upperBound)
      if unsafe stop &- x == Self.blockPixels && equalsAbove(pixels, above, row, x..<stop) {
        runs.continueDown(from: x, to: stop)
      } else {
        unsafe runs.addDown(from: x, to: stop, source: source, surface: surface, above: above, as: format)
      }
      x = stop
    }
  }

  /// Follows the runs of one row and its repetitions below.
  @unsafe
  private mutating func follow<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, above: UnsafeRawPointer, _ classified: borrowing ClassifiedRows,
    as format: Format.Type, surface: Range<Int>, rows: Range<Int>, _ store: UnsafeMutablePointer<ColorStore>?
  ) {
    unsafe store?.pointee.beginRows(rows)
    runs.beginRows(rows)
    var run = RowRun()
    var stretches = unsafe SurfaceStretches<Format>(pixels, classified, surface)
    while unsafe stretches.next() {
      let (x, end) = unsafe (stretches.start, stretches.stop)
      let (source, surfaceCode) = unsafe (stretches.source, stretches.code)
      if let range = run.add(x..<end, surfaceCode) {
        runs.addAlong(range, rows: rows) { unsafe Format.packed(pixels, $0) }
      }
      if end &- x < Self.blockPixels {
        unsafe runs.addDown(from: x, to: end, source: source, surface: surfaceCode, above: above, as: format)
      } else if unsafe equalsAbove(pixels, above, rows.lowerBound, x..<end) {
        runs.continueDown(from: x, to: end)
      } else {
        unsafe addBlocksDown(pixels, above: above, rows.lowerBound, x..<end, source, surfaceCode, as: format)
      }
      if let store = unsafe store {
        unsafe store.pointee.add(source, surfaceCode, from: x, to: end)
      }
    }
    if let range = run.ended { runs.addAlong(range, rows: rows) { unsafe Format.packed(pixels, $0) } }
  }

  /// Follows the runs in a later pass: only the runs left to it, and the groups that are counted again.
  @unsafe
  private mutating func followAgain<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, above: UnsafeRawPointer, _ classified: borrowing ClassifiedRows,
    as format: Format.Type, surface: Range<Int>, rows: Range<Int>
  ) {
    runs.beginRows(rows)
    let first = runs.followed.lowerBound
    let followsRows = partial?.followsRows ?? false
    var run = RowRun()
    var stretches = unsafe SurfaceStretches<Format>(pixels, classified, surface)
    while unsafe stretches.next() {
      let (start, end) = unsafe (stretches.start, stretches.stop)
      let (source, code) = unsafe (stretches.source, stretches.code)
      if followsRows, let range = run.add(start..<end, code) {
        runs.addAlong(range, rows: rows) { unsafe Format.packed(pixels, $0) }
      }
      unsafe runs.addDown(
        from: max(start, first), to: end, source: source, surface: code, above: above, as: format)
      recount.add(source, code, pixels: (end - start) * rows.count)
    }
    if let range = run.ended { runs.addAlong(range, rows: rows) { unsafe Format.packed(pixels, $0) } }
  }

  /// Returns the report of the rows consumed, for an analyzer without a memory limit.
  ///
  /// - Parameters:
  ///   - workers: the maximum number of concurrent calls of the argument of `perform`.
  ///   - perform: calls a function with each number below the given count, in any order, on any threads, and returns
  ///     when all calls have returned.
  public consuming func finish(
    workers: Int = 1,
    perform: (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void = { count, body in (0..<count).forEach(body) }
  ) -> LossReport {
    let tolerance = tables.model.tolerance
    let jnd = tables.model.rendition.jnd
    switch finishPass(workers: workers, perform: perform) {
    case .complete(let report, _): return report
    case .partial(let partial): return partial.report
    case .exceedsMemory, .outOfMemory: return LossReport(tolerance: tolerance, jnd: jnd)
    }
  }

  /// Returns the same result as ``finish(workers:perform:)``, or the partial result if another pass over the image is
  /// needed.
  public consuming func finishPass(
    workers: Int, perform: (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void
  ) -> AnalysisPass {
    if partial == nil {
      report.pixels.total = row * layout.width
      report.pixels.analyzed = report.pixels.total - report.pixels.transparent
      if tables.model.rendition.mapping != nil { report.mapping = mapping.effect }
    }
    guard tables.canClip, report.pixels.analyzed > 0 else { return .complete(report, nil) }
    runs.finish()
    if let bytes = runs.flattened.set.bytesBeyondLimit { return .exceedsMemory(needed: Self.flattenedShare * bytes) }
    if let bytes = runs.bytesBeyondLimit { return .exceedsMemory(needed: Self.columnShare * 2 * bytes) }
    // The regions have their runs only after these are followed a second time, if memory is short.
    var followsAgain = false
    if runs.left.isEmpty, partial.map({ !$0.columns.isEmpty }) ?? true {
      if let flattened = runs.flattened.set.flattened(
        top: tables.model.rendition.top, regionPixels: Visibility.regionPixels(analyzed: report.pixels.analyzed))
      {
        report.flattened = flattened
      } else {
        followsAgain = true
      }
    }

    var next = PartialAnalysis(
      report: report, tally: partial?.tally ?? ColorTally(), columns: followsAgain ? 0..<layout.width : runs.left,
      followsRows: followsAgain, width: layout.width, flattened: runs.flattened, passes: (partial?.passes ?? 0) + 1)
    next.tally.lostPixels += recount.pixels
    if partial == nil || partial?.next != nil {
      unsafe colors.store.pointee.flush()
      if let bytes = unsafe colors.store.pointee.exhaustedBytes { return .outOfMemory(bytes: bytes) }
      let census = unsafe ColorCensus(
        colors.store.pointee, tables: tables, vector: classifier.vector, analyzed: report.pixels.analyzed,
        width: layout.width, carried: partial?.open)
      let counted = withExtendedLifetime(colors) {
        census.count(workers: workers, perform: perform)
      }
      next.tally.merge(counted.tally, top: tables.model.rendition.top)
      next.open = counted.open
      next.recounts = counted.recounts
      next.next = unsafe colors.store.pointee.held.end
    }
    return next.isComplete ? next.complete(tables) : .partial(next)
  }
}
