/// The rows of a report as one HTML page. All of it is written at the end, after the pictures are created.
public struct ReportPage: RowFormatter {
  private var page: HTMLReport
  private let inputs: [Input]
  private let jobs: Int

  /// - Parameters:
  ///   - reporter: the reporter of the rows.
  ///   - inputs: the inputs of the rows, in their order.
  ///   - jobs: the number of threads for the pictures.
  ///   - wording: the wording of errors.
  public init(_ reporter: Reporter, _ inputs: [Input], jobs: Int, wording: ErrorWording = .facts) {
    page = HTMLReport(reporter, wording)
    self.inputs = inputs
    self.jobs = jobs
  }

  /// Adds a row, which is written at the end.
  public mutating func add(_ row: ReportRow) -> [UInt8] {
    page.add(row)
    return []
  }

  /// Returns the whole page, with pictures of the current files.
  public func end(_: Void) -> [UInt8] { page.bytes(from: inputs, jobs: jobs) }
}
