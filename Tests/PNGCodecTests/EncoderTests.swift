import SyntheticPNG
import TestSupport
import Testing

@testable import PNGCodec

/// The decoder (which is tested against PngSuite) reads the output of the encoder: every colour type, both depths, one
/// stripe and several.
@Suite struct EncoderTests {
  static let kinds: [(ColorType, Int)] = [ColorType.grey, .greyAlpha, .rgb, .rgba].flatMap { type in
    [8, 16].map { (type, $0) }
  }

  /// Returns samples for which filters are useful: flat areas, gradients, noise.
  static func samples(_ header: ImageHeader, seed: UInt64) -> [UInt8] {
    var random = RandomSource(seed: seed)
    let channels = header.colorType.channels
    var bytes: [UInt8] = []
    bytes.reserveCapacity(header.width * header.height * channels * header.bitDepth / 8)
    for y in 0..<header.height {
      for x in 0..<header.width {
        for channel in 0..<channels {
          let flat = (x / 40 + y / 30 + channel) * 7919
          let noise = (x / 64 + y / 16) % 3 == 0 ? Int(random.next() >> 56) : 0
          let value = flat + ((x / 128) % 2 == 0 ? (x + y) * 37 : 0) + noise
          bytes.append(UInt8(truncatingIfNeeded: value))
          if header.bitDepth == 16 { bytes.append(UInt8(truncatingIfNeeded: value >> 8)) }
        }
      }
    }
    return bytes
  }

  static func encode(_ header: ImageHeader, _ rows: [UInt8], _ compression: Compression) throws -> [UInt8] {
    var encoder = try PNGEncoder(header, compression: compression)
    try encoder.write(rows)
    return try encoder.finish()
  }

