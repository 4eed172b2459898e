import Foundation
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// The fast decoder gives the same result as zlib and libpng: the same samples and findings, or the same error.
struct DifferentialTests {
  static let kinds = PixelTests.kinds

  /// Every width around multiples of the vector length, every filter type, alone and mixed.
  @Test(arguments: kinds) func images(_ kind: PixelTests.Kind) {
    var random = RandomSource(seed: UInt64(kind.colorType << 8 | kind.depth))
    for width in 1...17 {
      for noise in [0xff, 3] {
        let image = Self.image(kind, width, Int.random(in: 1...9, using: &random), noise, &random)
        for filter in UInt8(0)...4 {
          var same = image
          same.filter = .fixed(filter)
          expectSame(same.bytes)
        }
        let mixed = Self.mixedScanlines(image, &random)
        expectSame(Self.file(image, deflated(mixed, level: .random(in: 0...9, using: &random)), &random))
      }
    }
  }

  /// Images that need more than one step, window and block.
  @Test(arguments: kinds) func largeImages(_ kind: PixelTests.Kind) {
    var random = RandomSource(seed: UInt64(kind.colorType << 8 | kind.depth))
    for noise in [0xffff, 7] {
      let image = Self.image(kind, 611, 307, noise, &random)
      let stream = deflated(Self.mixedScanlines(image, &random), level: 1)
      for rows in [1, 100, 1000] { expectSame(Self.file(image, stream, &random), rowsAtOnce: rows) }
    }
  }

  @Test(arguments: kinds) func compressedDataCutShort(_ kind: PixelTests.Kind) {
    var random = RandomSource(seed: UInt64(kind.colorType << 8 | kind.depth))
    let image = Self.image(kind, 13, 7, 0x1f, &random)
    let stream = deflated(Self.mixedScanlines(image, &random))
    for count in 0..<stream.count { expectSame(Self.file(image, Array(stream.prefix(count)), &random)) }
    for count in 1...20 {
      let surplus = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      expectSame(Self.file(image, stream + surplus, &random))
    }
  }

  @Test(arguments: kinds) func filesCutShort(_ kind: PixelTests.Kind) {
    var random = RandomSource(seed: UInt64(kind.colorType << 8 | kind.depth))
    let image = Self.image(kind, 5, 3, 0x1f, &random)
    let bytes = Self.file(image, deflated(image.scanlines), &random)
    for count in 0..<bytes.count { expectSame(Array(bytes.prefix(count))) }
  }

  /// Damage in the compressed data: with the original checksum, and with a matching one.
  @Test(arguments: kinds) func damage(_ kind: PixelTests.Kind) {
    var random = RandomSource(seed: UInt64(kind.colorType << 8 | kind.depth))
    for round in 0..<200 {
      let image = Self.image(kind, Int.random(in: 1...40, using: &random), 6, round % 2 == 0 ? 0xffff : 3, &random)
      var stream = deflated(Self.mixedScanlines(image, &random), level: .random(in: 0...9, using: &random))
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<(round % 3 == 0 ? stream.count : min(60, stream.count)), using: &random)
        stream[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      expectSame(Self.file(image, stream, &random))
      if let right = withRightChecksum(stream) { expectSame(Self.file(image, right, &random)) }
    }
  }

  @Test(.enabled(if: Corpus.root != nil, "GAMUT_CORPUS is not set"))
  func corpus() throws {
    let root = try #require(Corpus.root)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
    var count = 0
    for path in paths {
      guard let bytes = FileManager.default.contents(atPath: root + "/" + path), bytes.count > 8 else { continue }
      expectSame(Array(bytes), path)
      count += 1
    }
    #expect(count > 200)
  }
}

extension DifferentialTests {
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

/// The result of a decoder for a file.
private enum Outcome: Hashable {
  case decoded([UInt16], [Finding])
  case refused(PNGError)

  init(_ bytes: [UInt8], _ choice: DecoderChoice, rowsAtOnce: Int) {
    do throws(PNGError) {
      let decoded = try decode(ByteSource(bytes: bytes), rowsAtOnce: rowsAtOnce, choice: choice)
      self = .decoded(decoded.samples, decoded.findings)
    } catch {
      self = .refused(error)
    }
  }
}

func expectSame(
  _ bytes: [UInt8], _ name: String = "", rowsAtOnce: Int = 1 << 20, at location: SourceLocation = #_sourceLocation
) {
  let slow = Outcome(bytes, .libpng, rowsAtOnce: rowsAtOnce)
  let fast = Outcome(bytes, .automatic, rowsAtOnce: rowsAtOnce)
  #expect(fast == slow, "\(name) \(bytes.count < 400 ? "\(bytes)" : "")", sourceLocation: location)
}
