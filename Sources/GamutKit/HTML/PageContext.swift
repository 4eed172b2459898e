import Gamut

/// One row of a run as the table of a page shows it.
struct ReportPageLine: Sendable {
  let path: String
  /// A verdict, or "error".
  let kind: String
  /// By which verdicts are sorted, the worst highest.
  let rank: Int
  /// By which names are sorted.
  let index: Int
  let error: String?
  var clipped = "", shift = "", notes = ""
  var clippedShare = 0.0, largestShift = 0.0
  /// Of the pixels, those that the verdict is about.
  var affected = 0.0
  var merges = 0, areas = 0, noteCount = 0

  init(_ row: ReportRow, index: Int) {
    path = row.path.text.pageText
    self.index = index
    switch row.result {
    case .failure(let fault):
      (kind, rank, error) = ("error", 3, fault.message.pageText)
    case .success(let report):
      let loss = report.loss
      kind = report.verdict.rawValue
      rank = report.verdict == .fits ? 0 : report.verdict == .clips ? 1 : 2
      error = nil
      clipped = Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)
      clippedShare = loss.pixels.analyzed > 0 ? Double(loss.pixels.clipped) / Double(loss.pixels.analyzed) : 0
      shift = Words.difference(loss.shift.maximum)
      largestShift = loss.shift.maximum
      affected = loss.affectedShare
      (merges, areas) = (loss.collapse.visible.groups, loss.flattened.visibleRegions)
      var words: [String] = []
      if report.source.origin == .assumed { words.append("nothing declared") }
      if report.isPartial { words.append("animation: first image") }
      words += report.findings.map { $0.code.split(separator: "-").joined(separator: " ") }
      noteCount = words.count
      notes = words.joined(separator: ", ")
    }
  }

  /// Verdict, share of affected pixels, largest shift, then the order of the run.
  func isWorse(than other: ReportPageLine) -> Bool {
    if rank != other.rank { return rank > other.rank }
    if affected != other.affected { return affected > other.affected }
    return largestShift == other.largestShift ? index < other.index : largestShift > other.largestShift
  }

  func values(link: String?, thumbnail: ImagePictures.Thumbnail?) -> [String: Any] {
    var values: [String: Any] = ["path": path, "kind": kind, "verdict": kind, "rank": rank, "order": index]
    if let link { values["link"] = link }
    if let thumbnail {
      values["thumb"] =
        [
          "data": "data:image/png;base64," + base64(thumbnail.bytes), "width": thumbnail.width,
          "height": thumbnail.height,
        ] as [String: Any]
    }
    if let error {
      values["error"] = error
    } else {
      values["report"] =
        [
          "clipped": clipped, "shift": shift, "notes": notes, "merges": merges, "areas": areas,
          "noteCount": noteCount, "clippedValue": JSONWriter.text(of: clippedShare),
          "shiftValue": JSONWriter.text(of: largestShift),
        ] as [String: Any]
    }
    return values
  }
}

/// What the rows of a page come to.
struct PageTally: Sendable {
  private(set) var counts: [String: Int] = [:]
  private(set) var destination = "sRGB"
  private(set) var depth = 8
  private(set) var jnd = 0.02
  private(set) var undeclared = 0

  mutating func add(_ row: ReportRow) {
    switch row.result {
    case .failure: counts["error", default: 0] += 1
    case .success(let report):
      counts[report.verdict.rawValue, default: 0] += 1
      destination = report.destination.name.pageText
      depth = report.destination.bitDepth
      jnd = report.loss.jnd
      if report.source.origin == .assumed { undeclared += 1 }
    }
  }
}

/// The whole page, as its template takes it.
struct PageContext {
  let lines: [ReportPageLine]
  let tally: PageTally
  /// HTML.
  let cards: String
  /// Rows that have a card.
  let detailed: Set<Int>
  let thumbnails: [Int: ImagePictures.Thumbnail]
  /// Images that would have one without the limit.
  let hidden: Int
  let limits: ImagePictures.Limits
  /// Rules for swatches.
  let css: String

  private struct Kind {
    var name, plural, meaning, filter: String
  }

