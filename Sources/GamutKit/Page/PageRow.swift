import Gamut

/// One row of a page, of any command.
package struct PageRow: Sendable {
  /// The overall result of an image, the worst first.
  package enum Kind: String, Sendable, CaseIterable, Comparable {
    /// It could not be processed.
    case error
    /// Its declaration cannot be used, so that there is no report.
    case unjudged
    case collapses
    case clips
    /// The first image of an animation fits; the other images were not checked.
    case partial
    case fits

    package static func < (a: Kind, b: Kind) -> Bool { a.rank < b.rank }
    /// The rank; the worst is the highest.
    var rank: Int { Self.allCases.count - 1 - (Self.allCases.firstIndex(of: self) ?? 0) }
  }

  /// A finding of an audit.
  package struct Finding: Sendable {
    var severity, rule, message: String
    var command: String?

    package init(severity: String, rule: String, message: String, command: String?) {
      (self.severity, self.rule, self.message, self.command) = (severity, rule, message, command)
    }
  }

  /// The advice of an audit that goes beyond the report's; nil otherwise.
  package var advice: String?
  /// The lines that serve the image and its variant.
  package var web: WebLines?

  var path: Pathname
  var kind: Kind
  /// nil if there is none; `message` has the reason.
  var report: GamutReport?
  var message: String?
  package var findings: [Finding] = []
  /// The checksum of the file's contents, if known.
  package var content: UInt64?

  /// Creates the row of an image with a report.
  ///
  /// - Parameter kind: nil to use the kind of the report.
  package init(path: Pathname, report: GamutReport, kind: Kind? = nil) {
    self.path = path
    self.report = report
    self.kind = kind ?? Kind(report.verdict)
  }

  /// Creates the row of an image without a report, for the reason in the message.
  package init(path: Pathname, message: String, kind: Kind) {
    (self.path, self.message, self.kind) = (path, message, kind)
  }

  init(_ row: ReportRow, _ wording: ErrorWording) {
    switch row.result {
    case .success(let report):
      self.init(path: row.path, report: report)
      web = report.webLines(at: path)
    case .failure(let error): self.init(path: row.path, message: wording.text(error), kind: .error)
    }
  }

  /// Whether there are details to show beyond the fact that every colour fits.
  var isWorthDetail: Bool {
    guard let report else { return false }
    return report.verdict != .fits || report.source.origin == .assumed || !report.findings.isEmpty || !findings.isEmpty
  }
}

extension PageRow.Kind {
  init(_ verdict: LossReport.Verdict) {
    switch verdict {
    case .collapses: self = .collapses
    case .clips: self = .clips
    case .fits: self = .fits
    }
  }
}

/// A row of the page's table.
struct PageLine: Sendable {
  let path: String
  let kind: PageRow.Kind
  /// The row's index in the run.
  let index: Int
  let message: String?
  let hasReport: Bool
  var lost = "", clipped = "", shift = ""
  let notes: String
  let noteCount: Int
  var lostShare = 0.0, clippedShare = 0.0, largestShift = 0.0
  var merges = 0, areas = 0

  init(_ row: PageRow, index: Int) {
    path = row.path.text.pageText
    kind = row.kind
    self.index = index
    message = row.message?.pageText
    hasReport = row.report != nil
    var words = row.findings.map(\.rule)
    if let report = row.report {
      let loss = report.loss
      clipped = Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)
      clippedShare = loss.pixels.analyzed > 0 ? Double(loss.pixels.clipped) / Double(loss.pixels.analyzed) : 0
      shift = Words.difference(loss.shift.maximum)
      largestShift = loss.shift.maximum
      lost = Words.share(loss.lostPixels, of: loss.pixels.analyzed)
      lostShare = loss.lostShare
      (merges, areas) = (loss.collapse.visible.groups, loss.flattened.visibleRegions)
      if words.isEmpty {
        if report.source.origin == .assumed { words.append("untagged") }
        if report.isPartial { words.append("animation: first image") }
        words += report.findings.map { $0.code.split(separator: "-").joined(separator: " ") }
      }
    }
    noteCount = words.count
    notes = words.joined(separator: ", ")
  }

  /// Sorts by kind, share of lost pixels, share of clipped ones, largest shift, then the order of the run.
  func isWorse(than other: PageLine) -> Bool {
    if kind != other.kind { return kind > other.kind }
    if lostShare != other.lostShare { return lostShare > other.lostShare }
    if clippedShare != other.clippedShare { return clippedShare > other.clippedShare }
    return largestShift == other.largestShift ? index < other.index : largestShift > other.largestShift
  }

  func values(link: String?, thumbnail: ImagePictures.Thumbnail?) -> [String: Any] {
    var values: [String: Any] = [
      "path": path, "kind": kind.rawValue, "verdict": kind.rawValue, "rank": kind.rank, "order": index,
    ]
    if let link { values["link"] = link }
    if let thumbnail {
      values["thumb"] =
        [
          "data": "data:image/png;base64," + base64(thumbnail.bytes), "width": thumbnail.width,
          "height": thumbnail.height,
        ] as [String: Any]
    }
    guard hasReport else {
      values["error"] = message ?? ""
      return values
    }
    values["report"] =
      [
        "lost": lost, "lostValue": JSONWriter.text(of: lostShare), "clipped": clipped, "shift": shift, "notes": notes,
        "merges": merges, "areas": areas, "noteCount": noteCount,
        "clippedValue": JSONWriter.text(of: clippedShare), "shiftValue": JSONWriter.text(of: largestShift),
      ] as [String: Any]
    return values
  }
}
