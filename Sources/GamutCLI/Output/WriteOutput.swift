import ArgumentParser
import GamutKit
import PNGCodec

/// The output of a command that writes images.
struct WriteOutput<Report: WriteReport, Failure: WritingError>: ~Copyable {
  private var output: RunOutput<WriteRow<Report, Failure>, Void>
  private let options: OutputOptions
  private let made: MadeFiles?

  init(
    _ command: String, _ format: RowFormat?, _ write: WriteCommandOptions, _ output: OutputOptions, made: MadeFiles?,
    reading inputs: [Pathname], writing outputs: [Pathname], count: Int,
    formatter: (RowFormat, TextStyle) -> any RowFormatter<WriteRow<Report, Failure>, Void>
  ) throws {
    (options, self.made) = (output, made)
    var style = output.style
    // So few files are listed one by one on a terminal.
    if count <= 20 { style.countsSuccesses = false }
    self.output = RunOutput(
      format.map { formatter($0, style) }, progress: Progress(count: count, isShown: !output.quiet && count > 1),
      writesFiles: true)
    guard !write.reports.isEmpty else { return }
    try OutputFile.check(write.reports.map(\.path), besides: outputs, reading: inputs)
    for target in write.reports {
      try self.output.add(
        formatter(target.format, TextStyle(detail: output.style.detail)), to: target.path,
        heading: target.format == .text ? OutputFile.heading(command) : "")
    }
  }

  mutating func write(_ row: WriteRow<Report, Failure>) throws(OutputError) {
    try output.write(row)
    let report = try? row.result.get()
    output.advance(pixels: report.map { $0.image.width * $0.image.height } ?? 0)
  }

  /// Writes the rows of the work, and the end of the output.
  mutating func run(_ work: (inout Self) throws(OutputError) -> Void) throws {
    try writing { () throws(OutputError) in
      try work(&self)
      if let made { output.place(made.path) { () throws(WriteError) in try made.save() } }
      try output.end()
      output.placeFiles()
      guard let orphans = made?.orphans, !orphans.isEmpty, !options.quiet else { return }
      try output.note(
        "The original of \(Words.count(orphans.count, "output")) is gone; nothing was deleted"
          + (options.verbose ? ":" + orphans.map { "\n  " + $0.text.printable }.joined() : " (--verbose names them)."))
    }
    if output.hasFailures { throw ExitCode.unprocessed }
  }
}
