import Gamut
import PNGCodec

/// The JSON of a page: the run, its rules, and its rows. Numbers of images are those of the report's own JSON.
extension JSONWriter {
  mutating func members(of run: PageRun) {
    member("rules", objects: run.rules) { object, rule in
      object.member("id", rule.id)
      object.member("title", rule.title)
      object.member("explanation", rule.explanation)
      if !rule.commands.isEmpty { object.member("commands", array: rule.commands) { $0.string($1.printable) } }
    }
    member("levels", array: PageRow.Level.allCases) { $0.string($1.rawValue) }
    member("verdicts", array: PageRow.verdicts) { $0.string($1.rawValue) }
  }

  /// Writes an image without a finding: its path and the index of its verdict.
  static func fine(_ path: Pathname, _ verdict: RowVerdict) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { array in
      array.string(path.text.pageText)
      array.integer(PageRow.verdicts.firstIndex(of: verdict) ?? 0)
    }
    return writer.bytes
  }

  mutating func findings(of row: PageRow) {
    member("path", row.path.text.pageText)
    member("verdict", row.verdict.rawValue)
    if !row.facts.isEmpty {
      member("facts") { facts in for fact in row.facts { facts.member(fact.name, fact.value.pageText) } }
    }
    member("findings", objects: row.findings) { object, finding in
      object.member("rule", finding.rule)
      object.member("level", finding.level.rawValue)
      object.member("message", finding.message.pageText)
      if let advice = finding.advice { object.member("advice", advice.pageText) }
      if !finding.commands.isEmpty { object.member("commands", array: finding.commands) { $0.string($1.printable) } }
    }
  }

  /// Writes the report of an image, with lists of at most so many items, and what its card says besides. Pictures know the
  /// rendition of spaces without a name.
  mutating func members(of whole: GamutReport, listing count: Int?, _ pictures: PagePictures?) {
    let report = count.map { whole.listing(atMost: $0) } ?? whole
    let target = report.destination.name.pageText
    member("facts") { facts in
      facts.member("Image", report.image.words)
      facts.member("Colour space", report.source.wordsWithOrigin.pageText)
      facts.member("Target", "\(target), \(report.destination.bitDepth) bits per channel")
    }
    member("target", target)
    member("space", (report.source.space?.name ?? report.source.words.printable).pageText)
    let notes = ReportDetails(report: report, style: TextStyle()).notes
    if !notes.isEmpty { member("notes", array: notes) { $0.string($1.pageText) } }
    member("report") { $0.members(of: report) }
    if let rendition = report.knownRendition ?? pictures.map({ ($0.rendition, $0.depth) }) {
      swatches(of: report, rendition)
    }
    guard !report.loss.renditions.isEmpty else { return }
    member("renditions", objects: report.loss.renditions) { object, loss in
      object.member("words", loss.words ?? "nothing is lost")
      object.member("sentences", array: loss.sentences) { $0.string($1) }
    }
  }

  mutating func members(_ pictures: Result<PagePictures, GamutError>) {
    switch pictures {
    case .success(let pictures): member("pictures") { $0.members(of: pictures) }
    case .failure(.changedWhileRead): member("fault", "The file has changed since this run.")
    case .failure(let error): member("fault", error.text.pageText)
    }
  }

  private mutating func members(of pictures: PagePictures) {
    member("width", pictures.width)
    member("height", pictures.height)
    member("whole") { object in
      object.members(of: pictures.whole.frame)
      object.member("original", dataURL(of: pictures.whole.original))
      object.member("result", dataURL(of: pictures.whole.result))
      object.member("map", dataURL(of: pictures.whole.map))
    }
    if let loss = pictures.loss {
      member("loss") { object in
        object.members(of: loss.frame)
        object.member("before", dataURL(of: loss.before))
        object.member("after", dataURL(of: loss.after))
      }
    }
    if !pictures.renditions.isEmpty {
      member("renditions", array: pictures.renditions) { $0.string(dataURL(of: $1)) }
    }
    member("marks", array: pictures.marks) { $0.integer($1) }
  }

  /// Writes the two colours of each loss, before and after, as text and for CSS: in Display P3, and the one after also in
  /// sRGB, for browsers without Display P3.
  private mutating func swatches(of report: GamutReport, _ rendition: (Rendition, depth: Int)) {
    func encoded(_ linear: SIMD3<Double>) -> [Double] {
      (0..<3).map { RGBSpace.sRGBCurve.inverse(max(0, min(linear[$0], 1))) }
    }
    let toP3 = RGBSpace.displayP3.fromPCS * RGBSpace.sRGB.toPCS
    func p3(_ linearSRGB: SIMD3<Double>) -> String {
      encoded(toP3 * linearSRGB).map { Words.decimal($0, 4) }.joined(separator: " ")
    }
    func colors(_ writer: inout JSONWriter, _ colors: [LossReport.ChangedColor]) {
      let linear = rendition.0.linearSRGB(of: colors.map(\.code), depth: rendition.depth)
      writer.array { array in
        for (color, linear) in zip(colors, linear) {
          array.object { object in
            object.member("text", report.image.text(of: color.code))
            object.member("p3", p3(linear))
            object.member("becomes", hexText(of: color.becomes, depth: report.destination.bitDepth))
            let result = rendition.0.linearSRGB(ofDestination: color.becomes)
            object.member("p3After", p3(result))
            let codes = encoded(result).map { UInt16(($0 * 255).rounded()) }
            object.member("sRGB", hexText(of: SIMD3(codes[0], codes[1], codes[2]), depth: 8))
          }
        }
      }
    }
    member("swatches") { object in
      object.member("steps", array: report.loss.steps.largest) { colors(&$0, $1.sides) }
      object.member("areas", array: report.loss.areas.largest) { colors(&$0, [$1.first.color, $1.second.color]) }
    }
  }
}

extension GamutReport {
  /// Returns the report with at most so many regions and pairs, and without the groups of colours, which a card does not show.
  fileprivate func listing(atMost count: Int) -> GamutReport {
    var short = self
    short.loss.collapse.largest = []
    short.loss.areas.largest = Array(loss.areas.largest.prefix(count))
    for index in loss.renditions.indices {
      short.loss.renditions[index].largest = Array(loss.renditions[index].largest.prefix(count))
      short.loss.renditions[index].confused = Array(loss.renditions[index].confused.prefix(count))
    }
    short.loss.steps.largest = loss.steps.largest.prefix(count).map { region in
      var region = region
      if let shape = region.shape, shape.pair >= short.loss.areas.largest.count { region.shape = nil }
      return region
    }
    return short
  }

  fileprivate var knownRendition: (Rendition, depth: Int)? {
    guard let source = source.space, let space = destination.space else { return nil }
    return (
      Rendition(source: .rgb(source.space), destination: space.space, depth: destination.bitDepth),
      image.colorType == .palette ? 8 : image.bitDepth
    )
  }
}

/// The picture as an address that holds its bytes (RFC 2397).
func dataURL(of png: [UInt8]) -> String { "data:image/png;base64," + Base64.encoded(png) }
