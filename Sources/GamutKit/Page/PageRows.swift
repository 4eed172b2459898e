import Gamut
import LibC
import PNGCodec

/// The rows of a page: those with findings, sorted, the worst first, with identical files as one; and the others.
struct PageRows: Sendable {
  /// The files with the same contents and the same findings.
  struct Entry: Sendable {
    /// The row of the first of the files, without its report if it is too far from the worst.
    fileprivate(set) var row: PageRow
    /// Whether the image looks different in the destination, or loses something in a rendition.
    let changes: Bool
    /// The sizes as JSON of the findings, and of the report with all else that a card shows.
    fileprivate let findingsSize, reportSize: Int
    fileprivate let rank: Rank
  }

  fileprivate struct Rank: Sendable {
    let level: PageRow.Level
    let kind: PageRow.Kind
    let lostShare, clippedShare, shift: Double
    let index: Int

    func isWorse(than other: Rank) -> Bool {
      (level, kind, lostShare, clippedShare, shift, -index)
        > (other.level, other.kind, other.lostShare, other.clippedShare, other.shift, -other.index)
    }
  }

  let reportLimit: Int
  /// The maximum number of bytes of all reports: 16 KB for each of the 16,384 images that `all` may give pictures.
  private static let sizeLimit = 256 << 20

  private(set) var entries: [Entry] = []
  /// The number of entries with a report, and their sizes.
  private var reports = (count: 0, size: 0)
  /// The entries by a hash of the values that identical files share: the first entry with certain findings, and entries
  /// with an identical copy also by the hash of their contents.
  private var places: [Int: Int] = [:]
  /// The folder that the paths are relative to; nil for the current one.
  private let root: Pathname?
  /// Whether only files in that folder are opened.
  private let isConfined: Bool
  /// The first file that could not be read to find out whether it is the copy of another.
  private(set) var unread: UnreadFile?
  private var copies: [(entry: Int, path: Pathname)] = []
  /// The same after sorting, in the order of the run.
  private var pathsOfCopies: [Int: [Pathname]] = [:]
  /// The paths of the images without a finding, in the order of the run.
  private(set) var fine: [(path: Pathname, kind: PageRow.Kind)] = []
  private(set) var files = 0
  private(set) var levels: [PageRow.Level: Int] = [:]
  private(set) var rules: [PageRow.Level: [String: Int]] = [:]
  private(set) var kinds: [PageRow.Kind: Int] = [:]
  /// The first row, in case it is the only one.
  private(set) var first: PageRow?
  private(set) var destination: GamutReport.Destination?

  init(reportLimit: Int, below root: Pathname?, isConfined: Bool) {
    (self.reportLimit, self.root, self.isConfined) = (reportLimit, root, isConfined)
  }

  mutating func add(_ row: PageRow) {
    defer { files += 1 }
    if files == 0 { first = row } else if files == 1 { first = nil }
    if let report = row.report { destination = report.destination }
    kinds[row.kind, default: 0] += 1
    for finding in row.findings { rules[finding.level, default: [:]][finding.rule, default: 0] += 1 }
    if let level = row.findings.map(\.level).max() {
      levels[level, default: 0] += 1
      append(row, level)
    } else {
      fine.append((row.path, row.kind))
    }
  }

  private mutating func append(_ row: PageRow, _ level: PageRow.Level) {
    if isCopy(row) { return }
    let loss = row.report?.loss
    let analyzed = Double(max(loss?.pixels.analyzed ?? 0, 1))
    let rank = Rank(
      level: level, kind: row.kind, lostShare: loss?.lostShare ?? 0,
      clippedShare: Double(loss?.pixels.clipped ?? 0) / analyzed, shift: loss?.shift.maximum ?? 0, index: files)
    let report = row.report.map { report in JSONWriter.object { $0.members(of: report) } }
    let size = report.map { $0.count + JSONWriter.members { $0.card(of: row) }.count } ?? 0
    if report != nil { reports = (reports.count + 1, reports.size + size) }
    entries.append(
      Entry(
        row: row, changes: row.kind.changes || loss?.renditions.isEmpty == false,
        findingsSize: JSONWriter.members { $0.findings(of: row) }.count, reportSize: size, rank: rank))
    // Not each time that there is one too many, so that they are sorted a few times at most.
    if reports.count / 2 >= reportLimit || reports.size / 2 >= Self.sizeLimit { dropReports() }
  }

