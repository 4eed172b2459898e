import Gamut
import LibC
import PNGCodec

/// The rows of a page: those with findings, sorted, the worst first, with identical files as one; and the others.
///
/// Rows are kept as their JSON in a few large buffers: many small allocations between the large ones of the analysis
/// would take many times their size.
struct PageRows: Sendable {
  /// The files with the same contents and the same findings.
  struct Entry: Sendable {
    let path: Pathname
    /// The input of the first of the files; nil for the file at `path`.
    let input: Input?
    let kind: PageRow.Kind
    /// Whether the image looks different in the destination, or loses something in a rendition.
    let changes: Bool
    /// The checksum of the contents, if known.
    fileprivate(set) var content: UInt64?
    /// The members `kind` and `findings`, in `texts`.
    fileprivate let text: Range<Int>
    /// The data of the card; nil if there are none, or if the row is too far from the worst.
    fileprivate var detail: Detail?
    fileprivate let rank: Rank
  }

  /// The places of the report as JSON, and of the other members with the data of a card, in `details`.
  fileprivate struct Detail: Sendable {
    let report, members: Range<Int>

    var size: Int { report.count + members.count }
  }

  /// The rank of an entry, by which entries are ordered.
  fileprivate struct Rank: Sendable {
    let level: PageRow.Level
    let kind: PageRow.Kind
    let lostShare, clippedShare, shift: Double
    /// The index in the run.
    let index: Int

    func isWorse(than other: Rank) -> Bool {
      if level != other.level { return level > other.level }
      if kind != other.kind { return kind > other.kind }
      if lostShare != other.lostShare { return lostShare > other.lostShare }
      if clippedShare != other.clippedShare { return clippedShare > other.clippedShare }
      return shift == other.shift ? index < other.index : shift > other.shift
    }
  }

  /// The maximum number of entries with details.
  let detailLimit: Int
  /// The maximum number of bytes of all details: 16 KB for each of the 16,384 images that `all` may give pictures.
  private static let detailSize = 256 << 20

  private(set) var entries: [Entry] = []
  private var texts: [UInt8] = []
  private var details: [UInt8] = []
  private var detailCount = 0
  /// The entries by a hash of the values that identical files share: the first entry with certain findings, and entries
  /// with an identical copy also by the hash of their contents.
  private var places: [Int: Int] = [:]
  /// The folder that the paths are relative to; nil for the current one.
  private let root: Pathname?
  /// Whether only files in that folder are opened.
  private let isConfined: Bool
  /// The first file that could not be read to find out whether it is the copy of another.
  private(set) var unread: UnreadFile?
  /// Further paths of entries.
  private var copies: [(entry: Int, path: Pathname)] = []
  /// The paths of the images without a finding, in the order of the run.
  private(set) var fine: [(path: Pathname, kind: PageRow.Kind)] = []
  private(set) var files = 0
  /// The files by the level of their worst finding.
  private(set) var levels: [PageRow.Level: Int] = [:]
  /// The findings by level and rule.
  private(set) var rules: [PageRow.Level: [String: Int]] = [:]
  private(set) var kinds: [PageRow.Kind: Int] = [:]
  /// The first row, in case it is the only one.
  private(set) var first: PageRow?
  /// The destination of the last report.
  private(set) var destination: GamutReport.Destination?

  init(detailLimit: Int, below root: Pathname?, isConfined: Bool) {
    (self.detailLimit, self.root, self.isConfined) = (detailLimit, root, isConfined)
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
    let start = texts.count
    texts += JSONWriter.members { $0.findings(of: row) }
    var detail: Detail?
    if let report = row.report {
      let report = JSONWriter.members { writer in writer.object { $0.members(of: report) } }
      let begin = details.count
      details += report
      let middle = details.count
      details += JSONWriter.members { $0.card(of: row) }
      detail = Detail(report: begin..<middle, members: middle..<details.count)
      detailCount += 1
    }
    entries.append(
      Entry(
        path: row.path, input: row.input, kind: row.kind,
        changes: row.kind.changes || loss?.renditions.isEmpty == false, content: row.content, text: start..<texts.count,
        detail: detail, rank: rank))
    // Not each time that there is one too many, so that every detail is copied a few times at most.
    if detailCount / 2 >= detailLimit || details.count / 2 >= Self.detailSize { dropDetails() }
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
      if entries[first].content == nil {
        entries[first].content = checksum(of: entries[first].input, at: entries[first].path)
        if let content = entries[first].content { places[hash(with: content)] = first }
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
      if error.isUnanswered { unread = unread ?? UnreadFile(path: path, error: error) }
      return nil
    }
  }

