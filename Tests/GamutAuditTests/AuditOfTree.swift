import GamutKit
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit

/// An audit in memory: its run and its rows.
struct AuditOfTree {
  var run: AuditRun
  var rows: [AuditRow]

  init(_ folder: TemporaryFolder, _ policy: AuditPolicy = AuditPolicy(), shard: Shard? = nil, jobs: Int = 1) throws {
    let root = try #require(try Pathname(folder.path).resolved)
    let selection = AuditSelection([root], root: root) { policy.excludes($0) }
    var rows: [AuditRow] = []
    try Auditor(policy).audit(selection, shard: shard, jobs: jobs) { rows.append($0) }
    run = AuditRun(policy, selection.inputs, shard: shard, unchecked: selection.unchecked)
    self.rows = rows
  }

  func bytes(_ format: AuditFormat, _ style: TextStyle = TextStyle()) -> [UInt8] {
    Self.bytes(format, run, rows, style)
  }

  static func bytes(
    _ format: AuditFormat, _ run: AuditRun, _ rows: [AuditRow], _ style: TextStyle = TextStyle()
  ) -> [UInt8] {
    var writer = format.formatter(run, style)
    var totals = AuditTotals()
    var bytes = writer.begin()
    for row in rows {
      totals.add(row)
      bytes += writer.add(row)
    }
    return bytes + writer.end(totals)
  }
}
