/// An analysis that needs another pass over the image: its colours do not fit into the allowed memory, or the pixels of
/// areas that may be lost must be counted.
public struct PartialAnalysis: Sendable {
  var report: LossReport
  var tally: ColorTally
  /// The first colour that has not been counted yet; nil if all have.
  var next: ColorKey?
  /// The group whose colours have been counted only in part.
  var open: OpenGroup?
  /// The lost steps.
  var steps: FoundSteps
  /// The colours of areas whose pixels must be counted; nil if there are none left.
  var areas: AreaCandidates?
  /// The rarer colours of lost pairs.
  var rarer: Set<UInt64> = []
  /// The number of passes made so far.
  public internal(set) var passes: Int

  /// The fraction of the work that is done, 0 to 1.
  public var progress: Double { next.map { Double($0.destination) * 0x1p-64 } ?? 1 }
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
