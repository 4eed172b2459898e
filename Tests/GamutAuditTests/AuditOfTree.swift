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
    var writer = format.formatter(AuditDocument(run, style))
    return writer.bytes(of: rows)
  }
}

extension RowFormatter where Row == AuditRow, Summary == AuditTotals {
  /// Returns the whole output for rows.
  mutating func bytes(of rows: [AuditRow]) -> [UInt8] {
    var totals = AuditTotals()
    var bytes = begin()
    for row in rows {
      totals.add(row)
      bytes += add(row)
    }
    return bytes + end(totals)
  }
}

extension AuditOfTree {
  /// Audits new files.
  init(_ files: [String: [UInt8]], policy: String = "") throws {
    let folder = try TemporaryFolder(files)
    self = try withExtendedLifetime(folder) { try AuditOfTree(folder, AuditPolicy(policy)) }
  }

  subscript(path: String) -> AuditRow? { rows.first { $0.path.text == path } }
}

extension AuditPolicy {
  /// Reads a policy; the paths of profiles are relative to the repository.
  init(_ text: String) throws(PolicyError) {
    self = try PolicyFile.policy(Array(text.utf8), in: Pathname(Repository.path))
  }
}

extension TemporaryFolder {
  convenience init(_ files: [String: [UInt8]]) throws {
    try self.init()
    for (name, bytes) in files { try write(bytes, to: name) }
  }
}

extension PNGBuilder {
  /// The file with these colour chunks.
  func bytes(_ chunks: [PNGChunk]) -> [UInt8] { declaring(chunks).bytes }
}

/// The text of `Contents.json` for images.
enum ImageSlots {
  static let dark = "\"appearances\":[{\"appearance\":\"luminosity\",\"value\":\"dark\"}]"
  static let contrast = "\"appearances\":[{\"appearance\":\"contrast\",\"value\":\"high\"}]"
  static let inSRGB = "\"display-gamut\":\"sRGB\"", inP3 = "\"display-gamut\":\"display-P3\""

  static func scale(_ scale: Int) -> String { "\"scale\":\"\(scale)x\"" }

  /// Returns a slot.
  static func slot(_ file: String, _ conditions: String = "") -> String {
    "{\"filename\":\"\(file)\",\"idiom\":\"universal\"\(conditions.isEmpty ? "" : "," + conditions)}"
  }

  static func contents(_ slots: [String], properties: String = "{}") -> [UInt8] {
    Array("{\"images\":[\n\(slots.joined(separator: ",\n"))],\"properties\":\(properties)}".utf8)
  }
}

extension AuditFormat {
  static var json: Self { AuditJSON.format }
  static var sarif: Self { AuditSARIF.format }
  static var junit: Self { AuditJUnit.format }
  static var gitlab: Self { AuditGitLab.format }
  static var xcode: Self { AuditXcode.format }
  static var html: Self { AuditHTML.format }
}
