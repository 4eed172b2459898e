import Gamut
import PNGCodec

extension Reporter {
  /// Reads an image a second time, for pictures of it.
  ///
  /// - Parameters:
  ///   - report: the result of the first pass.
  ///   - limit: the maximum width and height of the small pictures.
  /// - Throws: `GamutError.changedWhileRead` if the pixels no longer match the report.
  func survey(
    _ input: OpenedInput, of report: GamutReport, limit: Int, threads: Int
  ) throws(GamutError) -> ImageSurvey {
    try GamutError.reading { () throws(PNGError) in try MemoryRoom.require(MemoryRoom.picture) }
    let lost = try findLostPixels(input, of: report, threads: threads)
    var rows = try renditionRows(input)
    guard rows.layout.width == report.image.width, rows.layout.height == report.image.height else {
      throw .changedWhileRead
    }
    var survey = ImageSurvey(rows.tables, layout: rows.layout, lost: lost, limit: limit)
    while true {
      let bytes = try unsafe rows.next()
      if unsafe bytes.isEmpty { break }
      unsafe survey.consume(bytes)
    }
    let pixels = report.loss.pixels
    guard survey.analyzedPixels == pixels.analyzed, survey.clippedPixels == pixels.clipped,
      max(survey.regionPixels, survey.mergedPixels) == report.loss.lostPixels
    else { throw .changedWhileRead }
    return survey
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
