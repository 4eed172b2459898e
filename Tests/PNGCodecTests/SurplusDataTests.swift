import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// A zlib stream that is shorter than the image data, or has more than the image: the finding has the offset of IDAT.
struct SurplusDataTests {
  static let image = PNGBuilder(width: 23, height: 11) { x, y, c in x &* 7919 ^ y &* 613 &+ c &* 31 }

  /// Returns a file with IDAT chunks of the given sizes, the last with the remaining data.
  static func file(_ data: [UInt8], sizes: [Int] = []) -> [UInt8] {
    var file = PNGBuilder.signature + image.header.bytes
    var start = 0
    for size in sizes + [data.count] {
      let end = min(start + size, data.count)
      file += PNGChunk("IDAT", Array(data[start..<end])).bytes
      start = end
    }
    return file + PNGChunk.end.bytes
  }

  static let layouts: [(name: String, sizes: @Sendable (Int) -> [Int])] = [
    ("one chunk", { _ in [] }), ("at a boundary", { [$0] }), ("in the second chunk", { [$0 / 2] }),
    ("one byte before a boundary", { [$0 + 1] }), ("one byte after a boundary", { [$0 - 1] }),
    ("empty chunks around the end", { [0, $0, 0, 0, 1, 0] }),
    ("the checksum in four chunks", { [$0 - 4, 1, 0, 1, 1] }),
    ("single bytes", { Array(repeating: 1, count: $0 + 20) }), ("threes", { Array(repeating: 3, count: $0) }),
    ("an empty chunk at the end", { [$0 + 1000, 0] }),
  ]

  @Test(.enabled(if: Thoroughness.hasTime), arguments: [0, 1, 6, 9], layouts.indices) func bytesAfterTheStream(
    level: Int32, layout: Int
  ) throws {
    let (name, sizes) = Self.layouts[layout]
    let stream = deflated(Self.image.scanlines, level: level)
    for surplus in [1, 2, 3, 4, 7, 8, 9, 300] {
      let junk = (0..<surplus).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let file = Self.file(stream + junk, sizes: sizes(stream.count))
      try expectFinding(file, "\(surplus) bytes follow", name)
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: [0, 1, 6, 9], layouts.indices) func scanlinesAfterTheImage(
    level: Int32, layout: Int
  ) throws {
    let (name, sizes) = Self.layouts[layout]
    for surplus in [1, 70, 5000] {
      let stream = deflated(Self.image.scanlines + (0..<surplus).map { UInt8($0 % 251) }, level: level)
      let file = Self.file(stream, sizes: sizes(stream.count))
      try expectFinding(file, "holds \(surplus) bytes more", name)
    }
  }

  /// More surplus data than is checked.
  @Test(arguments: [65_536, 65_537, 200_000]) func tooMuchToCount(surplus: Int) throws {
    let stream = deflated(Self.image.scanlines + [UInt8](repeating: 1, count: surplus))
    let file = Self.file(stream, sizes: [50, 50])
    try expectFinding(file, "at least 65536 bytes more", "")
  }

  /// A stream that ends exactly at the end of the image data gives no finding, for any number of chunks.
  @Test(arguments: layouts.indices) func noSurplus(layout: Int) throws {
    let stream = deflated(Self.image.scanlines)
    let file = Self.file(stream, sizes: Self.layouts[layout].sizes(stream.count))
    #expect(try decode(file).findings == [])
  }

  private func expectFinding(_ file: [UInt8], _ words: String, _ name: String) throws {
    for rows in [1, 1000] {
      let decoded = try decode(file, rowsAtOnce: rows)
      #expect(decoded.samples == Self.image.samples)
      #expect(decoded.findings.map(\.kind) == [.surplusImageData], "\(name)")
      #expect(decoded.findings.first?.offset == 8 + 25, "\(name)")
      #expect(decoded.findings.first?.message.contains(words) == true, "\(name)")
    }
  }
}
