import Foundation
import SyntheticPNG
import TestSupport
import Testing

/// Input that cannot be processed: the message names the fault and the solution, the status is 2, and the other files
/// are still reported.
@Suite struct InputFileTests {
  static let image = PNGBuilder(width: 4, height: 4) { x, y, channel in 60 * x + y + channel }

  struct Bad: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var code: String
    /// Expected parts of the message.
    var words: [String]
    var offset: Int?
  }

  static func header(_ width: Int, _ height: Int) -> [UInt8] {
    PNGBuilder.file([PNGBuilder.header(width, height, 8, 2)] + Array(image.chunks.dropFirst()))
  }

  static func withChunk(_ chunk: PNGChunk) -> [UInt8] {
    image.declaring([chunk]).bytes
  }

  static let bad: [Bad] = [
    Bad(testDescription: "empty", bytes: [], code: "not-png", words: ["empty"], offset: 0),
    Bad(
      testDescription: "a JPEG", bytes: [0xff, 0xd8, 0xff, 0xe0] + Array("....JFIF".utf8), code: "not-png",
      words: ["JPEG"], offset: 0),
    Bad(
      testDescription: "truncated", bytes: Array(image.bytes.prefix(50)), code: "truncated",
      words: ["cut short", "IDAT", "fresh copy"], offset: 33),
    Bad(
      testDescription: "wrong CRC",
      bytes: PNGBuilder.file([image.chunks[0].withWrongCRC] + Array(image.chunks.dropFirst())), code: "crc-mismatch",
      words: ["CRC", "IHDR", "byte 8"], offset: 8),
    Bad(
      testDescription: "zero width", bytes: header(0, 4), code: "bad-header", words: ["width of 0", "IHDR"], offset: 8),
    Bad(
      testDescription: "huge", bytes: header(0x7fff_ffff, 0x7fff_ffff), code: "limit-exceeded",
      words: ["pixels", "limit"], offset: 8),
    Bad(
      testDescription: "iCCP that inflates to 1 GB", bytes: withChunk(bomb), code: "iccp-unreadable",
      words: ["iCCP", "byte 33", "inflates to more than", "--override"], offset: 33),
    Bad(
      testDescription: "broken profile", bytes: withChunk(.iCCP([UInt8](repeating: 7, count: 200))),
      code: "profile-not-icc", words: ["iCCP", "acsp", "--override"], offset: 33),
    Bad(
      testDescription: "PQ", bytes: withChunk(.cICP(9, 16)), code: "cicp-transfer", words: ["cICP", "PQ"], offset: 33),
  ]

  static let bomb = PNGChunk("iCCP", Array("bomb\0\0".utf8) + deflatedZeros(megabytes: 1024))

  @Test(.enabled(if: Thoroughness.hasTime), arguments: bad)
  func badInputIsAnErrorRowWithAClearMessage(_ test: Bad) throws {
    let folder = try TemporaryFolder()
    let good = try folder.write(Self.image.bytes, to: "good.png")
    let broken = try folder.write(test.bytes, to: "broken.png")
    let run = try GamutProcess.run(["report", "--format", "json", good, broken], preparation: "cd /")
    #expect(run.status == 2)
    let rows = try run.rows()
    #expect(rows.map { $0["path"]?.string } == [broken, good])
    #expect(rows.first?["error.code"]?.string == test.code)
    #expect(rows.first?["error.offset"]?.integer == test.offset)
    #expect(rows.last?["verdict"] == .string("fits"))
    #expect(run.errors.hasPrefix("gamut: \(broken): "))
    for word in test.words { #expect(run.errors.contains(word), "\(word) in: \(run.errors)") }
    let schema = try Repository.schema("report")
    #expect(rows.flatMap(schema.faults(in:)) == [])
  }

  @Test func missingFilesAndFoldersAreNamed() throws {
    let folder = try TemporaryFolder()
    let missing = try GamutProcess.run(["report", folder.path + "/none.png"])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("none.png: ") && missing.errors.contains("No such file"))
    #expect(missing.output.isEmpty)

    let empty = try GamutProcess.run(["report", "--format", "json", folder.path])
    #expect(empty.status == 0)
    #expect(try empty.rows() == [])
    #expect(empty.errors.contains("No PNG files found"))
  }

  @Test func namesThatAreNotUTF8AreFoundAndShown() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write(Self.image.bytes, to: "a.png")
    let list = Array(folder.path.utf8) + Array("/b".utf8) + [0xff] + Array(".png\0".utf8)
    // Created by the shell, because Foundation cannot create such a name.
    let shell = try GamutProcess.run(
      ["report", "--format", "json", "--files-from", "-", "-0"], input: list,
      preparation: "cp '\(good)' \"$(printf '\(folder.path)/b\\377.png')\"")
    #expect(shell.status == 0)
    let row = try #require(try shell.rows().first)
    #expect(row["path"]?.string == folder.path + "/b\u{fffd}.png")
    #expect(
      row["pathBytes"]?.string == Data(list.dropLast()).base64EncodedString())
  }
}
