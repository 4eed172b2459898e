/// The rows of a report as one page of HTML. All of it comes at the end, when the pictures are made.
public struct ReportPage: RowFormatter {
  private var page: HTMLReport
  private let inputs: [Input]
  private let jobs: Int

  /// - Parameters:
  ///   - reporter: that of the rows.
  ///   - inputs: those of the rows, in their order.
  ///   - jobs: threads for the pictures.
  public init(_ reporter: Reporter, _ inputs: [Input], jobs: Int) {
    page = HTMLReport(reporter)
    self.inputs = inputs
    self.jobs = jobs
  }

  public mutating func add(_ row: ReportRow) -> [UInt8] {
    page.add(row)
    return []
  }

  public func end(_: Void) -> [UInt8] { page.bytes(from: inputs, jobs: jobs) }
}
