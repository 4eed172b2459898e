import GamutAudit
import GamutBasics
import GamutKit
import PNGCodec
import SyntheticPNG
import TestSupport

extension Property {
  /// Baselines are read or refused, and one that is written again is the same.
  static let baseline = Property("baseline", atMost: 4096, seeds: { seedBaselines }, words: { PartFiles.words }) {
    (bytes) throws(Violation) in
    let baseline: Baseline
    do throws(AuditError) {
      baseline = try Baseline(parsing: bytes)
    } catch {
      return try require(!error.message.isEmpty, "an error without words")
    }
    let again = try succeed("what is written is refused") { () throws(AuditError) in
      try Baseline(parsing: baseline.bytes)
    }
    try require(again == baseline && again.bytes == baseline.bytes, "what is written is another baseline")
  }

  /// The parts of an audit are refused, or give the bytes that they were; and their rows have every format.
  static let parts = Property("parts", atMost: 32 << 10, seeds: { PartFiles.seeds }, words: { PartFiles.words }) {
    (bytes) throws(Violation) in
    try checkPart(bytes)
    // The checksums and the totals of a changed row are no longer right, but those of the row alone are.
    try checkLines(bytes.split(separator: 0x0a, maxSplits: 16).map { Array($0) })
  }

  private static func checkPart(_ bytes: [UInt8]) throws(Violation) {
    var rows: [AuditRow] = []
    let run: AuditRun
    do throws(AuditError) {
      let reader = try AuditPartReader(ByteSource(bytes: bytes))
      run = reader.run
      while let row = try reader.next() { rows.append(row) }
    } catch {
      return try require(!error.message.isEmpty, "an error without words")
    }
    let written = output(.ndjson, run, rows)
    // What the run says beyond its members is not written again.
    let lines = [written, bytes].map { $0.split(separator: 0x0a, omittingEmptySubsequences: false).dropFirst() }
    try require(lines[0] == lines[1], "a part is written differently")
    for format in AuditFormat.allCases { _ = output(format, run, rows) }
  }

  private static func checkLines(_ lines: [[UInt8]]) throws(Violation) {
    var (run, rows) = (AuditRun?.none, [AuditRow]())
    for line in lines {
      if let read = try? AuditPartReader(ByteSource(bytes: line + [0x0a])).run { run = read }
      guard let node = try? JSONReader.read(line), let row = AuditRow(node), row.line == line else { continue }
      var baseline = Baseline()
      baseline.add(row)
      var hidden = row
      var known = KnownFindings(baseline, root: Pathname("/nonexistent"))
      known.remove(from: &hidden)
      try require(hidden.known + hidden.findings.count == row.known + row.findings.count, "findings are lost")
      rows.append(row)
    }
    guard run != nil || !rows.isEmpty else { return }
    for format in AuditFormat.allCases {
      // Each row twice, because totals add up.
      let bytes = output(format, run ?? AuditRun(AuditPolicy(), []), rows + rows)
      let mayBeEmpty = rows.isEmpty || ["github", "xcode"].contains(format.rawValue)
      try require(!bytes.isEmpty || mayBeEmpty, "no \(format.rawValue)")
    }
  }

  fileprivate static func output(_ format: AuditFormat, _ run: AuditRun, _ rows: [AuditRow]) -> [UInt8] {
    var formatter = format.formatter(AuditDocument(run))
    var totals = AuditTotals()
    var bytes = formatter.begin()
    for row in rows {
      totals.add(row)
      bytes += formatter.add(row)
    }
    return bytes + formatter.end(totals)
  }

  private static let seedBaselines: [[UInt8]] = {
    var baseline = Baseline()
    for row in PartFiles.rows { baseline.add(row) }
    return [baseline.bytes, Baseline().bytes]
      + [#"{"schema":"gamut.baseline/1","findings":[]}"#, #"{"findings":[{"path":"a"}],"schema":"gamut.baseline/2"}"#]
      .bytes
  }()
}

/// The audit of a few images in memory.
private enum PartFiles {
  static let rows: [AuditRow] = {
    let folder = Pathname(Repository.path + "/Samples")
    let names = ["two-reds.png", "contradiction.png", "grey.png", "untagged.png", "flat-gradient.png"]
    guard let auditor = try? Auditor() else { return [] }
    return names.sorted().map { name in
      auditor.audit(AuditInput(input: .file(folder.appending(Array(name.utf8))), path: Pathname(name)))
    }
  }()

  static let seeds: [[UInt8]] = {
    let inputs = rows.map { AuditInput(input: .file($0.path), path: $0.path) }
    return rows.map(\.line) + [Property.output(.ndjson, AuditRun(AuditPolicy(), inputs), rows)]
  }()

  static let words: [[UInt8]] =
    Texts.jsonWords
    + [
      "\"schema\":", "\"kind\":", "\"file\"", "\"run\"", "\"summary\"", "\"path\":", "\"findings\":", "\"rule\":",
      "\"severity\":", "\"message\":", "\"numbers\":", "\"weight\":", "\"content\":", "\"known\":", "\"image\":",
      "\"set\":", "\"palette\":", "\"report\":", "\"error\":", "\"remedy\":", "\"line\":", "\"offset\":", "\"chunk\":",
      "9223372036854775807", "-9223372036854775808", "0.0000001", "\"other\":",
    ].bytes + AuditRule.allCases.map { Array("\"\($0.rawValue)\"".utf8) }
}
