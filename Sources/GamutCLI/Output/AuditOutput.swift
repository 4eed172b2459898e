import ArgumentParser
import GamutAudit
import GamutKit

/// The output of the rows of an audit, including a new baseline.
struct AuditOutput: ~Copyable {
  private var output: RunOutput<AuditRow, AuditTotals>
  private let options: AuditResultOptions
  private let baseline: Baseline?
  private var newBaseline: Baseline?
  private var totals = AuditTotals()
  var hasFindings: Bool { totals.findings > 0 }

  /// - Throws: `ExitCode` after a message if a file cannot be written.
  init(
    _ run: AuditRun, _ options: AuditResultOptions, _ output: OutputOptions, baseline: Baseline?, count: Int,
    pictures: AuditPictures
  ) throws {
    self.options = options
    self.baseline = baseline
    if options.newBaseline != nil { newBaseline = Baseline() }
    var onScreen = run
    onScreen.omitsFailures = true
    self.output = RunOutput(
      options.format.formatter(onScreen, output.style, pictures),
      progress: Progress(count: count, isShown: !output.quiet), writesFiles: options.newBaseline != nil)
    for target in options.report {
      try self.output.add(
        target.format.formatter(run, TextStyle(detail: output.style.detail), pictures), to: target.path,
        heading: target.format.heading)
    }
    if let summary = options.stepSummary { self.output.append(AuditFormat.markdown.formatter(run), to: summary) }
  }

  mutating func write(_ row: AuditRow) throws(OutputError) {
    newBaseline?.add(row)
    // A row is copied only if it changes.
    if baseline == nil { try show(row) } else { try show(withoutKnownFindings(row)) }
  }

  private mutating func show(_ row: AuditRow) throws(OutputError) {
    totals.add(row)
    try output.write(row)
    output.show(files: totals.files, pixels: totals.pixels, findings: totals.findings)
  }

  /// Returns a row without the findings of the baseline.
  func withoutKnownFindings(_ row: AuditRow) -> AuditRow {
    var row = row
    baseline?.removeKnownFindings(from: &row)
    return row
  }

  mutating func end() throws(OutputError) { try output.end(totals) }

  /// Moves the files to their final names.
  ///
  /// - Parameter hasFailures: whether a file could not be processed before the audit.
  /// - Throws: the `ExitCode` of the run, after a message if a file cannot be written.
  mutating func finish(hasFailures: Bool = false) throws {
    output.placeFiles()
    if let newBaseline, let path = options.newBaseline {
      output.place(path) { () throws(WriteError) in
        let file = try OutputFile(path)
        try newBaseline.write { bytes throws(WriteError) in try file.write(bytes) }
        try file.finish()
      }
    }
    if output.hasFailures || hasFailures { throw ExitCode.unprocessed }
    if options.fails(totals) { throw ExitCode.findings }
  }
}
