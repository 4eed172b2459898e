public import GamutKit

/// An output format of an audit: the value beside its formatter, and an entry of `allCases`.
public struct AuditFormat: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String
  /// The extension of a file's name.
  package let suffix: String
  /// The first line of a file; empty for a format that names the program itself.
  package let heading: String
  private let make: Make

  typealias Make = @Sendable (AuditRun, TextStyle, AuditPictures) -> any RowFormatter<AuditRow, AuditTotals>

  init(_ rawValue: String, suffix: String, heading: String = "", make: @escaping Make) {
    self.rawValue = rawValue
    self.suffix = suffix
    self.heading = heading
    self.make = make
  }

  /// Returns the format of this name; nil if there is none.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// Returns a formatter for the rows of an audit, which must be sorted by path.
  ///
  /// - Parameters:
  ///   - run: the run of the rows.
  ///   - style: the style of text.
  ///   - pictures: the source of the pictures of a page.
  public func formatter(
    _ run: AuditRun, _ style: TextStyle = TextStyle(),
    _ pictures: AuditPictures = AuditPictures(root: Pathname("."), jobs: 1)
  ) -> any RowFormatter<AuditRow, AuditTotals> {
    make(run, style, pictures)
  }
}

extension AuditFormat: CaseIterable {
  /// All formats, those for people and programs first.
  public static let allCases: [AuditFormat] = [
    .text, .json, .ndjson, .sarif, .junit, .github, .gitlab, .xcode, .markdown, .html,
  ]
}

/// Writes one format of an audit, from its rows in the order of their paths. The output depends on the run, the rows
/// and the totals alone.
protocol AuditFormatter: RowFormatter where Row == AuditRow, Summary == AuditTotals {}
