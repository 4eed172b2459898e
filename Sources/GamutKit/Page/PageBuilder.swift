import Gamut
import PNGCodec

/// The rows of a run as one self-contained HTML page: no network, no fonts, no other files.
///
/// Images with findings have data, the worst 1,000 also details, the worst 200 pictures; the others are a list of names.
package struct PageBuilder: Sendable {
  private let reporter: Reporter?
  private let command: String?
  private var rows: PageRows

  private static let pictureLimit = 200

  package init(_ reporter: Reporter?, command: String?, below root: Pathname? = nil) {
    (self.reporter, self.command) = (reporter, command)
    rows = PageRows(below: root, isConfined: reporter == nil)
  }

  var reportRun: PageRun { .report(destination: rows.destination?.name.pageText ?? ReferenceSpace.sRGB.name) }

  package mutating func add(_ row: PageRow) { rows.add(row) }

  /// Returns the page. The pictures are created now, on `jobs` threads: a file that has changed since its row was
  /// created gets none, and the page reports it, as one that the system cannot read; the first of these is returned.
  package consuming func page(_ run: PageRun, jobs: Int) -> (bytes: [UInt8], unread: UnreadFile?) {
    rows.finish()
    var unread: UnreadFile?
    let rows = rows
    let pictured = Array(
      rows.entries.indices.lazy.filter { rows.entries[$0].row.report != nil }
        .prefix(Self.pictureLimit))
    let reporter =
      reporter ?? pictured.first.flatMap { rows.entries[$0].row.report }.flatMap { Reporter(likeThatOf: $0) }
    let threads = min(jobs, max(pictured.count, 1))
    let changing = pictured.filter { rows.entries[$0].changes }
    let ranks = Dictionary(uniqueKeysWithValues: changing.enumerated().map { ($1, $0) })
    let budget = PageBudget(
      files: rows.files, pictured: changing.count, others: pictured.count - changing.count,
      memory: reporter?.options.memory ?? ReportOptions.defaultMemory, threads: threads)

    var data: [UInt8] = []
    // Without the bracket that ends the object.
    appendEscaped(json: JSONWriter.object { $0.members(of: run) }.dropLast(), to: &data)
    data += ",\n\"rows\":[".utf8
    var written = 0
    func write(_ pictures: Result<PagePictures, GamutError>? = nil) {
      data += (written == 0 ? "\n" : ",\n").utf8
      let row = rows.entries[written].row
      let json = JSONWriter.object { writer in
        writer.findings(of: row)
        if let report = row.report {
          writer.members(of: report, listing: budget.lists(written), try? pictures?.get())
        }
        if let pictures { writer.members(pictures) }
      }
      appendEscaped(json: json, to: &data)
      written += 1
    }
    var done = 0
    mapInOrder(count: pictured.count, jobs: threads) { rank in
      let entry = pictured[rank]
      return Self.pictures(
        of: rows.entries[entry].row, reporter, budget.share(ranks[entry]), in: rows,
        threads: pictured.count == 1 ? jobs : 1)
    } each: { (result: Result<PagePictures, GamutError>) in
      let entry = pictured[done]
      done += 1
      while written < entry { write() }
      if case .failure(let error) = result, error.isSystemFailure {
        unread = unread ?? UnreadFile(path: rows.entries[entry].row.path, error: error)
      }
      write(result)
    }
    while written < rows.entries.count { write() }
    data += "\n],\n\"fine\":[".utf8
    for (index, image) in rows.fine.enumerated() where rows.files > 1 {
      data += (index == 0 ? "\n" : ",\n").utf8
      appendEscaped(json: JSONWriter.fine(image.path, image.verdict), to: &data)
    }
    data += "\n]}".utf8
    return (PageDocument(run: run, command: command, rows: rows, data: data).bytes, unread)
  }

  private static func pictures(
    of row: PageRow, _ reporter: Reporter?, _ budget: PageBudget.Share, in rows: PageRows, threads: Int
  ) -> Result<PagePictures, GamutError> {
    Result { () throws(GamutError) in
      guard let reporter, let report = row.report else { throw .destination(.tables) }
      let input = try rows.open(row.input, at: row.path)
      if let content = row.content, try input.checksum() != content { throw .changedWhileRead }
      return try PagePictures(input, of: report, reporter, budget: budget, threads: threads)
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
