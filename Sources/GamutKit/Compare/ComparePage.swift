import CPageFiles
import Gamut
import PNGCodec

/// Comparisons as one HTML page: each pair that is not the same with both pictures, one over the other with a slider, the
/// difference, and its regions. It loads nothing, and shows all but the slider without script.
struct ComparePage: RowFormatter {
  private let comparer: Comparer
  private let pairs: [ComparePair]
  private var rows = 0, pictures = 0
  private var counts: [String: Int] = [:]
  private var body: [UInt8] = []

  /// The number of pairs with pictures, and the size of these.
  static let limit = 100, size = 640
  /// The SHA-256 of the script, which a test computes.
  static let scriptHash = "N2pT+2FQa9sCcSSXB8FL2GRKGMWN4z/uZ1PR5aoy5VM="
  static let script = unsafe Array(
    UnsafeBufferPointer(start: gamut_compare_script.bytes, count: gamut_compare_script.count))

  init(_ comparer: Comparer, _ pairs: [ComparePair]) { (self.comparer, self.pairs) = (comparer, pairs) }

  mutating func add(_ row: CompareRow) -> [UInt8] {
    let pair = rows < pairs.count ? pairs[rows] : nil
    rows += 1
    counts[row.verdict?.rawValue ?? "error", default: 0] += 1
    guard row.verdict != .same else { return [] }
    add("<section class=\"card\">\n<h2><span class=\"badge \(row.badge)\">\(row.verdict?.rawValue ?? "error")</span> ")
    body += PageEscape.breakableHTML(row.names.pageText)
    add("</h2>\n")
    switch row.outcome {
    case .failed, .alone: paragraph(row.sentences)
    case .compared(let comparison):
      for sentence in comparison.difference.reasons.map(comparison.words(of:)) { paragraph(sentence) }
      if let pair, pictures < Self.limit, comparison.difference.pixels.total > 0 { addPictures(of: pair, comparison) }
      if !comparison.difference.largest.isEmpty {
        add("<h3>What differs, the worst first</h3>\n<ul>\n")
        for region in comparison.difference.largest {
          add("<li>")
          body += PageEscape.html(comparison.words(of: region))
          add("</li>\n")
        }
        add("</ul>\n")
      }
    }
    add("</section>\n")
    return []
  }

  private mutating func add(_ html: String) { body += html.utf8 }

  private mutating func paragraph(_ text: String) {
    add("<p>")
    body += PageEscape.html(text.pageText)
    add("</p>\n")
  }

  /// Reads both files again for their pictures; without them, if one has changed.
  private mutating func addPictures(of pair: ComparePair, _ comparison: Comparison) {
    guard let a = pair.a, let b = pair.b, let pictures = try? comparer.pictures(a, b, limit: Self.size) else { return }
    self.pictures += 1
    let factor = max(1, min(8, 320 / max(pictures.width, 1)))
    let (width, height) = (pictures.width * factor, pictures.height * factor)
    func image(_ bytes: [UInt8], _ text: String) -> String {
      "<img width=\"\(width)\" height=\"\(height)\" alt=\"\(text)\" src=\"data:image/png;base64,\(Base64.encoded(bytes))\">"
    }
    add("<div class=\"pictures\">\n")
    for (bytes, text) in [(pictures.a, "A"), (pictures.b, "B"), (pictures.difference, "Difference")] {
      add("<figure>\(image(bytes, text))<figcaption>\(text)</figcaption></figure>\n")
    }
    add("</div>\n<figure class=\"slide\" hidden>\(image(pictures.a, "A"))\(image(pictures.b, "B"))")
    add("<label>A <input type=\"range\" min=\"0\" max=\"100\" value=\"50\"> B</label></figure>\n")
  }

  func end(_: Void) -> [UInt8] {
    let verdicts = ["differs", "alike", "same", "error"].compactMap { name in
      counts[name].map { "\(Words.count($0)) \(name)" }
    }
    let title = rows == 0 ? "No PNG files." : "\(Words.count(rows, "pair")): \(verdicts.joined(separator: ", "))"
    let resources = PageDocument.resources
    var text = PageDocument.head(resources.styleHash, Self.scriptHash)
    text += "gamut compare: \(title)</title>\n<style>".utf8
    text += resources.style
    text += "</style>\n</head>\n<body>\n<header>\n<h1>\(title)</h1>\n</header>\n<main id=\"content\">\n".utf8
    text += body
    text += "</main>\n<script>".utf8
    text += Self.script
    text += "</script>\n</body>\n</html>\n".utf8
    return text
  }
}

extension CompareRow {
  /// The style of the verdict.
  fileprivate var badge: String { verdict == .alike ? "note" : "error" }
}

extension Comparer {
  /// Small pictures of two images, and of their difference.
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
      while true {
        let bytes = try unsafe rows.next()
        if unsafe bytes.isEmpty { break }
        unsafe survey.consume(bytes)
      }
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
