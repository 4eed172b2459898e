import Gamut
import LibC
import PNGCodec

/// The rows of a page: those with findings, sorted, the worst first; and the others.
struct PageRows: Sendable {
  struct Entry: Sendable {
    /// The row, without its report if it is too far from the worst.
    fileprivate(set) var row: PageRow
    fileprivate let rank: Rank

    /// Whether the image looks different in the destination, or loses something in a rendition.
    var changes: Bool {
      row.verdict == .collapses || row.verdict == .clips || row.report?.loss.renditions.isEmpty == false
    }
  }

  fileprivate struct Rank: Sendable {
    let level: PageRow.Level
    let verdict: Int
    let lostShare, clippedShare, shift: Double
    let index: Int

    func isWorse(than other: Rank) -> Bool {
      (level, -verdict, lostShare, clippedShare, shift, -index)
        > (other.level, -other.verdict, other.lostShare, other.clippedShare, other.shift, -other.index)
    }
  }

  private static let reportLimit = 1000
  private(set) var entries: [Entry] = []
  private var reports = 0
  /// The folder that the paths are relative to; nil for the current one.
  private let root: Pathname?
  /// Whether only files in that folder are opened.
  private let isConfined: Bool
  private(set) var fine: [(path: Pathname, verdict: RowVerdict)] = []
  private(set) var files = 0
  private(set) var levels: [PageRow.Level: Int] = [:]
  private(set) var rules: [PageRow.Level: [String: Int]] = [:]
  private(set) var verdicts: [RowVerdict: Int] = [:]
  /// The first row, in case it is the only one.
  private(set) var first: PageRow?
  private(set) var destination: GamutReport.Destination?

  init(below root: Pathname?, isConfined: Bool) { (self.root, self.isConfined) = (root, isConfined) }

  mutating func add(_ row: PageRow) {
    defer { files += 1 }
    if files == 0 { first = row } else if files == 1 { first = nil }
    if let report = row.report { destination = report.destination }
    verdicts[row.verdict, default: 0] += 1
    for finding in row.findings { rules[finding.level, default: [:]][finding.rule, default: 0] += 1 }
    if let level = row.findings.map(\.level).max() {
      levels[level, default: 0] += 1
      append(row, level)
    } else {
      fine.append((row.path, row.verdict))
    }
  }

  private mutating func append(_ row: PageRow, _ level: PageRow.Level) {
    let loss = row.report?.loss
    let analyzed = Double(max(loss?.pixels.analyzed ?? 0, 1))
    let rank = Rank(
      level: level, verdict: PageRow.verdicts.firstIndex(of: row.verdict) ?? 0, lostShare: loss?.lostShare ?? 0,
      clippedShare: Double(loss?.pixels.clipped ?? 0) / analyzed, shift: loss?.shift.maximum ?? 0, index: files)
    entries.append(Entry(row: row, rank: rank))
    if row.report != nil { reports += 1 }
    // Not each time that there is one too many, so that they are sorted a few times at most.
    if reports / 2 >= Self.reportLimit { sort() }
  }

  /// Sorts the entries, the worst first, and keeps the reports of the worst only.
  private mutating func sort() {
    entries.sort { $0.rank.isWorse(than: $1.rank) }
    reports = 0
    for index in entries.indices where entries[index].row.report != nil {
      if reports < Self.reportLimit { reports += 1 } else { entries[index].row.report = nil }
    }
  }

  /// Ends the rows. The only image of a run is an entry even without a finding.
  mutating func finish() {
    if let first, first.findings.isEmpty { append(first, .note) }
    sort()
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
