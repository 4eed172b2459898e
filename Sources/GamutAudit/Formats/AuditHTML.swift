public import GamutKit

/// The source of the pictures of a page: the files of the run, below a folder.
public struct AuditPictures: Sendable {
  /// The root of the paths.
  public var root: Pathname
  /// The number of threads that create pictures.
  public var jobs: Int
  /// The reporter of the audit; nil for parts of other runs.
  var reporter: Reporter?
  let wording: ErrorWording

  /// Creates the source of the pictures for parts of other runs; `Auditor.pictures(root:jobs:)` is that for a run.
  public init(root: Pathname, jobs: Int, wording: ErrorWording = .facts) {
    self.root = root
    self.jobs = jobs
    self.wording = wording
  }
}

extension Auditor {
  /// Returns the picture source for an HTML page of this audit.
  ///
  /// - Parameters:
  ///   - root: the root of the paths of the inputs.
  ///   - jobs: the number of threads.
  public func pictures(root: Pathname, jobs: Int) -> AuditPictures {
    var pictures = AuditPictures(root: root, jobs: jobs, wording: wording)
    pictures.reporter = reporter
    return pictures
  }
}

extension AuditFormat {
  /// One page with pictures, for people; it loads nothing.
  public static let html = AuditFormat("html", suffix: "html") { _, _, pictures in AuditHTML(pictures) }
}

/// An audit as one HTML page, with pictures of the files that are available with the audited contents.
struct AuditHTML: AuditFormatter {
  private let pictures: AuditPictures
  private var page: HTMLReport

  init(_ pictures: AuditPictures) {
    self.pictures = pictures
    page = HTMLReport(pictures.reporter, pictures.wording)
  }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    page.add(PageRow(row))
    return []
  }

  func end(_ totals: AuditTotals) -> [UInt8] { page.bytes(below: pictures.root, jobs: pictures.jobs) }
}

extension PageRow {
  init(_ row: AuditRow) {
    if let error = row.error {
      self.init(path: row.path, message: error.message, kind: .error)
    } else if let report = row.image?.report {
      self.init(path: row.path, report: report, kind: row.verdict == .partial ? .partial : nil)
    } else {
      self.init(path: row.path, message: row.findings.first?.message ?? "There is no report.", kind: .unjudged)
    }
    content = row.image?.content
    findings = row.findings.map { finding in
      Finding(
        severity: finding.severity.rawValue, rule: finding.rule.rawValue,
        message: (row.verdict == .collapses ? finding.message : finding.sentences).pageText,
        command: finding.command(at: row.path))
    }
    web = row.webLines?.lines
    if row.verdict == .collapses { advice = row.findings.lazy.compactMap(\.adviceOfPage).first }
  }
}

extension AuditFinding {
  /// The advice for an image that collapses; the advice of the finding otherwise.
  fileprivate var adviceOfPage: String? {
    switch rule {
    case .hasVariant: other.map { "Nothing: \($0.path.fileName) is its sRGB variant." }
    case .tolerated: "Nothing: the policy tolerates so much loss."
    default: advice
    }
  }
}
