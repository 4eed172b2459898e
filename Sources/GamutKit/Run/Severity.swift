/// How much a finding weighs.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Other commands refuse the file for it, or a build fails.
  case error
  /// The file says something wrong, or programs will not agree about it.
  case warning
  /// Worth knowing; nothing has to be done.
  case note

  /// The worse is the larger.
  public static func < (a: Severity, b: Severity) -> Bool { a.rank > b.rank }

  var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }
}
