package import GamutKit
import LittleCMS
package import PNGCodec

/// Reads a part line by line. Each row is written again and compared with its line, so that no data can be lost.
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

  package init(_ source: consuming ByteSource, window: Int = LineReader.windowSize) throws(AuditError) {
    var lines = LineReader(source: source, window: window)
    guard let first = try lines.next() else { throw .notAPart(line: 1, fault: "it is empty") }
    let node = try Self.parse(first, line: 1)
    guard node["schema"]?.string == AuditRun.schema, node["kind"]?.string == "run", let run = AuditRun(node) else {
      throw .notAPart(line: 1, fault: "it does not describe a run of this version (\(AuditRun.schema))")
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
      guard AuditNDJSON(run).end(totals).dropLast().elementsEqual(line),
        run.shard != nil || run.files == totals.files && run.pathsChecksum == paths.value
      else { throw .partIsIncomplete }
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

  static func isBegun(_ bytes: [UInt8]) -> Bool? {
    guard bytes.contains(0x0a) || bytes.count > LineReader.maximumLength else { return nil }
    return (try? AuditPartReader(ByteSource(bytes: bytes))) != nil
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

  static func notAPart(line: Int, fault: String) -> AuditError {
    AuditError("Line \(line) is not one of a part: \(fault).", hint: "Parts are made by 'gamut audit --format ndjson'.")
  }
}

/// The lines of a file, each of which ends with a line feed.
package struct LineReader: ~Copyable {
  var source: ByteSource
  let window: Int
  private(set) var unread: ArraySlice<UInt8> = []
  private(set) var number = 0

  /// The maximum length of the first line, 1 MiB: a policy has at most a quarter of that.
  static let maximumLength = 1 << 20
  /// The maximum length of a row: a palette may have 50,000 findings of each of some rules.
  private static let maximumRow = 64 << 20

  package static let windowSize = 256 << 10

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
      let limit = number == 1 ? Self.maximumLength : Self.maximumRow
      guard line.count <= limit else {
        throw .notAPart(line: number, fault: "it has more than \(limit) bytes")
      }
      unread = unread[(end.map { $0 + 1 } ?? unread.endIndex)...]
      if end != nil { return line }
    }
  }
}

/// Parses rows of a part. What is missing or wrong is left out here: the reader compares the row with the line.
extension AuditRow {
  package init?(_ node: JSONNode) {
    guard let path = Pathname(node) else { return nil }
    self.init(path: path)
    image = node["image"].flatMap { AuditedImage($0) }
    set = node["set"].map { AuditedSet($0) }
    palette = node["palette"].map { AuditedPalette($0) }
    findings = (node["findings"]?.array ?? []).compactMap { AuditFinding($0, at: path) }
    content = node["content"]?.checksum
    known = node["known"]?.count ?? 0
    stale = node["stale"]?.count ?? 0
    error = node["error"].flatMap { RecordedError($0) }
  }
}

extension JSONNode {
  /// The value of a count; nil for anything that no run counts, and that could not be added.
  var count: Int? { integer.flatMap { (0..<1 << 31).contains($0) ? $0 : nil } }
}

extension AuditedSet {
  init(_ node: JSONNode) {
    self.init(
      kind: node["kind"]?.string ?? "", name: Pathname(node["name"]?.string ?? ""), slots: node["slots"]?.integer ?? 0,
      content: node["content"]?.checksum ?? 0)
  }
}

extension AuditedPalette {
  init(_ node: JSONNode) {
    self.init(
      format: node["format"]?.string ?? "", colors: node["colors"]?.integer ?? 0,
      contexts: (node["contexts"]?.array ?? []).compactMap { $0["name"]?.string },
      content: node["content"]?.checksum ?? 0)
  }
}

extension AuditedImage {
  init?(_ node: JSONNode) {
    guard let header = ImageHeader(node) else { return nil }
    self.init(
      size: node["size"]?.integer ?? 0, header: header, isAnimated: node["animated"]?.bool == true,
      isTemplate: node["template"]?.bool == true, declaration: node["declaration"].flatMap { DeclaredColor($0) },
      content: node["content"]?.checksum, report: node["report"].flatMap { GamutReport($0) })
  }
}

extension AuditFinding {
  init?(_ node: JSONNode, at path: Pathname) {
    guard let rule = node["rule"]?.string.flatMap(AuditRule.named),
      let severity = node["severity"]?.string.flatMap({ Severity(rawValue: $0) })
    else { return nil }
    self.init(rule: rule, severity: severity, message: node["message"]?.string ?? "")
    numbers = (node["numbers"]?.members ?? []).compactMap { member in
      member.value.number.map { Number(member.name.text, $0) }
    }
    weight = node["weight"]?.integer ?? 0
    file = Pathname(node, "file")
    line = node["line"]?.integer
    fault.offset = node["offset"]?.integer
    fault.chunk = node["chunk"]?.string
    advice = node["advice"]?.string
    if let other = node["other"], let path = Pathname(other) {
      self.other = OtherFile(path: path, size: other["size"]?.integer ?? 0, content: other["content"]?.checksum ?? 0)
    }
    remedy = node["remedy"]?.array.flatMap { words in
      Remedy(words: words.compactMap(\.string), writing: [path, other?.path, path.variant].compactMap { $0 })
    }
  }
}

extension AuditRun {
  init?(_ node: JSONNode) {
    guard let version = node["version"]?.string, let policy = node["policy"], let files = node["files"]?.count,
      let paths = node["paths"]?.checksum
    else { return nil }
    self.init(policy: policy, files: files, pathsChecksum: paths)
    self.version = version
    if let shard = node["shard"], shard != .null {
      self.shard = Shard(index: shard["index"]?.integer ?? 0, count: shard["count"]?.integer ?? 0)
      if self.shard == nil { return nil }
    }
    baseline = node["baseline"]?.checksum
    unchecked.images = node["unchecked"]?["images"]?.count ?? 0
    unchecked.files = node["unchecked"]?["files"]?.count ?? 0
    unchecked.folders = node["unchecked"]?["folders"]?.count ?? 0
    rulesOff = Set((node["rulesOff"]?.array ?? []).compactMap { $0.string.flatMap(AuditRule.named) })
    command = node["command"]?.string
    folder = Pathname(node, "folder")
    root = Pathname(node, "root")
  }
}
