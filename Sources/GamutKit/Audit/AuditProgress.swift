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
    let seconds = elapsed / .seconds(1)
    guard seconds > 0, totals.files > 0 else { return "0 of \(Words.count(count, "file"))" }
    let left = Int((seconds / Double(totals.files) * Double(count - totals.files)).rounded(.up))
    let time = left < 100 ? "\(left) s" : "\(left / 60) min \(left % 60) s"
    return "\(Words.count(totals.files)) of \(Words.count(count, "file")), "
      + "\(Words.decimal(Double(totals.pixels) / 1e6 / seconds, 1)) Mpx/s, "
      + "\(Words.count(totals.findings, "finding")), \(time) left"
  }
}
