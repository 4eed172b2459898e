/// An analysis that needs another pass over the image: its colours do not fit the memory that it may take.
public struct PartialAnalysis: Sendable {
  var report: LossReport
  var tally: ColorTally
  /// The first part of the destination codes that is not counted yet.
  var nextPart: Int
  /// Passes made so far.
  public internal(set) var passes: Int
  /// How much of the work is done, 0 to 1.
  public var progress: Double { Double(nextPart) / Double(ColorStore.partCount) }
}

/// What a pass over an image comes to.
public enum AnalysisPass: Sendable {
  case complete(LossReport)
  /// The same rows are needed again, by an analyzer that continues this.
  case partial(PartialAnalysis)
  /// The flattened pixels and their regions would take so many bytes, which more passes cannot lessen.
  case exceedsMemory(bytes: Int)
}
