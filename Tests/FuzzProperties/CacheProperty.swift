import Foundation
import Gamut
import GamutKit
import LibC
import SyntheticPNG
import TestSupport

extension Property {
  /// Whatever the file of a cache contains, reports are the same; and what is read as a report is written as it was, and as
  /// text.
  static let cache = Property("cache", atMost: 32 << 10, seeds: { CacheFiles.seeds }, words: { CacheFiles.words }) {
    (bytes) throws(Violation) in
    // A checksum protects the reports in the file, so these bytes are tried without it.
    if let report = (try? JSONReader.read(bytes)).flatMap({ GamutReport($0) }), let reporter = CacheFiles.reporter {
      var formatter = ReportDocument(TextStyle(detail: .verbose), reporter, [], jobs: 1).text
      _ = formatter.add(ReportRow(path: "x.png", result: .success(report)))
      let again = (try? JSONReader.read(CacheFiles.json(report))).flatMap { GamutReport($0) }
      try require(again == report, "another report")
    }
    for contents in [bytes, RowCache.head + bytes] {
      let reports = CacheFiles.reports(with: contents)
      try require(reports == nil || reports == CacheFiles.reports, "another report")
    }
  }
}

/// Reports on a few images with a cache.
private enum CacheFiles {
  private static let inputs = ["two-reds.png", "contradiction.png", "grey.png", "untagged.png", "flat-gradient.png"].map
  {
    Input.file(Pathname(Repository.path + "/Samples/" + $0))
  }
  private static let folder: Pathname = {
    var name = "/tmp/gamut-fuzz-XXXXXX".utf8CString.map { $0 }
    _ = unsafe name.withUnsafeMutableBufferPointer { name in
      if let start = name.baseAddress { _ = unsafe mkdtemp(start) }
    }
    atexit { try? FileManager.default.removeItem(atPath: CacheFiles.folder.text) }
    return Pathname(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
  }()
  private static let file = folder.appending(Array("gamut-rows-2.cache".utf8))
  static let reporter = try? Reporter()

  static let reports: [GamutReport] = report(nil)

  /// Returns the reports with a cache that has these contents; nil if it is refused.
  static func reports(with contents: [UInt8]) -> [GamutReport]? {
    let descriptor = unsafe file.withSystemPath { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
    _ = unsafe contents.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
    close(descriptor)
    guard let cache = try? RowCache(in: folder, limit: 1 << 20) else { return nil }
    defer { _ = cache.finish() }
    return report(cache)
  }

  private static func report(_ cache: RowCache?) -> [GamutReport] {
    var reports: [GamutReport] = []
    reporter?.using(cache).report(inputs, jobs: 1) { row in
      guard var report = try? row.result.get() else { return }
      // Reading a report takes no pass over the pixels.
      report.passes = 1
      reports.append(report)
    }
    return reports
  }

  static func json(_ report: GamutReport) -> [UInt8] { JSONWriter.object { $0.members(of: report) } }

  static let seeds: [[UInt8]] = {
    _ = reports(with: RowCache.head)
    let whole = (try? Data(contentsOf: URL(filePath: file.text))).map { Array($0) } ?? []
    return reports.map(json) + [whole]
  }()

  static let words: [[UInt8]] =
    ["gamut cache 2\n", "two-reds.png", "Display P3", "iCCP", "largest", "collapses"].map { Array($0.utf8) }
}
