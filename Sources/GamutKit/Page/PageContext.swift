import Gamut

/// The totals of the rows of a page.
struct PageTally: Sendable {
  private(set) var counts: [PageRow.Kind: Int] = [:]
  private(set) var severities: [String: Int] = [:]
  private(set) var destination = "sRGB"
  private(set) var depth = 8
  private(set) var jnd = Rendition.defaultJND
  private(set) var undeclared = 0

  mutating func add(_ row: PageRow) {
    counts[row.kind, default: 0] += 1
    for finding in row.findings { severities[finding.severity, default: 0] += 1 }
    guard let report = row.report else { return }
    destination = report.destination.name.pageText
    depth = report.destination.bitDepth
    jnd = report.loss.jnd
    if report.source.origin == .assumed { undeclared += 1 }
  }
}

/// The template values of the whole page.
struct PageContext {
  let lines: [PageLine]
  let tally: PageTally
  /// The cards as HTML.
  let cards: String
  /// The indices of the rows that have a card.
  let detailed: Set<Int>
  let thumbnails: [Int: ImagePictures.Thumbnail]
  /// The number of images without a card because of the limit.
  let hidden: Int
  let limits: ImagePictures.Limits
  /// CSS rules for swatches.
  let css: String

  /// Returns a kind in words: for one image, for several, and its meaning.
  private func words(_ kind: PageRow.Kind) -> (one: String, many: String, meaning: String) {
    let target = tally.destination
    return switch kind {
    case .error: ("not processed", "not processed", "see the reason in the table")
    case .unjudged: ("unjudged", "unjudged", "what they declare cannot be used")
    case .collapses: ("collapses", "collapse", "ship a separate \(target) variant")
    case .clips: ("clips", "clip", "automatic conversion is good enough")
    case .partial: ("partial", "partial", "animations whose first image fits")
    case .fits: ("fits", "fit", "every colour is in \(target)")
    }
  }

  /// The verdicts, and other kinds that occur.
  private var kinds: [PageRow.Kind] {
    PageRow.Kind.allCases.filter { kind in
      tally.counts[kind] != nil || [.collapses, .clips, .fits].contains(kind)
    }
  }

  /// The colours of heat maps, for the style sheet.
  private var mapColors: String {
    func rule(_ name: String, _ color: SIMD3<UInt8>) -> String {
      "--map-\(name):\(hexText(of: SIMD3(UInt16(color.x), UInt16(color.y), UInt16(color.z)), depth: 8))"
    }
    return ":root{\(rule("lost", HeatMapPalette.lost));\(rule("line", HeatMapPalette.line))}\n"
  }

  var values: [String: Any] {
    let style = mapColors + String(decoding: PackageResources.page_css, as: UTF8.self) + css
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
    if lines.count != 1 || !lines[0].hasReport { values["summary"] = summary }
    return values
  }

  private var lede: String {
    let findings = Severity.allCases.compactMap { severity in
      tally.severities[severity.rawValue].map { Words.count($0, severity.rawValue) }
    }
    return "\(Words.count(lines.count, "image")), shown in \(tally.destination) with \(tally.depth) bits per channel. "
      + (findings.isEmpty ? "" : "Found: " + findings.joined(separator: ", ") + ". ")
      + "A report of gamut \(gamutVersion)."
  }

  private var limitWords: String {
    let side =
      "Pictures have at most \(limits.side) pixels along an edge, fewer where they would be too large for a page. "
      + "Run commands in the folder that paths are relative to."
    guard lines.count != 1 else { return side }
    let count = detailed.count
    let shown =
      hidden > 0
      ? "The \(Words.count(count)) worst of \(Words.count(count + hidden)) images with findings are shown in "
        + "detail; the others are in the table alone."
      : "\(Words.count(count, "image")) with findings \(count == 1 ? "is" : "are") shown in detail, the worst first."
    return shown + " " + side
  }

  private var summary: [String: Any] {
    let tiles: [[String: Any]] = kinds.map { kind in
      let count = tally.counts[kind] ?? 0
      let words = words(kind)
      return [
        "kind": kind.rawValue, "count": Words.count(count), "what": count == 1 ? words.one : words.many,
        "why": words.meaning,
      ]
    }
    let advice = advice
    return [
      "tiles": tiles, "hasAdvice": !advice.isEmpty, "advice": advice,
      "filters": kinds.map { ["kind": $0.rawValue, "label": words($0).one] },
      "tableCaption":
        "The worst first. Shift: the largest ΔE in OKLab; \(JSONWriter.text(of: tally.jnd, significantDigits: 3)) is just "
        + "visible. Merged: times that flat colours become one. Shapes: areas in which a shape or gradient vanishes.",
      "rows": lines.sorted { $0.isWorse(than: $1) }.map {
        $0.values(link: detailed.contains($0.index) ? "image-\($0.index + 1)" : nil, thumbnail: thumbnails[$0.index])
      },
    ]
  }

  private var advice: [[String: Any]] {
    let target = tally.destination
    var rows: [[String: Any]] = []
    func add(_ label: String, _ text: String) { rows.append(["label": label + ":", "text": text]) }
    if tally.counts[.error] != nil { add("Not processed", "fix the files; the table says what is wrong with each.") }
    if tally.counts[.collapses] != nil {
      add(
        "Collapses",
        "ship a separate \(target) variant of these images; their details show which colours to check in it.")
    }
    if tally.counts[.clips] != nil { add("Clips", "nothing: automatic conversion to \(target) is good enough.") }
    if tally.undeclared > 0 {
      add(
        "Undeclared",
        "\(Words.count(tally.undeclared, "image")) declared nothing and \(tally.undeclared == 1 ? "was" : "were") "
          + "read as sRGB: export with the profile of the space they were made in.")
    }
    return rows
  }
}
