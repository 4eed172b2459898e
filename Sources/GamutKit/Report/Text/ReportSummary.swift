import Gamut

/// The images of a run that lose something, one line each, the worst first, and a summary: counts, the worst images, the
/// advice. Files with the same report, as identical copies have, are one line.
struct ReportSummary {
  private struct Entry {
    var path: Pathname
    var verdict: LossReport.Verdict
    /// The share of analysed pixels that the verdict is based on.
    var share: Double
    var shift: Double
    var reason: String?
    var worstLoss: String
    var copies = 0

    var copyWords: String? { copies > 0 ? "\(Words.count(copies)) more with the same losses" : nil }
  }

  private static let worstCount = 3
  private var entries: [Entry] = []
  /// The entry of each report, by its hash value.
  private var places: [Int: Int] = [:]
  private var counts: [LossReport.Verdict: Int] = [:]
  private var failures = 0
  private var convertible = 0
  private var undeclared = 0
  private var disagreeing = 0
  private var destination = ""

  mutating func add(_ row: ReportRow) {
    guard case .success(let report) = row.result else {
      failures += 1
      return
    }
    destination = report.destination.name
    counts[report.verdict, default: 0] += 1
    if report.source.origin == .assumed {
      undeclared += 1
    } else if report.verdict == .fits,
      report.source.space == nil || report.source.space != report.destination.space
    {
      convertible += 1
    }
    if report.findings.contains(where: { $0.kind == .disagreement }) { disagreeing += 1 }
    guard report.verdict != .fits || report.loss.renditions.contains(where: { $0.verdict != .keeps }) else { return }
    let hash = report.hashValue
    if let place = places[hash] {
      entries[place].copies += 1
    } else {
      places[hash] = entries.count
      entries.append(
        Entry(
          path: row.path, verdict: report.verdict, share: report.loss.affectedShare, shift: report.loss.shift.maximum,
          reason: report.reason, worstLoss: report.worstLoss))
    }
  }

  func list(style: TextStyle) -> String {
    entries.sorted { ($0.verdict, $0.share, $1.path) > ($1.verdict, $1.share, $0.path) }.map { entry in
      let words = [entry.reason, entry.copyWords].compactMap(\.self).joined(separator: "; ")
      return Self.label(entry.verdict, style) + entry.path.text.printable + (words.isEmpty ? "\n" : "  (\(words))\n")
    }.joined()
  }

  static let verdictWidth = 11

  static func label(_ verdict: LossReport.Verdict, _ style: TextStyle) -> String {
    style.verdict(verdict.rawValue.padded(to: verdictWidth), verdict)
  }

  func text(style: TextStyle) -> String {
    [total(style), worstImages(style), advice(style)].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func total(_ style: TextStyle) -> String {
    let images = counts.values.reduce(0, +)
    var parts = LossReport.Verdict.allCases.reversed().map { verdict in
      let count = counts[verdict] ?? 0
      return style.verdict("\(Words.count(count)) \(RowVerdict(verdict).verb(count))", verdict)
    }
    if failures > 0 { parts.append(style.failure("\(Words.count(failures)) could not be processed")) }
    return style.heading(Words.count(images + failures, "image")) + ": " + parts.joined(separator: ", ")
  }

  private func worstImages(_ style: TextStyle) -> String {
    let worst = entries.filter { $0.verdict != .fits }
      .sorted { ($0.verdict, $0.share, $0.shift, $1.path) > ($1.verdict, $1.share, $1.shift, $0.path) }
      .prefix(Self.worstCount)
    guard !worst.isEmpty else { return "" }
    return style.heading("Worst first") + "\n"
      + worst.map { entry in
        "  \(entry.path.text.printable)\(entry.copyWords.map { "  (\($0))" } ?? "")\n"
          + entry.worstLoss.wrapped(indent: "    ")
      }.joined(separator: "\n")
  }

  private func advice(_ style: TextStyle) -> String {
    var rows: [(String, String)] = []
    if counts[.collapses] != nil {
      let command =
        destination == ReferenceSpace.sRGB.name ? "; 'gamut audit --fix' writes it beside files that may have one" : ""
      rows.append(("collapses", "Ship a separate \(destination) variant of these images\(command)."))
    }
    if counts[.clips] != nil {
      rows.append(("clips", "Nothing, if duller colours will do: no detail is lost."))
    }
    if convertible > 0 {
      let images = Words.count(convertible, "image")
      rows.append(("fits", "Nothing is lost. \(images) could be stored as \(destination) with the same colours."))
    }
    if undeclared > 0 {
      let images = Words.count(undeclared, "image")
      rows.append(("untagged", "\(images) without a colour profile: export with the profile of the colour space."))
    }
    if disagreeing > 0 {
      let images = Words.count(disagreeing, "image")
      rows.append(("disagree", "\(images) with contradicting declarations: export again with one."))
    }
    guard !rows.isEmpty else { return "" }
    return style.heading("What to do") + "\n"
      + rows.map { $1.labelled($0, margin: 2, width: 11) }.joined(separator: "\n")
  }
}

extension LossReport {
  /// The share of pixels that the verdict is based on: the lost ones if the image collapses, else the clipped ones.
  var affectedShare: Double {
    guard pixels.analyzed > 0 else { return 0 }
    return verdict == .collapses ? lostShare : Double(pixels.clipped) / Double(pixels.analyzed)
  }
}

extension GamutReport {
  var worstLoss: String {
    guard let lostWords else {
      return "\(Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)) of the pixels clip and move by up to "
        + "\(Words.din99o(loss.shift.maximum))."
    }
    return ([lostWords] + lossSentences).joined(separator: " ")
  }
}
