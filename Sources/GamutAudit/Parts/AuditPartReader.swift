import GamutKit
import LittleCMS
package import PNGCodec

/// Reads a part line by line. Each parsed row is written again and compared with its line, so that no data of a part
/// can be lost.
package final class AuditPartReader {
  package let run: AuditRun
  let policies: [Pathname: String]
  private var lines: LineReader
  private var totals = AuditTotals()
  private var paths = PathsChecksum()
  private var latest: Pathname?
  private var isAtEnd = false
  /// The known findings of files that are gone, which have no rows.
  private(set) var gone = 0

  /// - Parameter window: the number of bytes that are read at a time.
  package init(_ source: consuming ByteSource, window: Int = LineReader.windowSize) throws(AuditError) {
    var lines = LineReader(source, window: window)
    guard let first = try lines.next() else { throw .notAPart(line: 1, fault: "it is empty") }
    let node = try Self.parse(first, line: 1)
    if let schema = node["schema"]?.string, schema.hasPrefix("gamut.audit/"), schema != AuditRun.schema {
      let shard = node["shard"].flatMap { Shard(index: $0["index"]?.integer ?? 0, count: $0["count"]?.integer ?? 0) }
      throw AuditError(
        "The part was made by another version of gamut (\(schema.shortened), this one reads \(AuditRun.schema)): what "
          + "counts as a loss is not the same.",
        hint: "Make it again: gamut audit PATHS\(shard.map { " --shard \($0.index)/\($0.count)" } ?? "") "
          + "--format ndjson --fail-on never > FILE")
    }
    guard node["schema"]?.string == AuditRun.schema, node["kind"]?.string == "run", let run = AuditRun(node) else {
      throw .notAPart(line: 1, fault: "it does not describe a run (\(AuditRun.schema))")
    }
    self.run = run
    policies = run.policies
    self.lines = lines
  }

  package func next() throws(AuditError) -> AuditRow? {
    guard !isAtEnd else { return nil }
    guard let line = try lines.next() else { throw .partIsIncomplete }
    let node = try Self.parse(line, line: lines.number)
    if node["kind"]?.string == "summary" {
      isAtEnd = true
      guard try lines.next() == nil else {
        throw .notAPart(line: lines.number, fault: "it follows the summary")
      }
      gone = max(0, (node["stale"]?.count ?? 0) - totals.stale)
      totals.stale += gone
      guard AuditNDJSON(run).end(totals).dropLast().elementsEqual(line), isComplete else { throw .partIsIncomplete }
      return nil
    }
    guard let row = AuditRow(node) else {
      throw .notAPart(line: lines.number, fault: "it is not a file of an audit")
    }
    guard row.line.elementsEqual(line) else {
      throw .notAPart(line: lines.number, fault: "it says something that this version does not know")
    }
    if let latest, !(latest < row.path) {
      throw .notAPart(line: lines.number, fault: "its path is not after that of the line before")
    }
    latest = row.path
    totals.add(row)
    paths.add(row.path)
    return row
  }

  /// Whether the rows match the run; for a shard, this can only be checked for all shards together.
  private var isComplete: Bool {
    run.shard != nil || run.files == totals.files && run.pathsChecksum == paths.value
  }

  /// Returns whether bytes begin like a part; nil if the first line is incomplete.
  static func isBegun(_ bytes: [UInt8]) -> Bool? {
    guard bytes.contains(0x0a) || bytes.count > LineReader.maximumLength else { return nil }
    do {
      _ = try AuditPartReader(ByteSource(bytes: bytes))
      return true
    } catch {
      return false
    }
  }

  private static func parse(_ line: [UInt8], line number: Int) throws(AuditError) -> JSONNode {
    do {
      return try JSONReader.read(line)
    } catch {
      throw .notAPart(line: number, fault: "at byte \(error.offset) \(error.message)")
    }
  }
}

extension AuditError {
  static let partIsIncomplete = AuditError(
    "The part is not complete: the run that made it was cut short, or lines were taken out.", hint: "Make it again.")

  /// - Parameter line: from 1.
  static func notAPart(line: Int, fault: String) -> AuditError {
    AuditError("Line \(line) is not one of a part: \(fault).", hint: "Parts are made by 'gamut audit --format ndjson'.")
  }
}

/// The lines of a file, each of which ends with a line feed.
package struct LineReader: ~Copyable {
  private var source: ByteSource
  private let window: Int
  private var unread: ArraySlice<UInt8> = []
  private(set) var number = 0

  /// The maximum length of a line: 1 MiB. A policy has at most a quarter of that, and a row far less.
  static let maximumLength = 1 << 20

  package static let windowSize = 256 << 10

  init(_ source: consuming ByteSource, window: Int = windowSize) {
    self.source = source
    self.window = window
  }

  mutating func next() throws(AuditError) -> [UInt8]? {
    var line: [UInt8] = []
    number += 1
    while true {
      if unread.isEmpty {
        do { unread = try source.readSome(window)[...] } catch { throw AuditError(error) }
        if unread.isEmpty {
          // The last line is truncated.
          if !line.isEmpty { throw .partIsIncomplete }
          return nil
        }
      }
      let end = unread.firstIndex(of: 0x0a)
      line += unread[..<(end ?? unread.endIndex)]
      guard line.count <= Self.maximumLength else {
        throw .notAPart(line: number, fault: "it has more than \(Self.maximumLength) bytes")
      }
      unread = unread[(end.map { $0 + 1 } ?? unread.endIndex)...]
      if end != nil { return line }
    }
  }
}
