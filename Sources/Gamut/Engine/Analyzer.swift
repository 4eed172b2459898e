/// Analyses the losses of a rendition of an image, from its rows in order.
///
/// It does not store pixels, only the distinct colours on the surface of the destination cube, the colours of the open
/// run in each column, and, from the first lost pixel on, a bit for each pixel. Every count equals that of
/// ``ReferenceAnalyzer``.
public struct Analyzer: ~Copyable, Sendable {
  let tables: RenditionTables
  /// The layout of the rows to absorb.
  public let layout: PixelLayout
  /// Finds the surface pixels of a ``RowBatch`` of this image.
  public let classifier: RowClassifier
  private var runs: RunTracker
  /// Stores the colours of the rows.
  public let colors: ColorMemory
  private let partial: PartialAnalysis?
  /// Whether this pass tracks the runs along rows.
  private let followsAlong: Bool
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
    followsAlong = partial?.followsRows ?? true
  }

  /// The divisors of the memory that lost pixels and the colours of open runs may use: a third and a sixth.
  private static let flattenedShare = 3, columnShare = 6

  /// Creates an analyser that computes its own tables and has no memory limit; `layout` has at most 2^32 - 1 pixels.
  public init(_ rendition: Rendition, layout: PixelLayout, vector: VectorExtension = .best) {
    self.init(RenditionTables(rendition, sourceDepth: layout.depth), layout: layout, vector: vector)
  }

  /// Adds the next rows of the image, which must be classified. Batches must come in row order; together they have at
  /// most `layout.height` rows.
  public mutating func absorb(_ batch: borrowing RowBatch) {
    guard tables.canClip, partial == nil else {
      follow(batch)
      return colors.remember(batch)
    }
    if row == 0, batch.classified.rows == layout.height {
      // The whole image: its colours show the codes whose pixels can lose anything, which are few.
      colors.remember(batch, withFlatPixels: false)
      unsafe follow(batch, of: colors.store.pointee.sharedCodes(), storingIn: colors.store)
    } else {
      // In one go, while the rows are in the cache.
      colors.begin(batch)
      unsafe follow(batch, storingIn: colors.store)
    }
  }

  /// Performs the part of ``absorb(_:)`` other than storing colours. The other part, ``ColorMemory/remember(_:)`` of
  /// ``colors``, may run on another thread at the same time, or later.
  public mutating func follow(_ batch: borrowing RowBatch) { unsafe follow(batch, storingIn: nil) }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: RawSpan) { unsafe rows.withUnsafeBytes { unsafe consume($0) } }

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

  // MARK: Runs

  /// Whether the rows are needed for anything other than the colours.
  private var needsRows: Bool {
    tables.canClip && (partial == nil || !runs.followed.isEmpty || !recount.isEmpty)
  }

  /// Follows the runs of a batch, and stores its colours if there is a store.
  ///
  /// - Parameter codes: the codes whose runs and flat pixels matter, if the colours are already stored.
  @unsafe
  private mutating func follow(
    _ batch: borrowing RowBatch, of codes: SharedCodes? = nil, storingIn store: UnsafeMutablePointer<ColorStore>?
  ) {
    if partial == nil {
      report.pixels.transparent += batch.classified.transparent
      report.excess = max(report.excess, batch.classified.excess)
      if tables.isMapped { mapping.merge(batch.classified.mapping) }
    }
    if needsRows, codes?.isEmpty != true, let base = unsafe batch.filled.baseAddress {
      switch (layout.depth == 16, layout.channels) {
      case (false, 1): unsafe followRows(base, batch.classified, as: Grey8.self, codes, store)
      case (false, 2): unsafe followRows(base, batch.classified, as: GreyAlpha8.self, codes, store)
      case (false, 3): unsafe followRows(base, batch.classified, as: RGB8.self, codes, store)
      case (false, _): unsafe followRows(base, batch.classified, as: RGBA8.self, codes, store)
      case (true, 1): unsafe followRows(base, batch.classified, as: Grey16.self, codes, store)
      case (true, 2): unsafe followRows(base, batch.classified, as: GreyAlpha16.self, codes, store)
      case (true, 3): unsafe followRows(base, batch.classified, as: RGB16.self, codes, store)
      case (true, _): unsafe followRows(base, batch.classified, as: RGBA16.self, codes, store)
      }
    }
    row += batch.classified.rows
  }

  @unsafe
  private mutating func followRows<Format: PixelFormat>(
    _ base: UnsafeRawPointer, _ classified: borrowing ClassifiedRows, as format: Format.Type, _ codes: SharedCodes?,
    _ store: UnsafeMutablePointer<ColorStore>?
  ) {
    var distinct = DistinctRows()
    var above = unsafe UnsafeRawPointer(lastRow.base)
    while distinct.next(in: classified) {
      let pixels = unsafe base + distinct.rows.lowerBound * layout.bytesPerRow
      let rows = (row + distinct.rows.lowerBound)..<(row + distinct.rows.upperBound)
      let stretches = unsafe SurfaceStretches<Format>(pixels, classified, distinct.entries)
      unsafe store?.pointee.beginRows(rows)
      if codes?.areIn(classified, distinct.entries) != false {
        unsafe followRow(rows, pixels, above: above, stretches, codes, store)
      }
      unsafe above = pixels
    }
    unsafe lastRow.base.update(from: above.assumingMemoryBound(to: UInt8.self), count: layout.bytesPerRow)
  }

  /// Follows the runs of a row that occurs in each of `rows`: along the row, and down the columns that this pass
  /// follows. A later pass over the image also counts the groups whose references were not known before.
  @unsafe
  private mutating func followRow<Format: PixelFormat>(
    _ rows: Range<Int>, _ pixels: UnsafeRawPointer, above: UnsafeRawPointer, _ stretches: SurfaceStretches<Format>,
    _ codes: SharedCodes?, _ store: UnsafeMutablePointer<ColorStore>?
  ) {
    let areStored = codes != nil
    let codes = codes ?? .all
    runs.beginRows(rows)
    let recounts = !recount.isEmpty
    var stretches = unsafe stretches
    var along = RowRun()
    while unsafe stretches.next() {
      let (start, end) = unsafe (stretches.start, stretches.stop)
      let (source, code) = unsafe (stretches.source, stretches.code)
      if !codes.contains(code.code) { continue }
      let slot = unsafe areStored ? nil : store?.pointee.prepare(source)
      if followsAlong, let range = along.add(start..<end, code) {
        runs.addAlong(range, rows: rows) { unsafe Format.packed(pixels, $0) }
      }
      unsafe runs.addDown(
        from: start, to: end, source: source, surface: code, pixels: pixels, above: above, as: Format.self)
      if let store = unsafe store {
        if !areStored { unsafe store.pointee.add(source, code, from: start, to: end, at: slot) }
        if end - start > 1 { unsafe store.pointee.addFlat(source, code, from: start, to: end) }
      }
      if recounts { recount.add(source, code, pixels: (end - start) * rows.count) }
    }
    if let range = along.ended { runs.addAlong(range, rows: rows) { unsafe Format.packed(pixels, $0) } }
  }

  // MARK: Results

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
    let areFlattenedKnown = reportFlattened()

    var next = PartialAnalysis(
      report: report, tally: partial?.tally ?? ColorTally(),
      columns: areFlattenedKnown ? runs.left : 0..<layout.width, followsRows: !areFlattenedKnown, width: layout.width,
      flattened: runs.flattened, passes: (partial?.passes ?? 0) + 1)
    next.tally.lostPixels += recount.pixels
    if partial == nil || partial?.next != nil {
      unsafe colors.store.pointee.flush()
      if let bytes = unsafe colors.store.pointee.exhaustedBytes { return .outOfMemory(bytes: bytes) }
      countColors(into: &next, workers: workers, perform: perform)
    }
    return next.isComplete ? next.complete(tables) : .partial(next)
  }

  /// Reports the flattened runs and regions if this pass completes them. Returns false if memory is so short that the
  /// regions have their runs only after all runs are followed a second time.
  private mutating func reportFlattened() -> Bool {
    guard runs.left.isEmpty, partial.map({ !$0.columns.isEmpty }) ?? true else { return true }
    guard
      let flattened = runs.flattened.set.flattened(
        top: tables.model.rendition.top, regionPixels: Visibility.regionPixels(analyzed: report.pixels.analyzed))
    else { return false }
    report.flattened = flattened
    return true
  }

  /// Counts the stored colours.
  private func countColors(
    into next: inout PartialAnalysis, workers: Int, perform: (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void
  ) {
    let census = unsafe ColorCensus(
      colors.store.pointee, tables: tables, vector: classifier.vector, analyzed: report.pixels.analyzed,
      width: layout.width, carried: partial?.open)
    let counted = withExtendedLifetime(colors) { census.count(workers: workers, perform: perform) }
    next.tally.merge(counted.tally, top: tables.model.rendition.top)
    next.open = counted.open
    next.recounts = counted.recounts
    next.next = unsafe colors.store.pointee.held.end
  }
}
