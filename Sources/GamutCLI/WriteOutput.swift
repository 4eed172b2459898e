import GamutKit
import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the rows of a command that writes images go: data to standard output, the reasons of failures to standard error.
struct WriteOutput<Report: WriteReport, Failure: WritingError>: ~Copyable {
  private var formatter: any RowFormatter<WriteRow<Report, Failure>, Void>
  private var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
  /// Whether standard output belongs to the image.
  private let isSilent: Bool
  private let isQuiet: Bool
  private(set) var hasFailures = false
  private var progress: Progress
  private var done = (rows: 0, pixels: 0)

  /// - Parameter count: rows that will come.
  init(
    _ formatter: any RowFormatter<WriteRow<Report, Failure>, Void>, isSilent: Bool, isQuiet: Bool, count: Int
  ) {
    progress = Progress(count: count, isShown: !isQuiet && count > 1)
    self.formatter = formatter
    self.isSilent = isSilent
    self.isQuiet = isQuiet
  }

  mutating func write(_ row: WriteRow<Report, Failure>) throws(OutputError) {
    let bytes = formatter.add(row)
    progress.clear()
    if !isSilent { try stream.write(bytes) }
    done.rows += 1
    switch row.result {
    case .success(let report):
      done.pixels += report.image.width * report.image.height
      if !isQuiet, !report.removedTemporaries.isEmpty { try tell(report.removedTemporaries) }
    case .failure(let error):
      hasFailures = true
      try Message.follow(&stream)
      Message.error(error.message, about: row.path)
    }
    progress.show(files: done.rows, pixels: done.pixels)
  }

  private mutating func tell(_ removed: [Path]) throws(OutputError) {
    try Message.follow(&stream)
    for path in removed {
      Message.note("Removed \(path.text.printable), which an earlier run left when it was cut short.")
    }
  }

  mutating func end() throws(OutputError) {
    progress.clear()
    let bytes = formatter.end()
    if !isSilent { try stream.write(bytes) }
    try stream.flush()
  }
}
