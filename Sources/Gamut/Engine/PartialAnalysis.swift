/// An analysis that needs another pass over the image: its colours, or those of its open runs, do not fit the memory that
/// it may take.
public struct PartialAnalysis: Sendable {
  var report: LossReport
  var tally: ColorTally
  /// The first colour that is not counted yet; nil where all are.
  var next: ColorKey?
  /// The code of which some colours are counted and others are not.
  var open: OpenGroup?
  /// Visible groups that several passes counted, whose lost pixels can be counted now: the packed reference of each, by
  /// destination code.
  var recounts: [UInt64: UInt64] = [:]
  /// The columns whose runs are not followed yet, of so many.
  var columns: Range<Int>
  /// Whether runs along rows must be followed, as those of the columns.
  let followsRows: Bool
  let width: Int
  let flattened: FlattenedRuns
  /// Passes made so far.
  public internal(set) var passes: Int

  /// How much of the work is done, 0 to 1.
  public var progress: Double {
    let colors = next.map { Double($0.destination) * 0x1p-64 } ?? 1
    return min(colors, 1 - Double(columns.count) / Double(max(width, 1)))
  }

  var isComplete: Bool { next == nil && recounts.isEmpty && columns.isEmpty }

  /// What all passes came to.
  func complete(_ tables: RenditionTables) -> AnalysisPass {
    var report = report
    tally.write(to: &report, top: tables.model.rendition.top)
    report.lostPixels = max(report.flattened.visiblePixels, tally.lostPixels)
    guard report.lostPixels > 0 else { return .complete(report, nil) }
    let references = tally.references.mapValues {
      tables.model.okLab(tables.sourceLinear(PackedColor(bits: $0)))
    }
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

/// What a pass over an image comes to.
public enum AnalysisPass: Sendable {
  /// The report, and which pixels are lost; nil where none is.
  case complete(LossReport, LostPixels?)
  /// The same rows are needed again, by an analyzer that continues this.
  case partial(PartialAnalysis)
  /// More passes cannot lessen what is held: the analyzer needs so many bytes.
  case exceedsMemory(needed: Int)
  /// The system has no memory beyond so many bytes of colours, though more are allowed.
  case outOfMemory(bytes: Int)
}
