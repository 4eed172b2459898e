import ColorScience

/// Analyses the losses of a rendition of an image, from its rows in order.
///
/// It does not store the image, only the distinct colours on the surface of the destination cube, and what lost steps and
/// areas need (``LossFinder``). Every count equals that of the tests' `ReferenceAnalyzer`.
public struct Analyzer: ~Copyable, Sendable {
  let tables: RenditionTables
  /// The layout of the rows to absorb.
  public let layout: PixelLayout
  /// Finds the surface pixels of a ``RowBatch`` of this image.
  public let classifier: RowClassifier
  private var losses: LossFinder?
  private var viewings: ViewingFinder?
  /// Counts the pixels of areas in another pass.
  private var areas: AreaPass?
  /// What the losses are, after the first pass.
  private var steps: FoundSteps?
  private var candidates: AreaCandidates?
  private var foundAreas: FoundAreas
  /// The memory that the map of lost pixels needs, if that is more than the limit.
  private var bytesBeyondLimit: Int?
  /// Stores the colours of the rows; nil if none can be on the surface, or all have been counted.
  private var colors: ColorStore?
  private let partial: PartialAnalysis?
  private var report: LossReport
  /// The number of rows consumed so far.
  private var row = 0

  /// - Parameters:
  ///   - tables: tables for the rendition and for `layout.depth`.
  ///   - layout: at most 2^32 - 1 pixels.
  ///   - vector: the instructions to use, as far as the processor supports them.
  ///   - memory: the memory limit in bytes: a third for lost pixels, half for distinct colours; if these do not fit,
  ///     several passes are made. At least 5 MiB are used.
  ///   - findsLossesOnly: whether only the lost steps, areas and pixels of the report are needed.
  ///   - partial: the result of earlier passes over the same image.
  public init(
    _ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension = .best, memory: Int = .max,
    findsLossesOnly: Bool = false, continuing partial: PartialAnalysis? = nil
  ) {
    self.tables = tables
    self.layout = layout
    classifier = RowClassifier(tables: tables, layout: layout, vector: vector)
    report = partial?.report ?? LossReport(tolerance: tables.model.tolerance, jnd: tables.model.rendition.jnd)
    let start = partial == nil ? .first : partial?.next
    colors =
      tables.canClip && !findsLossesOnly ? start.map { ColorStore(layout, from: $0, limit: memory / 2) } : nil
    self.partial = partial
    (steps, foundAreas) = (partial?.steps, partial?.foundAreas ?? FoundAreas())
    losses =
      partial == nil && tables.canClip
      ? LossFinder(tables, layout: layout, vector: vector, limit: memory / Self.mapShare) : nil
    viewings =
      partial == nil && !tables.rendition.viewings.isEmpty
      ? ViewingFinder(tables, layout: layout, vector: vector) : nil
    areas = nil
    if let partial, let candidates = partial.areas {
      areas = AreaPass(candidates, partial.steps, tables, layout: layout, vector: vector)
    }
  }

  /// The memory of the sums with which lost steps are found, where pixels change everywhere, whatever the limit.
  package static func memory(ofStepsIn width: Int, height: Int) -> Int {
    min((width + 63) / 64 * StripSums.bytes(height: height), StepFinder.leastMemory)
  }

  /// The divisor of the memory that the map of lost pixels may use.
  private static let mapShare = 3

  /// Creates an analyser that computes its own tables and has no memory limit; `layout` has at most 2^32 - 1 pixels.
  public init(_ rendition: Rendition, layout: PixelLayout, vector: VectorExtension = .best) {
    self.init(RenditionTables(rendition, sourceDepth: layout.depth), layout: layout, vector: vector)
  }

  /// Adds the next rows of the image, which must be classified. Batches must come in row order; together they have at
  /// most `layout.height` rows.
  public mutating func absorb(_ batch: borrowing RowBatch) {
    colors?.add(batch)
    defer { row += batch.classified.rows }
    areas?.add(batch)
    guard partial == nil else { return }
    report.pixels.transparent += batch.classified.transparent
    report.excess = max(report.excess, batch.classified.excess)
    losses?.add(batch)
    viewings?.add(batch)
    guard row == 0, batch.classified.rows == layout.height else { return }
    // The whole image: its areas are counted while it is here.
    findLosses(rows: layout.height)
    guard let found = candidates, let steps else { return }
    areas = AreaPass(found, steps, tables, layout: layout, vector: classifier.vector)
    areas?.add(batch)
    findAreas()
  }

