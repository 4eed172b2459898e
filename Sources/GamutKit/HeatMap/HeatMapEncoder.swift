import Gamut
import PNGCodec

/// Heat maps as PNG: palette images whose entries are those of ``HeatMapPalette``, tagged sRGB.
enum HeatMapEncoder {
  static let color = [NewColorChunk.sRGB(intent: 1)]

  /// The map of an image, pixel for pixel, handed over as it comes.
  static func encode(
    _ rows: consuming RenditionRows, of report: GamutReport, lost: LostPixels?,
    write: ([UInt8]) throws(HeatMapError) -> Void
  ) throws(HeatMapError) {
    let layout = rows.layout
    var line = HeatMapLine(rows.tables, layout: layout, report: report, lost: lost)
    var encoder = try HeatMapError.encoding { () throws(PNGError) in
      try PNGEncoder(
        ImageHeader(width: layout.width, height: layout.height, bitDepth: 8, colorType: .palette),
        palette: HeatMapPalette.colors, color: color)
    }
    while true {
      let bytes = try unsafe HeatMapError.reading { () throws(GamutError) in try unsafe rows.next() }
      if unsafe bytes.isEmpty { break }
      for start in stride(from: 0, to: bytes.count, by: layout.bytesPerRow) {
        unsafe line.consume(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + layout.bytesPerRow)]))
        try HeatMapError.encoding { () throws(PNGError) in try encoder.write(line.indices) }
      }
      try write(encoder.take())
    }
    let rest: [UInt8]
    do { rest = try encoder.finish() } catch { throw .image(.png(error)) }
    try write(rest)
  }

  /// The map of a survey: a cell of it in `scale` x `scale` pixels. Of the pixels in a cell the worst counts.
  static func encode(_ survey: borrowing ImageSurvey, jnd: Double, scale: Int) throws(PNGError) -> [UInt8] {
    let steps = ShiftSteps.map(jnd: jnd)
    let (width, height) = (survey.columns * scale, survey.rows * scale)
    var encoder = try PNGEncoder(
      ImageHeader(width: width, height: height, bitDepth: 8, colorType: .palette), palette: HeatMapPalette.colors,
      color: color)
    var indices = [UInt8](repeating: 0, count: width)
    for y in 0..<height {
      for x in 0..<width {
        let cell = y / scale * survey.columns + x / scale
        let light = survey.meant[cell]
        guard light.w > 0 else {
          indices[x] = HeatMapPalette.index(.transparent)
          continue
        }
        let texture: HeatMapPalette.Texture =
          survey.isLost[cell] ? HeatMapPalette.isOnStripe(x: x, y: y) ? .stripe : .flattened : .plain
        let value: HeatMapPalette.Value =
          survey.worst[cell] >= 0
          ? .clipped(step: steps.index(of: Double(survey.worst[cell])))
          : .fits(level: HeatMapPalette.greyLevel(SIMD3(light.x, light.y, light.z) / light.w))
        indices[x] = HeatMapPalette.index(value, texture)
      }
      try encoder.write(indices)
    }
    return try encoder.finish()
  }
}
