import Foundation
import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// The chunks of a converted file, for images of every kind; kept chunks must be byte for byte equal.
@Suite struct ConvertChunkTests {
  /// Chunks that depend on the old pixels or their meaning.
  static func colour(_ colorType: Int) -> [PNGChunk] {
    let channels = [0: 1, 2: 3, 3: 3, 4: 2, 6: 4][colorType] ?? 3
    let isGrey = colorType == 0 || colorType == 4
    return [
      .cICP(12, 13), PNGChunk("mDCV", [UInt8](repeating: 7, count: 24)),
      PNGChunk("cLLI", [UInt8](repeating: 7, count: 8)),
      .iCCP(isGrey ? Profile.sGray.bytes : Profile.displayP3.bytes), .gAMA(45455),
      .cHRM([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]),
      PNGChunk("sBIT", [UInt8](repeating: 5, count: channels)),
    ]
  }

  /// Chunks that do not depend on them.
  static let kept = [
    PNGChunk("tEXt", Array("Author".utf8) + [0] + Array("somebody".utf8)),
    PNGChunk("zTXt", Array("Comment".utf8) + [0, 0] + deflated(Array("packed".utf8))),
    PNGChunk("iTXt", Array("Title".utf8) + [0, 0, 0, 0, 0] + Array("größer".utf8)),
    PNGChunk("pHYs", [0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1]),
    PNGChunk("eXIf", Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]),
  ]
  /// Copies of a profile that other programs store.
  static let profileTexts = [
    PNGChunk("zTXt", Array("Raw profile type icc".utf8) + [0, 0] + deflated(Array("\nicc\n 4\n00000000\n".utf8))),
    PNGChunk("tEXt", Array("Raw profile type icm".utf8) + [0] + Array("\nicm\n 4\n00000000\n".utf8)),
  ]
  static let time = PNGChunk("tIME", [7, 0xe9, 11, 21, 16, 30, 0])

  static func image(colorType: Int, depth: Int) -> PNGBuilder {
    var image = PNGBuilder(width: 12, height: 9, depth: depth, colorType: colorType) { x, y, c in
      (x &* 5003 &+ y &* 3011 &+ c &* 811) & (colorType == 3 ? 7 : 65535)
    }
    if colorType == 3 { image.palette = (0..<24).map { UInt8(truncatingIfNeeded: $0 &* 97) } }
    image.colorChunks = colour(colorType)
    image.otherChunks = kept + [time]
    return image
  }

  @Test(
    .enabled(if: Thoroughness.hasTime), arguments: [(0, 8), (0, 16), (2, 8), (2, 16), (3, 4), (3, 8), (4, 8), (6, 16)],
    [false, true])
  func chunks(kind: (type: Int, depth: Int), isInterlaced: Bool) throws {
    var image = Self.image(colorType: kind.type, depth: kind.depth)
    image.isInterlaced = isInterlaced
    if kind.type == 3 { image.otherChunks.append(PNGChunk("hIST", [UInt8](repeating: 1, count: 16))) }
    if kind.type != 3 { image.otherChunks += Self.profileTexts }
    // To a destination with another curve, so that grey changes too.
    var gamma = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([0x01CD])).bytes()
    // libpng would drop a profile with this intent; what is written has another one.
    gamma[64] = 1
    let (bytes, report) = try ConvertTests.converter(.profile(try Profile(bytes: gamma))).convert(png: image.bytes)
    let chunks = try #require(PNGChunk.split(bytes))
    let types = chunks.map(\.type)
    let mustGo: Set = ["cICP", "mDCV", "cLLI", "gAMA", "cHRM", "sRGB", "sBIT"]
    #expect(mustGo.isDisjoint(with: types), "\(types)")
    #expect(types.filter { $0 == "iCCP" }.count == 1)
    #expect(!types.contains("tIME"))
    for chunk in Self.kept {
      #expect(chunks.filter { $0.type == chunk.type }.map(\.data) == [chunk.data])
    }
    // Palette entries still refer to the same pixels, so their frequencies are unchanged.
    #expect(types.contains("hIST") == (kind.type == 3))
    #expect(
      !report.keepsPixels
        && report.dropped == ["sBIT", "mDCV", "cLLI", "tIME"] + (kind.type == 3 ? [] : ["zTXt", "tEXt"]))
    let result = try ConvertTests.decode(bytes)
    #expect(try result.findings == [] && Reporter().report(png: bytes).findings.isEmpty)
    #expect(result.header.colorType.rawValue == kind.type && result.header.bitDepth == kind.depth)
    // The pixels of a palette image are not changed; all others are written without interlacing.
    #expect(result.header.isInterlaced == (kind.type == 3 && isInterlaced))
    #expect(chunks.allSatisfy { chunk in chunk.declaredCRC == nil || chunk.declaredCRC == chunk.crc })
  }

  /// A background colour is one of the old pixels, but for an index of a palette.
  @Test(arguments: [2, 3]) func background(colorType: Int) throws {
    var image = Self.image(colorType: colorType, depth: 8)
    image.otherChunks = [PNGChunk("bKGD", colorType == 3 ? [5] : [0, 200, 0, 30, 0, 120])]
    let (bytes, report) = try ConvertTests.converter().convert(png: image.bytes)
    #expect(PNGChunk.split(bytes)?.first { $0.type == "bKGD" }?.data == (colorType == 3 ? [5] : nil))
    #expect(report.dropped.contains("bKGD") == (colorType == 2))
  }

  /// The transparent colour remains the only transparent one, even if fewer bits or another curve convert other colours
  /// to the same code.
  @Test(arguments: [0, 2], [false, true]) func transparency(colorType: Int, isInterlaced: Bool) throws {
    let channels = colorType == 0 ? 1 : 3
    // Codes of 16 bits in each channel, of which two have one 8-bit code or none do; the first is transparent.
    for codes in [[25700, 25701, 60000], [25700, 25828, 60000], [25700, 26000, 60000]] {
      var image = PNGBuilder(
        width: 3, height: 2, depth: 16, colorType: colorType,
        samples: (codes + codes.reversed()).flatMap { [UInt16](repeating: UInt16($0), count: channels) })
      image.isInterlaced = isInterlaced
      image.colorChunks = [.iCCP(colorType == 0 ? Profile.sGray.bytes : Profile.displayP3.bytes)]
      image.transparency = [UInt8](repeating: 100, count: 2 * channels)
      let bytes = try ConvertTests.converter { $0.depth = .eight }.convert(png: image.bytes).bytes
      let result = try ConvertTests.decode(bytes)
      #expect(result.header.colorType == (colorType == 0 ? .greyAlpha : .rgba))
      let size = result.layout.channels
      let isTransparent = (0..<6).map { result.samples[($0 + 1) * size - 1] == 0 }
      #expect(isTransparent == [true, false, false, false, false, true], "\(codes)")
    }
  }

  /// A destination with different curves per channel converts grey to colour; one with a single curve does not.
  @Test func greyBecomesColourOnlyWhereItMust() throws {
    let image = Self.image(colorType: 0, depth: 16)
    let curves = [[1.8], [2.0], [2.2]].map { ICCData.parametric(0, values: $0) }
    let uneven = ICCBuilder.matrix(ICCBuilder.sRGBColorants, red: curves[0], green: curves[1], blue: curves[2])
    let colour = try ConvertTests.decode(
      try ConvertTests.converter(.profile(try Profile(bytes: uneven.bytes()))).convert(png: image.bytes).bytes)
    #expect(colour.header.colorType == .rgb)
    for pixel in 0..<image.width * image.height {
      let linear = RGBSpace.sRGB.red(Double(image.samples[pixel]) / 65535)
      for (channel, exponent) in [1.8, 2.0, 2.2].enumerated() {
        let code = (pow(linear, 1 / exponent) * 65535).rounded()
        #expect(abs(Double(colour.samples[3 * pixel + channel]) - code) <= 1)
      }
    }
    let even = try ConvertTests.decode(
      try ConvertTests.converter(
        .profile(try Profile(bytes: ICCBuilder.sRGBPrimaries(curve: curves[0]).bytes()))
      ).convert(png: image.bytes).bytes)
    #expect(even.header.colorType == .grey)
  }
}
