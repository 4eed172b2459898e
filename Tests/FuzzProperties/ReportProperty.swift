import Gamut
import GamutBasics
import GamutKit
import PNGCodec
import SyntheticPNG
import TestSupport

extension Property {
  /// The counts of a report add up, and threads do not change it.
  static let report = Property(
    "report", atMost: 2048, seeds: { PNGFiles.seeds + PixelBytes.seeds }, words: { PNGFiles.words }
  ) { (bytes) throws(Violation) in
    for file in PNGFiles.small(of: bytes) {
      for depth in Depth.allCases { try check(file, depth) }
    }
  }

  private static func check(_ file: [UInt8], _ depth: Depth) throws(Violation) {
    let reporter = depth == .eight ? Reporters.eight : Reporters.sixteen
    let report: GamutReport
    do throws(GamutError) {
      report = try reporter.report(png: file)
    } catch {
      try require(!error.message.isEmpty, "an error without words")
      for threads in [2, 3] {
        let other = fault(file, reporter, threads: threads)
        try require(
          other?.code == error.code,
          "with \(threads) threads: \(other.map { "\($0)" } ?? "no error"), with one: \(error)")
      }
      return
    }
    try checkCounts(report)
    for threads in [2, 3] {
      let other = try succeed("an error with \(threads) threads") { () throws(GamutError) in
        try reporter.report(png: file, threads: threads)
      }
      try require(other == report, "another report with \(threads) threads")
    }
    try checkText(report)
    try checkReference(file, depth)
  }

  private static func fault(_ file: [UInt8], _ reporter: Reporter, threads: Int) -> GamutError? {
    do throws(GamutError) {
      _ = try reporter.report(png: file, threads: threads)
      return nil
    } catch {
      return error
    }
  }

  /// The counts of a report add up.
  static func checkCounts(_ report: GamutReport) throws(Violation) {
    let (loss, pixels) = (report.loss, report.loss.pixels)
    try require(pixels.total == report.image.width * report.image.height, "\(pixels) of \(report.image)")
    try require(pixels.analyzed + pixels.transparent == pixels.total, "\(pixels)")
    try require(pixels.clipped <= pixels.analyzed && loss.lostPixels <= pixels.analyzed, "\(pixels) \(loss.lostPixels)")
    try require(loss.clippedColors <= pixels.clipped, "\(loss.clippedColors) colours in \(pixels)")
    try require((pixels.clipped == 0) == (loss.clippedColors == 0), "\(loss.clippedColors) colours in \(pixels)")
    let (collapse, steps, areas) = (loss.collapse, loss.steps, loss.areas)
    try require(
      2 * collapse.groups <= collapse.colors && collapse.colors <= collapse.pixels
        && collapse.pixels <= pixels.analyzed, "\(collapse)")
    try require(steps.visibleRegions <= steps.regions && steps.visiblePixels <= steps.pixels, "\(steps)")
    try require(steps.regions <= steps.pixels && steps.pixels <= pixels.analyzed, "\(steps)")
    try require(areas.pixels <= pixels.analyzed && (areas.pairs == 0) == (areas.pixels == 0), "\(areas)")
    let both = steps.visiblePixels + areas.pixels
    try require(
      max(steps.visiblePixels, areas.pixels) <= loss.lostPixels && loss.lostPixels <= both, "\(loss.lostPixels)")
    try require((loss.lostPixels > 0) == (loss.verdict == .collapses), "\(loss.lostPixels), \(loss.verdict)")
    try require(
      loss.shift.mean <= loss.shift.maximum && loss.shift.p95 <= loss.shift.maximum && loss.shift.maximum.isFinite,
      "\(loss.shift)")
    try require(loss.verdict != .fits || loss.lostPixels == 0, "losses in an image that fits")
  }

  /// A report is read again from its JSON as it was.
  private static func checkText(_ report: GamutReport) throws(Violation) {
    let row = ReportRow(path: Pathname("a.png"), result: .success(report))
    let node = try succeed("the report is no JSON") { () throws(JSONReader.Fault) in try JSONReader.read(row.json()) }
    var writer = JSONWriter()
    writer.value(node)
    try require(writer.bytes == row.json(), "the report is written differently")
  }

  /// The reference path, which follows the definitions, finds the same in an image of Display P3.
  private static func checkReference(_ file: [UInt8], _ depth: Depth) throws(Violation) {
    let reporter = depth == .eight ? Reporters.displayP3 : Reporters.displayP3Sixteen
    guard let found = try? reporter.report(png: file).loss, let expected = referenceLoss(file, depth) else { return }
    try require(expected.rounded == found.rounded, "\(found), and the reference path: \(expected)")
  }

  private static func referenceLoss(_ file: [UInt8], _ depth: Depth) -> LossReport? {
    do throws(PNGError) {
      var decoder = try PNGDecoder(try PNGReader(ByteSource(bytes: file)))
      var analyzer = ReferenceAnalyzer(
        Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: depth.rawValue),
        layout: decoder.layout)
      let samples = try decoder.samples(rowsAtOnce: 3)
      unsafe analyzer.consume(samples.span.bytes)
      return analyzer.report()
    } catch {
      return nil
    }
  }
}

/// Made once, because each has tables.
enum Reporters {
  /// A file without a declaration has something to lose.
  static let eight = make(.eight) { $0.assume = .displayP3 }
  static let sixteen = make(.sixteen) { $0.assume = .displayP3 }
  static let displayP3 = make(.eight) { $0.override = .displayP3 }
  static let displayP3Sixteen = make(.sixteen) { $0.override = .displayP3 }

  private static func make(_ depth: Depth, _ change: (inout ReportOptions) -> Void) -> Reporter {
    var options = ReportOptions()
    options.depth = depth
    change(&options)
    do throws(GamutError) {
      return try Reporter(options)
    } catch {
      preconditionFailure("no reporter: \(error.message)")
    }
  }
}

extension LossReport {
  /// The report with real numbers rounded to the guaranteed precision.
  fileprivate var rounded: LossReport {
    var copy = self
    for path in [\LossReport.excess, \.shift.maximum, \.shift.mean, \.shift.p95] {
      copy[keyPath: path] = (copy[keyPath: path] * 1e8).rounded() / 1e8
    }
    return copy
  }
}
