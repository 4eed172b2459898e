import Gamut
import PNGCodec

/// The template values for the details of one image.
struct CardContext {
  let row: PageRow
  let report: GamutReport
  /// nil if there are no pictures; `pictureFault` has the reason.
  let pictures: ImagePictures?
  let pictureFault: String?
  /// Unique within the page.
  let id: String
  /// Whether it is the only image, so that its name is a second-level heading of the page.
  let isAlone: Bool

  private var path: Pathname { row.path }
  private var loss: LossReport { report.loss }
  private var destination: String { report.destination.name.pageText }

  func values(_ styles: inout SwatchStyles) -> [String: Any] {
    var values: [String: Any] = [
      "id": id, "path": path.text.pageText, "kind": row.kind.rawValue, "verdict": row.kind.rawValue,
      "level": isAlone ? "2" : "3", "sublevel": isAlone ? "3" : "4", "verdictWords": verdictWords,
      "destination": destination, "facts": facts, "figures": figures,
      "advice": advice.map(\.pageText),
      "commands": row.findings.isEmpty ? report.commands(for: path) : [],
    ]
    let notes = ReportDetails(report: report, style: TextStyle()).notes.map(\.pageText)
    values["hasNotes"] = !notes.isEmpty
    values["notes"] = notes
    values["hasFindings"] = !row.findings.isEmpty
    values["findings"] = row.findings.map { finding -> [String: Any] in
      var item: [String: Any] = ["severity": finding.severity, "rule": finding.rule, "message": finding.message]
      if let command = finding.command { item["command"] = command }
      return item
    }
    if let web = row.web {
      values["web"] = ["words": web.words.pageText, "lines": web.lines.joined(separator: "\n")]
    }
    if let pictures { add(pictures, to: &values) }
    if let pictureFault { values["pictureFault"] = "There are no pictures: \(pictureFault.pageText)" }
    let vanished = vanished
    values["hasVanished"] = !vanished.isEmpty
    values["vanished"] = vanished
    addGroups(to: &values, &styles)
    addRegions(to: &values)
    return values
  }

  private var advice: [String] {
    var advice = report.advice(at: path)
    if let known = row.advice { advice[0] = known }
    return advice
  }

  private var verdictWords: String {
    switch report.verdict {
    case .fits: "No colour leaves \(destination)."
    case .clips: "Colours get duller, but everything can still be seen."
    case .collapses: "Something that can be seen vanishes."
    }
  }

  private var facts: [[String: Any]] {
    let details = ReportDetails(report: report, style: TextStyle())
    return [
      ["name": "Image", "value": details.imageWords],
      ["name": "Colour space", "value": report.source.wordsWithOrigin.pageText],
      ["name": "Target", "value": "\(destination), \(report.destination.bitDepth) bits per channel"],
    ]
  }

  private var figures: [[String: Any]] {
    let analyzed = loss.pixels.analyzed
    let (visible, flat) = (loss.collapse.visible, loss.flattened)
    return [
      [
        "name": "Lost", "value": Words.share(loss.lostPixels, of: analyzed),
        "detail": loss.lostPixels == 0
          ? "nothing visible is lost"
          : "\(Words.count(loss.lostPixels)) of \(Words.count(analyzed, "pixel"))",
      ],
      [
        "name": "Clipped", "value": Words.share(loss.pixels.clipped, of: analyzed),
        "detail": loss.pixels.clipped == 0
          ? "of \(Words.count(analyzed, "pixel"))"
          : "\(Words.count(loss.pixels.clipped)) of \(Words.count(analyzed, "pixel")), "
            + Words.count(loss.clippedColors, "colour"),
      ],
      [
        "name": "Flat colours lost",
        "value": visible.groups == 0 ? "0" : "\(Words.count(visible.colors)) → \(Words.count(visible.groups))",
        "detail": visible.groups == 0
          ? "flat colours stay apart"
          : "colours, in \(Words.share(visible.pixels, of: analyzed)) of the pixels",
      ],
      [
        "name": "Shapes lost", "value": Words.count(flat.visibleRegions),
        "detail": flat.visibleRegions == 0
          ? (flat.pixels > 0 ? "only spots too small to see" : "shapes and gradients can still be seen")
          : "\(Words.count(flat.visiblePixels, "pixel")) (\(Words.share(flat.visiblePixels, of: analyzed)))",
      ],
      [
        "name": "Largest shift", "value": Words.difference(loss.shift.maximum),
        "detail": loss.pixels.clipped == 0
          ? "nothing moves"
          : "\(Words.difference(loss.shift.mean)) on average; \(number(loss.jnd)) is just visible",
      ],
    ]
  }

  private func number(_ value: Double) -> String { JSONWriter.text(of: value, significantDigits: 3) }

