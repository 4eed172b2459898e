import GamutKit
import PNGCodec

/// The output of the rows of a command that writes images.
struct WriteOutput<Report: WriteReport, Failure: WritingError>: ~Copyable {
  private var output: RunOutput<WriteRow<Report, Failure>, Void>
  private let isQuiet: Bool
  private var done = (rows: 0, pixels: 0)
  var hasFailures: Bool { output.hasFailures }

  /// - Parameters:
  ///   - formatter: the formatter of the rows.
  ///   - isSilent: whether standard output is used for the image.
  ///   - count: the number of expected rows.
  init(
    _ formatter: any RowFormatter<WriteRow<Report, Failure>, Void>, isSilent: Bool, isQuiet: Bool, count: Int
  ) {
    output = RunOutput(
      isSilent ? nil : formatter, progress: Progress(count: count, isShown: !isQuiet && count > 1), writesFiles: true)
    self.isQuiet = isQuiet
  }

  mutating func write(_ row: WriteRow<Report, Failure>) throws(OutputError) {
    try output.write(row)
    done.rows += 1
    if case .success(let report) = row.result {
      done.pixels += report.image.width * report.image.height
      for path in report.removedTemporaryFiles where !isQuiet {
        try output.note("Removed \(path.text.printable), which an earlier run left when it was cut short.")
      }
    }
    output.show(files: done.rows, pixels: done.pixels)
  }

  mutating func end() throws(OutputError) { try output.end() }
}
