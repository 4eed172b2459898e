import GamutKit

extension AuditFormat {
  /// The paths of the files with findings, each followed by a zero byte: the list that the other commands take with
  /// `--files-from - -0`.
  public static let paths0 = AuditFormat("paths0", suffix: "paths0") { _, _, _ in AuditPaths() }
}

/// The paths of the files with findings that could be processed. A zero byte ends each, because a path can contain a
/// line feed.
struct AuditPaths: AuditFormatter {
  func add(_ row: AuditRow) -> [UInt8] { row.findings.isEmpty || row.error != nil ? [] : row.path.bytes + [0] }

  func end(_ totals: AuditTotals) -> [UInt8] { [] }
}
