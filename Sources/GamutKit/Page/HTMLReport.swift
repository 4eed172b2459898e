import Gamut
import PNGCodec

/// A run's rows as one page of HTML that needs nothing else: no network, no fonts, no other files.
///
/// Every row has its line. Pictures and detail are for images with something to tell, the worst first, up to a limit
/// that the page states; what is kept of the others is their line. The bytes depend on the rows and the files alone.
public struct HTMLReport: Sendable {
  /// Images shown in detail at the most.
  public static let detailLimit = 100

  private struct Detail: Sendable {
    var row: PageRow
    var report: GamutReport
    var line: PageLine
  }

  private let reporter: Reporter?
  private var lines: [PageLine] = []
  /// The worst first.
  private var details: [Detail] = []
  /// Images that would be shown in detail without the limit.
  private var detailCount = 0
  private var tally = PageTally()

  /// - Parameter reporter: that of the rows; nil where they were read from elsewhere.
  public init(_ reporter: Reporter?) { self.reporter = reporter }

  /// Takes the next row.
  public mutating func add(_ row: ReportRow) { add(PageRow(row)) }

  /// Takes the next row, whatever command it is of.
  mutating func add(_ row: PageRow) {
    tally.add(row)
    let line = PageLine(row, index: lines.count)
    lines.append(line)
    // The first is there in case it stays alone.
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

  /// The page. The pictures are made now, on `jobs` threads, from the files as they are: one that has changed since its
  /// row was made gets none, and the page says so.
  ///
  /// - Parameters:
  ///   - inputs: those of the rows, in their order.
  ///   - jobs: threads.
  public func bytes(from inputs: [Input], jobs: Int) -> [UInt8] {
    bytes(jobs: jobs) { _, index throws(GamutError) in inputs[index] }
  }

  /// The page of rows whose paths are told from a folder. Only files with the same contents get pictures.
  public func bytes(below root: Path, jobs: Int) -> [UInt8] {
    bytes(jobs: jobs) { row, _ throws(GamutError) in
      let input = Input.file(row.path.isAbsolute ? row.path : root.appending(row.path.bytes))
      if let content = row.content {
        do throws(PNGError) {
          guard try ContentChecksum.crc64(try ByteSource(pathBytes: input.path.bytes)) == content else {
            throw .io(operation: "find the contents that the report is about", number: 0)
          }
        } catch {
          if case .io(_, 0) = error { throw .changedWhileRead }
          throw .png(error)
        }
      }
      return input
    }
  }

  private func bytes(
    jobs: Int, opening input: @escaping @Sendable (PageRow, _ index: Int) throws(GamutError) -> Input
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
      if case .failure(let error) = result { fault = error.message }
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
    opening input: (PageRow, _ index: Int) throws(GamutError) -> Input
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
  /// One that reports as the one did that made a report; nil where its destination was a profile.
  fileprivate init?(likeThatOf report: GamutReport) {
    guard let space = report.destination.space, report.destination.description == space.name else { return nil }
    var options = ReportOptions()
    options.destination = .known(space)
    options.depth = report.destination.bitDepth == 16 ? .sixteen : .eight
    options.jnd = report.loss.jnd
    do { try self.init(options) } catch { return nil }
  }
}
