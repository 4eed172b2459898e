import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Irregularities that do not prevent reading, and files that are unusual but valid.
struct FindingTests {
  static let text = PNGChunk("tEXt", Array("Comment\0words".utf8))
  static let background = PNGChunk("bKGD", [0, 1, 0, 2, 0, 3])

  @Test(arguments: [
    (1, [text.withWrongCRC], [Finding.Kind.crcMismatch]), (2, [text.withWrongCRC], [.crcMismatch]),
    (1, [background, background], [.duplicateChunk]), (2, [background], [.chunkOrder]),
    (1, [PNGChunk("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0]).withWrongCRC, text], [.crcMismatch]),
    // Allowed: repeated text at any position, unknown ancillary chunks, an empty IDAT.
    (1, [text, text, PNGChunk("tIME", [7, 231, 1, 1, 0, 0, 0])], []), (2, [text, PNGChunk("abCd", [1])], []),
    (1, [PNGChunk("IDAT")], []), (2, [PNGChunk("IDAT")], []), (1, [PNGChunk("PLTE", [1, 2, 3])], []),
  ])
  func chunks(_ place: Int, _ inserted: [PNGChunk], _ kinds: [Finding.Kind]) throws {
    var chunks = ContainerTests.image.chunks
    chunks.insert(contentsOf: inserted, at: place)
    let decoded = try decode(PNGBuilder.file(chunks))
    #expect(decoded.findings.map(\.kind) == kinds)
    #expect(decoded.samples == ContainerTests.image.samples)
  }

  @Test func dataAfterEnd() throws {
    let bytes = ContainerTests.image.bytes
    let expected = Finding(
      kind: .dataAfterEnd, offset: bytes.count, chunk: nil, message: "3 bytes follow the end of the image (IEND)")
    #expect(try decode(bytes + [1, 2, 3]).findings == [expected])
    #expect(try decode(pipe(bytes + [1, 2, 3])).findings == [expected])
  }

  /// The default image of an APNG is decoded, and its other frames are skipped.
  @Test func animation() throws {
    let image = ContainerTests.image
    let decoded = try decode(PNGBuilder.file(image.animated([image.samples])))
    #expect(decoded.isAnimated && decoded.findings == [] && decoded.samples == image.samples)
    #expect(try decode(image.bytes).isAnimated == false)
  }

  /// `finish` checks the image data even if no row was read.
  @Test(.enabled(if: Thoroughness.hasTime)) func finishWithoutReading() throws {
    var image = PNGBuilder(width: 300, height: 300) { x, y, c in (x &* 7919) ^ (y &* 104_729) ^ c }
    image.filter = .fixed(0)
    image.imageDataSize = 1000
    let decoder = try PNGDecoder(PNGReader(ByteSource(bytes: image.bytes + [0])))
    #expect(try decoder.finish().map(\.kind) == [.dataAfterEnd])
    var chunks = image.chunks
    chunks[chunks.count - 3] = chunks[chunks.count - 3].withWrongCRC
    let broken = PNGBuilder.file(chunks)
    let error = #expect(throws: PNGError.self) {
      let decoder = try PNGDecoder(PNGReader(ByteSource(bytes: broken)))
      _ = try decoder.finish()
    }
    #expect(error?.code == "crc-mismatch")
  }
}
