import Gamut
import PNGCodec

/// One image in full, as its template takes it.
struct CardContext {
  let row: PageRow
  let report: GamutReport
  /// Nil where none could be made; `pictureFault` says why.
  let pictures: ImagePictures?
  let pictureFault: String?
  /// Unique in the page.
  let id: String
  /// Whether it is the only image, and its name the heading of the page's second level.
  let isAlone: Bool

  private var path: Path { row.path }
  private var loss: LossReport { report.loss }
  private var destination: String { report.destination.name.pageText }

  func values(_ styles: inout SwatchStyles) -> [String: Any] {
    var values: [String: Any] = [
      "id": id, "path": path.text.pageText, "kind": row.kind.rawValue, "verdict": row.kind.rawValue,
      "level": isAlone ? "2" : "3", "sublevel": isAlone ? "3" : "4", "verdictWords": verdictWords,
      "destination": destination, "facts": facts, "figures": figures,
      "advice": report.advice(onLists: "below").map(\.pageText),
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
    if let pictures { add(pictures, to: &values) }
    if let pictureFault { values["pictureFault"] = "There are no pictures: \(pictureFault.pageText)" }
    addGroups(to: &values, &styles)
    addRegions(to: &values)
    return values
  }

  private var verdictWords: String {
    switch report.verdict {
    case .fits: "No colour leaves \(destination)."
    case .clips: "Colours get duller, but stay apart."
    case .collapses: "Differences that can be seen vanish."
    }
  }

  private var facts: [[String: Any]] {
    let details = ReportDetails(report: report, style: TextStyle())
    return [
      ["name": "Image", "value": details.imageWords], ["name": "Means", "value": report.source.words.pageText],
      ["name": "Shown in", "value": "\(destination), \(report.destination.bitDepth) bits per channel"],
    ]
  }

  private var figures: [[String: Any]] {
    let analyzed = loss.pixels.analyzed
    let (visible, flat) = (loss.collapse.visible, loss.flattened)
    return [
      [
        "name": "Clipped", "value": Words.share(loss.pixels.clipped, of: analyzed),
        "detail": loss.pixels.clipped == 0
          ? "of \(Words.count(analyzed, "pixel"))"
          : "\(Words.count(loss.pixels.clipped)) of \(Words.count(analyzed, "pixel")), "
            + Words.count(loss.clippedColors, "colour"),
      ],
      [
        "name": "Merged",
        "value": visible.groups == 0 ? "0" : "\(Words.count(visible.colors)) → \(Words.count(visible.groups))",
        "detail": visible.groups == 0
          ? "no difference that can be seen"
          : "colours, in \(Words.share(visible.pixels, of: analyzed)) of the pixels",
      ],
      [
        "name": "Flat areas", "value": Words.count(flat.visibleRegions),
        "detail": flat.visibleRegions == 0
          ? (flat.runs > 0 ? "only spots too small to see" : "no gradient goes flat")
          : "\(Words.count(flat.visiblePixels, "pixel")) (\(Words.share(flat.visiblePixels, of: analyzed)))",
      ],
      [
        "name": "Largest shift", "value": Words.difference(loss.shift.maximum),
        "detail": loss.pixels.clipped == 0
          ? "nothing moves"
          : "\(Words.difference(loss.shift.mean)) on average; "
            + "\(JSONWriter.text(of: loss.jnd, significantDigits: 3)) is just visible",
      ],
    ]
  }

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
          : "Scaled down \(pictures.factor) times to \(pictures.width) x \(pictures.height) pixels, 8 bits per channel.",
        "mapWords": mapWords(pictures), "legend": legend(pictures), "outlines": outlines(pictures),
        "pins": pins(pictures),
      ] as [String: Any]
    guard loss.pixels.clipped > 0 else { return }
    let dark = pictures.chromaticities.dark
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
        "diagramWords": "Marks stand for pixels of like chromaticity and grow by a step with each power of ten."
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
    var words =
      loss.pixels.clipped == 0
      ? "No pixel clips: the map is the picture in grey."
      : "\(Words.count(loss.pixels.clipped)) of \(Words.count(loss.pixels.analyzed, "pixel")) clip; the darker, the larger "
        + "the shift."
    if loss.flattened.pixels > 0 {
      words += " Stripes mark \(Words.count(loss.flattened.pixels, "pixel")) in which gradients go flat."
    }
    if !loss.flattened.regions.isEmpty { words += " Outlined numbers are those of the list of flat areas." }
    if !visibleGroups.isEmpty { words += " Letters are those of the list of colours that merge." }
    return words
  }

  private func legend(_ pictures: ImagePictures) -> [[String: Any]] {
    func hex(_ color: SIMD3<UInt8>) -> String {
      hexText(of: SIMD3(UInt16(color.x), UInt16(color.y), UInt16(color.z)), depth: 8)
    }
    func number(_ value: Double) -> String { JSONWriter.text(of: value, significantDigits: 3) }
    var rows: [[String: Any]] = [
      [
        "color": hex(HeatMapPalette.grey(11)), "label": "does not clip",
        "pixels": Words.count(loss.pixels.analyzed - loss.pixels.clipped),
      ]
    ]
    let edges = ShiftSteps.map(jnd: loss.jnd).edges
    // The steps of the map are whole bars of the histogram.
    let bars = [0, 2, 4, 6, 8, 12, 16, pictures.histogram.count]
    for step in 0...edges.count {
      let pixels = pictures.histogram[bars[step]..<bars[step + 1]].reduce(0, +)
      let label =
        step == 0
        ? "under \(number(edges[0]))"
        : step == edges.count
          ? "\(number(edges[step - 1])) and more" : "\(number(edges[step - 1])) to \(number(edges[step]))"
      rows.append(["color": hex(HeatMapPalette.ramp[step]), "label": label, "pixels": Words.count(pixels)])
    }
    // Steps above the largest shift are of no use to anybody.
    while rows.count > 2, rows.last?["pixels"] as? String == "0" { rows.removeLast() }
    if loss.flattened.pixels > 0 {
      rows.append(
        ["color": "#ffffff", "striped": true, "label": "goes flat", "pixels": Words.count(loss.flattened.pixels)])
    }
    if loss.pixels.transparent > 0 {
      rows.append(
        ["color": "#ffffff", "label": "transparent, not looked at", "pixels": Words.count(loss.pixels.transparent)])
    }
    return rows
  }
}
