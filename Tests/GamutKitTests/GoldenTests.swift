import Gamut
import PNGCodec
import TestSupport
import Testing

@testable import GamutKit

/// One entry of `Golden/expected.json`, which an independent program wrote.
struct GoldenEntry: Sendable, CustomTestStringConvertible {
  var name: String
  var options: [String]
  var expected: [String: JSONValue]
  var distinct, destinationColors: Int?

  var testDescription: String { name }

  static let all: [GoldenEntry] = {
    guard let file = try? JSONValue(parsing: Repository.bytes("Tests/GamutKitTests/Golden/expected.json")) else {
      return []
    }
    return (file.object ?? [:]).sorted { $0.key < $1.key }.map { name, entry in
      GoldenEntry(
        name: name, options: entry["options"]?.array?.compactMap(\.string) ?? [],
        expected: entry.object?["expect"]?.object ?? [:], distinct: entry["reference.distinct"]?.integer,
        destinationColors: entry["reference.destinationColors"]?.integer)
    }
  }()

  func bytes() throws -> [UInt8] { try Repository.bytes("Tests/GamutKitTests/Golden/\(name).png") }

  func reportOptions() throws -> ReportOptions {
    var result = ReportOptions()
    for (option, value) in zip(options, options.dropFirst()) {
      switch (option, value) {
      case ("--depth", _): result.depth = try #require(Int(value).flatMap(ReportOptions.Depth.init))
      case ("--assume", "display-p3"): result.assume = .displayP3
      default: break
      }
    }
    return result
  }

  /// What differs from the expectation: integers exactly, reals by more than 1e-6.
  func differences(from report: JSONValue) -> [String] {
    expected.sorted { $0.key < $1.key }.compactMap { path, expected in
      let missing: JSONValue? = path == "collapse.largest.0.spread" ? .integer(0) : nil
      let found = report[path] ?? missing
      switch expected {
      case .real(let value):
        if let number = found?.number, (number - value).magnitude <= 1e-6 { return nil }
      default:
        if found == expected { return nil }
        // A real that happens to be whole.
        if let value = expected.number, path.hasSuffix("um") || path.hasSuffix("mean") || path.hasSuffix("spread"),
          let number = found?.number, (number - value).magnitude <= 1e-6
        {
          return nil
        }
      }
      return "\(path): \(found.map { "\($0)" } ?? "nothing"), expected \(expected)"
    }
  }
}

@Suite struct GoldenTests {
  @Test func thereAreEntries() { #expect(GoldenEntry.all.count == 41) }

  @Test(arguments: GoldenEntry.all)
  func theReportIsAsExpected(entry: GoldenEntry) throws {
    let report = try Reporter(entry.reportOptions()).report(on: entry.bytes())
    let row = ReportRow(path: Path(entry.name), result: .success(report))
    #expect(entry.differences(from: try JSONValue(parsing: row.json)) == [])
  }

  @Test(arguments: GoldenEntry.all)
  func theReferencePathAgrees(entry: GoldenEntry) throws {
    let options = try entry.reportOptions()
    let reader = try PNGReader(ByteSource(bytes: entry.bytes()))
    let image = reader.header
    let color = try DeclarationInForce(assumed: options.assume).source(
      reader.colorChunks, isGrey: image.colorType.isGrey)
    var decoder = try PNGDecoder(reader)
    let layout = PixelLayout(decoder.layout)
    var analyzer = ReferenceAnalyzer(
      Rendition(source: color.meaning, destination: .sRGB, depth: options.depth.rawValue), layout: layout)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.bytesPerRow, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while try unsafe decoder.readRows(into: buffer) > 0 {
      unsafe analyzer.consume(UnsafeRawBufferPointer(buffer))
    }
    _ = try decoder.finish()
    let analysis = analyzer.analysis()
    let report = GamutReport(
      image: image, isPartial: false,
      source: GamutReport.Source(origin: color.origin, isGrey: image.colorType.isGrey),
      destination: GamutReport.Destination(bitDepth: options.depth.rawValue), loss: analysis.report, findings: [])
    let row = ReportRow(path: Path(entry.name), result: .success(report))
    #expect(entry.differences(from: try JSONValue(parsing: row.json)) == [])
    #expect(analysis.distinctColors == entry.distinct)
    #expect(analysis.destinationColors == entry.destinationColors)
  }
}