  private var kinds: [Kind] {
    let target = tally.destination
    return [
      Kind(name: "error", plural: "not processed", meaning: "see the reason in the table", filter: "errors"),
      Kind(name: "collapses", plural: "collapse", meaning: "ship a separate \(target) variant", filter: "collapses"),
      Kind(name: "clips", plural: "clip", meaning: "automatic conversion is good enough", filter: "clips"),
      Kind(name: "fits", plural: "fit", meaning: "every colour is in \(target)", filter: "fits"),
    ].filter { $0.name != "error" || tally.counts["error"] != nil }
  }

  var values: [String: Any] {
    let style = String(decoding: PackageResources.page_css, as: UTF8.self) + css
    let script = String(decoding: PackageResources.page_js, as: UTF8.self)
    func hash(_ text: String) -> String { "sha256-" + base64(sha256(Array(text.utf8))) }
    var values: [String: Any] = [
      "style": style, "script": script, "styleHash": hash(style), "scriptHash": hash(script), "version": gamutVersion,
      "title": "What is lost in \(tally.destination)" + (lines.count == 1 ? ": \(lines[0].path)" : ""),
      "heading": "What is lost in \(tally.destination)", "lede": lede, "destination": tally.destination,
      "jnd": JSONWriter.text(of: tally.jnd, significantDigits: 3),
      "diagrams": ChromaticityDiagram.Kind.allCases.map { ChromaticityDiagram(kind: $0).base }.joined(separator: "\n"),
      "hasCards": !cards.isEmpty, "cards": cards, "limits": limitWords,
    ]
    if lines.count != 1 || lines[0].error != nil { values["summary"] = summary }
    return values
  }

  private var lede: String {
    "\(Words.count(lines.count, "image")), shown in \(tally.destination) with \(tally.depth) bits per channel. "
      + "A report of gamut \(gamutVersion)."
  }

  private var limitWords: String {
    let side =
      "Pictures have at most \(limits.side) pixels along an edge, fewer where they would be too large for a page."
    guard lines.count != 1 else { return side }
    let count = detailed.count
    let shown =
      hidden > 0
      ? "The \(Words.count(count)) worst of \(Words.count(count + hidden)) images with something to tell are shown in "
        + "detail; the others are in the table alone."
      : "\(Words.count(count, "image")) with something to tell \(count == 1 ? "is" : "are") shown in detail, the worst first."
    return shown + " " + side
  }

  private var summary: [String: Any] {
    let tiles: [[String: Any]] = kinds.map { kind in
      let count = tally.counts[kind.name] ?? 0
      return [
        "kind": kind.name, "count": Words.count(count),
        "what": count == 1 && kind.name != "error" ? kind.name : kind.plural,
        "why": kind.meaning,
      ]
    }
    let advice = advice
    return [
      "tiles": tiles, "hasAdvice": !advice.isEmpty, "advice": advice,
      "filters": kinds.map { ["kind": $0.name, "label": $0.filter] },
      "tableCaption":
        "The worst first. Shift: the largest ΔE in OKLab; \(JSONWriter.text(of: tally.jnd, significantDigits: 3)) is just "
        + "visible. Merges and flat areas: those that can be seen.",
      "rows": lines.sorted { $0.isWorse(than: $1) }.map {
        $0.values(link: detailed.contains($0.index) ? "image-\($0.index + 1)" : nil, thumbnail: thumbnails[$0.index])
      },
    ]
  }

  private var advice: [[String: Any]] {
    let target = tally.destination
    var rows: [[String: Any]] = []
    func add(_ label: String, _ text: String) { rows.append(["label": label + ":", "text": text]) }
    if tally.counts["error"] != nil { add("Not processed", "mend the files; the table says what is wrong with each.") }
    if tally.counts["collapses"] != nil {
      add(
        "Collapses",
        "ship a separate \(target) variant of these images; their details say what must be restored by hand.")
    }
    if tally.counts["clips"] != nil { add("Clips", "nothing: automatic conversion to \(target) is good enough.") }
    if tally.undeclared > 0 {
      add(
        "Undeclared",
        "\(Words.count(tally.undeclared, "image")) declared nothing and \(tally.undeclared == 1 ? "was" : "were") "
          + "read as sRGB: export with the profile of the space they were made in.")
    }
    return rows
  }
}
