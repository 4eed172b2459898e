import Gamut
import PNGCodec

/// The JSON of a page: the run, its rules, and its rows. Numbers of images are those of the report's own JSON.
extension JSONWriter {
  mutating func members(of run: PageRun, _ options: PageOptions) {
    member("name", run.name)
    member("version", gamutVersion)
    if let time = options.timeWords { member("time", time) }
    if let command = options.command { member("command", command.pageText) }
    if let policy = run.policy {
      key("policy")
      value(policy)
    }
    member("pictures", options.pictures.rawValue)
    member("rules", array: run.rules) { writer, rule in
      writer.object { object in
        object.member("id", rule.id)
        object.member("title", rule.title)
        object.member("explanation", rule.explanation)
        if !rule.commands.isEmpty { object.member("commands", array: rule.commands) { $0.string($1.printable) } }
      }
    }
    member("levels", array: PageRow.Level.allCases) { $0.string($1.rawValue) }
    member("kinds", array: PageRow.Kind.allCases) { $0.string($1.rawValue) }
    member("map") { object in
      object.member("lost", HeatMapPalette.lost.hex)
      object.member("line", HeatMapPalette.line.hex)
      object.member("clipped", array: HeatMapPalette.clipped) { $0.string($1.hex) }
      object.member("fits", HeatMapPalette.grey(8).hex)
      object.member("transparent", HeatMapPalette.transparent.hex)
    }
  }

  /// Writes an image without a finding: its path and the index of its kind.
  mutating func fine(_ path: Pathname, _ kind: PageRow.Kind) {
    array { array in
      array.string(path.text.pageText)
      array.integer(PageRow.Kind.allCases.firstIndex(of: kind) ?? 0)
    }
  }

  /// Returns members of an object that is not begun here.
  static func members(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    body(&writer)
    return writer.bytes
  }

  mutating func findings(of row: PageRow) {
    member("kind", row.kind.rawValue)
    member("findings", array: row.findings) { writer, finding in
      writer.object { object in
        object.member("rule", finding.rule)
        object.member("level", finding.level.rawValue)
        object.member("message", finding.message.pageText)
        if let advice = finding.advice { object.member("advice", advice.pageText) }
        if !finding.commands.isEmpty { object.member("commands", array: finding.commands) { $0.string($1.printable) } }
      }
    }
  }

  /// Writes what a card shows besides the report's own JSON.
  mutating func card(of row: PageRow) {
    guard let report = row.report else { return }
    let words = ReportDetails(report: report, style: TextStyle())
    member("facts") { facts in
      facts.member("Image", words.imageWords)
      facts.member("Colour space", report.source.wordsWithOrigin.pageText)
      facts.member("Target", "\(report.destination.name.pageText), \(report.destination.bitDepth) bits per channel")
    }
    member("target", report.destination.name.pageText)
    member("space", (report.source.space?.name ?? report.source.words.printable).pageText)
    let notes = words.notes
    if !notes.isEmpty { member("notes", array: notes) { $0.string($1.pageText) } }
    if let web = row.web {
      member("web") { object in
        object.member("words", web.words.pageText)
        object.member("lines", web.lines.joined(separator: "\n"))
      }
    }
    if let rendition = report.knownRendition { swatches(of: report, rendition) }
  }

  /// Writes the pictures of an image, or the reason that there are none.
  ///
  /// - Parameter isPlain: whether the views are in the document, for readers without script.
  mutating func members(
    _ pictures: Result<PagePictures, GamutError>, _ wording: ErrorWording, of report: GamutReport?, isPlain: Bool
  ) {
    switch pictures {
    case .success(let pictures):
      member("pictures") { $0.members(of: pictures, isPlain: isPlain) }
      if let report, report.knownRendition == nil { swatches(of: report, (pictures.rendition, pictures.depth)) }
    case .failure(let error): member("fault", wording.text(error).pageText)
    }
  }

  private mutating func members(of pictures: PagePictures, isPlain: Bool) {
    member("width", pictures.width)
    member("height", pictures.height)
    member("whole") { $0.members(of: pictures.whole, isPlain: isPlain) }
    if let detail = pictures.detail { member("detail") { $0.members(of: detail, isPlain: false) } }
    member("lost", pictures.lost)
    member("lostInRegions", pictures.lostInRegions)
    member("merged", pictures.merged)
    member("histogram", array: pictures.histogram) { $0.integer($1) }
    member("unlost", array: pictures.histogramOfUnlost) { $0.integer($1) }
    guard let count = pictures.chromaticities else { return }
    member("dark", count.darkPixels)
    // Four numbers for each dot: u' and v' in ten-thousandths, the pixels that do not clip, and those that do.
    member("chromaticities") { object in
      object.member("bins", array: count.filledBins) { writer, bin in
        writer.array { array in
          array.integer(Int((bin.mean.x * 10_000).rounded()))
          array.integer(Int((bin.mean.y * 10_000).rounded()))
          array.integer(bin.inside)
          array.integer(bin.clipped)
        }
      }
    }
  }

  private mutating func members(of views: PagePictures.Views, isPlain: Bool) {
    member("x", views.frame.x)
    member("y", views.frame.y)
    member("width", views.frame.width)
    member("height", views.frame.height)
    member("map", base64(views.map))
    guard !isPlain else { return }
    member("original", base64(views.original))
    member("result", base64(views.result))
    if let difference = views.difference { member("difference", base64(difference)) }
  }

  /// Writes the colours of the groups as text and for CSS.
  private mutating func swatches(of report: GamutReport, _ rendition: (Rendition, depth: Int)) {
    let groups = report.loss.visibleGroups
    guard !groups.isEmpty else { return }
    member("swatches", array: groups) { writer, group in
      writer.object { object in
        let colors = rendition.0.linearSRGB(of: group.members.map(\.code), depth: rendition.depth)
        object.member("members", array: zip(group.members, colors)) { writer, swatch in
          writer.object { member in
            member.member("code", report.image.text(of: swatch.0.code))
            member.swatch(swatch.1)
          }
        }
        object.swatch(rendition.0.linearSRGB(ofDestination: group.destination))
      }
    }
  }

  /// Writes a colour for CSS: in Display P3, and for browsers without that in sRGB.
  private mutating func swatch(_ linearSRGB: SIMD3<Double>) {
    func encoded(_ linear: SIMD3<Double>) -> [Double] {
      (0..<3).map { RGBSpace.sRGBCurve.inverse(max(0, min(linear[$0], 1))) }
    }
    let p3 = RGBSpace.displayP3.fromPCS * RGBSpace.sRGB.toPCS * linearSRGB
    member("css", "color(display-p3 " + encoded(p3).map { Words.decimal($0, 5) }.joined(separator: " ") + ")")
    let codes = encoded(linearSRGB).map { UInt8(($0 * 255).rounded()) }
    member("sRGB", SIMD3(codes[0], codes[1], codes[2]).hex)
  }
}

extension SIMD3<UInt8> {
  fileprivate var hex: String { hexText(of: SIMD3<UInt16>(truncatingIfNeeded: self), depth: 8) }
}

extension GamutReport {
  /// The rendition, if both spaces are known by name.
  fileprivate var knownRendition: (Rendition, depth: Int)? {
    guard let source = source.space, let space = destination.space else { return nil }
    return (
      Rendition(source: .rgb(source.space), destination: space.space, depth: destination.bitDepth),
      image.colorType == .palette ? 8 : image.bitDepth
    )
  }
}