  /// Short data with a repetition near its start, compressed with many states, each at its own address.
  @Test func compressedDataDoesNotDependOnAddresses() throws {
    let deflaters = (0..<200).map { _ in Deflater(.fast) }
    var random = RandomSource(seed: 1)
    for length in [17, 20, 30, 40, 60, 100] {
      let start = (0..<10).map { _ in UInt8(truncatingIfNeeded: random.next() >> 56) }
      let data = (0..<length).map { start[$0 % 10] }
      let pieces = try deflaters.map { deflater in
        var piece = [UInt8](repeating: 0, count: Deflater.bound(length))
        let size = try unsafe data.withUnsafeBytes { data in
          try unsafe piece.withUnsafeMutableBytes {
            try unsafe deflater.deflate(data, bytesPerPixel: 4, into: $0, isLast: true)
          }
        }
        return Array(piece[..<size])
      }
      #expect(Set(pieces).count == 1, "\(length) bytes")
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: kinds.indices, Compression.allCases)
  func roundTrip(kind: Int, compression: Compression) throws {
    let (type, depth) = Self.kinds[kind]
    for (width, height) in [(1, 1), (1, 900), (3, 400), (17, 5), (255, 3), (300, 200), (1000, 600)] {
      if width == 1000, compression == .small { continue }
      let header = ImageHeader(width: width, height: height, bitDepth: depth, colorType: type)
      let rows = Self.samples(header, seed: UInt64(width))
      let file = try Self.encode(header, rows, compression)
      #expect(try decoded(file) == rows, "\(width) x \(height)")
    }
  }

  /// Four megabytes of incompressible data, and of compressible data: the pieces of several stripes form one stream.
  @Test(.enabled(if: Thoroughness.hasTime)) func stripes() throws {
    let header = ImageHeader(width: 1200, height: 900, bitDepth: 16, colorType: .rgba)
    var random = RandomSource(seed: 1)
    let noise = (0..<1200 * 900 * 8).map { _ in UInt8.random(in: 0...255, using: &random) }
    let flat = [UInt8](repeating: 77, count: noise.count)
    for rows in [noise, flat] {
      let file = try Self.encode(header, rows, .fast)
      #expect(file.count < rows.count + rows.count / 500 + 1000)
      #expect(try decoded(file) == rows)
    }
    #expect(try Self.encode(header, flat, .fast).count < 40_000)
  }

  /// Matches, runs and noise in several stripes: whatever compressed a piece, others may follow it.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: [ColorType.grey, .rgb, .rgba], [8, 16]) func piecesOfOneStream(
    type: ColorType, depth: Int
  ) throws {
    let header = ImageHeader(width: 1000, height: 2600, bitDepth: depth, colorType: type)
    var random = RandomSource(seed: 2)
    let words = (0..<200).map { _ in (0..<24).map { _ in UInt8.random(in: 0...255, using: &random) } }
    let size = header.width * header.height * header.bitsPerPixel / 8
    var rows: [UInt8] = []
    rows.reserveCapacity(size + 100)
    while rows.count < size {
      switch 5 * rows.count / size {
      case 0, 3: rows += words[Int.random(in: 0..<200, using: &random)]
      case 1: rows += [UInt8](repeating: .random(in: 0...3, using: &random), count: 40)
      case 2: rows.append(.random(in: 0...255, using: &random))
      default: rows.append(.random(in: 0...1, using: &random))
      }
    }
    rows.removeLast(rows.count - size)
    let file = try Self.encode(header, rows, .default)
    #expect(try file.count < Self.encode(header, rows, .fast).count / 100 * 99)
    if type == .rgba { #expect(try Self.encode(header, rows, .small).count <= file.count) }
    #expect(try decoded(file) == rows)
  }

  /// A result that is one byte below the limit counts, whether other pieces follow or not.
  @Test(arguments: [true, false]) func limitOfMatches(isLast: Bool) throws {
    let deflater = try MatchDeflater(level: 6)
    var random = RandomSource(seed: 7)
    for count in 1...200 {
      let input = (0..<8 * count).map { _ in UInt8.random(in: 0...15, using: &random) }
      var output = [UInt8](repeating: 0, count: 2 * input.count + 200)
      func deflated(limit: Int) throws -> Int? {
        try unsafe input.withUnsafeBytes { input in
          try unsafe output.withUnsafeMutableBytes {
            try unsafe deflater.deflate(input, into: $0, isLast: isLast, limit: limit)
          }
        }
      }
      let size = try #require(try deflated(limit: output.count - MatchDeflater.extraRoom))
      #expect(try deflated(limit: size + 1) == size && deflated(limit: size) == nil)
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func betterCompressionIsNeverLarger() throws {
    var random = RandomSource(seed: 8)
    for _ in 0..<300 {
      let header = ImageHeader(
        width: .random(in: 1...31, using: &random), height: .random(in: 1...31, using: &random), bitDepth: 8,
        colorType: .rgb)
      let most = UInt8.random(in: 1...255, using: &random)
      let rows = (0..<3 * header.width * header.height).map { _ in UInt8.random(in: 0...most, using: &random) }
      let sizes = try [Compression.small, .default, .fast].map { try Self.encode(header, rows, $0).count }
      #expect(sizes == sizes.sorted(), "\(header), at most \(most)")
    }
  }

  /// With the available output taken between two pieces of the rows.
  @Test func palettesAndDeclarationsComeBack() throws {
    let palette: [SIMD3<UInt8>] = [[1, 2, 3], [250, 128, 0], [7, 7, 7]]
    var encoder = try PNGEncoder(
      ImageHeader(width: 3, height: 2, bitDepth: 8, colorType: .palette), palette: palette,
      color: [.cICP(CICP(primaries: 12, transfer: 13, matrix: 0, fullRange: 1))])
    try encoder.write([2, 0, 1])
    var file = encoder.take()
    let rest: [UInt8] = [0, 0, 2]
    try unsafe encoder.write(rest.span.bytes)
    file += try encoder.finish()
    #expect(try decoded(file) == [2, 0, 1, 0, 0, 2].flatMap { [palette[$0].x, palette[$0].y, palette[$0].z] })
    #expect(try PNGReader(ByteSource(bytes: file)).colorChunks.declarations.count == 1)
  }
}

/// Returns the rows of a file without irregularities.
func decoded(_ file: [UInt8]) throws -> [UInt8] {
  var decoder = try PNGDecoder(PNGReader(ByteSource(bytes: file)))
  let rows = try decoder.samples()
  #expect(try decoder.finish() == [])
  return rows
}
