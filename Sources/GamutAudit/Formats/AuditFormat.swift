public import GamutKit

/// The output formats of an audit.
public enum AuditFormat: String, Sendable, Hashable, CaseIterable {
  /// For people, worst first.
  case text
  /// One object: the run, its files, a summary.
  case json
  /// The same content with one line for each element; the input format of `gamut merge`.
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

  /// Returns a formatter for the rows of an audit, which must be sorted by path.
  ///
  /// - Parameters:
  ///   - run: the run of the rows.
  ///   - style: the style of text.
  ///   - pictures: the source of the pictures of a page.
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
  /// The first line of a file in this format, for formats that do not name the program themselves.
  package var heading: String {
    switch self {
    case .text, .github, .xcode: ReportFile.heading("audit")
    case .json, .ndjson, .sarif, .junit, .markdown, .html: ""
    }
  }
}

/// Writes one format of an audit, from its rows in the order of their paths. The output depends on the run, the rows
/// and the totals alone.
protocol AuditFormatter: RowFormatter where Row == AuditRow, Summary == AuditTotals {}
