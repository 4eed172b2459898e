import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// The survey that continues after faults: the same rules as those of the readers that stop at the first one.
struct SurveyTests {
  static func survey(_ bytes: [UInt8]) throws(PNGError) -> ChunkSurvey { try ChunkSurvey(ByteSource(bytes: bytes)) }

  /// The error of the readers is the first fault of the survey. Only faults without a usable header are errors for
  /// both.
  @Test(
    arguments: ContainerTests.headers + ContainerTests.critical + ContainerTests.palette)
  func theFirstFaultIsWhatReadersRefuse(_ wrong: ContainerTests.Case) throws {
    let refusal = try #require(failure(wrong.bytes))
    do {
      let survey = try Self.survey(wrong.bytes)
      #expect(survey.faults.first == refusal)
    } catch {
      #expect(error == refusal)
      #expect(error.chunk == "IHDR" || error.code == "cgbi")
    }
  }

  @Test func aGoodFileHasNone() throws {
    for image in [ContainerTests.image, ContainerTests.indexed] {
      let survey = try Self.survey(image.bytes)
      #expect(survey.faults == [] && survey.findings == [] && survey.unlistedCount == 0)
      #expect(survey.size == image.bytes.count)
      #expect(survey.runs.map(\.type.description) == image.chunks.map(\.type))
      #expect(survey.paletteEntries == (image.palette.isEmpty ? nil : image.palette.count / 3))
    }
  }

  @Test func allFaultsAreCollected() throws {
    var image = ContainerTests.image
    image.colorChunks = [PNGChunk.gAMA(45455).withWrongCRC, .gAMA(45455), PNGChunk("cHRM", [1, 2]), .sRGB()]
    var chunks = image.chunks
    chunks.insert(.cICP(12, 13), at: chunks.count - 1)
    chunks.insert(PNGChunk("ABCD"), at: chunks.count - 1)
    let survey = try Self.survey(PNGBuilder.file(chunks) + [1, 2, 3])
    #expect(survey.faults.map(\.chunk) == ["ABCD"])
    #expect(
      survey.findings.map(\.kind) == [.crcMismatch, .duplicateChunk, .chunkLength, .chunkOrder, .dataAfterEnd])
    #expect(survey.findings.map(\.chunk) == ["gAMA", "gAMA", "cHRM", "cICP", nil])
    let color = survey.colorChunks
    #expect(color.sRGB != nil && color.gAMA == nil && color.cICP == nil && color.cHRM == nil)
  }

  /// Every truncated file is surveyed, with a fault for the missing parts.
  @Test func cutAnywhere() throws {
    let bytes = ContainerTests.indexed.declaring([.cICP(12, 13), .iCCP([UInt8](0..<200))]).bytes
    for length in 0..<bytes.count {
      do {
        let survey = try Self.survey(Array(bytes[..<length]))
        #expect(length >= 33 && !survey.faults.isEmpty)
        #expect(try ChunkSurvey(pipe(Array(bytes[..<length]))).faults.map(\.code) == survey.faults.map(\.code))
      } catch {
        #expect(length < 33)
      }
    }
  }

  @Test func animation() throws {
    let image = ContainerTests.image
    let control = PNGChunk("fcTL", [UInt8](repeating: 0, count: 26))
    var chunks = image.chunks
    chunks.insert(
      contentsOf: [control, PNGChunk("fdAT", [0, 0, 0, 1, 9, 9]), PNGChunk("fdAT", [0, 0, 0, 2, 9])], at: 2)
    chunks.insert(contentsOf: [PNGChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 7]), control], at: 1)
    let survey = try Self.survey(PNGBuilder.file(chunks))
    #expect(survey.animation?.frames == 2 && survey.animation?.plays == 7)
    #expect(survey.animation?.includesDefaultImage == true)
    #expect(survey.faults == [])
    #expect(survey.runs.map(\.count) == [1, 1, 1, 1, 1, 2, 1])
    #expect(survey.runs[5].length == 11)
  }

  /// The lists of a file that consists of faults are bounded.
  @Test func listsAreBounded() throws {
    var chunks = ContainerTests.image.chunks
    chunks.insert(contentsOf: (0..<2000).flatMap { _ in [PNGChunk.gAMA(1), .sRGB()] }, at: 1)
    let survey = try Self.survey(PNGBuilder.file(chunks))
    #expect(survey.findings.count == ChunkSurvey.listLimit && survey.runs.count == ChunkSurvey.listLimit)
    #expect(survey.unlistedCount == 2 * 1999 - ChunkSurvey.listLimit)
  }

  /// Readers that decode list as many findings, and count the others: each of the 2,000 chunks has a wrong CRC, and all
  /// but the first are a second one.
  @Test func findingsOfDecodersAreBounded() throws {
    var chunks = ContainerTests.image.chunks
    let faulty = PNGChunk("tIME", [UInt8](repeating: 0, count: 7)).withWrongCRC
    chunks.insert(contentsOf: Array(repeating: faulty, count: 2000), at: 1)
    let bytes = PNGBuilder.file(chunks)
    let decoded = try PNGDecoder(PNGReader(ByteSource(bytes: bytes))).finish()
    let survey = try Self.survey(bytes)
    for findings in [decoded, try PNGStructure(ByteSource(bytes: bytes)).findings] {
      #expect(findings.count == ChunkSurvey.listLimit + 1)
      #expect(findings.last?.kind == .unlisted)
      #expect(findings.last?.message == "\(2000 + 1999 - ChunkSurvey.listLimit) more faults are not listed")
      #expect(Array(findings.dropLast()) == survey.findings)
    }
  }
}

