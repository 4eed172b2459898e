import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// The parsed colour chunks, and their precedence (PNG Third Edition, 4.3 and 11.3.2).
struct DeclarationTests {
  static func reader(_ chunks: [PNGChunk], indexed: Bool = false) throws(PNGError) -> PNGReader {
    let image = (indexed ? ContainerTests.indexed : ContainerTests.image).declaring(chunks)
    return try PNGReader(ByteSource(bytes: image.bytes))
  }

  static let primaries: [UInt32] = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
  static let chromaticities = Chromaticities(
    white: Chromaticity(x: 31270, y: 32900), red: Chromaticity(x: 64000, y: 33000),
    green: Chromaticity(x: 30000, y: 60000), blue: Chromaticity(x: 15000, y: 6000))

  @Test func precedence() throws {
    let profile = EmbeddedProfile(name: "icc", contents: .success([1, 2, 3]))
    let table: [(chunk: PNGChunk, declaration: Declaration)] = [
      (.cICP(12, 13), .cICP(CICP(primaries: 12, transfer: 13))), (.iCCP([1, 2, 3]), .iCCP(profile)),
      (.sRGB(intent: 3), .sRGB(intent: 3)), (.gAMA(45455), .gamma(45455)),
    ]
    // Every subset, in the order of the table and in the reverse.
    for subset in 0..<16 {
      let present = table.indices.filter { subset >> $0 & 1 == 1 }.map { table[$0] }
      #expect(try Self.reader(present.map(\.chunk)).declarations == present.map(\.declaration))
      #expect(try Self.reader(present.reversed().map(\.chunk)).declarations == present.map(\.declaration))
    }
  }

  @Test func chromaticitiesGoWithGamma() throws {
    let both = try Self.reader([.cHRM(Self.primaries), .gAMA(45455)])
    #expect(both.declarations == [.gammaAndChromaticities(gamma: 45455, Self.chromaticities)])
    let alone = try Self.reader([.cHRM(Self.primaries)])
    #expect(alone.declarations == [])
    #expect(alone.colorChunks.cHRM == Located(Self.chromaticities, offset: 33))
  }

  @Test func otherValues() throws {
    let volume: [UInt8] = [
      0x8a, 0x48, 0x39, 0x08, 0x21, 0x34, 0x9b, 0xaa, 0x19, 0x96, 0x08, 0xfc, 0x3d, 0x13, 0x40, 0x42,
      0x00, 0x98, 0x96, 0x80, 0x00, 0x00, 0x00, 0x01,
    ]
    let light: [UInt8] = [0, 0x98, 0x96, 0x80, 0, 0x0f, 0x42, 0x40]
    let reader = try Self.reader([
      PNGChunk("mDCV", volume), PNGChunk("cLLI", light), PNGChunk("sBIT", [5, 6, 5]),
      .cICP(9, 16, matrix: 1, fullRange: 0),
    ])
    let mastering = try #require(reader.colorChunks.mDCV?.value)
    #expect(mastering.red == Chromaticity(x: 35400, y: 14600) && mastering.green == Chromaticity(x: 8500, y: 39850))
    #expect(mastering.blue == Chromaticity(x: 6550, y: 2300) && mastering.white == Chromaticity(x: 15635, y: 16450))
    #expect(mastering.maximumLuminance == 10_000_000 && mastering.minimumLuminance == 1)
    let levels = try #require(reader.colorChunks.cLLI?.value)
    #expect(levels.maximumContentLightLevel == 10_000_000 && levels.maximumFrameAverageLightLevel == 1_000_000)
    #expect(reader.colorChunks.sBIT?.value == [5, 6, 5])
    #expect(reader.colorChunks.cICP?.value == CICP(primaries: 9, transfer: 16, matrix: 1, fullRange: 0))
  }

  @Test(arguments: [
    ("", EmbeddedProfile.Fault.badName), (String(repeating: "n", count: 80), .badName),
    (String(repeating: "n", count: 81), .badName),
  ])
  func profileNames(_ name: String, _ fault: EmbeddedProfile.Fault) throws {
    let reader = try Self.reader([.iCCP([1], name: name)])
    #expect(reader.colorChunks.iCCP?.value.contents == .failure(fault))
  }

