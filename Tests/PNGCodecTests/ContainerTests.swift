import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Files that PNG Third Edition, clauses 5, 11.2 and 11.3, forbids, and the resulting errors.
struct ContainerTests {
  static let image = PNGBuilder(width: 3, height: 2, samples: (0..<18).map { UInt16($0 * 13) })

  /// A 2-bit palette image of three entries.
  static let indexed: PNGBuilder = {
    var image = PNGBuilder(width: 2, height: 1, depth: 2, colorType: 3, samples: [2, 1])
    image.palette = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    image.transparency = [1, 2]
    return image
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var code: String
    var chunk: String?
    var bytes: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ code: String, _ chunk: String?, _ bytes: [UInt8]) {
      self.name = name
      self.code = code
      self.chunk = chunk
      self.bytes = bytes
    }

    /// Modifies the chunks of `image` (IHDR IDAT IEND) or `indexed` (IHDR PLTE tRNS IDAT IEND).
    init(
      _ name: String, _ code: String, _ chunk: String?, of image: PNGBuilder = ContainerTests.image,
      _ change: (inout [PNGChunk]) -> Void
    ) {
      var chunks = image.chunks
      change(&chunks)
      self.init(name, code, chunk, PNGBuilder.file(chunks))
    }
  }

  static func header(_ width: Int, _ height: Int, _ depth: Int, _ colorType: Int, _ rest: [UInt8] = [0, 0, 0]) -> Case {
    var chunk = PNGBuilder.header(width, height, depth, colorType)
    chunk.data.replaceSubrange(10..., with: rest)
    let bytes = PNGBuilder.file([chunk] + image.chunks.dropFirst())
    return Case("IHDR \(width) \(height) \(depth) \(colorType) \(rest)", "bad-header", "IHDR", bytes)
  }

  static let headers: [Case] = [
    header(0, 1, 8, 2), header(1, 0, 8, 2), header(1 << 31, 1, 8, 2), header(1, 0xffff_ffff, 8, 2),
    header(1, 1, 8, 1), header(1, 1, 8, 5), header(1, 1, 8, 7), header(1, 1, 0, 0), header(1, 1, 3, 0),
    header(1, 1, 32, 0), header(1, 1, 4, 2), header(1, 1, 16, 3), header(1, 1, 4, 4), header(1, 1, 2, 6),
    header(1, 1, 8, 2, [1, 0, 0]), header(1, 1, 8, 2, [0, 64, 0]), header(1, 1, 8, 2, [0, 0, 2]),
  ]

  static let critical: [Case] = [
    Case("IHDR twice", "duplicate-chunk", "IHDR") { $0.insert($0[0], at: 1) },
    Case("IHDR after IDAT", "duplicate-chunk", "IHDR") { $0.insert($0[0], at: 2) },
    Case("IHDR not first", "missing-chunk", "IHDR") { $0.insert(.gAMA(45455), at: 0) },
    Case("IHDR of 12 bytes", "chunk-length", "IHDR") { $0[0].data.removeLast() },
    Case("IHDR of 14 bytes", "chunk-length", "IHDR") { $0[0].data.append(0) },
    Case("no IDAT", "missing-chunk", "IDAT") { $0.remove(at: 1) },
    Case("nothing after IHDR", "missing-chunk", "IDAT") { $0.removeLast(2) },
    Case("no IEND", "missing-chunk", "IEND") { $0.removeLast() },
    Case("IEND with data", "chunk-length", "IEND") { $0[2].data = [0] },
    Case("IDAT interrupted", "chunk-order", "IDAT") { chunks in
      chunks.insert(contentsOf: [PNGChunk("tEXt", Array("a\0b".utf8)), PNGChunk("IDAT")], at: 2)
    },
    Case("unknown critical chunk", "unknown-critical-chunk", "ABCD") { $0.insert(PNGChunk("ABCD"), at: 1) },
    Case("unknown critical chunk at the end", "unknown-critical-chunk", "ABCD") { $0.insert(PNGChunk("ABCD"), at: 2) },
    Case("CgBI", "cgbi", "CgBI") { $0.insert(PNGChunk("CgBI", [0x50, 0, 0x20, 2]), at: 0) },
    Case("a name that is no name", "chunk-type", "0x61623163") { $0.insert(PNGChunk("ab1c"), at: 1) },
    Case("length beyond 2^31", "chunk-length", "IDAT") { $0[1].declaredLength = 0x8000_0000 },
    Case("length beyond the file", "truncated", "IDAT") { $0[1].declaredLength = 0x7fff_ffff },
    Case("CRC of IHDR", "crc-mismatch", "IHDR") { $0[0] = $0[0].withWrongCRC },
    Case("CRC of IDAT", "crc-mismatch", "IDAT") { $0[1] = $0[1].withWrongCRC },
    Case("CRC of IEND", "crc-mismatch", "IEND") { $0[2] = $0[2].withWrongCRC },
    Case("damaged IDAT", "crc-mismatch", "IDAT") { chunks in
      let crc = chunks[1].crc
      chunks[1].data[2] ^= 0xff
      chunks[1].declaredCRC = crc
    },
  ]

  static let palette: [Case] = [
    Case("no PLTE", "missing-chunk", "PLTE", of: indexed) { $0.removeSubrange(1...2) },
    Case("PLTE twice", "duplicate-chunk", "PLTE", of: indexed) { $0.insert($0[1], at: 3) },
    Case("PLTE of 8 bytes", "chunk-length", "PLTE", of: indexed) { $0[1].data.removeLast() },
    Case("PLTE empty", "chunk-length", "PLTE", of: indexed) { $0[1].data = [] },
    Case("5 entries for 2 bits", "chunk-length", "PLTE", of: indexed) { $0[1].data = Array(0..<15) },
    Case("PLTE after IDAT", "chunk-order", "PLTE") { $0.insert(PNGChunk("PLTE", [1, 2, 3]), at: 2) },
    Case("CRC of PLTE", "crc-mismatch", "PLTE", of: indexed) { $0[1] = $0[1].withWrongCRC },
    Case("PLTE in grey", "forbidden-chunk", "PLTE", of: PNGBuilder(width: 1, height: 1, colorType: 0, samples: [1])) {
      $0.insert(PNGChunk("PLTE", [1, 2, 3]), at: 1)
    },
    Case("tRNS before PLTE", "chunk-order", "tRNS", of: indexed) { $0.swapAt(1, 2) },
    Case("PLTE after tRNS in RGB", "chunk-order", "PLTE") {
      $0.insert(contentsOf: [PNGChunk("tRNS", [0, 1, 0, 2, 0, 3]), PNGChunk("PLTE", [1, 2, 3])], at: 1)
    },
    Case("tRNS after IDAT", "chunk-order", "tRNS") { $0.insert(PNGChunk("tRNS", [0, 1, 0, 2, 0, 3]), at: 2) },
    Case("tRNS twice", "duplicate-chunk", "tRNS", of: indexed) { $0.insert($0[2], at: 3) },
    Case("tRNS of 4 for 3 entries", "chunk-length", "tRNS", of: indexed) { $0[2].data = [1, 2, 3, 4] },
    Case("tRNS empty", "chunk-length", "tRNS", of: indexed) { $0[2].data = [] },
    Case("tRNS of 2 in RGB", "chunk-length", "tRNS") { $0.insert(PNGChunk("tRNS", [0, 1]), at: 1) },
    Case("CRC of tRNS", "crc-mismatch", "tRNS", of: indexed) { $0[2] = $0[2].withWrongCRC },
    Case(
      "tRNS in RGBA", "forbidden-chunk", "tRNS",
      of: PNGBuilder(width: 1, height: 1, colorType: 6, samples: [1, 2, 3, 4])
    ) {
      $0.insert(PNGChunk("tRNS", [0, 1, 0, 2, 0, 3]), at: 1)
    },
  ]

  /// Each colour chunk: one byte too short, one too long, twice, after PLTE, after IDAT, with a wrong CRC.
  static let color: [Case] = [
    PNGChunk.cICP(12, 13), .sRGB(), .gAMA(45455), .cHRM([1, 2, 3, 4, 5, 6, 7, 8]),
    PNGChunk("mDCV", [UInt8](repeating: 1, count: 24)), PNGChunk("cLLI", [UInt8](repeating: 1, count: 8)),
    PNGChunk("sBIT", [5, 6, 5]),
  ].flatMap { chunk in
    let name = chunk.type
    let short = PNGChunk(name, Array(chunk.data.dropLast()))
    let long = PNGChunk(name, chunk.data + [0])
    return [
      Case("\(name) short", "chunk-length", name) { $0.insert(short, at: 1) },
      Case("\(name) long", "chunk-length", name) { $0.insert(long, at: 1) },
      Case("\(name) twice", "duplicate-chunk", name) { $0.insert(contentsOf: [chunk, chunk], at: 1) },
      Case("\(name) after PLTE", "chunk-order", name, of: indexed) { $0.insert(chunk, at: 2) },
      Case("\(name) after IDAT", "chunk-order", name) { $0.insert(chunk, at: 2) },
      Case("\(name) again after IDAT", "duplicate-chunk", name) { chunks in
        chunks.insert(chunk, at: 2)
        chunks.insert(chunk, at: 1)
      },
      Case("\(name) with a wrong CRC", "crc-mismatch", name) { $0.insert(chunk.withWrongCRC, at: 1) },
    ]
  }

  static let profile: [Case] = [
    Case("iCCP twice", "duplicate-chunk", "iCCP") { $0.insert(contentsOf: [.iCCP([1]), .iCCP([2])], at: 1) },
    Case("iCCP after PLTE", "chunk-order", "iCCP", of: indexed) { $0.insert(.iCCP([1]), at: 2) },
    Case("iCCP after IDAT", "chunk-order", "iCCP") { $0.insert(.iCCP([1]), at: 2) },
    Case("iCCP with a wrong CRC", "crc-mismatch", "iCCP") { $0.insert(PNGChunk.iCCP([1]).withWrongCRC, at: 1) },
  ]

  /// A colour chunk with a fault is left out, as libpng 1.6.39 leaves it out: the first of two counts, and the profile of
  /// an iCCP with a wrong CRC.
  @Test(arguments: color + profile) func leftOut(_ wrong: Case) throws {
    let findings = try decode(wrong.bytes).findings
    #expect(findings.map(\.kind.rawValue) == [wrong.code] && findings.first?.chunk == wrong.chunk)
    let reader = try PNGReader(ByteSource(bytes: wrong.bytes))
    let isFirst = wrong.code == "duplicate-chunk" || wrong.chunk == "iCCP" && wrong.code == "crc-mismatch"
    #expect((reader.colorChunks == ColorChunks()) == !isFirst)
  }

  @Test(arguments: headers + critical + palette) func refused(_ wrong: Case) throws {
    let error = try #require(failure(wrong.bytes))
    #expect(error.code == wrong.code, "\(error.message)")
    #expect(error.chunk == wrong.chunk)
    #expect(try #require(error.offset) <= wrong.bytes.count)
  }

  @Test func theCasesAreRightButForTheirFault() throws {
    #expect(try decode(Self.image.bytes).findings == [])
    #expect(try decode(Self.indexed.bytes).findings == [])
  }

  @Test(arguments: [
    ("an empty file", [UInt8](), "empty"), ("JPEG", [0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70], "JPEG"),
    ("HEIC", [0, 0, 0, 24] + Array("ftypheic".utf8), "HEIC"), ("ICO", [0, 0, 1, 0, 1, 0, 16, 16], "ICO"),
    ("ICNS", Array("icns".utf8) + [0, 0, 1, 0], "ICNS"), ("text", Array("not a PNG at all".utf8), "signature"),
    ("LF for CR LF", [0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a, 0], "text mode"),
    ("seven bits", [0x09, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "text mode"),
  ])
  func notPNG(_ name: String, _ bytes: [UInt8], _ word: String) throws {
    let error = try #require(failure(bytes))
    #expect(error.code == "not-png")
    #expect(error.message.contains(word))
  }

  @Test(arguments: [
    (failure(image.bytes.dropLast(20)), "needs 24 bytes and only 16 are left"),
    (PNGError.cgbi(offset: 8), "CgBI"),
    (.crcMismatch(chunk: ChunkType(rawValue: 0x4944_4154), offset: 33, declared: 0xab, computed: 1), "000000ab"),
    (.limitExceeded(limit: .interlacedBytes, value: 77, maximum: 5, chunk: nil, offset: nil), "77 bytes"),
    (.paletteIndex(index: 9, count: 2, x: 3, y: 4), "(3, 4)"),
    (.io(operation: "open the file", number: 2), "No such file or directory"),
  ])
  func messages(_ error: PNGError?, _ words: String) throws {
    #expect(try #require(error).message.contains(words))
  }
}
