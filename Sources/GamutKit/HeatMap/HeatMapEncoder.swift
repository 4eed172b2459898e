import Gamut
import PNGCodec

/// Encodes heat maps as PNG: palette images with the entries of ``HeatMapPalette``, tagged sRGB.
enum HeatMapEncoder {
  static let color = [NewColorChunk.sRGB(intent: 1)]
  static let mark = TextChunk(keyword: "gamut", text: "heat map")

  static func encode(
    _ rows: consuming RenditionRows, lost: LostPixels?, write: ([UInt8]) throws(ConvertError) -> Void
  ) throws(ConvertError) {
    let layout = rows.layout
    let renderer = PixelRenderer(rows.tables, layout: layout, lost: lost)
    var outcomes = [PixelRenderer.Outcome](repeating: .init(), count: layout.width)
    var y = 0
    var encoder = try ConvertError.reading { () throws(PNGError) in
      try PNGEncoder(
        ImageHeader(width: layout.width, height: layout.height, bitDepth: 8, colorType: .palette),
        palette: HeatMapPalette.colors, color: color, texts: [mark])
    }
    while true {
      let bytes = try unsafe ConvertError.reading { () throws(GamutError) in try unsafe rows.next() }
      if unsafe bytes.isEmpty { break }
      for start in stride(from: 0, to: bytes.count, by: layout.bytesPerRow) {
        let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<(start + layout.bytesPerRow)])
        unsafe renderer.render(line.bytes, y: y, into: &outcomes)
        y += 1
        let row = outcomes.map {
          HeatMapPalette.index($0.alpha > 0 ? $0.mark : nil, SIMD3<Float>($0.original))
        }
        try ConvertError.reading { () throws(PNGError) in try encoder.write(row) }
      }
      try write(encoder.take())
    }
    let rest: [UInt8]
    do { rest = try encoder.finish() } catch { throw .input(.png(error)) }
    try write(rest)
  }

  /// Encodes the map of a survey: each cell is one pixel and shows the worst of its pixels.
  static func encode(_ survey: borrowing ImageSurvey) throws(PNGError) -> [UInt8] {
    let indices = survey.original.indices.map { cell -> UInt8 in
      let light = survey.original[cell]
      return HeatMapPalette.index(
        light.w > 0 ? survey.marks[cell] : nil, SIMD3(light.x, light.y, light.z) / light.w)
    }
    return try SmallPicture.encode(
      indices, width: survey.columns, height: survey.rows, .palette, palette: HeatMapPalette.colors, color: color)
  }
}

extension TextChunk {
  /// Returns whether a file has this chunk, because it was written earlier for the same purpose.
  func isIn(_ path: Pathname) -> Bool {
    guard let source = try? ByteSource(pathBytes: path.bytes), let reader = try? PNGReader(source, keepsChunks: true)
    else { return false }
    return reader.keptChunks?.contains(self) == true
  }
}
