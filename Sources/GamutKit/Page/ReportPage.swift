import LibC

/// The contents of a page besides its rows.
public struct PageOptions: Sendable {
  /// The images that have pictures.
  public enum Pictures: String, Sendable, CaseIterable {
    /// No image.
    case none
    /// The 200 worst images with findings.
    case worst
  }

  /// The images that have pictures.
  public var pictures: Pictures
  /// The time of the run in seconds since 1970 (UTC); nil if the page does not state it.
  public var time: Int?
  /// The command of the run, for a shell; nil if the page does not state it.
  public var command: String?

  /// Creates the contents of a page.
  public init(pictures: Pictures = .worst, time: Int? = nil, command: String? = nil) {
    self.pictures = pictures
    self.time = time
    self.command = command
  }
}

extension PageOptions {
  /// `time` as "2026-11-23 01:53 UTC".
  var timeWords: String? {
    guard let time else { return nil }
    var seconds = time_t(time)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return nil }
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return unsafe "\(1900 + Int(parts.tm_year))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)) UTC"
  }
}

/// The rows of a report as one HTML page. All of it is written at the end, after the pictures are created.
public struct ReportPage: RowFormatter {
  private var page: PageBuilder
  private let inputs: [Input]
  private let jobs: Int
  private var count = 0
  /// The first image without pictures because the system could not read it.
  public private(set) var unread: UnreadFile?

  /// Creates a page of the rows of some inputs, in their order, with pictures that `jobs` threads make.
  public init(
    _ reporter: Reporter, _ inputs: [Input], _ options: PageOptions = PageOptions(), jobs: Int
  ) {
    page = PageBuilder(reporter, options)
    self.inputs = inputs
    self.jobs = jobs
  }

  /// Adds a row, which is written at the end.
  public mutating func add(_ row: ReportRow) -> [UInt8] {
    var made: PageRow
    switch row.result {
    case .success(let report):
      made = PageRow(of: report, on: row.path)
    case .failure(let error): made = PageRow(path: row.path, failure: error.text)
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
