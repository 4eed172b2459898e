/// An analysis that needs another pass over the image: its colours do not fit the memory that it may take.
public struct PartialAnalysis: Sendable {
  var report: LossReport
  var tally: ColorTally
  /// The first colour that is not counted yet.
  var next: ColorKey
  /// The code of which some colours are counted and others are not.
  var open: OpenGroup?
  /// Passes made so far.
  public internal(set) var passes: Int
  /// How much of the work is done, 0 to 1.
  public var progress: Double { Double(next.destination) * 0x1p-64 }
}

/// A destination code and what was counted of its colours so far, where one pass could not hold them all.
struct OpenGroup: Sendable {
  var group: ColorGroup
  /// The sources of those that are seen.
  var seen: [UInt64] = []
  /// The largest.
  var members: [LossReport.Member] = []
}

/// What a pass over an image comes to.
public enum AnalysisPass: Sendable {
  case complete(LossReport)
  /// The same rows are needed again, by an analyzer that continues this.
  case partial(PartialAnalysis)
  /// The flattened pixels and their regions would take so many bytes, which more passes cannot lessen.
  case exceedsMemory(bytes: Int)
  /// The system has no memory beyond so many bytes of colours, though more are allowed.
  case outOfMemory(bytes: Int)
}
