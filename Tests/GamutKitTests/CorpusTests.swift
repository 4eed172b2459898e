import Foundation
import Gamut
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// Files from other sources, in the folder of `GAMUT_CORPUS`: each gives a report or a clear error.
@Suite(.enabled(if: Corpus.path != nil, "GAMUT_CORPUS is not set"))
struct CorpusTests {
  private func rows(_ folder: String) throws -> [ReportRow] {
    let inputs = Input.collect([Pathname(try #require(Corpus.path) + "/" + folder)])
    try #require(!inputs.isEmpty)
    var rows: [ReportRow] = []
    try Reporter().report(inputs, jobs: 2) { rows.append($0) }
    return rows
  }

  @Test func pngSuite() throws {
    for row in try rows("pngsuite") {
      let name = row.path.text.split(separator: "/").last ?? ""
      switch row.result {
      case .success: #expect(!name.hasPrefix("x"), "\(name) is broken")
      case .failure(let error): #expect(name.hasPrefix("x"), "\(name): \(error.message)")
      }
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: ["libpng-testpngs", "go-fuzz-png"])
  func damagedFiles(folder: String) throws {
    let schema = try Repository.schema("report")
    for row in try rows(folder) {
      #expect(schema.faults(in: try JSONValue(parsing: row.json())) == [])
      if case .failure(let error) = row.result { #expect(error.message.count > 20, "\(row.path.text)") }
    }
  }

  /// Any profile in a PNG is either used or rejected with a reason.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: ["icc-hostile", "icc-compact"])
  func profilesInAPNG(folder: String) throws {
    let root = try #require(Corpus.path) + "/" + folder
    var refusals = 0
    var reports = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
      guard let profile = try? Data(contentsOf: URL(filePath: root + "/" + name)) else { continue }
      for colorType in [0, 2] {
        let image = PNGBuilder(width: 4, height: 1, colorType: colorType) { x, _, _ in 80 * x }
        do {
          let loss = try Reporter().report(png: image.declaring([.iCCP(Array(profile))]).bytes).loss
          #expect(loss.shift.maximum.isFinite && loss.excess.isFinite, "\(name)")
          reports += 1
        } catch {
          #expect(error.code.hasPrefix("profile-") || error.code == "iccp-unreadable", "\(name): \(error.code)")
          refusals += 1
        }
      }
    }
    #expect(refusals > 0)
    #expect(reports > 0)
  }
}
