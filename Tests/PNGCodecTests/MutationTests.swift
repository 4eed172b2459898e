import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Every truncation and every change of a byte of small files: all decoders give the same samples and findings, or the
/// same error with the same message and offset.
struct MutationTests {
  static let images: [PNGBuilder] = {
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

  /// Returns the image with its image data in one chunk and in several.
  static func cuts(_ image: PNGBuilder) -> [PNGBuilder] {
    [3, 20, 1 << 20].map { size in
      var copy = image
      copy.imageDataSize = size
      return copy
    }
  }

  @Test(arguments: images.indices) func truncations(_ index: Int) {
    for image in Self.cuts(Self.images[index]) {
      let bytes = image.bytes
      for count in 0..<bytes.count { expectSame(Array(bytes.prefix(count))) }
    }
  }

  /// Like real damage: the changed data no longer matches its CRC.
  @Test(arguments: images.indices) func changes(_ index: Int) {
    var random = RandomSource(seed: UInt64(index))
    for image in Self.cuts(Self.images[index]) {
      let bytes = image.bytes
      for place in bytes.indices {
        for value in [bytes[place] ^ 1, bytes[place] ^ 0x80, 0, 0xff, UInt8.random(in: 0...255, using: &random)] {
          var changed = bytes
          changed[place] = value
          expectSame(changed)
          expectSame(changed, rowsAtOnce: 1)
        }
      }
    }
  }

  /// Like a faulty encoder: every CRC is correct, and, if zlib can inflate the data, in half of the files also the
  /// Adler-32.
  @Test(arguments: images.indices) func changesOfTheStream(_ index: Int) {
    for image in Self.cuts(Self.images[index]) {
      let stream = deflated(image.scanlines, level: image.level)
      func file(_ stream: [UInt8]) -> [UInt8] {
        let palette = image.palette.isEmpty ? [] : [PNGChunk("PLTE", image.palette)]
        return PNGBuilder.file([image.header] + palette + image.imageData(stream) + [.end])
      }
      for place in stream.indices {
        for bit in 0..<8 {
          var changed = stream
          changed[place] ^= 1 << bit
          expectSame(file(changed))
          if let right = withRightChecksum(changed) { expectSame(file(right), rowsAtOnce: 1 + bit) }
        }
      }
    }
  }

  /// Changes of the scanlines: invalid filter types and palette indices.
  @Test(arguments: images.indices) func changesOfScanlines(_ index: Int) {
    let image = Self.images[index]
    let scanlines = image.scanlines
    for place in scanlines.indices {
      var changed = scanlines
      changed[place] ^= 0x87
      let palette = image.palette.isEmpty ? [] : [PNGChunk("PLTE", image.palette)]
      for isRight in [true, false] {
        var data = image.imageData(deflated(changed))
        if !isRight { data[data.count - 1] = data[data.count - 1].withWrongCRC }
        let file = PNGBuilder.file([image.header] + palette + data + [.end])
        expectSame(file)
        expectSame(file, rowsAtOnce: 1)
        if !isRight { #expect(failure(file)?.code == .crcMismatch) }
      }
    }
  }
}
