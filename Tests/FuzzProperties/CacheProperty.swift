import Foundation
import GamutAudit
import GamutBasics
import GamutKit
import LibC
import SyntheticPNG
import TestSupport

extension Property {
  /// Whatever the file of a cache contains, rows are the same; and what is read as a row has every format.
  static let cache = Property("cache", atMost: 32 << 10, seeds: { CacheFiles.seeds }, words: { CacheFiles.words }) {
    (bytes) throws(Violation) in
    try checkRow(bytes)
    for contents in [bytes, RowCache.head + bytes] {
      let rows = CacheFiles.rows(with: contents)
      try require(rows == nil || rows == CacheFiles.rows, "another row")
    }
  }

  /// A checksum protects the rows in the file, so these bytes are tried without it.
  private static func checkRow(_ bytes: [UInt8]) throws(Violation) {
    guard let node = try? JSONReader.read(bytes), let row = AuditRow(node) else { return }
    for format in AuditFormat.allCases {
      var formatter = format.formatter(AuditRun(AuditPolicy(), []))
      var totals = AuditTotals()
      for _ in 0..<2 {
        totals.add(row)
        _ = formatter.add(row)
      }
      _ = formatter.end(totals)
    }
  }
}

/// Audits of a few images with a cache.
private enum CacheFiles {
  private static let samples = Pathname(Repository.path + "/Samples")
  private static let names = ["two-reds.png", "contradiction.png", "grey.png", "untagged.png", "flat-gradient.png"]
  private static let folder: Pathname = {
    var name = "/tmp/gamut-fuzz-XXXXXX".utf8CString.map { $0 }
    _ = unsafe name.withUnsafeMutableBufferPointer { name in
      if let start = name.baseAddress { _ = unsafe mkdtemp(start) }
    }
    atexit { try? FileManager.default.removeItem(atPath: CacheFiles.folder.text) }
    return Pathname(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
  }()
  private static let file = folder.appending(Array("gamut-rows-1.cache".utf8))

  /// Shared, because it measures colour spaces once, for half a second.
  private static let auditor = try? Auditor()

  static let rows: [AuditRow] = audit(nil) ?? []

  /// Returns the rows of an audit whose cache has these contents; nil if it is refused.
  static func rows(with contents: [UInt8]) -> [AuditRow]? {
    let descriptor = unsafe file.withSystemPath { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
    _ = unsafe contents.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
    close(descriptor)
    guard let cache = try? RowCache(in: folder, limit: 1 << 20) else { return nil }
    defer { _ = cache.finish() }
    return audit(cache)
  }

  private static func audit(_ cache: RowCache?) -> [AuditRow]? {
    guard let auditor else { return nil }
    let selection = AuditSelection(
      names.map { samples.appending(Array($0.utf8)) }, root: samples, excludes: nil)
    var rows: [AuditRow] = []
    auditor.audit(selection, shard: nil, jobs: 1, cache: cache) { rows.append($0) }
    return rows
  }

  static let seeds: [[UInt8]] = {
    _ = rows(with: [])
    var whole: [UInt8] = []
    if let contents = try? RowCache(in: folder, limit: 1 << 20).contents { whole = contents }
    let bodies = rows.map(\.line)
    return bodies + [whole]
  }()

  static let words: [[UInt8]] =
    [[1] + Array("row".utf8)]
    + ["gamut cache 1\n", "two-reds.png", "Display P3", "iCCP", "convert", "--mapping"].map { Array($0.utf8) }
}
