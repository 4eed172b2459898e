import Gamut

/// The overall verdict about a file, in the rows of an audit and on the page of a run.
public enum RowVerdict: String, Sendable, Hashable, CaseIterable {
  /// Visible differences vanish.
  case collapses
  /// Pixels clip, but no detail is lost.
  case clips
  /// No pixel leaves the destination.
  case fits
  /// The first frame of an animation fits; the other frames were not checked.
  case partial
  /// The file of a set of an asset catalog; its images have rows of their own.
  case set
  /// A palette.
  case palette
  /// A template in an asset catalog: the app draws it in a colour of its own.
  case template
  /// There is no report: the input could not be processed, or its declaration cannot be used.
  case unjudged

  package init(_ report: GamutReport) {
    self = report.isPartial && report.verdict == .fits ? .partial : RowVerdict(report.verdict)
  }

  init(_ verdict: LossReport.Verdict) { self = RowVerdict(rawValue: verdict.rawValue) ?? .unjudged }

  package func verb(_ count: Int) -> String {
    switch self {
    case .collapses, .clips, .fits: count == 1 ? rawValue : String(rawValue.dropLast())
    case .partial: count == 1 ? "first frame fits (animation)" : "first frames fit (animations)"
    case .set: count == 1 ? "is a set" : "are sets"
    case .palette: count == 1 ? "is a palette" : "are palettes"
    case .template: count == 1 ? "is a template" : "are templates"
    case .unjudged: "without a verdict"
    }
  }
}
