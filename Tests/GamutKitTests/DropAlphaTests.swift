import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// `gamut convert --drop-alpha`: the samples of the result are those that the builder was given.
@Suite struct DropAlphaTests {
  private static func builder(_ colorType: Int, _ depth: Int, _ chunks: [PNGChunk] = [.sRGB()]) -> PNGBuilder {
    let last = colorType == 6 ? 3 : colorType == 4 ? 1 : -1
    var builder = PNGBuilder(width: 37, height: 19, depth: depth, colorType: colorType) { x, y, channel in
      channel == last ? (1 << depth) - 1 : 7919 * x + 104_729 * y + 3 * channel
    }
    if colorType == 3 { builder.palette = (0..<3 << depth).map { UInt8($0 * 5 & 0xff) } }
    builder.colorChunks = chunks
    return builder
  }

  private func dropped(_ bytes: [UInt8], to space: SpaceChoice = .sRGB) throws -> [UInt8] {
    var options = ConvertOptions(to: space)
    options.dropsAlpha = true
    return try Converter(options).convert(png: bytes).bytes
  }

  /// The rows of a file as the decoder gives them, and its header.
  private func decode(_ bytes: [UInt8]) throws -> (header: ImageHeader, hasTransparency: Bool, rows: [UInt8]) {
    let reader = try PNGReader(ByteSource(bytes: bytes))
    let hasTransparency = reader.transparency != nil
    var decoder = try PNGDecoder(reader)
    return (decoder.header, hasTransparency, try decoder.samples())
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: [(6, 8), (6, 16), (4, 8), (4, 16)], [true, false])
  func theOtherChannelsStay(kind: (type: Int, depth: Int), isInterlaced: Bool) throws {
    for chunks in [[], [PNGChunk.sRGB()], [.iCCP(ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve).bytes())]] {
      // An RGB profile is not that of a grey image.
      if kind.type == 4, chunks.first?.type == "iCCP" { continue }
      var builder = Self.builder(kind.type, kind.depth, chunks)
      builder.isInterlaced = isInterlaced
      let result = try decode(try dropped(builder.bytes))
      let channels = kind.type == 6 ? 4 : 2
      let expected = builder.samples.enumerated().filter { $0.offset % channels != channels - 1 }.map(\.element)
      let samples =
        kind.depth == 8
        ? result.rows.map(UInt16.init)
        : stride(from: 0, to: result.rows.count, by: 2).map {
          UInt16(result.rows[$0]) | UInt16(result.rows[$0 + 1]) << 8
        }
      #expect(samples == expected)
      #expect(result.header.colorType == (kind.type == 6 ? .rgb : .grey) && result.header.bitDepth == kind.depth)
    }
  }

  @Test(
    arguments: [(3, 1, [255]), (3, 8, [255, 255]), (2, 8, [0, 250, 0, 251, 0, 3]), (0, 1, [0, 2])]
      as [(Int, Int, [UInt8])])
  func aChunkIsRemoved(type: Int, depth: Int, transparency: [UInt8]) throws {
    var builder = Self.builder(type, depth)
    if type == 0 { builder.samples = builder.samples.map { _ in 1 } }
    let plain = try decode(builder.bytes)
    builder.transparency = type == 0 ? [0, 0] : transparency
    let result = try decode(try dropped(builder.bytes))
    #expect(!result.hasTransparency && result.rows == plain.rows && result.header == plain.header)
  }

  @Test(arguments: [(6, 8, 254), (6, 16, 65_534), (4, 8, 0), (4, 16, 0)])
  func onePixelThatIsNotOpaqueIsEnough(type: Int, depth: Int, alpha: UInt16) throws {
    var builder = Self.builder(type, depth)
    let channels = type == 6 ? 4 : 2
    builder.samples[(37 * 11 + 5) * channels + channels - 1] = alpha
    let bytes = builder.bytes
    #expect(throws: ConvertError.notOpaque(.init(x: 5, y: 11))) { try dropped(bytes) }
    var key = Self.builder(2, 8)
    key.transparency = key.samples[(37 * 18 + 36) * 3..<(37 * 18 + 37) * 3].flatMap { [0, UInt8($0)] }
    let keyed = key.bytes
    #expect(throws: ConvertError.self) { try dropped(keyed) }
  }

  /// Without the option, the channel stays; a file without one is converted as always.
  @Test func otherFilesAreConverted() throws {
    let opaque = Self.builder(2, 8, [.iCCP(Profile.displayP3.bytes)]).bytes
    #expect(try dropped(opaque) == (try Converter(ConvertOptions(to: .sRGB)).convert(png: opaque).bytes))
    #expect(
      try decode(try Converter(ConvertOptions(to: .sRGB)).convert(png: Self.builder(6, 8).bytes).bytes).header.colorType
        == .rgba)
    // To another space, colours change as they do with an alpha channel.
    let wide = try decode(try Converter(ConvertOptions(to: .displayP3)).convert(png: Self.builder(6, 8).bytes).bytes)
    let plain = try decode(try dropped(Self.builder(6, 8).bytes, to: .displayP3))
    #expect(plain.rows == wide.rows.enumerated().filter { $0.offset % 4 != 3 }.map(\.element))
  }
}