  /// Keeps the details of the worst entries only.
  private mutating func dropDetails() {
    let withDetails = entries.indices.filter { entries[$0].detail != nil }
    let sorted = withDetails.sorted { entries[$0].rank.isWorse(than: entries[$1].rank) }
    var size = 0
    detailCount = 0
    for index in sorted {
      size += entries[index].detail?.size ?? 0
      guard detailCount < detailLimit, size <= Self.detailSize else {
        entries[index].detail = nil
        continue
      }
      detailCount += 1
    }
    var kept: [UInt8] = []
    for index in entries.indices {
      guard let detail = entries[index].detail else { continue }
      let offset = kept.count - detail.report.lowerBound
      kept += details[detail.report.lowerBound..<detail.members.upperBound]
      entries[index].detail = Detail(
        report: detail.report.shifted(by: offset), members: detail.members.shifted(by: offset))
    }
    details = kept
  }

  /// Sorts the entries, the worst first; none may be added afterwards. The only image of a run is an entry even without
  /// a finding.
  mutating func sort() {
    if let first, first.findings.isEmpty { append(first, .note) }
    if detailCount > detailLimit || details.count > Self.detailSize { dropDetails() }
    let order = entries.indices.sorted { entries[$0].rank.isWorse(than: entries[$1].rank) }
    var places = [Int](repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    entries = order.map { entries[$0] }
    for index in copies.indices { copies[index].entry = places[copies[index].entry] }
    // Copies of one entry keep the order of the run.
    let sorted = copies.indices.sorted { (copies[$0].entry, $0) < (copies[$1].entry, $1) }
    copies = sorted.map { copies[$0] }
  }

  /// Returns the paths of an entry, after sorting.
  func paths(of entry: Int) -> [Pathname] {
    var (low, high) = (0, copies.count)
    while low < high {
      let middle = (low + high) / 2
      if copies[middle].entry < entry { low = middle + 1 } else { high = middle }
    }
    return [entries[entry].path] + copies[low...].prefix { $0.entry == entry }.map(\.path)
  }

  /// The number of bytes of the data of all entries.
  var size: Int { texts.count + details.count }

  /// Whether an entry has the data of a card.
  func hasDetails(_ entry: Int) -> Bool { entries[entry].detail != nil }

  /// Returns the report of an entry, with real numbers rounded as in its JSON.
  func report(of entry: Int) -> GamutReport? {
    guard let place = entries[entry].detail?.report, let node = try? JSONReader.read(Array(details[place])) else {
      return nil
    }
    return GamutReport(node)
  }

  /// Returns the levels, rules and messages of an entry.
  func findings(of entry: Int) -> [(level: String, rule: String, message: String)] {
    let object = Array("{".utf8) + texts[entries[entry].text] + Array("}".utf8)
    guard let node = try? JSONReader.read(object), let list = node["findings"]?.array else { return [] }
    return list.map { ($0["level"]?.string ?? "", $0["rule"]?.string ?? "", $0["message"]?.string ?? "") }
  }

  /// Returns the members of an entry as JSON, but for its report and its pictures.
  func members(of entry: Int) -> [UInt8] {
    let names = JSONWriter.members { writer in
      writer.member("paths", array: paths(of: entry)) { $0.string($1.text.pageText) }
    }
    let entry = entries[entry]
    return names + [UInt8(ascii: ",")] + texts[entry.text]
      + (entry.detail.map { [UInt8(ascii: ",")] + details[$0.members] } ?? [])
  }

  /// Opens a file.
  ///
  /// - Parameter input: nil for the file at the path.
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

extension Range<Int> {
  fileprivate func shifted(by offset: Int) -> Range<Int> { (lowerBound + offset)..<(upperBound + offset) }
}
