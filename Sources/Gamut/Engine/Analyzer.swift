#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a rendition loses of an image, from its rows as they come.
///
/// No pixel is kept: only the distinct colours on the surface of the destination cube, the state of a run for each
/// column, and a bit for each pixel once a gradient goes flat. Every count equals that of ``ReferenceAnalyzer``.
public struct Analyzer: ~Copyable, Sendable {
  let tables: RenditionTables
  public let layout: PixelLayout
  /// What finds the surface pixels of a ``RowBatch`` of this image.
  public let classifier: RowClassifier
  private var runs: RunTracker
  /// What remembers the colours of the rows.
  public let colors: ColorMemory
  private let partial: PartialAnalysis?
  private var report: LossReport
  private var mapping = MappingTally()
  /// Rows consumed so far.
  private var row = 0

  /// - Parameters:
  ///   - tables: made for the rendition and for `layout.depth`.
  ///   - layout: at most 2^32 - 1 pixels.
  ///   - vector: the instructions to use, as far as the processor has them.
  ///   - memory: bytes that may be taken: a quarter for flattened pixels, the rest for colours; where the colours do
  ///     not fit, several passes are made. At least 6 MiB are taken.
  ///   - partial: what earlier passes over the same image came to.
  public init(
    _ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension = .best, memory: Int = .max,
    continuing partial: PartialAnalysis? = nil
  ) {
    self.tables = tables
    self.layout = layout
    classifier = RowClassifier(tables: tables, layout: layout, vector: vector)
    runs = RunTracker(tables, layout: layout, vector: vector, memory: memory / 4)
    report = LossReport(tolerance: tables.model.tolerance, jnd: tables.model.rendition.jnd)
    colors = ColorMemory(
      layout, tables: tables, from: partial?.next ?? .first, limit: memory / 4 * 3)
    self.partial = partial
  }

  /// The memory with which pixels that go flat may take so many bytes.
  public static func memory(forFlattened bytes: Int) -> Int { 4 * bytes }

  public init(_ rendition: Rendition, layout: PixelLayout, vector: VectorExtension = .best) {
    self.init(RenditionTables(rendition, sourceDepth: layout.depth), layout: layout, vector: vector)
  }

  /// Takes the next rows of the image, which must be classified. Batches come in the order of the rows; all their rows
  /// are at most `layout.height`.
  public mutating func absorb(_ batch: borrowing RowBatch) {
    if tables.canClip, partial == nil {
      colors.begin(batch)
      unsafe follow(batch.filled, batch.classified, colors.store)
    } else {
      follow(batch)
      colors.remember(batch)
    }
  }

  /// One half of absorbing rows: everything but remembering their colours. The other half, ``ColorMemory/remember(_:)``
  /// of ``colors``, may be done by another thread at the same time, or later.
  public mutating func follow(_ batch: borrowing RowBatch) {
    unsafe follow(batch.filled, batch.classified, nil)
  }

  /// Takes the next rows of the image: whole rows, in order.
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

