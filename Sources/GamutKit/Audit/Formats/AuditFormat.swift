/// The forms in which an audit can be told.
public enum AuditFormat: String, Sendable, Hashable, CaseIterable {
  /// For people, worst first.
  case text
  /// One object: the run, its files, a summary.
  case json
  /// The same, each in a line of its own: what `gamut merge` takes.
  case ndjson
  /// SARIF 2.1.0 (OASIS), for code scanning.
  case sarif
  /// A test case for each file, for build servers.
  case junit
  /// Annotations for GitHub Actions.
  case github
  /// `path:1:1: warning: ...`, for Xcode and editors.
  case xcode
  /// Tables, for pull requests and step summaries.
  case markdown
  /// One page with pictures, for people; it loads nothing.
  case html

  func formatter(_ run: AuditRun, _ style: TextStyle, _ pictures: AuditPictures) -> any AuditFormatter {
    switch self {
    case .text: AuditText(style)
    case .json: AuditJSON(run)
    case .ndjson: AuditLines(run)
    case .sarif: AuditSARIF(run)
    case .junit: AuditJUnit()
    case .github: AuditGitHub()
    case .xcode: AuditXcode()
    case .markdown: AuditMarkdown(run)
    case .html: AuditHTML(pictures)
    }
  }
}

extension AuditFormat {
  /// What a file in this form begins with, where the form itself does not say who wrote it.
  public var heading: String {
    switch self {
    case .text, .github, .xcode: ReportFile.heading("audit")
    case .json, .ndjson, .sarif, .junit, .markdown, .html: ""
    }
  }
}

/// Makes one form of an audit, of its rows in the order of their paths. What it writes follows from the run, the rows
/// and the totals alone.
protocol AuditFormatter {
  /// What comes before the rows.
  mutating func begin() -> [UInt8]
  /// What can be written of a row at once.
  mutating func add(_ row: AuditRow) -> [UInt8]
  /// What comes after the last.
  mutating func end(_ totals: AuditTotals) -> [UInt8]
}

extension AuditFormatter {
  mutating func begin() -> [UInt8] { [] }
}

/// Puts an audit into one of the forms, as its rows come.
public struct AuditWriter {
  private var formatter: any AuditFormatter

  /// - Parameters:
  ///   - format: the form.
  ///   - run: what the rows are of.
  ///   - style: of text.
  ///   - pictures: where those of a page come from.
  public init(
    _ format: AuditFormat, _ run: AuditRun, style: TextStyle = TextStyle(),
    pictures: AuditPictures = AuditPictures(root: Path("."), jobs: 1)
  ) {
    formatter = format.formatter(run, style, pictures)
  }

  /// What comes before the rows.
  public mutating func begin() -> [UInt8] { formatter.begin() }

  /// What can be written of a row at once. Rows come sorted by path.
  public mutating func bytes(for row: AuditRow) -> [UInt8] { formatter.add(row) }

  /// What comes after the last row.
  public mutating func end(_ totals: AuditTotals) -> [UInt8] { formatter.end(totals) }
}
