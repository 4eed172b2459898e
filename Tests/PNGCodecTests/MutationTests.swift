import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Every change of a byte of small files: the same samples, or the same error, for any number of
/// rows at a time.
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

  /// Like real damage: the changed data no longer matches its CRC.
  @Test(arguments: images.indices) func changes(_ index: Int) {
    var random = RandomSource(seed: UInt64(index))
    for image in Self.cuts(Self.images[index]) {
      let bytes = image.bytes
      for place in bytes.indices {
        for value in [bytes[place] ^ 1, bytes[place] ^ 0x80, 0, 0xff, UInt8.random(in: 0...255, using: &random)] {
          var changed = bytes
          changed[place] = value
          #expect(Outcome(changed, rowsAtOnce: 1) == Outcome(changed, rowsAtOnce: 1 << 20), "\(value) at \(place)")
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
        if isRight {
          #expect(Outcome(file, rowsAtOnce: 1) == Outcome(file, rowsAtOnce: 1 << 20))
        } else {
          #expect(failure(file)?.code == .crcMismatch)
        }
      }
    }
  }
}

/// The samples of a file, or the kind of its fault.
private enum Outcome: Hashable {
  case decoded([UInt16])
  case refused(PNGError.Code)

  init(_ bytes: [UInt8], rowsAtOnce: Int) {
    do throws(PNGError) {
      self = .decoded(try decode(bytes, rowsAtOnce: rowsAtOnce).samples)
    } catch {
      self = .refused(error.code)
    }
  }
}
