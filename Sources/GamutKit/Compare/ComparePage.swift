import CPageFiles
import Gamut
import PNGCodec

/// Comparisons as one HTML page: each pair that is not the same with both pictures, one over the other with a slider, the
/// difference, and its regions. It loads nothing, and shows all but the slider without script.
struct ComparePage: RowFormatter {
  static let format = OutputFormat<CompareDocument>("html", endings: ["htm"], isOurs: \.isPage) {
    ComparePage(comparer: $0.comparer, pairs: $0.pairs)
  }

  private let comparer: Comparer
  private let pairs: [ComparePair]
  private var rows = 0, pictures = 0
  private var counts: [String: Int] = [:]
  private var body = ""

  static let limit = 100, size = 640
  static let resources = PageDocument.Resources(
    style: PageDocument.resources.style, script: unsafe PageDocument.Resources.bytes(of: gamut_compare_script),
    styleHash: PageDocument.resources.styleHash, scriptHash: "N2pT+2FQa9sCcSSXB8FL2GRKGMWN4z/uZ1PR5aoy5VM=")

  mutating func add(_ row: CompareRow) -> [UInt8] {
    let pair = rows < pairs.count ? pairs[rows] : nil
    rows += 1
    let verdict = row.verdict?.rawValue ?? "error"
    counts[verdict, default: 0] += 1
    guard row.verdict != .same else { return [] }
    body +=
      "<section class=\"card\">\n<h2><span class=\"badge \(row.verdict == .alike ? "note" : "error")\">\(verdict)</span> "
    body += "\(row.names.pageText.breakableHTML)</h2>\n"
    switch row.outcome {
    case .failed, .alone: body += "<p>\(row.sentences.pageText.htmlText)</p>\n"
    case .compared(let comparison):
      for reason in comparison.difference.reasons {
        body += "<p>\(comparison.words(of: reason).pageText.htmlText)</p>\n"
      }
      if let pair, pictures < Self.limit, comparison.difference.pixels.total > 0 { addPictures(of: pair, comparison) }
      if !comparison.difference.largest.isEmpty {
        body += "<h3>What differs, the worst first</h3>\n<ul>\n"
        for region in comparison.difference.largest { body += "<li>\(comparison.words(of: region).htmlText)</li>\n" }
        body += "</ul>\n"
      }
    }
    body += "</section>\n"
    return []
  }

  /// Reads both files again for their pictures; without them, if one has changed.
  private mutating func addPictures(of pair: ComparePair, _ comparison: Comparison) {
    guard let a = pair.a, let b = pair.b, let pictures = try? comparer.pictures(a, b, limit: Self.size) else { return }
    self.pictures += 1
    let factor = max(1, min(8, 320 / max(pictures.width, 1)))
    let (width, height) = (pictures.width * factor, pictures.height * factor)
    func image(_ bytes: [UInt8], _ text: String) -> String {
      "<img width=\"\(width)\" height=\"\(height)\" alt=\"\(text)\" src=\"\(dataURL(of: bytes))\">"
    }
    body += "<div class=\"pictures\">\n"
    for (bytes, text) in [(pictures.a, "A"), (pictures.b, "B"), (pictures.difference, "Difference")] {
      body += "<figure>\(image(bytes, text))<figcaption>\(text)</figcaption></figure>\n"
    }
    body += "</div>\n<figure class=\"slide\" hidden>\(image(pictures.a, "A"))\(image(pictures.b, "B"))"
    body += "<label>A <input type=\"range\" min=\"0\" max=\"100\" value=\"50\"> B</label></figure>\n"
  }

  func end(_: Void) -> [UInt8] {
    let verdicts = ["differs", "alike", "same", "error"].compactMap { name in
      counts[name].map { "\(Words.count($0)) \(name)" }
    }
    let title = rows == 0 ? "No PNG files." : "\(Words.count(rows, "pair")): \(verdicts.joined(separator: ", "))"
    let main = "<header>\n<h1>\(title)</h1>\n</header>\n<main id=\"content\">\n\(body)</main>\n"
    return Self.resources.begin("gamut compare: \(title)") + Array(main.utf8) + Self.resources.end
  }
}

extension Comparer {
  struct Pictures {
    var a, b, difference: [UInt8]
    var width, height: Int
  }

  func pictures(_ a: Input, _ b: Input, limit: Int) throws -> Pictures {
    var options = ReportOptions()
    options.assume = self.options.assume
    options.override = self.options.ignoresDeclarations ? .sRGB : nil
    if let display = self.options.display { options.destination = display }
    (options.memory, options.limits) = (self.options.memory, self.options.limits)
    let reporter = try Reporter(options)
    func picture(_ input: Input) throws -> (bytes: [UInt8], columns: Int, rows: Int) {
      var rows = try reporter.renditionRows(OpenedInput(input))
      var survey = ImageSurvey(rows.tables, layout: rows.layout, lost: nil, limit: limit)
      try unsafe rows.forEachRow { unsafe survey.consume($0.bytes) }
      let shown =
        try self.options.display == nil
        ? SmallPicture.meant(survey) : SmallPicture.shown(survey, in: display ?? .sRGB, isSRGB: display == .sRGB)
      return (shown, survey.columns, survey.rows)
    }
    let (first, second) = (try picture(a), try picture(b))
    var cells: DifferenceCells?
    let comparison = try compare(OpenedInput(a), OpenedInput(b), threads: 1) { row, width, height in
      if cells == nil { cells = DifferenceCells(width: width, height: height, limit: limit) }
      cells?.add(row)
    }
    guard let cells, comparison.difference.pixels.total > 0 else { throw GamutError.changedWhileRead }
    let difference = try SmallPicture.encode(
      cells.marks, width: cells.columns, height: cells.rows, .palette, palette: DifferencePicture.colors,
      color: HeatMapEncoder.color)
    return Pictures(a: first.bytes, b: second.bytes, difference: difference, width: cells.columns, height: cells.rows)
  }
}
