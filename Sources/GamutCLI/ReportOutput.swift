import ArgumentParser
import Gamut
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ReportCommandOptions.Threshold {
  var verdict: LossReport.Verdict { self == .clips ? .clips : .collapses }
}

/// Where the rows of a report go: to standard output in one form, to files in others; the reasons of failures to
/// standard error.
struct ReportOutput: ~Copyable {
  /// One form, and where it goes.
  private final class Sink {
    /// Nil for a page, which is made of all rows at the end.
    var formatter: (any RowFormatter<ReportRow, Void>)?
    /// Nil for standard output.
    let file: ReportFile?

    init(_ form: ReportCommandOptions.Form, style: TextStyle, isList: Bool, file: ReportFile?) {
      formatter = form.ofRows.map { $0.reportFormatter(style, isList: isList) }
      self.file = file
    }
  }

  private var sinks: [Sink]
  private var page: HTMLReport?
  private var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
  private let threshold: LossReport.Verdict?
  private let isVerbose: Bool
  private var fileFailure: (Path, WriteError)?
  private(set) var hasFailures = false
  private(set) var reachesThreshold = false

  /// - Throws: `ExitCode` after a message where a file cannot be written.
  init(_ options: ReportCommandOptions, _ output: OutputOptions, _ reporter: Reporter, isList: Bool) throws {
    isVerbose = output.verbose
    threshold = options.failOn?.verdict
    sinks = [Sink(options.format, style: output.style, isList: isList, file: nil)]
    for target in options.files {
      do throws(WriteError) {
        let file = try ReportFile(target.path)
        if target.format == .text { try file.write(Array(ReportFile.heading("report").utf8)) }
        sinks.append(
          Sink(target.format, style: TextStyle(detail: output.style.detail), isList: isList, file: file))
      } catch {
        Message.error(error.message, about: target.path)
        throw ExitCode.unprocessed
      }
    }
    if options.format == .html || options.files.contains(where: { $0.format == .html }) { page = HTMLReport(reporter) }
  }

  mutating func write(_ row: ReportRow) throws(OutputError) {
    page?.add(row)
    for sink in sinks {
      if let bytes = sink.formatter?.add(row) { try write(bytes, to: sink) }
    }
    switch row.result {
    case .success(let report):
      if let threshold, report.verdict >= threshold { reachesThreshold = true }
      if isVerbose, report.passes > 1 {
        try Message.follow(&stream)
        Message.note("\(row.path.text.printable): read \(report.passes) times to keep to the memory allowed.")
      }
    case .failure(let error):
      hasFailures = true
      try Message.follow(&stream)
      Message.error(error.message, about: row.path)
    }
  }

  /// A heat map that could not be made.
  mutating func tell(_ error: HeatMapError, about path: Path) throws(OutputError) {
    hasFailures = true
    try Message.follow(&stream)
    Message.error("Its heat map: " + error.message, about: path)
  }

  /// - Parameter inputs: those of the rows, in their order.
  mutating func end(_ inputs: [Input], jobs: Int) throws(OutputError) {
    let page = page?.bytes(from: inputs, jobs: jobs) ?? []
    for sink in sinks { try write(sink.formatter?.end() ?? page, to: sink) }
    try stream.flush()
    for file in sinks.compactMap(\.file) where fileFailure == nil {
      do throws(WriteError) {
        try file.finish()
      } catch {
        fileFailure = (file.path, error)
      }
    }
    if let (path, error) = fileFailure {
      hasFailures = true
      Message.error(error.message, about: path)
    }
  }

  private mutating func write(_ bytes: [UInt8], to sink: Sink) throws(OutputError) {
    guard let file = sink.file else { return try stream.write(bytes) }
    guard fileFailure == nil else { return }
    do throws(WriteError) {
      try file.write(bytes)
    } catch {
      fileFailure = (file.path, error)
    }
  }
}
