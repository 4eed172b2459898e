/// Where the pictures of a page come from: the files of the run, below a folder.
public struct AuditPictures: Sendable {
  /// What paths are told from.
  public var root: Path
  public var jobs: Int
  /// That of the audit; nil for parts of other runs.
  var reporter: Reporter?

  public init(root: Path, jobs: Int) {
    self.root = root
    self.jobs = jobs
  }
}

/// An audit as one page of HTML, with pictures of those files that are at hand with the contents that were audited.
struct AuditHTML: AuditFormatter {
  private let pictures: AuditPictures
  private var page: HTMLReport

  init(_ pictures: AuditPictures) {
    self.pictures = pictures
    page = HTMLReport(pictures.reporter)
  }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    page.add(row)
    return []
  }

  func end(_ totals: AuditTotals) -> [UInt8] { page.bytes(below: pictures.root, jobs: pictures.jobs) }
}
