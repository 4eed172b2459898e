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
  private var writer: ReportWriter?
  private var page: HTMLReport?
  private var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
  private let threshold: LossReport.Verdict?
  private let isVerbose: Bool
  private(set) var hasFailures = false
  private(set) var reachesThreshold = false

  init(
    writer: consuming ReportWriter?, page: HTMLReport?, threshold: LossReport.Verdict?, isVerbose: Bool
  ) {
    self.page = page
    self.isVerbose = isVerbose
    self.writer = writer
    self.threshold = threshold
  }

  mutating func write(_ row: ReportRow) throws(OutputError) {
    page?.add(row)
    if let bytes = writer?.bytes(for: row) { try stream.write(bytes) }
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
    try stream.flush()
    Message.error("Its heat map: " + error.message, about: path)
  }

  /// - Parameter inputs: those of the rows, in their order.
  mutating func end(_ inputs: [Input], jobs: Int) throws(OutputError) {
    if let bytes = writer?.end() { try stream.write(bytes) }
    if let page { try stream.write(page.bytes(from: inputs, jobs: jobs)) }
    try stream.flush()
  }
}
