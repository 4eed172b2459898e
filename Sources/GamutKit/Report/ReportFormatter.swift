import Gamut

/// Reports as text: one image in full; of several images those that lose something, and a summary.
struct ReportTextFormatter: RowFormatter {
  let style: TextStyle
  let isList: Bool
  var summary = ReportSummary()
  var isFirst = true

  mutating func add(_ row: ReportRow) -> [UInt8] {
    defer { isFirst = false }
    if isList, style.detail != .quiet { summary.add(row) }
    return Array(text(for: row).utf8)
  }

  func end(_: Void) -> [UInt8] {
    guard isList, !isFirst, style.detail != .quiet else { return [] }
    let lines = style.detail == .verbose ? "" : summary.list(style: style)
    return Array((lines + (lines.isEmpty && style.detail != .verbose ? "" : "\n") + summary.text(style: style)).utf8)
  }

  private mutating func text(for row: ReportRow) -> String {
    switch (row.result, style.detail) {
    case (.success(let report), .normal) where !isList, (.success(let report), .verbose):
      let details = ReportDetails(report: report, style: style).text(path: row.path)
      return isFirst ? details : "\n" + details
    case (_, .normal) where isList: return ""
    case (.success(let report), .quiet) where report.verdict != .collapses: return ""
    // The complete message of a file that fails is on standard error.
    case (.failure, _) where !isList, (.failure, .quiet): return ""
    case (.failure(let error), _):
      return style.failureLine(row.path, error.code, width: ReportSummary.verdictWidth)
    case (.success(let report), _):
      return ReportSummary.label(report.verdict, style) + row.path.text.printable
        + (report.reason.map { "  (\($0))" } ?? "") + "\n"
    }
  }
}

extension GamutReport {
  var reason: String? {
    var words: [String] = []
    if loss.steps.visibleRegions > 0 { words.append(Words.count(loss.steps.visibleRegions, "vanished place")) }
    if loss.areas.pairs > 0 { words.append(Words.count(loss.areas.pairs, "pair") + " of colours alike") }
    if verdict == .collapses { words.append("\(Words.share(loss.lostPixels, of: loss.pixels.analyzed)) lost") }
    if loss.pixels.clipped > 0, verdict == .clips || words.isEmpty {
      words.append("\(Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)) clip")
    }
    words += loss.renditions.compactMap(\.verdictWords)
    if source.origin == .assumed { words.append("untagged") }
    if !findings.isEmpty { words.append(Words.count(findings.count, "note")) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