  private mutating func findLosses(rows: Int) {
    report.pixels.total = rows * layout.width
    report.pixels.analyzed = report.pixels.total - report.pixels.transparent
    guard let losses = losses.take() else { return }
    bytesBeyondLimit = losses.steps.bytesBeyondLimit
    let found = losses.finish(&report)
    (steps, candidates) = (found.steps, found.areas)
  }

  private mutating func findAreas() {
    guard let areas = areas.take() else { return }
    foundAreas = areas.finish(&report, top: tables.model.rendition.top)
    candidates = nil
  }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: RawSpan) {
    // An image that comes at once is one batch, which shows all its losses.
    let isWhole = row == 0 && rows.byteCount == layout.height * layout.bytesPerRow
    var batch = RowBatch(layout, bytes: isWhole ? rows.byteCount : RowBatch.size)
    var start = 0
    while true {
      start += batch.fill(rows.extracting(start..<rows.byteCount))
      if batch.rows == 0 { return }
      batch.classify(with: classifier)
      absorb(batch)
    }
  }

  /// Returns the report of an image that was consumed at once, by an analyzer without a memory limit. Of one that came in
  /// parts, the lost areas are missing: they take another pass over the rows, as ``finishPass()`` says.
  public consuming func finish() -> LossReport {
    let tolerance = tables.model.tolerance
    let jnd = tables.model.rendition.jnd
    switch finishPass() {
    case .complete(let report, _): return report
    case .partial(let partial): return partial.report
    case .exceedsMemory, .outOfMemory: return LossReport(tolerance: tolerance, jnd: jnd)
    }
  }

  /// Returns the same result as ``finish()``, or the partial result if another pass over the image is needed.
  public consuming func finishPass() -> AnalysisPass {
    let top = tables.model.rendition.top
    if partial == nil {
      findLosses(rows: row)
      if let viewings = viewings.take() { report.renditions = viewings.finish(top: top) }
      if let bytes = bytesBeyondLimit { return .exceedsMemory(needed: Self.mapShare * bytes) }
    }
    findAreas()
    guard let steps, report.pixels.analyzed > 0 else { return .complete(report, nil) }
    var next = PartialAnalysis(
      report: report, tally: partial?.tally ?? ColorTally(), steps: steps, areas: candidates, foundAreas: foundAreas)
    if var colors = colors.take() {
      colors.finish()
      if let bytes = colors.exhaustedBytes { return .outOfMemory(bytes: bytes) }
      let census = ColorCensus(colors, tables, vector: classifier.vector, carried: partial?.open)
      next.tally.merge(census.tally, top: top)
      (next.open, next.next) = (census.open, colors.end)
    }
    if next.next == nil {
      next.tally.write(to: &report, top: top)
      next.report = report
    }
    if next.next != nil || next.areas != nil { return .partial(next) }
    guard report.lostPixels > 0 else { return .complete(report, nil) }
    return .complete(report, LostPixels(steps: steps, areas: foundAreas, listed: report.areas.largest))
  }
}

/// An analysis that needs another pass over the image: its colours do not fit into the allowed memory, or the pixels of
/// areas that may be lost must be counted.
public struct PartialAnalysis: Sendable {
  var report: LossReport
  var tally: ColorTally
  /// The first colour that has not been counted yet; nil if all have.
  var next: ColorKey?
  /// The group whose colours have been counted only in part.
  var open: ColorGroup?
  var steps: FoundSteps
  /// The colours of areas whose pixels must be counted; nil if there are none left.
  var areas: AreaCandidates?
  /// The areas, once they are counted.
  var foundAreas = FoundAreas()
}

/// The result of a pass over an image.
public enum AnalysisPass: Sendable {
  /// The report, and the lost pixels; nil if there are none.
  case complete(LossReport, LostPixels?)
  /// The analysis needs another pass over the same rows, by an analyzer that continues this partial one.
  case partial(PartialAnalysis)
  /// The data exceeds the memory limit and further passes cannot reduce it; `needed` is the required number of bytes.
  case exceedsMemory(needed: Int)
  /// The system cannot provide more memory for colours than this number of bytes, although the limit allows more.
  case outOfMemory(bytes: Int)
}
