import Gamut
import PNGCodec

extension Reporter {
  /// Reads an image a second time, to make pictures of it: of the whole, and of the part around the largest loss, unless
  /// that is most of the image. Throws `changedWhileRead` if the pixels no longer match the report.
  func survey<Result>(
    _ input: OpenedInput, of report: GamutReport, limit: Int, threads: Int,
    _ body: (consuming ImageSurvey, consuming ImageSurvey?, Rendition) throws(GamutError) -> Result
  ) throws(GamutError) -> Result {
    try GamutError.reading { () throws(PNGError) in try MemoryRoom.require(MemoryRoom.picture) }
    let lost = report.loss.lostPixels > 0 ? try findLostPixels(input, threads: threads) : nil
    var rows = try renditionRows(input)
    guard rows.layout.width == report.image.width, rows.layout.height == report.image.height else {
      throw .changedWhileRead
    }
    var survey = ImageSurvey(rows.tables, layout: rows.layout, lost: lost, limit: limit)
    var part: ImageSurvey? = nil
    if let frame = report.lossFrame {
      part = ImageSurvey(rows.tables, layout: rows.layout, lost: lost, limit: min(limit, 320), frame: frame)
    }
    try unsafe rows.forEachRow { row in
      unsafe survey.consume(row.bytes)
      unsafe part?.consume(row.bytes)
    }
    let pixels = report.loss.pixels
    guard survey.analyzedPixels == pixels.analyzed, survey.clippedPixels == pixels.clipped,
      survey.lostPixels == report.loss.lostPixels
    else { throw .changedWhileRead }
    return try body(survey, part, rows.tables.rendition)
  }

  func findLostPixels(_ input: OpenedInput, threads: Int) throws(GamutError) -> LostPixels? {
    let tables = try renditionRows(input).tables
    return try analysis(threads: threads).run(read(input.open())) { _ in
      tables
    } again: { () throws(GamutError) in
      try read(input.open())
    }.lost
  }

  /// Opens a file in the same way as ``report(threads:opening:)``.
  func renditionRows(_ input: OpenedInput) throws(GamutError) -> RenditionRows {
    try GamutError.reading { () throws(PNGError) in try MemoryRoom.require(MemoryRoom.tables) }
    let reader = try read(input.open())
    let source = try source(reader.colorChunks, isGrey: reader.header.colorType.isGrey)
    return RenditionRows(try analysis(threads: 1).begin(reader)) { layout in
      source.tables.value(for: layout.depth) {
        RenditionTables(rendition(of: source.color), sourceDepth: layout.depth)
      }
    }
  }
}

extension GamutReport {
  /// The part of the image around the largest loss; nil if it is small, the part is most of it, or nothing is lost.
  fileprivate var lossFrame: LossReport.Box? {
    let box: LossReport.Box
    if let region = loss.steps.largest.first {
      box = region.box
    } else if let pair = loss.areas.largest.first {
      let (first, second) = (pair.first.witness, pair.second.witness)
      box = LossReport.Box(
        x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x) + 1,
        height: abs(first.y - second.y) + 1)
    } else {
      return nil
    }
    // With as much again around it, no long and thin strip, and of a large image a part that can be recognised.
    let context = min(min(image.width, image.height) / 3, 320)
    let least = max(96, context, 2 * min(box.width, box.height), (box.width + box.height) / 2)
    let (width, height) = (min(max(2 * box.width, least), image.width), min(max(2 * box.height, least), image.height))
    guard width * height <= image.width * image.height / 2 else { return nil }
    return LossReport.Box(
      x: max(0, min(box.x + box.width / 2 - width / 2, image.width - width)),
      y: max(0, min(box.y + box.height / 2 - height / 2, image.height - height)), width: width, height: height)
  }
}
