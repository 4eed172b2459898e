import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct ReportJSONTests {
  private func json(_ row: ReportRow) throws -> JSONValue { try JSONValue(parsing: row.json()) }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: GoldenEntry.all)
  func reportsFollowTheSchema(entry: GoldenEntry) throws {
    #expect(try Repository.schema("report").faults(in: json(entry.report())) == [])
  }

  /// The codes and positions that demonstrate a loss are those of the file.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: GoldenEntry.all)
  func whatIsLostIsWhereItSays(entry: GoldenEntry) throws {
    let (row, pixels) = (try json(entry.report()), try DecodedPixels(entry))
    for pair in row["areas.largest"]?.array ?? [] {
      for color in ["first", "second"].compactMap({ pair[$0] }) {
        let (x, y) = (try #require(color["witness.x"]?.integer), try #require(color["witness.y"]?.integer))
        #expect(color["code"]?.array?.compactMap(\.integer) == pixels.code(x, y))
        #expect(color["pixels"]?.integer == pixels.count(of: pixels.code(x, y)))
      }
    }
    for region in row["steps.largest"]?.array ?? [] {
      func box(_ object: JSONValue?) throws -> (x: Range<Int>, y: Range<Int>) {
        let numbers = try ["x", "y", "width", "height"].map { try #require(object?[$0]?.integer) }
        return (numbers[0]..<numbers[0] + numbers[2], numbers[1]..<numbers[1] + numbers[3])
      }
      let place = try box(region)
      let (x, y) = (try #require(region["witness.x"]?.integer), try #require(region["witness.y"]?.integer))
      #expect(place.x.contains(x) && place.y.contains(y))
      #expect(region["sides"]?.array?.count == 2)
      guard let shape = region["shape"] else { continue }
      // The box of a shape begins and ends with pixels of the rarer colour of its pair.
      let index = try #require(shape["pair"]?.integer)
      let pair = try #require(row["areas.largest"]?[index])
      let colors = ["first", "second"].compactMap { pair[$0] }
      let counts = colors.compactMap { $0["pixels"]?.integer }
      try #require(counts.count == 2)
      let code = colors[counts[1] < counts[0] ? 1 : 0]["code"]?.array?.compactMap(\.integer)
      let (columns, rows) = try box(shape)
      for x in [columns.lowerBound, columns.upperBound - 1] { #expect(rows.contains { pixels.code(x, $0) == code }) }
      for y in [rows.lowerBound, rows.upperBound - 1] { #expect(columns.contains { pixels.code($0, y) == code }) }
    }
  }

  @Test func failuresFollowTheSchema() throws {
    let failures: [GamutError] = [
      .unreadableFolder(number: 13), .png(.folder), .destination(.tables),
      .png(.cgbi(offset: 8)),
      .declaration(.iCCP, .profile(.notAProfile), offset: 33), .declaration(.cICP, .transfer(16), offset: 33),
    ]
    let schema = try Repository.schema("report")
    for failure in failures {
      #expect(schema.faults(in: try json(ReportRow(path: Pathname("x"), result: .failure(failure)))) == [])
    }
  }

  /// The lists of codes are closed: the schema contains exactly these codes.
  @Test func theSchemaListsEveryCode() throws {
    let schema = try JSONValue(parsing: Repository.bytes("Schemas/report.schema.json"))
    func list(_ path: String) -> [String]? { schema[path]?.array?.compactMap(\.string) }
    #expect(try list("$defs.error.properties.code.enum") == ErrorCodes.ofImages)
    #expect(list("$defs.finding.properties.code.enum") == ErrorCodes.ofFindingsInReports)
    #expect(
      list("$defs.origin.enum").map(Set.init)
        == Set((SourceOrigin.declarations + [.assumed, .override]).map(\.rawValue)))
  }

  @Test func theSchemaRejectsWrongReports() throws {
    let schema = try Repository.schema("report")
    #expect(schema.faults(in: .object([:])) != [])
    let failure = ReportRow(path: Pathname("x"), result: .failure(.png(.folder)))
    var members = try #require(try json(failure).object)
    members["error"] = .object(["code": .string("no-such-code"), "message": .string("")])
    #expect(schema.faults(in: .object(members)) != [])
  }

  @Test func pathsThatAreNotUTF8HaveTheirBytes() throws {
    let row = try json(ReportRow(path: Pathname(bytes: [0x61, 0xff]), result: .failure(.png(.folder))))
    #expect(row["path"] == .string("a\u{fffd}"))
    #expect(row["pathBytes"] == .string("Yf8="))
    #expect(try json(ReportRow(path: Pathname("é"), result: .failure(.png(.folder))))["pathBytes"] == nil)
  }

  @Test func setsAndLines() throws {
    let row = ReportRow(path: Pathname("x"), result: .failure(.png(.folder)))
    let reporter = try Reporter()
    func output(_ format: String, _ count: Int) throws -> [UInt8] {
      let inputs = Array(repeating: Input.file(row.path), count: count)
      let format = try #require(OutputFormat<ReportDocument>(rawValue: format))
      var writer = format.formatter(ReportDocument(TextStyle(), reporter, inputs, jobs: 1))
      let head = writer.begin()
      return head + (0..<count).flatMap { _ in writer.add(row) } + writer.end()
    }
    for count in 0...3 {
      let set = try JSONValue(parsing: output("json", count))
      #expect(try Repository.schema("report").faults(in: set) == [])
      #expect(set["schema"] == .string("gamut.report-set/1") && set["files"]?.array?.count == count)
      #expect(set["summary.files"] == .integer(count) && set["summary.failures"] == .integer(count))
      #expect(set["summary.verdicts.collapses"] == .integer(0))
      let lines = try output("ndjson", count).split(separator: 0x0a)
      #expect(lines.count == count)
      #expect(try lines.allSatisfy { try JSONValue(parsing: $0) == json(row) })
    }
  }

  @Test func anAnimationIsPartial() throws {
    var builder = PNGBuilder(width: 2, height: 2) { _, _, _ in 128 }
    builder.otherChunks = [PNGChunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])]
    let report = try Reporter().report(png: builder.bytes)
    #expect(try json(ReportRow(path: Pathname("x"), result: .success(report)))["partial"] == .bool(true))
  }
}
