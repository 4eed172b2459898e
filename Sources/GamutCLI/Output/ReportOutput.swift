import ArgumentParser
import Gamut
import GamutKit

/// The output of the rows of a report, and the resulting exit status.
struct ReportOutput: ~Copyable {
  private var output: RunOutput<ReportRow, Void>
  private let threshold: ReportCommandOptions.Threshold?
  private let isVerbose: Bool
  private var done = (files: 0, pixels: 0)
  /// The files without a report, and the last rendition that could not be written.
  private var unread: Set<Pathname> = []
  private var lastRendition: (path: Pathname, error: ConvertError)?
  var hasFailures: Bool { output.hasFailures }
  private(set) var reachesThreshold = false

  /// - Parameters:
  ///   - count: the number of inputs.
  ///   - writesPictures: whether the run writes heat maps or renditions, so that it goes on without a reader of standard output.
  ///   - opened: the page to open at the end; nil for none.
  ///   - page: creates the formatter of a page.
  /// - Throws: `ExitCode` after a message if a file cannot be written.
  init(
    _ options: ReportCommandOptions, _ output: OutputOptions, count: Int, writesPictures: Bool,
    opening opened: Pathname?, page: () -> ReportPage
  ) throws {
    let isList = count > 1
    isVerbose = output.verbose
    threshold = options.failOnVerdict
    self.output = RunOutput(
      options.formats.onScreen.formatter(output.style, isList: isList, page: page),
      progress: Progress(count: count, isShown: !output.quiet && isList), writesFiles: writesPictures)
    try self.output.add(options.formats.files, output) { $0.formatter($1, isList: isList, page: page) }
    if let opened { try self.output.add(page(), to: opened, heading: "") }
  }

  mutating func write(_ row: ReportRow) throws(OutputError) {
    try output.write(row)
    done.files += 1
    defer { output.show(files: done.files, pixels: done.pixels) }
    guard case .success(let report) = row.result else {
      unread.insert(row.path)
      return
    }
    done.pixels += report.loss.pixels.total
    if let threshold, threshold.isReached(by: report.loss) { reachesThreshold = true }
    if isVerbose, report.passes > 1 {
      try output.note("\(row.path.text.printable): read \(report.passes) times to keep to the memory allowed.")
    }
  }

  /// Reports a heat map that could not be created.
  mutating func write(_ error: HeatMapError, about path: Pathname) throws(OutputError) {
    try output.fail("Its heat map: " + error.text, about: path)
  }

  /// Reports a rendition that could not be written, once for each reason; not for a file without a report.
  mutating func write(_ error: ConvertError, about path: Pathname) throws(OutputError) {
    if unread.contains(path) || lastRendition?.path == path && lastRendition?.error == error { return }
    lastRendition = (path, error)
    try output.fail("Its rendition: " + error.text, about: path)
  }

  mutating func end() throws(OutputError) {
    try output.end()
    output.placeFiles()
  }
}

extension ReportCommandOptions.Threshold {
  /// The verdict of renditions for other eyes and in other light; nil for the others.
  var ofRendition: ViewingLoss.Verdict? { ViewingLoss.Verdict(rawValue: rawValue) }

  fileprivate func isReached(by loss: LossReport) -> Bool {
    guard let least = ofRendition else { return loss.verdict >= (self == .clips ? .clips : .collapses) }
    return loss.renditions.contains { $0.verdict == .loses || $0.verdict == least }
  }
}
