import Gamut

/// The images of a run that lose something, one line each, the worst first. Files with the same report, as identical
/// copies have, are one line; images that only clip are counted by folder if they are many.
struct ReportList {
  private struct Entry {
    var path: Pathname
    var verdict: LossReport.Verdict
    var share: Double
    var reason: String?
    var copies = 0
  }

  /// The number of lines from which images of one verdict are counted by folder.
  private static let longList = 40
  private static let folders = 20
  private var entries: [Entry] = []
  /// The entry of each report, by its hash value.
  private var places: [Int: Int] = [:]

  mutating func add(_ row: ReportRow) {
    // The summary counts the files that could not be processed.
    guard case .success(let report) = row.result, report.losesSomething else { return }
    let hash = report.hashValue
    if let place = places[hash] {
      entries[place].copies += 1
    } else {
      places[hash] = entries.count
      entries.append(
        Entry(path: row.path, verdict: report.verdict, share: report.loss.affectedShare, reason: report.reason))
    }
  }

  func text(style: TextStyle) -> String {
    let lines = LossReport.Verdict.allCases.reversed().flatMap { verdict in
      self.lines(entries.filter { $0.verdict == verdict }, style)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(_ entries: [Entry], _ style: TextStyle) -> [String] {
    let sorted = entries.sorted { ($0.share, $1.path) > ($1.share, $0.path) }
    guard sorted.count > Self.longList else {
      return sorted.map { entry in
        let copies = entry.copies > 0 ? "\(Words.count(entry.copies)) more with the same losses" : nil
        let words = [entry.reason, copies].compactMap { $0 }.joined(separator: "; ")
        return Self.label(entry.verdict, style) + entry.path.text.printable + (words.isEmpty ? "" : "  (\(words))")
      }
    }
    return folders(of: sorted).map { folder, entries in
      let count = entries.reduce(0) { $0 + 1 + $1.copies }
      let worst = entries[0]
      return Self.label(worst.verdict, style) + folder.text.printable
        + "/  (\(Words.count(count, "image")), the worst: "
        + "\(worst.path.text.printable)\(worst.reason.map { ", " + $0 } ?? ""))"
    }
  }

  /// Returns entries by folder, those with the most first: the deepest folders that are not too many.
  private func folders(of entries: [Entry]) -> [(Pathname, [Entry])] {
    var depth = entries.map { $0.path.folder.components.count }.max() ?? 0
    while true {
      let groups = Dictionary(grouping: entries) { $0.path.folder.prefix(of: depth) }
      if groups.count <= Self.folders || depth <= 1 {
        return groups.map { ($0.key, $0.value) }.sorted { ($1.1.count, $0.0) < ($0.1.count, $1.0) }
      }
      depth -= 1
    }
  }

  static let verdictWidth = 11

  static func label(_ verdict: LossReport.Verdict, _ style: TextStyle) -> String {
    style.verdict(verdict.rawValue.padded(to: verdictWidth), verdict)
  }
}

extension GamutReport {
  /// Whether the destination, or a rendition for other eyes or other light, loses something.
  fileprivate var losesSomething: Bool {
    verdict != .fits || loss.renditions.contains { $0.verdict != .keeps }
  }
}

extension Pathname {
  fileprivate func prefix(of depth: Int) -> Pathname {
    guard components.count > depth else { return self }
    let slash = UInt8(ascii: "/")
    return Pathname(bytes: (isAbsolute ? [slash] : []) + components.prefix(depth).joined(separator: [slash]))
  }
}
