/// The severity of a finding.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Other commands reject the file for this reason, or a build fails.
  case error
  /// The file contains wrong information, or programs interpret it differently.
  case warning
  /// Useful information; no action is required.
  case note

  /// The worse severity is the larger one.
  public static func < (a: Severity, b: Severity) -> Bool { a.rank > b.rank }

  var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }
}