  private func add(_ pictures: ImagePictures, to values: inout [String: Any]) {
    func url(_ bytes: [UInt8]) -> String { "data:image/png;base64," + base64(bytes) }
    let scale = min(520 / Double(pictures.width), 520 / Double(pictures.height))
    let isInP3 = report.source.space != nil
    values["pictures"] =
      [
        "meant": url(pictures.meant), "shown": url(pictures.shown), "map": url(pictures.map),
        "width": max(1, Int((Double(pictures.width) * scale).rounded())),
        "height": max(1, Int((Double(pictures.height) * scale).rounded())),
        "mapWidth": pictures.mapWidth, "mapHeight": pictures.mapHeight,
        "pixelated": scale > 1.5, "meantNote": isInP3 ? "" : ", as far as Display P3 has them",
        "pictureSize": pictures.factor == 1
          ? "Pixel for pixel, 8 bits per channel."
          : "Scaled down \(pictures.factor) times to \(pictures.width) × \(pictures.height) pixels, 8 bits per channel.",
        "mapWords": mapWords(pictures), "legend": legend(pictures), "outlines": outlines(pictures),
        "pins": pins(pictures),
      ] as [String: Any]
    guard loss.pixels.clipped > 0 else { return }
    let dark = pictures.chromaticities.darkPixels
    let (uv, xy) = (ChromaticityDiagram(kind: .uv), ChromaticityDiagram(kind: .xy))
    values["charts"] =
      [
        "channels": channels, "histogram": ShiftHistogram(counts: pictures.histogram, jnd: loss.jnd).svg,
        "histogramWords":
          "\(Words.count(loss.pixels.clipped, "pixel")) shift by \(Words.difference(loss.shift.mean)) on "
          + "average and \(Words.difference(loss.shift.maximum)) at most; 95% by no more than "
          + "\(Words.difference(loss.shift.p95)). Each bar is "
          + "\(JSONWriter.text(of: loss.jnd / 4, significantDigits: 3)) wide.",
        "uvMarks": uv.marks(pictures.chromaticities), "xyMarks": xy.marks(pictures.chromaticities),
        "diagramWords": "Each dot is a group of similar colours; one size up means ten times more pixels."
          + (dark > 0 ? " \(Words.count(dark, "pixel")) too dark to have a place." : ""),
      ] as [String: Any]
  }

  private var channels: [[String: Any]] {
    let whole = Double(max(loss.pixels.analyzed, 1))
    func share(_ part: Int) -> String { Words.decimal(100 * Double(part) / whole, 1) }
    return [("Red", loss.red), ("Green", loss.green), ("Blue", loss.blue)].map { name, count in
      [
        "name": name, "below": Words.count(count.below), "above": Words.count(count.above),
        "belowShare": share(count.below), "aboveShare": share(count.above),
      ]
    }
  }

  private func mapWords(_ pictures: ImagePictures) -> String {
    let analyzed = Words.count(loss.pixels.analyzed, "pixel")
    var words: [String] = []
    if pictures.lost > 0 {
      words.append(
        "In dark red, \(Words.count(pictures.lost)) of \(analyzed) in which shapes, gradients or flat colours are lost."
      )
      if max(pictures.lostInRegions, pictures.merged) < pictures.lost {
        words.append(
          "The report counts the larger part: \(Words.count(pictures.lostInRegions)) are lost with shapes and gradients, "
            + "\(Words.count(pictures.merged)) as flat colours.")
      }
    } else {
      words.append("Nothing is lost.")
    }
    let onlyClipped = pictures.onlyClipped.reduce(0, +)
    words.append(
      onlyClipped > 0
        ? "In pale blue, \(Words.count(onlyClipped, "pixel")) that only \(onlyClipped == 1 ? "clips" : "clip"): "
          + "the stronger, the larger the shift."
        : "No \(pictures.lost > 0 ? "other " : "")pixel clips.")
    if !loss.flattened.regions.isEmpty { words.append("Numbers are those of the list of shapes and gradients.") }
    if !loss.visibleGroups.isEmpty {
      words.append("Places with the same letter get the same colour; letters are those of the list of flat colours.")
    }
    return words.joined(separator: " ")
  }

  private func legend(_ pictures: ImagePictures) -> [[String: Any]] {
    func hex(_ color: SIMD3<UInt8>) -> String {
      hexText(of: SIMD3(UInt16(color.x), UInt16(color.y), UInt16(color.z)), depth: 8)
    }
    var rows: [[String: Any]] = []
    func add(_ color: SIMD3<UInt8>, _ label: String, _ pixels: Int) {
      rows.append(["color": hex(color), "label": label, "pixels": Words.count(pixels)])
    }
    add(HeatMapPalette.lost, "lost", pictures.lost)
    let edges = ShiftSteps.map(jnd: loss.jnd).edges
    // Each step of the map covers whole bars of the histogram.
    let bars = [0, 4, 8, 16, pictures.onlyClipped.count]
    for step in 0...edges.count {
      let pixels = pictures.onlyClipped[bars[step]..<bars[step + 1]].reduce(0, +)
      let range =
        step == 0
        ? "under \(number(edges[0]))"
        : step == edges.count
          ? "\(number(edges[step - 1])) and more" : "\(number(edges[step - 1])) to \(number(edges[step]))"
      add(HeatMapPalette.clipped[step], "clips only, shift \(range)", pixels)
    }
    let rest = loss.pixels.analyzed - pictures.lost - pictures.onlyClipped.reduce(0, +)
    add(HeatMapPalette.grey(8), "fits", rest)
    if loss.pixels.transparent > 0 {
      add(HeatMapPalette.transparent, "transparent, not analysed", loss.pixels.transparent)
    }
    return rows
  }
}
