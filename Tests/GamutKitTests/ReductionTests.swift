import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// The smallest size has the pixels of the usual one, in the least colour type and depth that PNG has for them (Third
/// Edition, 12.4); where two would do, it is the smaller file.
@Suite struct ReductionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let depth, colorType: Int
    let types: Set<ColorType>
    let bits: Int
    let sample: @Sendable (_ x: Int, _ y: Int, _ channel: Int) -> Int
  }

  static let cases: [Case] = [
    Case(testDescription: "black and white in RGB", depth: 8, colorType: 2, types: [.grey, .palette], bits: 1) {
      x, y, _ in
      (x / 3 + y / 5) % 2 * 255
    },
    Case(testDescription: "noise of greys with alpha 255", depth: 8, colorType: 6, types: [.grey], bits: 8) { x, y, c in
      c == 3 ? 255 : (x * 7919 + y * 104_729) >> 3 & 255
    },
    Case(testDescription: "greys in 16 bits that are bytes", depth: 16, colorType: 2, types: [.grey], bits: 8) {
      x, y, _ in
      ((x * 7919 + y * 104_729) >> 3 & 255) * 257
    },
    Case(testDescription: "greys in 16 bits that are none", depth: 16, colorType: 2, types: [.grey], bits: 16) {
      x, y, _ in
      (x * 7919 + y * 104_729) & 65535
    },
    Case(testDescription: "three colours, one transparent", depth: 8, colorType: 6, types: [.palette], bits: 2) {
      x, y, c in
      let index = (x * 31 + y * 17) % 3
      return c == 3 ? (index == 1 ? 0 : 255) : index == c ? 200 : 40
    },
    Case(testDescription: "noise in colour with alpha", depth: 8, colorType: 6, types: [.rgba], bits: 8) { x, y, c in
      (x * 7919 + y * 104_729 + c * 1_299_709) >> 4 & 255
    },
  ]

  @Test(.enabled(if: Thoroughness.hasTime), arguments: cases)
  func pixelsAreTheSame(_ test: Case) throws {
    let image = PNGBuilder(width: 61, height: 47, depth: test.depth, colorType: test.colorType) {
      test.sample($0, $1, $2)
    }.declaring([.iCCP(Profile.displayP3.bytes)])
    // White, black and equal neutrals keep their codes; for others, the depth of bytes would be chance.
    let converter = try ConvertTests.converter { $0.compression = .small }
    let usual = try ConvertTests.converter().convert(png: image.bytes).bytes
    let small = try converter.convert(png: image.bytes)
    #expect(small.bytes.count <= usual.count)
    #expect(test.types.contains(small.report.result.colorType), "\(small.report.result)")
    #expect(small.report.result.bitDepth == test.bits)
    #expect(try PNGReader(ByteSource(bytes: small.bytes)).header == small.report.result)
    #expect(try Self.pixels(small.bytes) == Self.pixels(usual))
    let keeping = try ConvertTests.converter {
      $0.compression = .small
      $0.keepsColorType = true
    }.convert(png: image.bytes).report.result
    #expect(keeping.colorType.rawValue == test.colorType && keeping.bitDepth == test.depth)
  }

  /// 16 bits that were asked for stay.
  @Test func whatWasAskedForStays() throws {
    var image = PNGBuilder(width: 9, height: 9, depth: 16, colorType: 2) { x, _, _ in x % 2 * 65535 }
    image.colorChunks = [.iCCP(Profile.displayP3.bytes)]
    let deep = try ConvertTests.converter {
      $0.compression = .small
      $0.depth = .sixteen
    }
    #expect(try deep.convert(png: image.bytes).report.result.bitDepth == 16)
  }

  /// Without a conversion, a file is written anew only if that makes it smaller.
  @Test(.enabled(if: Thoroughness.hasTime)) func imagesThatNeedNoConversion() throws {
    let image = PNGBuilder(width: 61, height: 47, depth: 16, colorType: 6) { x, y, c in
      c == 3 ? 65535 : (x / 3 + y / 5 + c) % 2 * 65535
    }.declaring([.sRGB()])
    let usual = try ConvertTests.converter().convert(png: image.bytes)
    #expect(usual.bytes == image.bytes && usual.report.keepsPixels)
    let converter = try ConvertTests.converter { $0.compression = .small }
    let small = try converter.convert(png: image.bytes)
    #expect(small.bytes.count < image.bytes.count && small.report.result.bitDepth < 8 && !small.report.keepsPixels)
    #expect(try Self.pixels(small.bytes) == Self.pixels(image.bytes))
    let again = try converter.convert(png: small.bytes)
    #expect(again.bytes == small.bytes && again.report.action == .unchanged)
    let keeping = try ConvertTests.converter {
      $0.compression = .small
      $0.keepsColorType = true
    }.convert(png: image.bytes)
    #expect(keeping.bytes.count < image.bytes.count && keeping.report.result == small.report.image)
  }

  /// Returns red, green, blue and alpha of each pixel, of 16 bits.
  private static func pixels(_ bytes: [UInt8]) throws -> [[Int]] {
    let decoded = try ConvertTests.decode(bytes)
    let channels = decoded.layout.channels
    let factor = 65535 / (1 << decoded.layout.depth - 1)
    return stride(from: 0, to: decoded.samples.count, by: channels).map { start in
      let samples = decoded.samples[start..<start + channels].map { $0 * factor }
      let alpha = channels % 2 == 0 ? samples[channels - 1] : 65535
      return (channels < 3 ? Array(repeating: samples[0], count: 3) : Array(samples[..<3])) + [alpha]
    }
  }
}
