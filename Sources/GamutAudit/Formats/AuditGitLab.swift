import GamutKit
import PNGCodec

extension AuditFormat {
  /// A Code Quality report of GitLab.
  public static let gitlab = AuditFormat("gitlab", suffix: "json") { run, style, _ in AuditGitLab(run, style) }
}

/// An audit as the array that GitLab reads as a Code Quality report: an object for each error and warning, and for each
/// note in verbose detail. GitLab compares the fingerprints of two branches, and shows new and fixed findings.
struct AuditGitLab: AuditFormatter {
  private let run: AuditRun
  private let hasNotes: Bool
  /// What distinguishes the files below this root from those of the same paths below another root of the repository.
  private let folderPrint: String
  private var isEmpty = true

  init(_ run: AuditRun, _ style: TextStyle) {
    self.run = run
    folderPrint = run.folder.map { "-" + hex16(ContentChecksum.crc64($0.bytes)) } ?? ""
    hasNotes = style.detail == .verbose
  }

  func begin() -> [UInt8] { Array("[".utf8) }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    var bytes: [UInt8] = []
    // GitLab wants each fingerprint once; a set may have several findings of one rule.
    var seen: [String: Int] = [:]
    func unique(_ print: String) -> String {
      seen[print, default: 0] += 1
      return seen[print] == 1 ? print : "\(print)-\(seen[print, default: 0])"
    }
    if let error = row.error {
      let print = hex16(ContentChecksum.crc64(Array(error.code.utf8) + [0] + row.path.bytes))
      bytes += issue("unprocessed", "critical", error.message, row.path, fingerprint: unique(print))
    }
    for finding in row.findings where hasNotes || finding.severity != .note {
      let command = finding.command(at: row.path).map { " Run: " + $0 } ?? ""
      bytes += issue(
        finding.rule.rawValue, Self.severity(finding.severity), finding.sentences + command, finding.file ?? row.path,
        line: finding.line, fingerprint: unique(row.fingerprint(of: finding)))
    }
    return bytes
  }

  func end(_ totals: AuditTotals) -> [UInt8] { Array((isEmpty ? "]\n" : "\n]\n").utf8) }

  /// The name comes first: `OutputFile` recognises files by it.
  private mutating func issue(
    _ name: String, _ severity: String, _ description: String, _ path: Pathname, line: Int? = nil, fingerprint: String
  ) -> [UInt8] {
    defer { isEmpty = false }
    let issue = JSONWriter.object { issue in
      issue.member("check_name", "gamut/" + name)
      issue.member("description", description)
      issue.member("fingerprint", fingerprint + folderPrint)
      issue.member("severity", severity)
      issue.member("location") { location in
        location.member("path", run.inRepository(path).text)
        location.member("lines") { $0.member("begin", line ?? 1) }
      }
    }
    return Array((isEmpty ? "\n" : ",\n").utf8) + issue
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
