import Gamut
import PNGCodec

/// The rows of a run as one self-contained HTML page: no network, no fonts, no other files.
///
/// Every row has a line in the table. Images with findings have pictures and details, the worst first, up to a limit
/// that the page states; only the lines of the others are kept. The bytes depend on the rows and the files alone.
package struct HTMLReport: Sendable {
  /// The maximum number of images shown in detail.
  static let detailLimit = 100

  private struct Detail: Sendable {
    var row: PageRow
    var report: GamutReport
    var line: PageLine
  }

  private let reporter: Reporter?
  private let wording: ErrorWording
  private var lines: [PageLine] = []
  /// Sorted, the worst first.
  private var details: [Detail] = []
  /// The number of images that would be shown in detail without the limit.
  private var detailCount = 0
  private var tally = PageTally()

  /// - Parameters:
  ///   - reporter: the reporter of the rows; nil if they were read from parts.
  ///   - wording: the wording of errors.
  package init(_ reporter: Reporter?, _ wording: ErrorWording = .facts) {
    self.reporter = reporter
    self.wording = wording
  }

  /// Adds the next row.
  mutating func add(_ row: ReportRow) { add(PageRow(row, wording)) }

  /// Adds the next row, of any command.
  package mutating func add(_ row: PageRow) {
    tally.add(row)
    let line = PageLine(row, index: lines.count)
    lines.append(line)
    // The first row is kept in case it is the only one.
    guard let report = row.report, lines.count == 1 || row.isWorthDetail else { return }
    if row.isWorthDetail { detailCount += 1 }
    var (low, high) = (0, details.count)
    while low < high {
      let middle = (low + high) / 2
      if line.isWorse(than: details[middle].line) { high = middle } else { low = middle + 1 }
    }
    details.insert(Detail(row: row, report: report, line: line), at: low)
    if details.count > Self.detailLimit { details.removeLast() }
  }

  /// Returns the page. The pictures are created now, on `jobs` threads, from the current files: a file that has changed
  /// since its row was created gets none, and the page reports this.
  ///
  /// - Parameters:
  ///   - inputs: the inputs of the rows, in their order.
  ///   - jobs: the number of threads.
  func bytes(from inputs: [Input], jobs: Int) -> [UInt8] {
    bytes(jobs: jobs) { _, index throws(GamutError) in try OpenedInput(inputs[index]) }
  }

  /// Returns the page of rows whose paths are relative to a folder. Only files with the same contents get pictures.
  package func bytes(below root: Pathname, jobs: Int) -> [UInt8] {
    bytes(jobs: jobs) { row, _ throws(GamutError) in
      let input = try OpenedInput(.file(row.path.isAbsolute ? row.path : root.appending(row.path.bytes)))
      if let content = row.content, try input.checksum() != content { throw .changedWhileRead }
      return input
    }
  }

  private func bytes(
    jobs: Int, opening input: @escaping @Sendable (PageRow, _ index: Int) throws(GamutError) -> OpenedInput
  ) -> [UInt8] {
    let isAlone = lines.count == 1
    let shown = isAlone ? details : details.filter(\.row.isWorthDetail)
    let limits = ImagePictures.Limits(images: shown.count)
    let reporter = reporter ?? details.first.flatMap { Reporter(likeThatOf: $0.report) }
    var styles = SwatchStyles()
    var cards = ""
    var next = 0
    var thumbnails: [Int: ImagePictures.Thumbnail] = [:]
    inOrder(count: shown.count, jobs: jobs) { index in
      Self.pictures(of: shown[index], reporter, limits, threads: shown.count == 1 ? jobs : 1, opening: input)
    } each: { (result: Result<ImagePictures, GamutError>) in
      let detail = shown[next]
      next += 1
      var fault: String?
      if case .failure(let error) = result { fault = wording.text(error) }
      if case .success(let pictures) = result { thumbnails[detail.line.index] = pictures.thumbnail }
      let context = CardContext(
        row: detail.row, report: detail.report, pictures: try? result.get(), pictureFault: fault,
        id: "image-\(detail.line.index + 1)", isAlone: isAlone)
      cards += PageTemplates.shared.card(context.values(&styles))
    }
    let page = PageContext(
      lines: lines, tally: tally, cards: cards, detailed: Set(shown.map(\.line.index)), thumbnails: thumbnails,
      hidden: isAlone ? 0 : detailCount - shown.count, limits: limits, css: styles.css)
    return PageTemplates.shared.page(page.values)
  }

  private static func pictures(
    of detail: Detail, _ reporter: Reporter?, _ limits: ImagePictures.Limits, threads: Int,
    opening input: (PageRow, _ index: Int) throws(GamutError) -> OpenedInput
  ) -> Result<ImagePictures, GamutError> {
    do throws(GamutError) {
      guard let reporter else { throw .destination(.tables) }
      return .success(
        try ImagePictures(
          input(detail.row, detail.line.index), of: detail.report, reporter, limits: limits, threads: threads))
    } catch {
      return .failure(error)
    }
  }
}

extension Reporter {
  /// Creates a reporter like the one of a report; nil if its destination was a profile.
  fileprivate init?(likeThatOf report: GamutReport) {
    guard let space = report.destination.space, report.destination.description == space.name else { return nil }
    var options = ReportOptions()
    options.destination = .known(space)
    options.depth = report.destination.bitDepth == 16 ? .sixteen : .eight
    options.jnd = report.loss.jnd
    do { try self.init(options) } catch { return nil }
  }
}
