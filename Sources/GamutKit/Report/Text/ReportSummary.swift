import Gamut

/// A summary of several reports: counts, the worst images, the advice. It stores no more than it shows.
struct ReportSummary {
  private struct Entry {
    var path: Pathname
    var report: GamutReport
    var affected: Double
    var copies = 0

    /// Sorts by verdict, then the share of affected pixels, then the largest shift, then the path.
    func isWorse(than other: Entry) -> Bool {
      if report.verdict != other.report.verdict { return report.verdict > other.report.verdict }
      if affected != other.affected { return affected > other.affected }
      let (a, b) = (report.loss.shift.maximum, other.report.loss.shift.maximum)
      return a == b ? path < other.path : a > b
    }
  }

  private static let worstCount = 3
  private var counts: [LossReport.Verdict: Int] = [:]
  private var failures = 0
  private var worst: [Entry] = []
  /// The number of images that fit and are not yet in the destination space.
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
    guard report.verdict != .fits else { return }
    if let place = worst.firstIndex(where: { $0.report == report }) {
      worst[place].copies += 1
      return
    }
    let entry = Entry(path: row.path, report: report, affected: report.loss.affectedShare)
    let place = worst.firstIndex { entry.isWorse(than: $0) } ?? worst.count
    guard place < Self.worstCount else { return }
    worst.insert(entry, at: place)
    worst.removeLast(max(0, worst.count - Self.worstCount))
  }

  func text(style: TextStyle) -> String {
    ([total(style)] + (worst.isEmpty ? [] : [worstImages(style)]) + [advice(style)])
      .filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func total(_ style: TextStyle) -> String {
    let images = counts.values.reduce(0, +)
    var parts = LossReport.Verdict.allCases.reversed().map { verdict in
      style.verdict("\(Words.count(counts[verdict] ?? 0)) \(verdict.words(counts[verdict] ?? 0))", verdict)
    }
    if failures > 0 { parts.append(style.failure("\(Words.count(failures)) could not be processed")) }
    return style.heading(Words.count(images + failures, "image")) + ": " + parts.joined(separator: ", ")
  }

  private func worstImages(_ style: TextStyle) -> String {
    style.heading("Worst first") + "\n"
      + worst.map { entry in
        let copies = entry.copies > 0 ? "  (\(Words.count(entry.copies)) more with the same losses)" : ""
        return "  \(entry.path.text.printable)\(copies)\n" + entry.report.worstLoss.wrapped(indent: "    ")
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
      + rows.map { $0.1.wrapped(indent: String(repeating: " ", count: 13), first: "  " + $0.0.padded(to: 11)) }
      .joined(separator: "\n")
  }
}

extension LossReport.Verdict {
  fileprivate func words(_ count: Int) -> String {
    guard count != 1 else { return rawValue }
    return String(rawValue.dropLast())
  }
}

extension LossReport {
  /// The share of analysed pixels that the verdict is based on: the lost ones if the image collapses, else the clipped
  /// ones.
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
