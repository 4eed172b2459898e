public import GamutKit

/// The rows of an audit, which must be sorted by path. The output depends on the run, the rows and the totals alone.
public struct AuditDocument: RowDocument {
  public static let command = "audit"
  public static let formats: [AuditFormat] = [
    .text, AuditJSON.format, AuditNDJSON.format, AuditSARIF.format, AuditJUnit.format, AuditGitHub.format,
    AuditGitLab.format, AuditXcode.format, AuditMarkdown.format, AuditHTML.format,
  ]
  /// The run of the rows.
  public var run: AuditRun
  public var style: TextStyle
  /// The source of the pictures of a page.
  public var pictures: AuditPictures

  /// Creates the document of a run.
  public init(
    _ run: AuditRun, _ style: TextStyle = TextStyle(),
    _ pictures: AuditPictures = AuditPictures(root: Pathname("."), jobs: 1)
  ) {
    (self.run, self.style, self.pictures) = (run, style, pictures)
  }

  public var text: any RowFormatter<AuditRow, AuditTotals> { AuditText(run, style) }
}

/// An output format of an audit.
public typealias AuditFormat = OutputFormat<AuditDocument>

extension AuditFormat {
  package static var ndjson: Self { AuditNDJSON.format }
  package static var github: Self { AuditGitHub.format }
  package static var markdown: Self { AuditMarkdown.format }
}
