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

  /// A formatter of the rows of an audit, which must come sorted by path.
  ///
  /// - Parameters:
  ///   - run: what the rows are of.
  ///   - style: of text.
  ///   - pictures: where those of a page come from.
  public func formatter(
    _ run: AuditRun, _ style: TextStyle = TextStyle(),
    _ pictures: AuditPictures = AuditPictures(root: Path("."), jobs: 1)
  ) -> any RowFormatter<AuditRow, AuditTotals> {
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
protocol AuditFormatter: RowFormatter where Row == AuditRow, Summary == AuditTotals {}
