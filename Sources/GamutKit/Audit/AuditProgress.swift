/// How far an audit is, for a person.
public struct AuditProgress: Sendable {
  public var totals: AuditTotals
  /// All files there are.
  public var count: Int
  public var elapsed: Duration

  public init(totals: AuditTotals, count: Int, elapsed: Duration) {
    self.totals = totals
    self.count = count
    self.elapsed = elapsed
  }

  /// "1,234 of 10,000 files, 56.1 Mpx/s, 12 findings, 1 min 20 s left".
  public var text: String {
    RunProgress(files: totals.files, pixels: totals.pixels, count: count, elapsed: elapsed)
      .text(and: Words.count(totals.findings, "finding"))
  }
}
