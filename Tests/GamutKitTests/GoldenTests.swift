import Gamut
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// One entry of `Golden/expected.json`, which was written by an independent program.
struct GoldenEntry: Sendable, CustomTestStringConvertible {
  var name: String
  var options: [String]
  var expected: [String: JSONValue]
  /// The first ten collapse groups and visible regions, each with a subset of the report's members.
  var groups, regions: [JSONValue]
  var distinct, destinationColors: Int?

  var testDescription: String { name }

  static let all: [GoldenEntry] = {
    guard let file = try? JSONValue(parsing: Repository.bytes("Tests/GamutKitTests/Golden/expected.json")) else {
      return []
    }
    return (file.object ?? [:]).sorted { $0.key < $1.key }.map { name, entry in
      GoldenEntry(
        name: name, options: entry["options"]?.array?.compactMap(\.string) ?? [],
        expected: entry.object?["expect"]?.object ?? [:], groups: entry["largest"]?.array ?? [],
        regions: entry["regions"]?.array ?? [], distinct: entry["reference.distinct"]?.integer,
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
      case ("--jnd", _): result.jnd = try #require(Double(value))
      default: break
      }
    }
    return result
  }

  /// Returns the differences from the expectation: integers must be equal, reals within 1e-6.
  func differences(from report: JSONValue) -> [String] {
    let counts = expected.flatMap { path, expected in
      let missing: JSONValue? = path == "collapse.largest.0.spread" ? .integer(0) : nil
      return Self.differences(report[path] ?? missing, expected, path)
    }
    func listed(_ path: String) -> [JSONValue] { report[path]?.array ?? [] }
    let groups = listed("collapse.largest").map { group -> JSONValue in
      guard case .object(var members) = group else { return group }
      members["code"] = group["destination.code"]
      return .object(members)
    }
    return counts + Self.differences(.array(groups), .array(self.groups), "largest")
      + Self.differences(.array(listed("flattened.regions")), .array(regions), "regions")
  }

  /// Returns the differences of a value; of an object, only the expected members are compared.
  private static func differences(_ found: JSONValue?, _ expected: JSONValue, _ path: String) -> [String] {
    switch expected {
    case .object(let members):
      return members.flatMap { differences(found?[$0], $1, "\(path).\($0)") }
    case .array(let items):
      let others = found?.array ?? []
      guard others.count == items.count else { return ["\(path): \(others.count) items, expected \(items.count)"] }
      return zip(others, items).enumerated().flatMap { differences($1.0, $1.1, "\(path).\($0)") }
    default:
      if found == expected { return [] }
      // A real number may be whole.
      let isReal = ["maximum", "mean", "p95", "spread", "loss", "share"].contains { path.hasSuffix($0) }
      if isReal, let value = expected.number, let number = found?.number, (number - value).magnitude <= 1e-6 {
        return []
      }
      return ["\(path): \(found.map { "\($0)" } ?? "nothing"), expected \(expected)"]
    }
  }
}

@Suite struct GoldenTests {
  @Test func thereAreEntries() { #expect(GoldenEntry.all.count == 67) }

  @Test(arguments: GoldenEntry.all)
  func theReportIsAsExpected(entry: GoldenEntry) throws {
    let report = try Reporter(entry.reportOptions()).report(on: entry.bytes())
    let row = ReportRow(path: Pathname(entry.name), result: .success(report))
    #expect(entry.differences(from: try JSONValue(parsing: row.json())) == [])
  }

  @Test(arguments: GoldenEntry.all)
  func theReferencePathAgrees(entry: GoldenEntry) throws {
    let (report, analysis) = try entry.referenceReport()
    let row = ReportRow(path: Pathname(entry.name), result: .success(report))
    #expect(entry.differences(from: try JSONValue(parsing: row.json())) == [])
    #expect(analysis.distinctColors == entry.distinct)
    #expect(analysis.destinationColors == entry.destinationColors)
  }
}
