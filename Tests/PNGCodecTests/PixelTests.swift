import ColorScience
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Decoding returns the samples that the file was built from, for every colour type, depth, interlacing and filter.
struct PixelTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var colorType: Int
    var depth: Int
    var isInterlaced: Bool
    var testDescription: String { "type \(colorType), \(depth) bits\(isInterlaced ? ", interlaced" : "")" }
  }

  static let kinds: [Kind] = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    .sorted { $0.key < $1.key }
    .flatMap { type, depths in
      depths.flatMap { depth in
        [false, true].map { Kind(colorType: type, depth: depth, isInterlaced: $0) }
      }
    }

  /// Sizes around the edges of bytes and of Adam7.
  static let sizes = [(1, 1), (2, 3), (3, 1), (4, 5), (5, 2), (7, 9), (8, 8), (33, 17)]

  static func image(_ kind: Kind, _ width: Int, _ height: Int) -> PNGBuilder {
    var image = PNGBuilder(width: width, height: height, depth: kind.depth, colorType: kind.colorType) { x, y, c in
      (x &* 40503 &+ y &* 30011 &+ c &* 20011) &* (x &+ 3) >> 2
    }
    image.isInterlaced = kind.isInterlaced
    if kind.colorType == 3 { image.palette = (0..<3 * (1 << kind.depth)).map { UInt8(truncatingIfNeeded: $0 &* 37) } }
    return image
  }

  static func expected(_ image: PNGBuilder) -> [UInt16] {
    guard image.colorType == 3 else { return image.samples }
    return image.samples.flatMap { index in image.palette[(3 * Int(index))...].prefix(3).map(UInt16.init) }
  }

  @Test(arguments: kinds) func roundTrip(_ kind: Kind) throws {
    for (width, height) in Self.sizes {
      let image = Self.image(kind, width, height)
      let decoded = try decode(image.bytes)
      #expect(decoded.samples == Self.expected(image), "\(width) x \(height)")
      #expect(decoded.findings == [])
      #expect(decoded.layout.width == width && decoded.layout.height == height)
    }
  }

  @Test(arguments: kinds) func rowsInAnyNumber(_ kind: Kind) throws {
    let image = Self.image(kind, 33, 17)
    for rows in [1, 2, 5] {
      #expect(try decode(image.bytes, rowsAtOnce: rows).samples == Self.expected(image))
    }
  }

  @Test func wideRows() throws {
    var image = PNGBuilder(width: 40_001, height: 3, depth: 16, colorType: 2) { x, y, c in x &* 7 &+ y &* 11 &+ c }
    image.filter = .fixed(1)
    image.level = 1
    #expect(try decode(image.bytes).samples == image.samples)
  }

  @Test func paletteWithAlpha() throws {
    for isInterlaced in [false, true] {
      var image = PNGBuilder(width: 3, height: 1, depth: 2, colorType: 3, samples: [2, 0, 1])
      image.palette = [1, 2, 3, 11, 12, 13, 21, 22, 23]
      image.transparency = [0, 128]
      image.isInterlaced = isInterlaced
      let decoded = try decode(image.bytes)
      #expect(decoded.layout.hasAlpha && decoded.layout.channels == 4 && decoded.layout.depth == 8)
      #expect(decoded.samples == [21, 22, 23, 255, 1, 2, 3, 0, 11, 12, 13, 128])
    }
  }

  @Test func paletteIndexBeyondPLTE() throws {
    for isInterlaced in [false, true] {
      var image = PNGBuilder(width: 3, height: 2, depth: 4, colorType: 3, samples: [0, 1, 0, 1, 0, 9])
      image.palette = [1, 2, 3, 11, 12, 13]
      image.isInterlaced = isInterlaced
      #expect(failure(image.bytes) == .paletteIndex(index: 9, count: 2, x: 2, y: 1))
    }
  }

  @Test func transparentColor() throws {
    var grey = PNGBuilder(width: 1, height: 1, depth: 4, colorType: 0, samples: [5])
    grey.transparency = [0, 5]
    #expect(try decode(grey.bytes).layout.transparentColor == SIMD3(5, 5, 5))
    #expect(try decode(grey.bytes).layout.hasAlpha == false)
    // Bits beyond the depth are ignored (PNG Third Edition, 11.3.1.1).
    grey.transparency = [1, 0xf5]
    let decoded = try decode(grey.bytes)
    #expect(decoded.layout.transparentColor == SIMD3(5, 5, 5))
    #expect(decoded.findings.map(\.kind) == [.transparencyRange])
    var rgb = PNGBuilder(width: 1, height: 1, depth: 16, colorType: 2, samples: [1, 2, 3])
    rgb.transparency = [1, 2, 3, 4, 5, 6]
    #expect(try decode(rgb.bytes).layout.transparentColor == SIMD3(0x102, 0x304, 0x506))
    #expect(try decode(rgb.bytes).samples == [1, 2, 3])
  }
}

extension PNGBuilder {
  var expectedSamples: [UInt16] { PixelTests.expected(self) }
}
