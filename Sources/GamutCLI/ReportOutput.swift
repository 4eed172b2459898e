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

/// Where the rows of a report go: data to standard output, the reasons of failures to standard error.
struct ReportOutput: ~Copyable {
  private var writer: ReportWriter
  private var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
  private let threshold: LossReport.Verdict?
  private let isVerbose: Bool
  private(set) var hasFailures = false
  private(set) var reachesThreshold = false

  init(writer: consuming ReportWriter, threshold: LossReport.Verdict?, isVerbose: Bool) {
    self.isVerbose = isVerbose
    self.writer = writer
    self.threshold = threshold
  }

  mutating func write(_ row: ReportRow) throws(OutputError) {
    try stream.write(writer.bytes(for: row))
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

  mutating func end() throws(OutputError) {
    try stream.write(writer.end())
    try stream.flush()
  }
}
