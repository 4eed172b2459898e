import Gamut
import PNGCodec

extension Reporter {
  /// Reads an image a second time, to make pictures of it.
  ///
  /// - Parameters:
  ///   - report: the result of the first pass.
  ///   - limit: the maximum width and height of the small pictures.
  ///   - detailSide: the width and height of the part around the worst loss to survey pixel by pixel, unless the small
  ///     pictures show every pixel of it; 0 for none.
  ///   - body: receives the survey of the image, and the survey of the part.
  /// - Throws: `GamutError.changedWhileRead` if the pixels no longer match the report.
  func survey<Result>(
    _ input: OpenedInput, of report: GamutReport, limit: Int, detailSide: Int, threads: Int,
    _ body: (consuming ImageSurvey, consuming ImageSurvey?) throws(GamutError) -> Result
  ) throws(GamutError) -> Result {
    try GamutError.reading { () throws(PNGError) in try MemoryRoom.require(MemoryRoom.picture) }
    let lost = try findLostPixels(input, of: report, threads: threads)
    var rows = try renditionRows(input)
    guard rows.layout.width == report.image.width, rows.layout.height == report.image.height else {
      throw .changedWhileRead
    }
    var survey = ImageSurvey(rows.tables, layout: rows.layout, lost: lost, limit: limit)
    var part: ImageSurvey? = nil
    if survey.factor > 1, detailSide > 0, let frame = report.worstFrame(lost, side: detailSide) {
      part = ImageSurvey(rows.tables, layout: rows.layout, lost: lost, limit: detailSide, frame: frame)
    }
    while true {
      let bytes = try unsafe rows.next()
      if unsafe bytes.isEmpty { break }
      unsafe survey.consume(bytes)
      unsafe part?.consume(bytes)
    }
    let pixels = report.loss.pixels
    guard survey.analyzedPixels == pixels.analyzed, survey.clippedPixels == pixels.clipped,
      survey.lostPixels == report.loss.lostPixels
    else { throw .changedWhileRead }
    return try body(survey, part)
  }

  /// Returns the lost pixels; nil if there are none.
  func findLostPixels(
    _ input: OpenedInput, of report: GamutReport, threads: Int
  ) throws(GamutError) -> LostPixels? {
    guard report.loss.lostPixels > 0 else { return nil }
    let tables = try renditionRows(input).tables
    return try analysis(threads: threads).run(read(input.open())) { _, _ in
      tables
    } again: { () throws(GamutError) in
      try read(input.open())
    }.lost
  }

  /// Opens a file in the same way as ``report(threads:opening:)``.
  func renditionRows(_ input: OpenedInput) throws(GamutError) -> RenditionRows { try renditionRows(input.open) }

  /// - Parameter open: returns the bytes from the beginning.
  func renditionRows(_ open: () throws(GamutError) -> ByteSource) throws(GamutError) -> RenditionRows {
    try GamutError.reading { () throws(PNGError) in try MemoryRoom.require(MemoryRoom.tables) }
    let reader = try read(open())
    let source = try source(reader.colorChunks, isGrey: reader.header.colorType.isGrey)
    return RenditionRows(try analysis(threads: 1).begin(reader)) { layout in
      source.tables.value(for: layout.depth) {
        RenditionTables(rendition(of: source.color), sourceDepth: layout.depth)
      }
    }
  }
}

extension GamutReport {
  /// Returns a part of the image that shows the worst loss; nil if no detail is lost.
  ///
  /// - Parameter side: the maximum width and height.
  fileprivate func worstFrame(_ lost: LostPixels?, side: Int) -> ImageSurvey.Frame? {
    let (width, height) = (min(side, image.width), min(side, image.height))
    func frame(x: Int, y: Int) -> ImageSurvey.Frame {
      ImageSurvey.Frame(
        x: max(0, min(x - width / 2, image.width - width)), y: max(0, min(y - height / 2, image.height - height)),
        width: width, height: height)
    }
    if let worst = loss.steps.largest.first {
      let region = worst.box
      guard let lost, max(region.width, region.height) > side else {
        return frame(x: region.x + region.width / 2, y: region.y + region.height / 2)
      }
      // Of a large region, the part in which lost pixels and others are mixed most, which shows the lost shape.
      var best = (score: -1, frame: frame(x: worst.witness.x, y: worst.witness.y))
      let step = max(side / 4, region.width / 64, region.height / 64)
      for y in stride(from: region.y, to: region.y + region.height, by: step) {
        for x in stride(from: region.x, to: region.x + region.width, by: step) {
          let place = frame(x: x, y: y)
          var count = (lost: 0, others: 0)
          for row in stride(from: place.y, to: place.y + height, by: 4) {
            for column in stride(from: place.x, to: place.x + width, by: 4) {
              if lost.step(x: column, y: row) != nil { count.lost += 1 } else { count.others += 1 }
            }
          }
          let score = min(count.lost, count.others)
          if score > best.score { best = (score, place) }
        }
      }
      return best.frame
    }
    guard let pair = loss.areas.largest.first else { return nil }
    let places = (first: pair.first.witness, second: pair.second.witness)
    let isNear = abs(places.first.x - places.second.x) < width && abs(places.first.y - places.second.y) < height
    return isNear
      ? frame(x: (places.first.x + places.second.x) / 2, y: (places.first.y + places.second.y) / 2)
      : frame(x: places.first.x, y: places.first.y)
  }
}
