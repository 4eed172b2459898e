import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Edits change only the named chunks, and no other byte. Checked with a splitter that only uses chunk lengths.
struct ChunkEditTests {
  static let rgb: PNGBuilder = {
    var image = PNGBuilder(width: 5, height: 4, depth: 16, colorType: 2, samples: (0..<60).map { UInt16($0 * 1091) })
    image.colorChunks = [
      PNGChunk("sBIT", [8, 8, 8]), .gAMA(45455), .cHRM(PNGChunk.sRGBPrimaries),
      .sRGB(), PNGChunk("tEXt", Array("a\0b".utf8)).withWrongCRC, .iCCP([1, 2, 3]), .cICP(1, 13),
    ]
    image.otherChunks = [PNGChunk("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0]), PNGChunk("prVt", [1, 2, 3])]
    image.imageDataSize = 40
    return image
  }()

  static let indexed: PNGBuilder = {
    var image = ContainerTests.indexed
    image.otherChunks = [PNGChunk("bKGD", [1])]
    return image
  }()

  struct File: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  static let files = [
    File("RGB", rgb.bytes), File("palette", indexed.bytes),
    File("bytes after IEND", rgb.bytes + Array(repeating: 7, count: 70_000)),
    File("APNG", PNGBuilder.file(rgb.animated([Array(repeating: 9, count: 60), Array(repeating: 60_000, count: 60)]))),
  ]

  static func edited(_ bytes: [UInt8], _ edit: ChunkEdit, window: Int) throws -> [UInt8] {
    var source = EditedSource(ByteSource(bytes: bytes), edit: edit)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: window, alignment: 1)
    defer { unsafe buffer.deallocate() }
    var result: [UInt8] = []
    while case let count = try unsafe source.read(into: buffer), count > 0 {
      unsafe result += buffer[..<count]
    }
    return result
  }

  @Test(
    .enabled(if: Thoroughness.hasTime), arguments: files,
    [Set<ColorChunks.Kind>(), [.gAMA, .iCCP], Set(ColorChunks.Kind.allCases)])
  func onlyWhatIsNamedChanges(file: File, removed: Set<ColorChunks.Kind>) throws {
    let structure = try PNGStructure(ByteSource(bytes: file.bytes))
    #expect(structure.size == file.bytes.count)
    #expect(structure.isAnimated == (file.name == "APNG"))
    let old = try #require(PNGChunk.split(file.bytes))
    for added in [[], [NewColorChunk.cICP(CICP(primaries: 12, transfer: 13))], [.iCCP(name: "x", profile: [5, 6])]] {
      let edit = try ChunkEdit(of: structure, removing: removed, adding: added)
      let gone = Set(removed.map(\.rawValue) + added.map(\.kind.rawValue))
      #expect(edit.isEmpty == (added.isEmpty && !old.contains { gone.contains($0.type) }))
      for window in [1, 13, 1 << 20] {
        let new = try Self.edited(file.bytes, edit, window: window)
        #expect(new.count == edit.size)
        let chunks = try #require(PNGChunk.split(new))
        #expect(chunks.first?.bytes == old.first?.bytes)
        #expect(chunks.dropFirst().prefix(added.count).map(\.type) == added.map(\.kind.rawValue))
        #expect(
          chunks.dropFirst(1 + added.count).map(\.bytes)
            == old.dropFirst().filter { !gone.contains($0.type) }.map(\.bytes))
        #expect(new.suffix(70_000) == file.bytes.suffix(70_000) || file.name != "bytes after IEND")
      }
    }
  }

  /// The reader parses what was written, with a correct CRC.
  @Test func newChunksHaveTheirContents() throws {
    let profile = (0..<3000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
    let added: [NewColorChunk] = [
      .cICP(CICP(primaries: 12, transfer: 13)), .iCCP(name: "A profile", profile: profile), .sRGB(intent: 1),
    ]
    let structure = try PNGStructure(ByteSource(bytes: Self.indexed.bytes))
    let edit = try ChunkEdit(of: structure, removing: [], adding: added)
    let bytes = try Self.edited(Self.indexed.bytes, edit, window: 64)
    let reader = try PNGStructure(ByteSource(bytes: bytes))
    #expect(reader.findings == [])
    #expect(reader.colorChunks.cICP?.value == CICP(primaries: 12, transfer: 13))
    #expect(reader.colorChunks.iCCP?.value == EmbeddedProfile(name: "A profile", contents: .success(profile)))
    #expect(reader.colorChunks.sRGB?.value == 1)
    #expect(try decode(bytes).samples == decode(Self.indexed.bytes).samples)
    #expect(try Self.edited(Self.indexed.bytes, edit, window: 7) == bytes)
  }

  /// PNG Third Edition, 11.3.3.2.
  @Test(arguments: [
    ("Display P3", "Display P3"), ("", "ICC profile"), ("  two   spaces ", "two spaces"), ("日本 sRGB", "sRGB"),
    ("Größe", "Größe"), ("日本", "ICC profile"), ("a\u{a0}b\nc", "a b c"),
    (String(repeating: "x", count: 100), String(repeating: "x", count: 79)),
    (String(repeating: "x", count: 78) + " yy", String(repeating: "x", count: 78)),
  ])
  func keywords(name: String, keyword: String) throws {
    let structure = try PNGStructure(ByteSource(bytes: Self.indexed.bytes))
    let edit = try ChunkEdit(of: structure, removing: [], adding: [.iCCP(name: name, profile: [1])])
    let bytes = try Self.edited(Self.indexed.bytes, edit, window: 64)
    let profile = try PNGStructure(ByteSource(bytes: bytes)).colorChunks.iCCP?.value
    #expect(profile == EmbeddedProfile(name: keyword, contents: .success([1])))
  }

  @Test func aFileThatIsNoLongerWhatItWasIsAnError() throws {
    let structure = try PNGStructure(ByteSource(bytes: Self.rgb.bytes))
    let edit = try ChunkEdit(of: structure, removing: [.iCCP], adding: [])
    #expect(throws: PNGError.self) { try Self.edited(Array(Self.rgb.bytes.dropLast(30)), edit, window: 64) }
  }

  @Test func damageIsFoundToTheEnd() throws {
    var chunks = Self.rgb.chunks
    chunks[chunks.count - 2] = chunks[chunks.count - 2].withWrongCRC
    let error = #expect(throws: PNGError.self) {
      try PNGStructure(ByteSource(bytes: PNGBuilder.file(chunks)))
    }
    #expect(error?.code == "crc-mismatch")
    #expect(throws: PNGError.self) { try PNGStructure(ByteSource(bytes: Array(Self.rgb.bytes.dropLast(5)))) }
  }
}