  /// PNG Third Edition, 11.3.3.2: invalid keywords. The profile is still read.
  @Test(arguments: [" a", "a ", "a  b", "a\tb", " ", "\u{7f}", String(repeating: " ", count: 79)])
  func oddProfileNames(_ name: String) throws {
    let reader = try Self.reader([.iCCP([1], name: name)])
    #expect(reader.declarations == [.iCCP(EmbeddedProfile(name: name, contents: .success([1])))])
    #expect(reader.findings.map(\.kind) == [.profileKeyword])
    #expect(reader.findings.first?.chunk == "iCCP")
  }

  @Test func goodProfiles() throws {
    let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    for (name, bytes) in [("Display P3", [UInt8](0..<100)), (String(repeating: "n", count: 79), long), ("a b", [])] {
      let reader = try Self.reader([.iCCP(bytes, name: name)])
      #expect(reader.declarations == [.iCCP(EmbeddedProfile(name: name, contents: .success(bytes)))])
      #expect(reader.findings == [])
    }
    let latin = try Self.reader([PNGChunk("iCCP", [0x42, 0xe4, 0, 0] + deflated([7]))])
    #expect(latin.colorChunks.iCCP?.value == EmbeddedProfile(name: "Bä", contents: .success([7])))
  }

  /// The checksum is that of the compressed data (RFC 1950, 2.2). The size of a profile is in its first four bytes, and its
  /// signature at byte 36 (ICC.1:2022, 7.2).
  @Test func aWholeProfileWithoutItsChecksum() throws {
    func bytes(size: UInt8, signature: String = "acsp") -> [UInt8] {
      [0, 0, 0, size] + [UInt8](0..<32) + Array(signature.utf8) + [UInt8](0..<160)
    }
    let profile = bytes(size: 200)
    let stream = deflated(profile)
    for (cut, contents) in [(1, .success(profile)), (4, .success(profile)), (100, .failure(.truncated))]
      as [(Int, Result<[UInt8], EmbeddedProfile.Fault>)]
    {
      let reader = try Self.reader([PNGChunk("iCCP", Array("name\0\0".utf8) + stream.dropLast(cut))])
      #expect(reader.colorChunks.iCCP?.value.contents == contents, "without \(cut) bytes")
      #expect(reader.findings.map(\.kind) == (cut < 100 ? [.profileChecksum] : []))
    }
    for other in [bytes(size: 201), bytes(size: 200, signature: "none")] {
      let reader = try Self.reader([PNGChunk("iCCP", Array("name\0\0".utf8) + deflated(other).dropLast(4))])
      #expect(reader.colorChunks.iCCP?.value.contents == .failure(.truncated))
    }
  }

  @Test func profileFaults() throws {
    let stream = deflated([UInt8](0..<100))
    var damaged = stream
    damaged[damaged.count - 1] ^= 1
    let table: [(data: [UInt8], fault: EmbeddedProfile.Fault)] = [
      ([], .badName), (Array("name".utf8), .badName), (Array("name\0".utf8), .truncated),
      (Array("name\0\0".utf8), .truncated), (Array("name\0\u{1}".utf8) + stream, .unknownCompressionMethod(1)),
      (Array("name\0\0".utf8) + stream.dropLast(), .truncated),
      (Array("name\0\0".utf8) + damaged, .damaged("incorrect data check")),
      (Array("name\0\0plain".utf8), .damaged("incorrect header check")),
    ]
    for (data, fault) in table {
      let reader = try Self.reader([PNGChunk("iCCP", data)])
      #expect(reader.colorChunks.iCCP?.value.contents == .failure(fault))
      #expect(reader.declarations.count == 1)
    }
  }

  @Test func surplusProfileData() throws {
    let reader = try Self.reader([PNGChunk("iCCP", Array("name\0\0".utf8) + deflated([1, 2]) + [9, 9, 9])])
    #expect(reader.colorChunks.iCCP?.value.contents == .success([1, 2]))
    #expect(reader.findings.map(\.kind) == [.surplusProfileData])
  }

  @Test func profileBound() throws {
    for (count, isWithin) in [(8 << 20, true), ((8 << 20) + 1, false)] {
      let profile = PNGChunk.iCCP([UInt8](repeating: 3, count: count))
      let contents = try #require(try Self.reader([profile]).colorChunks.iCCP).value.contents
      #expect((try? contents.get())?.count == (isWithin ? count : nil))
    }
  }
}
