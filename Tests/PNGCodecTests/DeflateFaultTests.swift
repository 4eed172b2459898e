import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Streams built bit by bit, valid and invalid according to RFC 1950 and RFC 1951, in an image of one black pixel.
struct DeflateFaultTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var stream: [UInt8]
    var testDescription: String { name }

    /// Deflate data between a zlib header and the checksum of two zeros, which are the image's scanline.
    init(_ name: String, _ bits: String, head: [UInt8] = [0x78, 0x9c], checksum: [UInt8] = [0, 2, 0, 1]) {
      self.name = name
      stream = head + packed(bits) + checksum
    }

    var file: [UInt8] { PNGBuilder.file([PNGBuilder.header(1, 1, 8, 0), PNGChunk("IDAT", stream), .end]) }
  }

  /// Two zeros and the end of the block, in codes of one bit.
  static let good = dynamic([0: 1, 256: 1], [0]) + "001"
  /// Two literals 0 and the end of the block, in the fixed codes.
  static let fixed = "110" + "00110000" + "00110000" + "0000000"

  /// The first length repeats the one before it. The code of the lengths has symbol 18 with one bit, 1 and 16 with two.
  static let repeatFirst =
    "101" + number(0, 5) + number(0, 5) + number(18 - 4, 4)
    + ([2, 0, 1] + [Int](repeating: 0, count: 14) + [2]).map { number($0, 3) }.joined() + "1100"
    + String(repeating: "0", count: 64)

  @Test(arguments: [
    Case("no distance codes", good), Case("fixed codes", fixed),
    Case("one distance code of one bit", dynamic([0: 1, 256: 1], [1]) + "001"),
    Case("two blocks", "010" + "00110000" + "0000000" + "110" + "00110000" + "0000000"),
    Case("a window of 256 bytes", good, head: [0x08, 0x1d]),
  ])
  func accepted(_ stream: Case) throws {
    #expect(try decode(stream.file).samples == [0])
  }

  @Test(arguments: [
    Case("head: check bits", good, head: [0x78, 0x9d]), Case("head: method 7", good, head: [0x77, 0x09]),
    Case("head: window of 64 KiB", good, head: [0x88, 0x1c]), Case("head: dictionary", good, head: [0x78, 0x20]),
    Case("checksum", good, checksum: [0, 2, 0, 2]), Case("checksum cut short", good, checksum: [0, 2, 0]),
    Case("block type 3", "111" + "00000"),
    Case("stored: lengths", "100" + "00000" + number(2, 16) + number(2, 16) + number(0, 16)),
    Case("fixed: literal 286", "110" + "00110000" + "11000110" + "00000" + "0000000"),
    Case("fixed: distance 30", "110" + "00110000" + "0000001" + "11110" + "0000000"),
    Case("distance before the start", "110" + "00110000" + "0000001" + "00001" + "0000000"),
    Case("no end of block", dynamic([0: 1, 1: 1], [0]) + "000"),
    Case("too many literal codes", dynamic([0: 1, 1: 1, 256: 1], [0]) + "001"),
    Case("too many distance codes", dynamic([0: 1, 256: 1], [1, 1, 1]) + "001"),
    Case("a repeat before the first length", repeatFirst),
    Case("literal code without a meaning", dynamic([0: 2, 256: 2], [0]) + "000011"),
    Case("more data than the block", dynamic([0: 1, 256: 1], [0]) + "000000"),
    Case("less data than the image", dynamic([0: 1, 256: 1], [0]) + "01", checksum: [0, 1, 0, 1]),
  ])
  func refused(_ stream: Case) {
    #expect(failure(stream.file)?.code == "image-data")
  }

  /// Symbols that RFC 1951, 3.2.6, reserves ("will never actually occur in the compressed data"), and an undefined bit
  /// pattern, each at a position where lenient inflaters treat it like its neighbour, with the matching checksum: 258 zeros
  /// by a match of length 258, or 4 by a match at distance 1.
  @Test(arguments: [
    (Case("fixed: length 286", "110" + "00110000" + "11000110" + "00000" + "0000000"), 259),
    (Case("fixed: length 287", "110" + "00110000" + "11000111" + "00000" + "0000000"), 259),
    (Case("287 literal codes", dynamic([0: 1, 256: 1], [0], literals: 287) + "001"), 2),
    (Case("288 literal codes", dynamic([0: 1, 256: 1], [0], literals: 288) + "001"), 2),
    (Case("31 distance codes", dynamic([0: 1, 256: 1], [Int](repeating: 0, count: 31)) + "001"), 2),
    (Case("32 distance codes", dynamic([0: 1, 256: 1], [Int](repeating: 0, count: 32)) + "001"), 2),
    (Case("the other of one distance code", dynamic([0: 2, 256: 2, 258: 1], [1]) + "10" + "0" + "1" + "11"), 5),
    (Case("no distance code", dynamic([0: 2, 256: 2, 258: 1], [0]) + "10" + "0" + "0" + "11"), 5),
  ])
  func reservedSymbols(_ stream: Case, zeros: Int) {
    // The Adler-32 of n zeros is n in the upper half and 1 in the lower.
    let right = [UInt8(zeros >> 8), UInt8(zeros & 255), 0, 1]
    let data = PNGChunk("IDAT", stream.stream.dropLast(4) + right)
    let file = PNGBuilder.file([PNGBuilder.header(zeros - 1, 1, 8, 0), data, .end])
    #expect(failure(file)?.code == "image-data")
  }

  /// Incomplete codes whose undefined bit patterns do not occur. RFC 1951 does not forbid them, and the pixels are
  /// those of the codes.
  @Test(arguments: [
    Case("literal codes", dynamic([0: 2, 256: 2], [0]) + "000001"),
    Case("distance codes", dynamic([0: 1, 256: 1], [2, 2]) + "001"),
    Case("one distance code of two bits", dynamic([0: 1, 256: 1], [2]) + "001"),
  ])
  func incompleteCodes(_ stream: Case) throws {
    #expect(try decode(stream.file).samples == [0])
  }

  /// A match that exceeds the window declared in the header: zlib does not enforce the declaration.
  @Test func windowSmallerThanDeclared() throws {
    var image = PNGBuilder(width: 40, height: 40, depth: 8, colorType: 0) { x, y, _ in (x * 89 ^ y % 20 * 57) & 0xff }
    image.filter = .fixed(0)
    let stream = [0x08, 0x1d] + deflated(image.scanlines).dropFirst(2)
    let file = PNGBuilder.file([image.header] + image.imageData(stream) + [.end])
    #expect(try decode(file).samples == image.samples)
  }
}

/// Returns the head of a last block with the given code lengths (RFC 1951, 3.2.7). The lengths are encoded with codes
/// of four bits, each equal to its value.
private func dynamic(_ literalLengths: [Int: Int], _ distanceLengths: [Int], literals: Int = 257) -> String {
  let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  let lengths = (0..<literals).map { literalLengths[$0] ?? 0 } + distanceLengths
  return "101" + number(literals - 257, 5) + number(distanceLengths.count - 1, 5) + number(19 - 4, 4)
    + order.map { number($0 < 16 ? 4 : 0, 3) }.joined()
    + lengths.map { String(number($0, 4).reversed()) }.joined()
}

/// Returns the bits of a number in the order of the stream, lowest first.
private func number(_ value: Int, _ bits: Int) -> String {
  (0..<bits).map { value >> $0 & 1 == 1 ? "1" : "0" }.joined()
}

/// Packs bits in the order of the stream into bytes; the first is the lowest.
private func packed(_ bits: String) -> [UInt8] {
  let bits = Array(bits.utf8)
  return stride(from: 0, to: bits.count, by: 8).map { start in
    bits[start...].prefix(8).reversed().reduce(0) { $0 << 1 | ($1 & 1) }
  }
}
