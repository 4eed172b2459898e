/// How much a finding of an audit weighs.
public enum AuditSeverity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The build fails.
  case error
  case warning
  /// Worth knowing; nothing has to be done.
  case note

  /// The worse is the larger.
  public static func < (a: AuditSeverity, b: AuditSeverity) -> Bool { a.rank > b.rank }

  var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }
}