  @unsafe
  private mutating func follow(
    _ rows: UnsafeRawBufferPointer, _ classified: borrowing ClassifiedRows, _ store: UnsafeMutablePointer<ColorStore>?
  ) {
    report.pixels.transparent += classified.transparent
    report.excess = max(report.excess, classified.excess)
    if tables.isMapped, partial == nil { mapping.merge(classified.mapping) }
    if tables.canClip, partial == nil, let base = rows.baseAddress {
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
    var above: UnsafeRawPointer?
    while y < classified.rows {
      var next = y + 1
      while unsafe next < classified.rows && classified.repeats.base[next] { next += 1 }
      let end = unsafe classified.ends.base[y]
      let pixels = unsafe base + y * layout.bytesPerRow
      unsafe follow(
        pixels, above: above, classified, as: format, surface: start..<end, rows: (row + y)..<(row + next),
        store)
      unsafe above = pixels
      start = end
      y = next
    }
  }

  /// Whether some pixels of a row equal those above them, where the row above is known.
  @inline(__always)
  @unsafe
  private func equalsAbove(_ pixels: UnsafeRawPointer, _ above: UnsafeRawPointer?, _ range: Range<Int>) -> Bool {
    guard let above = unsafe above else { return false }
    let size = layout.bytesPerSample * layout.channels
    return unsafe memcmp(pixels + range.lowerBound * size, above + range.lowerBound * size, range.count * size) == 0
  }

  /// One row and its repetitions below.
  @unsafe
  private mutating func follow<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, above: UnsafeRawPointer?, _ classified: borrowing ClassifiedRows,
    as format: Format.Type, surface: Range<Int>, rows: Range<Int>, _ store: UnsafeMutablePointer<ColorStore>?
  ) {
    let line = unsafe runs.beginLine(row: rows.lowerBound, pixels)
    let weight = UInt32(truncatingIfNeeded: rows.count)
    let rowStart = rows.lowerBound * layout.width
    // The run along the row that ends at x - 1, and whether it is clipped and varied.
    var code = UInt64.max
    var (start, next) = (0, -1)
    var (first, second) = (UInt64.max, UInt64.max)
    var (isClipped, isVaried) = (false, false)

    var index = surface.lowerBound
    while index < surface.upperBound {
      // Pixels of one colour side by side.
      let x = unsafe Int(classified.positions.base[index])
      let source = unsafe Format.packed(pixels, x)
      let surfaceCode = unsafe SurfaceCode(bits: classified.surface.base[index])
      var end = x &+ 1
      index &+= 1
      while index < surface.upperBound {
        let position = unsafe Int(classified.positions.base[index])
        if unsafe classified.surface.base[index] == SurfaceCode.repeated {
          end = position &+ 1
        } else if unsafe position == end && Format.packed(pixels, end) == source {
          end &+= 1
        } else {
          break
        }
        index &+= 1
      }

      if x == next, surfaceCode.code == code {
        if surfaceCode.isClipped { isClipped = true }
        if source != first {
          if second == first { second = source } else if source != second { isVaried = true }
        }
      } else {
        if isVaried, isClipped { runs.addAlong(start..<next, rows: rows) { unsafe Format.packed(pixels, $0) } }
        code = surfaceCode.code
        start = x
        (first, second) = (source, source)
        (isClipped, isVaried) = (surfaceCode.isClipped, false)
      }
      next = end
      if unsafe end &- x >= 16 && equalsAbove(pixels, above, x..<end) {
        runs.continueDown(x..<end, line: line)
      } else {
        runs.addDown(x..<end, line: line, source: source, surface: surfaceCode)
      }
      unsafe store?.pointee.add(
        ColorRecord(
          source: source, surface: surfaceCode.bits, pixels: weight &* UInt32(truncatingIfNeeded: end &- x),
          first: UInt32(truncatingIfNeeded: rowStart &+ x)))
    }
    if isVaried, isClipped { runs.addAlong(start..<next, rows: rows) { unsafe Format.packed(pixels, $0) } }
    runs.endLine { unsafe Format.packed(pixels, $0) }
  }

  /// The report of the rows consumed, by an analyzer whose memory is not limited.
  ///
  /// - Parameters:
  ///   - workers: how many times `perform` may call its argument at once.
  ///   - perform: calls a function with each number below the count it is given, in any order, on any threads, and
  ///     returns when all calls have.
  public consuming func finish(
    workers: Int = 1,
    perform: (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void = { count, body in (0..<count).forEach(body) }
  ) -> LossReport {
    let tolerance = tables.model.tolerance
    let jnd = tables.model.rendition.jnd
    switch finishPass(workers: workers, perform: perform) {
    case .complete(let report): return report
    case .partial(let partial): return partial.report
    case .exceedsMemory, .outOfMemory: return LossReport(tolerance: tolerance, jnd: jnd)
    }
  }

  /// The lost pixels of the rows consumed.
  public consuming func lostPixels() -> LostPixels {
    let jnd = tables.model.rendition.jnd
    runs.finish(height: row)
    return LostPixels(regions: runs.flattened, references: [:], jnd: jnd)
  }

  /// As ``finish(workers:perform:)``; or what there is so far, where the colours need another pass over the image.
  public consuming func finishPass(
    workers: Int, perform: (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void
  ) -> AnalysisPass {
    let top = tables.model.rendition.top
    if let partial {
      report = partial.report
    } else {
      report.pixels.total = row * layout.width
      report.pixels.analyzed = report.pixels.total - report.pixels.transparent
      if tables.model.rendition.mapping != nil { report.mapping = mapping.effect }
    }
    guard tables.canClip, report.pixels.analyzed > 0 else { return .complete(report) }
    if partial == nil {
      runs.finish(height: row)
      if let bytes = runs.flattened.bytesBeyondLimit { return .exceedsMemory(bytes: bytes) }
      report.flattened = runs.flattened.flattened(
        top: top, regionPixels: Visibility.regionPixels(analyzed: report.pixels.analyzed))
    }
    unsafe colors.store.pointee.flush()
    if let bytes = unsafe colors.store.pointee.exhaustedBytes { return .outOfMemory(bytes: bytes) }
    let census = unsafe ColorCensus(
      colors.store.pointee, tables: tables, vector: classifier.vector, analyzed: report.pixels.analyzed,
      width: layout.width, carried: partial?.open)
    var (tally, open) = withExtendedLifetime(colors) {
      census.count(workers: workers, part: { unsafe colors.store.pointee.part(of: $0) }, perform: perform)
    }
    if let partial { tally.merge(partial.tally, top: top) }
    if let next = unsafe colors.store.pointee.held.end {
      return .partial(
        PartialAnalysis(report: report, tally: tally, next: next, open: open, passes: (partial?.passes ?? 0) + 1))
    }
    tally.write(to: &report, top: top)
    return .complete(report)
  }
}
