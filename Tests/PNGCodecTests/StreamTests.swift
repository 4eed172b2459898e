import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Image data in any form: every filter, in chunks of any size, cut short and damaged. What zlib inflates is decoded to
/// the same samples as the same scanlines without compression, and what it does not is refused.
@Suite(.enabled(if: Thoroughness.hasTime))
struct StreamTests {
  /// Every width around multiples of the vector length, every filter type, alone and mixed.
  @Test(arguments: PixelTests.kinds) func images(_ kind: PixelTests.Kind) throws {
    var random = RandomSource(seed: UInt64(kind.colorType << 8 | kind.depth))
    for width in 1...17 {
      for noise in [0xff, 3] {
        let image = Self.image(kind, width, Int.random(in: 1...9, using: &random), noise, &random)
        for filter in UInt8(0)...4 {
          var same = image
          same.filter = .fixed(filter)
          #expect(try decode(same.bytes).samples == image.expectedSamples)
        }
        let mixed = Self.mixedScanlines(image, &random)
        let file = Self.file(image, deflated(mixed, level: .random(in: 0...9, using: &random)), &random)
        #expect(try decode(file).samples == image.expectedSamples)
      }
    }
  }

  /// libpng reads the same samples, of all filters, widths and kinds of images.
  @Test(arguments: PixelTests.kinds) func libpngReadsTheSame(_ kind: PixelTests.Kind) throws {
    var random = RandomSource(seed: UInt64(kind.colorType << 8 | kind.depth))
    for width in [1, 2, 3, 7, 8, 9, 33, 211] {
      let image = Self.image(kind, width, Int.random(in: 1...99, using: &random), 0xffff, &random)
      let file = Self.file(image, deflated(Self.mixedScanlines(image, &random)), &random)
      let decoded = try decode(file)
      #expect(samples(byLibPNG: file, like: decoded) == decoded.samples)
    }
  }

  /// Images that need more than one step, window and block.
  @Test(arguments: PixelTests.kinds) func largeImages(_ kind: PixelTests.Kind) throws {
    var random = RandomSource(seed: UInt64(kind.colorType << 8 | kind.depth))
    for noise in [0xffff, 7] {
      let image = Self.image(kind, 611, 307, noise, &random)
      let stream = deflated(Self.mixedScanlines(image, &random), level: 1)
      for rows in [1, 100, 1000] {
        #expect(try decode(Self.file(image, stream, &random), rowsAtOnce: rows).samples == image.expectedSamples)
      }
    }
  }

  @Test(arguments: PixelTests.kinds) func compressedDataCutShort(_ kind: PixelTests.Kind) throws {
    var random = RandomSource(seed: UInt64(kind.colorType << 8 | kind.depth))
    let image = Self.image(kind, 13, 7, 0x1f, &random)
    let stream = deflated(Self.mixedScanlines(image, &random))
    for count in 0..<stream.count {
      #expect(failure(Self.file(image, Array(stream.prefix(count)), &random))?.code == "image-data")
    }
    for count in 1...20 {
      let surplus = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(try decode(Self.file(image, stream + surplus, &random)).samples == image.expectedSamples)
    }
  }

  /// Every bit of the streams of small images.
  @Test(arguments: smallImages.indices) func everyBit(_ index: Int) {
    let image = Self.smallImages[index]
    let stream = deflated(image.scanlines, level: image.level)
    for place in stream.indices {
      for bit in 0..<8 {
        var changed = stream
        changed[place] ^= 1 << bit
        expectSame(image, changed)
      }
    }
  }

  private func expectSame(_ image: PNGBuilder, _ stream: [UInt8], at location: SourceLocation = #_sourceLocation) {
    func file(_ stream: [UInt8]) -> [UInt8] {
      let palette = image.palette.isEmpty ? [] : [PNGChunk("PLTE", image.palette)]
      return PNGBuilder.file([image.header] + palette + image.imageData(stream) + [.end])
    }
    guard let (contents, right) = inflated(stream) else {
      // zlib also refuses codes without a meaning for some bits, where they do not occur.
      _ = failure(file(stream))
      return
    }
    let expected = try? decode(file(deflated(contents, level: 0))).samples
    let found = try? decode(file([0x78, 0x9c] + right.dropFirst(2)), rowsAtOnce: 1).samples
    #expect(found == expected, "\(stream)", sourceLocation: location)
    if !stream.starts(with: right) { #expect(failure(file(stream)) != nil, "\(stream)", sourceLocation: location) }
  }
}

extension StreamTests {
  static let smallImages: [PNGBuilder] = {
    var palette = PNGBuilder(width: 5, height: 4, depth: 8, colorType: 3) { x, y, _ in (x + y) % 3 }
    palette.palette = [1, 2, 3, 40, 50, 60, 200, 210, 220]
    var bits = PNGBuilder(width: 9, height: 3, depth: 2, colorType: 3) { x, y, _ in (x ^ y) % 3 }
    bits.palette = palette.palette
    var deep = PNGBuilder(width: 4, height: 5, depth: 16, colorType: 6) { x, y, c in x &* 4001 ^ y &* 919 &+ c }
    deep.imageDataSize = 20
    var interlaced = PNGBuilder(width: 5, height: 5) { x, y, c in x &* 7 ^ y &* 5 &+ c }
    interlaced.isInterlaced = true
    var stored = PNGBuilder(width: 6, height: 4) { x, y, c in x &* 31 ^ y &* 17 &+ c }
    stored.level = 0
    return [palette, bits, deep, interlaced, stored]
  }()

  /// Returns samples of an image with the bits of `noise`, with some repetition.
  static func image(
    _ kind: PixelTests.Kind, _ width: Int, _ height: Int, _ noise: Int, _ random: inout some RandomNumberGenerator
  ) -> PNGBuilder {
    var image = PNGBuilder(width: width, height: height, depth: kind.depth, colorType: kind.colorType) { x, y, c in
      x &* 771 &+ y &* 513 &+ c &* 0x4321 &+ (random.next() & 3 == 0 ? Int.random(in: 0...noise, using: &random) : 0)
    }
    if kind.colorType == 3 { image.palette = (0..<3 << kind.depth).map { UInt8(truncatingIfNeeded: $0 &* 37) } }
    image.isInterlaced = kind.isInterlaced
    return image
  }

  /// Returns scanlines with a random filter type for each.
  static func mixedScanlines(_ image: PNGBuilder, _ random: inout some RandomNumberGenerator) -> [UInt8] {
    let each = (UInt8(0)...4).map { filter in
      var copy = image
      copy.filter = .fixed(filter)
      return copy.separateScanlines
    }
    return each[0].indices.flatMap { line in each[Int.random(in: 0...4, using: &random)][line] }
  }

  /// Returns a file of the given compressed stream, split into chunks at random.
  static func file(
    _ image: PNGBuilder, _ stream: [UInt8], _ random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let most = (stream.count < 5000 ? [1, 7, 300, 1 << 20] : [3000, 1 << 20]).randomElement(using: &random) ?? 1
    var data: [PNGChunk] = []
    var rest = stream[...]
    repeat {
      let size = min(rest.count, Int.random(in: 0...most, using: &random))
      data.append(PNGChunk("IDAT", Array(rest.prefix(size))))
      rest = rest.dropFirst(size)
    } while !rest.isEmpty
    let palette = image.palette.isEmpty ? [] : [PNGChunk("PLTE", image.palette)]
    return PNGBuilder.file([image.header] + palette + data + [.end])
  }
}