  /// Adds the path of a row to the entry of an identical file; returns whether there is one.
  private mutating func isCopy(_ row: PageRow) -> Bool {
    var hasher = Hasher()
    for finding in row.findings {
      hasher.combine(finding.rule)
      hasher.combine(finding.level)
      hasher.combine(finding.message)
      hasher.combine(finding.advice)
    }
    if let content = row.content { hasher.combine(content) } else { hasher.combine(row.report) }
    var key = hasher.finalize()
    if let first = places[key], row.content == nil {
      // Different images may lose the same: now the contents decide.
      func hash(with content: UInt64) -> Int {
        var hasher = hasher
        hasher.combine(content)
        return hasher.finalize()
      }
      if entries[first].row.content == nil {
        entries[first].row.content = checksum(of: entries[first].row.input, at: entries[first].row.path)
        if let content = entries[first].row.content { places[hash(with: content)] = first }
      }
      guard let content = checksum(of: row.input, at: row.path) else { return false }
      key = hash(with: content)
    }
    guard let place = places[key] else {
      places[key] = entries.count
      return false
    }
    copies.append((place, row.path))
    return true
  }

  /// Returns the checksum of a file; nil if it cannot be read.
  private mutating func checksum(of input: Input?, at path: Pathname) -> UInt64? {
    do throws(GamutError) {
      return try open(input, at: path).checksum()
    } catch {
      if error.isSystemFailure { unread = unread ?? UnreadFile(path: path, error: error) }
      return nil
    }
  }

  /// Keeps the reports of the worst entries only.
  private mutating func dropReports() {
    let withReports = entries.indices.filter { entries[$0].row.report != nil }
    var size = 0
    reports = (0, 0)
    for index in withReports.sorted(by: { entries[$0].rank.isWorse(than: entries[$1].rank) }) {
      size += entries[index].reportSize
      if reports.count < reportLimit, size <= Self.sizeLimit {
        reports = (reports.count + 1, size)
      } else {
        entries[index].row.report = nil
      }
    }
  }

  /// Sorts the entries, the worst first; none may be added afterwards. The only image of a run is an entry even without
  /// a finding.
  mutating func sort() {
    if let first, first.findings.isEmpty { append(first, .note) }
    if reports.count > reportLimit || reports.size > Self.sizeLimit { dropReports() }
    let order = entries.indices.sorted { entries[$0].rank.isWorse(than: entries[$1].rank) }
    var places = [Int](repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    entries = order.map { entries[$0] }
    for (entry, path) in copies { pathsOfCopies[places[entry], default: []].append(path) }
    copies = []
  }

  /// Returns the paths of an entry, after sorting.
  func paths(of entry: Int) -> [Pathname] { [entries[entry].row.path] + pathsOfCopies[entry, default: []] }

  var size: Int { entries.reduce(reports.size) { $0 + $1.findingsSize } }

  /// Returns the members of an entry as JSON, but for its report and its pictures.
  func members(of entry: Int) -> [UInt8] {
    JSONWriter.members { writer in
      writer.member("paths", array: paths(of: entry)) { $0.string($1.text.pageText) }
      writer.findings(of: entries[entry].row)
      writer.card(of: entries[entry].row)
    }
  }

  func open(_ input: Input?, at path: Pathname) throws(GamutError) -> OpenedInput {
    if let input, !isConfined { return try OpenedInput(input) }
    let file = input?.file ?? root?.joined(path) ?? path
    if isConfined {
      // Rows of parts may name any file.
      let (real, folder) = try GamutError.asking { () throws(UnansweredQuestion) in
        try (file.resolved, (root ?? .here).resolved)
      }
      guard let real, let folder, folder.contains(real) else {
        throw .png(.io(operation: "open the file", number: ENOENT))
      }
      return try OpenedInput(.file(real))
    }
    return try OpenedInput(.file(file))
  }
}
