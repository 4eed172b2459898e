import Foundation
import GamutKit
import LibC
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit

/// Files that change between or during reads.
@Suite struct AuditFileTests {
  private static let large = 17 << 20

  /// Creates a file larger than one read: an image, followed by zeros after its end.
  private func largeFile(_ folder: TemporaryFolder) throws -> Pathname {
    let path = try folder.write(PNGBuilder.rgb.declaring([.sRGB()]).bytes, to: "x.png")
    #expect(unsafe truncate(path, off_t(Self.large)) == 0)
    return Pathname(path)
  }

  @Test func aLargeFileIsReadWhereItIs() throws {
    let path = try largeFile(try TemporaryFolder())
    // The folder and the file have been deleted by now: a missing file is also an error.
    #expect(try Auditor().audit(AuditInput(input: .file(path), path: path)).error?.code == "io")
    let folder = try TemporaryFolder()
    let there = try largeFile(folder)
    let row = try Auditor().audit(AuditInput(input: .file(there), path: there))
    #expect(row.error == nil && row.findings.map(\.rule) == [.chunkFault])
    let bytes = Array(try Data(contentsOf: URL(filePath: there.text)))
    #expect(row.image?.content == ContentChecksum.crc64(bytes))
  }

  /// A link that leads nowhere, also by way of another one, is a finding that a baseline can have.
  @Test func aLinkToNothingIsAFinding() throws {
    let folder = try TemporaryFolder()
    try folder.link("b.png", to: "nowhere.png")
    try folder.link("c.png", to: "b.png")
    for (text, severities) in [
      ("", [Severity.warning]), ("severity: {damaged: error}", [.error]), ("severity: {damaged: off}", []),
    ] {
      let auditor = try Auditor(try AuditPolicy(text))
      for name in ["b.png", "c.png"] {
        let path = Pathname(folder.path + "/" + name)
        var row = auditor.audit(AuditInput(input: .file(path), path: path))
        #expect(row.error == nil && row.findings.map(\.severity) == severities)
        #expect(row.findings.allSatisfy { $0.rule == .damaged && $0.message.contains("leads to no file") })
        var baseline = Baseline()
        baseline.add(row)
        var known = KnownFindings(baseline, root: Pathname(folder.path))
        known.remove(from: &row)
        #expect(row.findings.isEmpty && row.known == severities.count)
      }
    }
  }

  /// A name that says that the pixels are data; a button may have a normal state, but not in 16 bits.
  @Test(arguments: [
    ("rock_height", true, true), ("Wall-Normal", true, true), ("button-normal", false, false),
    ("cliff-heightMap", false, true),
    ("heightmap", false, true), ("photo", true, false),
  ])
  func dataIsNotConverted(name: String, isDeep: Bool, isData: Bool) throws {
    let folder = try TemporaryFolder()
    // 2.2 instead of 1 / 2.2: a warning with a command.
    let image = (isDeep ? PNGBuilder.rgb16 : .rgb).declaring([.gAMA(220_000)])
    let path = Pathname(try folder.write(image.bytes, to: name + ".png"))
    let found = try Auditor().audit(AuditInput(input: .file(path), path: Pathname(name + ".png"))).findings
    #expect(found.map(\.rule) == [.gammaOnly])
    #expect(found.map(\.severity) == [isData ? .note : .warning] && (found[0].remedy == nil) == isData)
  }

  /// CRC-64/XZ of "123456789" is 995dc9bbdf1939fa (the check value of the catalogue of parametrised CRC algorithms).
  @Test func theChecksumIsThatOfXZ() throws {
    #expect(ContentChecksum.crc64(Array("123456789".utf8)) == 0x995d_c9bb_df19_39fa)
    #expect(
      ContentChecksum.crc64(Array("6789".utf8), continuing: ContentChecksum.crc64(Array("12345".utf8)))
        == 0x995d_c9bb_df19_39fa)
    #expect(try ContentChecksum.crc64(ByteSource(bytes: Array("123456789".utf8))) == 0x995d_c9bb_df19_39fa)
  }

  /// A sparse file may declare more bytes than can be read. The checksum of the largest was computed by polynomial
  /// division in Python.
  @Test func holesAreNotRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sparse"
    let cases: [(start: [UInt8], end: [UInt8])] = [
      ([1, 2, 3], [9]), ([], [9]), ([1, 2, 3], []),
      (Array(repeating: 7, count: 300_000), Array(repeating: 8, count: 70_000)),
    ]
    for (start, end) in cases {
      let hole = 3_000_001
      let file = try unsafe #require(unsafe fopen(path, "w"))
      _ = unsafe fwrite(start, 1, start.count, file)
      unsafe fseek(file, start.count + hole, SEEK_SET)
      _ = unsafe fwrite(end, 1, end.count, file)
      unsafe fclose(file)
      _ = unsafe truncate(path, off_t(start.count + hole + end.count))
      let bytes = start + [UInt8](repeating: 0, count: hole) + end
      #expect(try ContentChecksum.crc64(ByteSource(path: path)) == ContentChecksum.crc64(bytes))
    }
  }

  @Test func aFileOfATebibyteIsNotRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sparse"
    try Data([0x89, 0x50, 0x4e, 0x47]).write(to: URL(filePath: path))
    if unsafe truncate(path, 1 << 40) != 0 { try Test.cancel("The file system has no files of a tebibyte") }
    #expect(try ContentChecksum.crc64(ByteSource(path: path)) == 0xa34a_e636_bd71_aede)
  }

  /// The definition of a loss is different there.
  @Test(arguments: ["gamut.baseline/1", "gamut.baseline/3"]) func baselinesOfAnotherSchemaAreRefused(schema: String)
    throws
  {
    let folder = try TemporaryFolder()
    let text = String(decoding: Baseline().bytes, as: UTF8.self)
    let path = try folder.write(text.replacing("gamut.baseline/2", with: schema), to: "known findings.json")
    let fault = #expect(throws: AuditError.self) { try Baseline(reading: Pathname(path)) }
    let message = try #require(fault?.message)
    #expect(message.contains("gamut.baseline/2"))
    #expect(fault?.hint == "Write one: gamut audit PATHS --write-baseline FILE")
  }
}
