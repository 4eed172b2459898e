import Gamut

/// The rows of `gamut report`; text shows more than one input as a list.
public struct ReportDocument: RunDocument {
  public static let formats = runFormats + [ReportPage.format]
  public static let command = "report"
  public var style: TextStyle
  private let isList: Bool
  fileprivate let page: ReportPage

  /// Creates the document of some inputs, in their order. On a page, `jobs` threads make the pictures, and it states the
  /// command of the run, for a shell, unless that is nil.
  public init(_ style: TextStyle, _ reporter: Reporter, _ inputs: [Input], command: String? = nil, jobs: Int) {
    (self.style, isList) = (style, inputs.count > 1)
    page = ReportPage(reporter, inputs, command: command, jobs: jobs)
  }

  public var text: any RowFormatter<ReportRow, Void> { ReportTextFormatter(style: style, isList: isList) }
  package var json: RowsInJSON<ReportRow> {
    RowsInJSON(
      member: "verdicts", results: LossReport.Verdict.allCases.map(\.rawValue),
      result: { try? $0.result.get().verdict.rawValue }, json: { $0.json() })
  }
}

/// The rows of a report as one HTML page. All of it is written at the end, after the pictures are created.
package struct ReportPage: RowFormatter {
  package static let format = OutputFormat<ReportDocument>("html", endings: ["htm"], isOurs: \.isPage) { $0.page }

  private var page: PageBuilder
  private let inputs: [Input]
  private let jobs: Int
  private var count = 0
  /// The first image without pictures because the system could not read it.
  package private(set) var unread: UnreadFile?

  package init(_ reporter: Reporter, _ inputs: [Input], command: String? = nil, jobs: Int) {
    page = PageBuilder(reporter, command: command)
    self.inputs = inputs
    self.jobs = jobs
  }

  package mutating func add(_ row: ReportRow) -> [UInt8] {
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

  package mutating func end(_: Void) -> [UInt8] {
    let (bytes, unread) = page.page(page.reportRun, jobs: jobs)
    self.unread = unread
    return bytes
  }
}
