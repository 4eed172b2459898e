/// The rows of a report as one HTML page. All of it is written at the end, after the pictures are created.
public struct ReportPage: RowFormatter {
  private var page: PageBuilder
  private let inputs: [Input]
  private let jobs: Int
  private var count = 0
  /// The first image without pictures because the system could not read it.
  public private(set) var unread: UnreadFile?

  /// Creates a page of the rows of some inputs, in their order, with pictures that `jobs` threads make. It states the command
  /// of the run, for a shell, unless that is nil.
  public init(_ reporter: Reporter, _ inputs: [Input], command: String? = nil, jobs: Int) {
    page = PageBuilder(reporter, command: command)
    self.inputs = inputs
    self.jobs = jobs
  }

  /// Adds a row, which is written at the end.
  public mutating func add(_ row: ReportRow) -> [UInt8] {
    var made =
      switch row.result {
      case .success(let report): PageRow(of: report, on: row.path)
      case .failure(let error): PageRow(path: row.path, failure: error.text)
      }
    if count < inputs.count { made.input = inputs[count] }
    count += 1
    page.add(made)
    return []
  }

  /// Returns the whole page, with pictures of the current files.
  public mutating func end(_: Void) -> [UInt8] {
    let (bytes, unread) = page.page(page.reportRun, jobs: jobs)
    self.unread = unread
    return bytes
  }
}
