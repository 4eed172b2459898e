import Gamut
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// One entry of `Golden/expected.json`, on which two programs agree that were written from `Documentation/definitions.md`
/// by others.
struct GoldenEntry: Sendable, CustomTestStringConvertible {
  var name: String
  var options: [String]
  var expected: [String: JSONValue]
  /// The first ten visible regions and lost pairs.
  var regions, pairs: [JSONValue]

  var testDescription: String { name }

  static let all: [GoldenEntry] = {
    guard let file = try? JSONValue(parsing: Repository.bytes("Tests/GamutKitTests/Golden/expected.json")) else {
      return []
    }
    return (file.object ?? [:]).sorted { $0.key < $1.key }.map { name, entry in
      GoldenEntry(
        name: name, options: entry["options"]?.array?.compactMap(\.string) ?? [],
        expected: entry.object?["expect"]?.object ?? [:], regions: entry["regions"]?.array ?? [],
        pairs: entry["pairs"]?.array ?? [])
    }
  }()

  /// The entries that the reference path is tried with: it takes a minute for all of them. Those with few pixels, and
  /// every ninth of the others.
  static let forReference: [GoldenEntry] = {
    let (few, many) = (all.filter { $0.pixels <= 5000 }, all.filter { (5001...40_000).contains($0.pixels) })
    return few + many.enumerated().filter { $0.offset % 9 == 0 }.map(\.element)
  }()

  var pixels: Int { expected["pixels.total"]?.integer ?? .max }

  func bytes() throws -> [UInt8] { try Repository.bytes("Tests/GamutKitTests/Golden/\(name).png") }

  func reportOptions() throws -> ReportOptions {
    var result = ReportOptions()
    for (option, value) in zip(options, options.dropFirst()) {
      switch (option, value) {
      case ("--depth", _): result.depth = try #require(Int(value).flatMap(Depth.init))
      case ("--assume", "display-p3"): result.assume = .displayP3
      case ("--jnd", _): result.jnd = try #require(Double(value))
      default: break
      }
    }
    return result
  }

  /// Returns the differences of a report's JSON from the expectation: integers must be equal, reals within 1e-6, and those
  /// of regions and pairs have three digits.
  func differences(from report: JSONValue) -> [String] {
    func position(_ value: JSONValue?) -> JSONValue { .array([value?["x"] ?? .null, value?["y"] ?? .null]) }
    let regions = (report["steps.largest"]?.array ?? []).map { region -> JSONValue in
      guard case .object(var members) = region else { return region }
      members["at"] = position(region["witness"])
      return .object(members)
    }
    let pairs = (report["areas.largest"]?.array ?? []).map { pair -> JSONValue in
      let colors = ["first", "second"].map { pair[$0] }
      return .object([
        "difference": pair["before"] ?? .null, "after": pair["after"] ?? .null,
        "colors": .array(colors.map { $0?["code"] ?? .null }), "pixels": .array(colors.map { $0?["pixels"] ?? .null }),
        "witnesses": .array(colors.map { position($0?["witness"]) }),
      ])
    }
    return expected.flatMap { path, expected in Self.differences(report[path], expected, path, within: 1.000001e-6) }
      + Self.differences(.array(regions), .array(self.regions), "regions", within: 0.000501)
      + Self.differences(.array(pairs), .array(self.pairs), "pairs", within: 0.000501)
  }

  /// Returns the differences of a value; of an object, only the expected members are compared.
  private static func differences(
    _ found: JSONValue?, _ expected: JSONValue, _ path: String, within tolerance: Double
  ) -> [String] {
    switch expected {
    case .object(let members):
      return members.flatMap { differences(found?[$0], $1, "\(path).\($0)", within: tolerance) }
    case .array(let items):
      let others = found?.array ?? []
      guard others.count == items.count else { return ["\(path): \(others.count) items, expected \(items.count)"] }
      return zip(others, items).enumerated().flatMap {
        differences($1.0, $1.1, "\(path).\($0)", within: tolerance)
      }
    default:
      if found == expected { return [] }
      // A real number may be whole.
      let isReal = ["maximum", "mean", "p95", "loss", "share", "difference", "after"].contains { path.hasSuffix($0) }
      if isReal, let value = expected.number, let number = found?.number, (number - value).magnitude <= tolerance {
        return []
      }
      return ["\(path): \(found.map { "\($0)" } ?? "nothing"), expected \(expected)"]
    }
  }

  /// Returns the differences of a report from the expectation.
  func differences(from report: GamutReport) throws -> [String] {
    let row = ReportRow(path: Pathname(name), result: .success(report))
    return differences(from: try JSONValue(parsing: row.json()))
  }
}

@Suite(.enabled(if: Thoroughness.hasTime)) struct GoldenTests {
  @Test func thereAreEntries() { #expect(GoldenEntry.all.count == 158) }

  @Test(arguments: GoldenEntry.all)
  func `The report is as expected with any number of threads`(entry: GoldenEntry) throws {
    let reporter = try Reporter(entry.reportOptions())
    for threads in [1, 2, 4] {
      #expect(try entry.differences(from: reporter.report(png: entry.bytes(), threads: threads)) == [], "\(threads)")
    }
  }

  @Test(arguments: GoldenEntry.all, VectorExtension.available)
  func `The report is as expected with all vector instructions`(entry: GoldenEntry, vector: VectorExtension) throws {
    let pixels = try DecodedPixels(entry)
    for rows in [1, 5, pixels.layout.height] {
      #expect(try entry.differences(from: pixels.report(rowsAtOnce: rows, vector: vector)) == [], "\(rows) rows")
    }
  }

  @Test(arguments: GoldenEntry.forReference)
  func `The reference path agrees`(entry: GoldenEntry) throws {
    let report = try #require(GoldenEntry.references[entry.name])
    #expect(try entry.differences(from: report) == [])
  }
}