/// The ColorSpace tag of eXIf (TIFF 6.0, section 2; CIPA DC-008, 4.6.6).
struct ExifTests {
  /// Returns a TIFF structure with an Exif directory of one entry.
  static func exif(tag: Int = 0xa001, type: Int = 3, count: Int = 1, value: Int, isLittleEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      let big = (0..<bytes).map { UInt8(value >> (8 * (bytes - 1 - $0)) & 255) }
      return isLittleEndian ? big.reversed() : big
    }
    let field = type == 3 ? number(value, 2) + [0, 0] : number(value, 4)
    let entry = number(tag, 2) + number(type, 2) + number(count, 4) + field
    let pointer = number(0x8769, 2) + number(4, 2) + number(1, 4) + number(26, 4)
    return Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(1, 2) + pointer
      + number(0, 4) + number(1, 2) + entry + number(0, 4)
  }

  static func colorSpace(_ data: [UInt8], afterImage: Bool = false) throws -> ExifColorSpace? {
    var chunks = ContainerTests.image.chunks
    chunks.insert(PNGChunk("eXIf", data), at: afterImage ? 2 : 1)
    let survey = try SurveyTests.survey(PNGBuilder.file(chunks))
    #expect(survey.faults == [] && survey.findings == [])
    return try #require(survey.exif).value
  }

  @Test(arguments: [true, false])
  func values(_ isLittleEndian: Bool) throws {
    for (value, expected) in [
      (1, ExifColorSpace.sRGB), (2, .adobeRGB), (65535, .uncalibrated), (7, .init(rawValue: 7)),
    ] {
      #expect(try Self.colorSpace(Self.exif(value: value, isLittleEndian: isLittleEndian)) == expected)
      #expect(expected.rawValue == value)
    }
    #expect(try Self.colorSpace(Self.exif(value: 1, isLittleEndian: isLittleEndian), afterImage: true) == .sRGB)
    #expect(try Self.colorSpace(Self.exif(tag: 0xa002, value: 1, isLittleEndian: isLittleEndian)) == nil)
    #expect(try Self.colorSpace(Self.exif(type: 7, value: 1, isLittleEndian: isLittleEndian)) == nil)
    #expect(try Self.colorSpace(Self.exif(count: 9, value: 1, isLittleEndian: isLittleEndian)) == nil)
  }

  /// Truncated at any position, and with every byte changed: the result is a value or nil, without a read outside the
  /// data.
  @Test func damage() throws {
    let data = Self.exif(value: 1, isLittleEndian: false)
    for length in 0..<data.count { _ = try Self.colorSpace(Array(data[..<length])) }
    for index in data.indices {
      for change in [UInt8(0xff), 0x80, 1] {
        var damaged = data
        damaged[index] ^= change
        _ = try Self.colorSpace(damaged)
      }
    }
    #expect(try Self.colorSpace(Array(data[..<20])) == nil)
  }
}
