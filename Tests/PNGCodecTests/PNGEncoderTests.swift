import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// The decoder (which is tested against libpng and PngSuite) reads the output of the encoder.
@Suite struct PNGEncoderTests {
  @Test(arguments: [
    (ColorType.grey, 8), (.grey, 16), (.rgb, 8), (.rgb, 16), (.greyAlpha, 8), (.greyAlpha, 16), (.rgba, 8), (.rgba, 16),
  ])
  func pixelsComeBack(colorType: ColorType, depth: Int) throws {
    var random = RandomSource(seed: UInt64(colorType.rawValue * 100 + depth))
    for (width, height) in [(1, 1), (7, 5), (300, 40)] {
      let header = ImageHeader(width: width, height: height, bitDepth: depth, colorType: colorType)
      let rows = (0..<width * height * colorType.channels * depth / 8).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      }
      var encoder = try PNGEncoder(header, color: [.sRGB(intent: 1)])
      // In two pieces, with the available output taken in between.
      let bytesPerRow = rows.count / height
      let half = height / 2 * bytesPerRow
      try encoder.write(Array(rows[..<half]))
      var file = encoder.take()
      let rest = rows[half...]
      try unsafe encoder.write(rest.span.bytes)
      file += try encoder.finish()

      let reader = try PNGReader(ByteSource(bytes: file))
      #expect(reader.header == header)
      #expect(reader.colorChunks.declarations.count == 1)
      #expect(try decoded(file) == rows)
    }
  }

  @Test func palettesAndProfilesComeBack() throws {
    let palette: [SIMD3<UInt8>] = [[1, 2, 3], [250, 128, 0], [7, 7, 7]]
    var encoder = try PNGEncoder(
      ImageHeader(width: 3, height: 1, bitDepth: 8, colorType: .palette), palette: palette,
      color: [.cICP(CICP(primaries: 12, transfer: 13, matrix: 0, fullRange: 1))])
    try encoder.write([2, 0, 1])
    let file = try encoder.finish()
    #expect(try decoded(file) == [7, 7, 7, 1, 2, 3, 250, 128, 0])
    #expect(try PNGReader(ByteSource(bytes: file)).colorChunks.declarations.count == 1)
  }

  private func decoded(_ file: [UInt8]) throws -> [UInt8] {
    var decoder = try PNGDecoder(PNGReader(ByteSource(bytes: file)))
    var rows = [UInt8](repeating: 0, count: decoder.layout.bytesPerRow * decoder.header.height)
    var samples = rows.mutableSpan
    var bytes = unsafe samples.mutableBytes
    let count = try decoder.readRows(into: &bytes)
    #expect(count == decoder.header.height)
    _ = try decoder.finish()
    return rows
  }
}
