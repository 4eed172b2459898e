/// An analysis that needs another pass over the image, because its colours, or those of its open runs, do not fit into
/// the allowed memory.
public struct PartialAnalysis: Sendable {
  var report: LossReport
  var tally: ColorTally
  /// The first colour that has not been counted yet; nil if all have.
  var next: ColorKey?
  /// The group whose colours have been counted only in part.
  var open: OpenGroup?
  /// Visible groups that several passes counted, whose lost pixels can be counted now: the packed reference of each, by
  /// destination code.
  var recounts: [UInt64: UInt64] = [:]
  /// The columns whose runs have not been followed yet.
  var columns: Range<Int>
  /// Whether the next pass must track the runs along rows together with those along columns.
  let followsRows: Bool
  let width: Int
  let flattened: FlattenedRuns
  /// The number of passes made so far.
  public internal(set) var passes: Int

  /// The fraction of the work that is done, 0 to 1.
  public var progress: Double {
    let colors = next.map { Double($0.destination) * 0x1p-64 } ?? 1
    return min(colors, 1 - Double(columns.count) / Double(max(width, 1)))
  }

  var isComplete: Bool { next == nil && recounts.isEmpty && columns.isEmpty }

  /// Returns the result of all passes.
  func complete(_ tables: RenditionTables) -> AnalysisPass {
    var report = report
    tally.write(to: &report, top: tables.model.rendition.top)
    report.lostPixels = max(report.flattened.visiblePixels, tally.lostPixels)
    guard report.lostPixels > 0 else { return .complete(report, nil) }
    let references = tally.references.mapValues { tables.okLab($0) }
    return .complete(
      report, LostPixels(regions: flattened, references: references, jnd: tables.model.rendition.jnd))
  }
}

extension PartialAnalysis {
  init(
    report: LossReport, tally: ColorTally, columns: Range<Int>, followsRows: Bool, width: Int,
    flattened: FlattenedRuns, passes: Int
  ) {
    self.report = report
    self.tally = tally
    self.columns = columns
    self.followsRows = followsRows
    self.width = width
    self.flattened = flattened
    self.passes = passes
  }
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
