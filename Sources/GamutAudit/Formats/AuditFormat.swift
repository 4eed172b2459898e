public import GamutKit

/// An output format of an audit.
public enum AuditFormat: String, Sendable, Hashable, CaseIterable {
  /// Text for people, worst first.
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
  /// A Code Quality report of GitLab.
  case gitlab
  /// `path:1:1: warning: ...`, for Xcode and editors.
  case xcode
  /// Tables, for pull requests and step summaries.
  case markdown
  /// One page with pictures, for people; it loads nothing.
  case html

  /// The first line of a file; empty for a format that names the program itself.
  package var heading: String { [.text, .github, .xcode].contains(self) ? OutputFile.heading("audit") : "" }

  /// Returns a formatter for the rows of an audit, which must be sorted by path. The output depends on the run, the rows
  /// and the totals alone.
  ///
  /// - Parameters:
  ///   - run: the run of the rows.
  ///   - style: the style of text.
  ///   - pictures: the source of the pictures of a page.
  public func formatter(
    _ run: AuditRun, _ style: TextStyle = TextStyle(),
    _ pictures: AuditPictures = AuditPictures(root: Pathname("."), jobs: 1)
  ) -> any RowFormatter<AuditRow, AuditTotals> {
    switch self {
    case .text: AuditText(run, style)
    case .json: AuditJSON(run)
    case .ndjson: AuditNDJSON(run)
    case .sarif: AuditSARIF(run, style)
    case .junit: AuditJUnit(run.leastFailing)
    case .github: AuditGitHub(run)
    case .gitlab: AuditGitLab(run, style)
    case .xcode: AuditXcode(root: (try? pictures.root.resolved) ?? pictures.root)
    case .markdown: AuditMarkdown(run)
    case .html: AuditHTML(run, pictures)
    }
  }
}
