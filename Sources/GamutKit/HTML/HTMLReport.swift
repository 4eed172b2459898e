import Gamut

/// A run's rows as one page of HTML that needs nothing else: no network, no fonts, no other files.
///
/// Every row has its line. Pictures and detail are for images with something to tell, the worst first, up to a limit
/// that the page states; what is kept of the others is their line. The bytes depend on the rows and the files alone.
public struct HTMLReport: Sendable {
  /// Images shown in detail at the most.
  public static let detailLimit = 100

  struct Detail: Sendable {
    var path: Path
    var report: GamutReport
    /// The row's place in the run.
    var index: Int
  }

  private let reporter: Reporter
  private(set) var lines: [ReportPageLine] = []
  /// The worst first.
  private var details: [Detail] = []
  /// Images that would be shown in detail without the limit.
  private var detailCount = 0
  private var tally = PageTally()

  public init(_ reporter: Reporter) { self.reporter = reporter }

  /// Takes the next row.
  public mutating func add(_ row: ReportRow) {
    tally.add(row)
    lines.append(ReportPageLine(row, index: lines.count))
    guard case .success(let report) = row.result else { return }
    guard lines.count == 1 || report.isWorthDetail else { return }
    if report.isWorthDetail { detailCount += 1 }
    let detail = Detail(path: row.path, report: report, index: lines.count - 1)
    var (low, high) = (0, details.count)
    while low < high {
      let middle = (low + high) / 2
      if report.isWorse(than: details[middle].report) { high = middle } else { low = middle + 1 }
    }
    details.insert(detail, at: low)
    if details.count > Self.detailLimit { details.removeLast() }
  }

  /// The page. The pictures are made now, on `jobs` threads, from the files as they are: one that has changed since its
  /// row was made gets none, and the page says so.
  ///
  /// - Parameter inputs: those of the rows, in their order.
  public func bytes(from inputs: [Input], jobs: Int) -> [UInt8] {
    let isAlone = lines.count == 1
    // The first row is there in case it stays alone.
    let shown = isAlone ? details : details.filter(\.report.isWorthDetail)
    let limits = ImagePictures.Limits(images: shown.count)
    var styles = SwatchStyles()
    var cards = ""
    var next = 0
    var thumbnails: [Int: ImagePictures.Thumbnail] = [:]
    inOrder(count: shown.count, jobs: jobs) { [reporter] index in
      Self.pictures(
        of: inputs[shown[index].index], shown[index].report, reporter, limits, threads: shown.count == 1 ? jobs : 1)
    } each: { (result: Result<ImagePictures, GamutError>) in
      let detail = shown[next]
      next += 1
      var fault: String?
      if case .failure(let error) = result { fault = error.message }
      if case .success(let pictures) = result { thumbnails[detail.index] = pictures.thumbnail }
      let context = CardContext(
        path: detail.path, report: detail.report, pictures: try? result.get(), pictureFault: fault,
        id: "image-\(detail.index + 1)", isAlone: isAlone)
      cards += PageTemplates.shared.card(context.values(&styles))
    }
    let page = PageContext(
      lines: lines, tally: tally, cards: cards, detailed: Set(shown.map(\.index)),
      thumbnails: thumbnails,
      hidden: isAlone ? 0 : detailCount - shown.count, limits: limits, css: styles.css)
    return Array(PageTemplates.shared.page(page.values).utf8)
  }

  private static func pictures(
    of input: Input, _ report: GamutReport, _ reporter: Reporter, _ limits: ImagePictures.Limits, threads: Int
  ) -> Result<ImagePictures, GamutError> {
    do {
      return .success(try ImagePictures(input, of: report, reporter, limits: limits, threads: threads))
    } catch {
      return .failure(error)
    }
  }
}

extension GamutReport {
  /// Whether there is more to tell than that every colour fits.
  var isWorthDetail: Bool { verdict != .fits || source.origin == .assumed || !findings.isEmpty }

  /// Verdict, then the share of pixels that it is about, then the largest shift; false for equals.
  func isWorse(than other: GamutReport) -> Bool {
    if verdict != other.verdict { return verdict > other.verdict }
    let (mine, others) = (loss.affectedShare, other.loss.affectedShare)
    return mine == others ? loss.shift.maximum > other.loss.shift.maximum : mine > others
  }
}
