import Gamut

/// A one-line report of an image, for lists.
struct ReportLine {
  let row: ReportRow
  let style: TextStyle

  static let verdictWidth = 11

  func text() -> String {
    switch row.result {
    case .failure(let error):
      return style.failure("error".padded(to: Self.verdictWidth)) + row.path.text.printable + "  (\(error.code))"
    case .success(let report):
      let verdict = report.verdict.rawValue.padded(to: Self.verdictWidth)
      return style.verdict(verdict, report.verdict) + row.path.text.printable
        + (report.reason.map { "  (\($0))" } ?? "")
    }
  }
}

extension GamutReport {
  /// The reasons for the verdict in a few words; nil if there are none.
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
