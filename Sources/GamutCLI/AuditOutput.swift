import ArgumentParser
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the rows of an audit go: to standard output in one form, to files in others, to the baseline; the reasons of
/// failures to standard error.
struct AuditOutput: ~Copyable {
  private struct File {
    var file: ReportFile
    var formatter: any RowFormatter<AuditRow, AuditTotals>
  }

  private let options: AuditResultOptions
  private let baseline: Baseline?
  private var newBaseline: Baseline?
  private let isQuiet: Bool
  private var formatter: any RowFormatter<AuditRow, AuditTotals>
  private var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
  private var files: [File] = []
  /// For GitHub's page of a job, beside annotations.
  private var stepSummary: (any RowFormatter<AuditRow, AuditTotals>)?
  private var totals = AuditTotals()
  var hasFindings: Bool { totals.findings > 0 }
  private var progress: Progress

  /// - Throws: `ExitCode` after a message where a file cannot be written.
  init(
    _ run: AuditRun, _ options: AuditResultOptions, _ output: OutputOptions, baseline: Baseline?, count: Int,
    pictures: AuditPictures = AuditPictures(root: Path("."), jobs: 1)
  ) throws {
    self.options = options
    self.baseline = baseline
    if options.writeBaseline != nil { newBaseline = Baseline() }
    isQuiet = output.quiet
    formatter = options.format.formatter(run, output.style, pictures)
    progress = Progress(count: count, isShown: !output.quiet)
    for target in options.report {
      do throws(WriteError) {
        let style = TextStyle(detail: output.style.detail)
        var file = File(
          file: try ReportFile(target.path),
          formatter: target.format.formatter(run, style, pictures))
        try file.file.write(Array(target.format.heading.utf8) + file.formatter.begin())
        files.append(file)
      } catch {
        Message.error(error.message, about: target.path)
        throw ExitCode.unprocessed
      }
    }
    if options.stepSummary != nil { stepSummary = AuditFormat.markdown.formatter(run) }
  }

  mutating func begin() throws(OutputError) { try stream.write(formatter.begin()) }

  mutating func write(_ row: AuditRow) throws(OutputError) {
    newBaseline?.add(row)
    var row = row
    baseline?.quiet(&row)
    totals.add(row)
    let bytes = formatter.add(row)
    if !bytes.isEmpty {
      progress.clear()
      try stream.write(bytes)
    }
    for index in files.indices { write(files[index].formatter.add(row), to: index) }
    if let bytes = stepSummary?.add(row) { summaryBytes += bytes }
    if let error = row.error {
      // In the order in which it happened, should both go to one terminal.
      progress.clear()
      try stream.flush()
      Message.error(error.message, about: row.path)
    }
    progress.show(files: totals.files, pixels: totals.pixels, findings: totals.findings)
  }

  private var summaryBytes: [UInt8] = []
  private var fileFailure: (Path, WriteError)?

  private mutating func write(_ bytes: [UInt8], to index: Int) {
    guard fileFailure == nil, !bytes.isEmpty else { return }
    do throws(WriteError) {
      try files[index].file.write(bytes)
    } catch {
      fileFailure = (files[index].file.path, error)
    }
  }

  mutating func end() throws(OutputError) {
    progress.clear()
    try stream.write(formatter.end(totals))
    try stream.flush()
    for index in files.indices { write(files[index].formatter.end(totals), to: index) }
    if let bytes = stepSummary?.end(totals) { summaryBytes += bytes }
  }

  /// Gives the files their names.
  ///
  /// - Throws: the `ExitCode` of the run, after a message where a file cannot be written.
  mutating func finish() throws {
    for file in files where fileFailure == nil { place(file.file) }
    if let newBaseline, let path = options.writeBaseline.map({ Path(argument: $0) }), fileFailure == nil {
      do throws(WriteError) {
        let file = try ReportFile(path)
        try newBaseline.write { bytes throws(WriteError) in try file.write(bytes) }
        place(file)
      } catch {
        fileFailure = (path, error)
      }
    }
    if stepSummary != nil, let path = options.stepSummary, fileFailure == nil {
      do throws(WriteError) {
        try ReportFile.append(summaryBytes, to: path)
      } catch {
        fileFailure = (path, error)
      }
    }
    if let (path, error) = fileFailure {
      Message.error(error.message, about: path)
      throw ExitCode.unprocessed
    }
    if totals.failures > 0 { throw ExitCode.unprocessed }
    let fails = (totals.severities[.error] ?? 0) > 0
    if fails, !options.exitZero, newBaseline == nil { throw ExitCode.findings }
  }

  private mutating func place(_ file: ReportFile) {
    do throws(WriteError) {
      try file.finish()
    } catch {
      fileFailure = (file.path, error)
    }
  }
}
