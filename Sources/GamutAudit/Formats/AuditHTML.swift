public import GamutKit

/// The source of the pictures of a page, the files of the run below a folder; and the contents besides the rows.
public struct AuditPictures: Sendable {
  /// The root of the paths.
  public var root: Pathname
  /// The number of threads that create pictures.
  public var jobs: Int
  /// The command of the run, for a shell; nil if the page does not state it.
  public var command: String?
  /// nil for parts of other runs.
  fileprivate var reporter: Reporter?

  /// - Parameters:
  ///   - root: the root of the paths of the inputs.
  ///   - jobs: the number of threads.
  ///   - command: the command of the run, for a shell; nil if the page does not state it.
  ///   - auditor: that of the rows; nil for parts of other runs.
  public init(root: Pathname, jobs: Int, command: String? = nil, auditor: Auditor? = nil) {
    (self.root, self.jobs, self.command) = (root, jobs, command)
    reporter = auditor?.reporter
  }
}

/// An audit as one HTML page, with pictures of the files that are available with the audited contents.
struct AuditHTML: RowFormatter {
  static let format = AuditFormat("html", endings: ["htm"], isOurs: \.isPage) { AuditHTML($0.run, $0.pictures) }

  private let run: AuditRun
  private let pictures: AuditPictures
  private var page: PageBuilder
  private var remedies: [AuditRule: CommonRemedies] = [:]
  private(set) var unread: UnreadFile?

  init(_ run: AuditRun, _ pictures: AuditPictures) {
    self.run = run
    self.pictures = pictures
    page = PageBuilder(pictures.reporter, command: pictures.command, below: pictures.root)
  }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    var shown = PageRow(row, run.shown)
    if run.viewpoint != nil { shown.input = .file(pictures.root.joined(row.path)) }
    page.add(shown)
    for finding in row.findings { remedies[finding.rule, default: CommonRemedies()].add(finding.remedy) }
    return []
  }

  mutating func end(_ totals: AuditTotals) -> [UInt8] {
    let rules = AuditRule.allCases.map { rule in
      var group = PageRun.Rule(rule.rawValue, rule.title, rule.explanation)
      // One finding has its own command.
      if let all = remedies[rule], all.count > 1, let fix = all.command(for: rule, in: run) { group.commands = [fix] }
      return group
    }
    var shown = PageRun("audit", rules: [.notProcessed] + rules)
    shown.known = totals.known
    if pictures.reporter == nil {
      shown.recorded = "Audited by gamut \(run.version)" + (run.command.map { " with: " + $0 } ?? "") + "."
    }
    let (bytes, unread) = page.page(shown, jobs: pictures.jobs)
    self.unread = unread
    return bytes
  }
}

extension PageRow {
  /// - Parameter shown: returns a path as the reader sees it.
  fileprivate init(_ row: AuditRow, _ shown: (Pathname) -> Pathname) {
    let path = shown(row.path)
    if let error = row.error {
      self.init(path: path, failure: error.message)
    } else if row.set != nil {
      self.init(path: path, verdict: .set)
    } else if let palette = row.palette {
      self.init(path: path, verdict: .palette)
      facts = [("Palette", Words.count(palette.colors, "colour"))]
      if palette.contexts.count > 1 { facts.append(("Contexts", palette.contexts.joined(separator: "; "))) }
    } else if let report = row.image?.report {
      self.init(path: path, report: report, verdict: row.image?.isTemplate == true ? .template : nil)
    } else {
      self.init(path: path, verdict: .unjudged)
    }
    content = row.image?.content ?? row.set?.content ?? row.palette?.content
    findings += row.findings.map { finding in
      Finding(
        finding.rule.rawValue, finding.severity,
        finding.start(below: row.path) + finding.message, advice: finding.advice,
        commands: finding.command(at: row.path, shown).map { [$0] } ?? [])
    }
  }
}
