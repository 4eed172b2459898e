import Foundation
import Gamut
import PNGCodec
import TestSupport
import Testing

@testable import GamutKit

/// Heat maps, decoded and counted.
@Suite struct HeatMapTests {
  /// What the pixels of a map say, read back from their colours alone.
  private struct Reading {
    var width = 0
    var entries: [(value: HeatMapPalette.Value, texture: HeatMapPalette.Texture, mark: HeatMapPalette.Mark)] = []

    init(_ file: [UInt8]) throws {
      let known = Dictionary(uniqueKeysWithValues: HeatMapPalette.colors.enumerated().map { ($1, $0) })
      var decoder = try PNGDecoder(PNGReader(ByteSource(bytes: file)))
      width = decoder.header.width
      #expect(!decoder.layout.hasAlpha)
      var rows = [UInt8](repeating: 0, count: decoder.layout.bytesPerRow * decoder.header.height)
      _ = try unsafe rows.withUnsafeMutableBytes { try unsafe decoder.readRows(into: $0) }
      _ = try decoder.finish()
      for start in stride(from: 0, to: rows.count, by: 3) {
        let index = try #require(known[SIMD3(rows[start], rows[start + 1], rows[start + 2])])
        entries.append(try #require(HeatMapPalette.meaning(of: index)))
      }
    }

    var transparent: Int { entries.count { $0.value == .transparent } }
    var clipped: Int { entries.count { if case .clipped = $0.value { true } else { false } } }
    var flattened: Int { entries.count { $0.texture != .plain } }
  }

  /// The map of a PNG, written by way of a file.
  private func map(
    of png: [UInt8], _ options: ReportOptions = ReportOptions()
  ) throws -> (report: GamutReport, map: [UInt8]) {
    let folder = try TemporaryFolder()
    let inputs = [Input.file(Path(try folder.write(png, to: "image.png")))]
    let target = Path(folder.path + "/map.png")
    let plan = OutputPlan(inputs, named: inputs.map(\.path), options: WriteOptions(.file(target)))
    var report: GamutReport?
    try Reporter(options).report(on: inputs, heatMaps: plan, jobs: 1) { row in
      #expect(row.error == nil)
      report = try? row.row.result.get()
    }
    return (try #require(report), Array(try Data(contentsOf: URL(filePath: target.text))))
  }

  @Test func everyEntryIsAnotherColor() {
    #expect(Set(HeatMapPalette.colors).count == HeatMapPalette.colors.count)
    #expect(HeatMapPalette.colors.count <= 256)
    for mark in HeatMapPalette.Mark.allCases {
      for texture in HeatMapPalette.Texture.allCases {
        for step in 0..<7 {
          let index = Int(HeatMapPalette.index(.clipped(step: step), texture, mark))
          let meaning = HeatMapPalette.meaning(of: index)
          #expect(meaning?.value == .clipped(step: step))
          #expect(meaning?.texture == texture && meaning?.mark == mark)
        }
      }
    }
  }

  /// The counts of an independent program.
  @Test(arguments: GoldenEntry.all)
  func pixelsAreThoseOfTheGoldenCounts(entry: GoldenEntry) throws {
    let reading = try Reading(try map(of: entry.bytes(), entry.reportOptions()).map)
    let expected = { (name: String) in entry.expected[name]?.integer ?? 0 }
    #expect(reading.entries.count == expected("pixels.total"))
    #expect(reading.entries.count - reading.transparent == expected("pixels.analyzed"))
    #expect(reading.clipped == expected("pixels.clipped"))
    #expect(reading.flattened == expected("flattened.pixels"))
  }

  /// A muted half, a transparent stripe, and P3 red, which lies outside sRGB.
  @Test func pixelsAreWhereTheyAreInTheImage() throws {
    var image = PNGBuilder(width: 20, height: 4, colorType: 6) { x, _, channel in
      x < 10 ? [120, 110, 100, 255][channel] : x < 12 ? 0 : [255, 0, 0, 255][channel]
    }
    image.colorChunks = [.cICP(12, 13)]
    let (report, file) = try map(of: image.bytes)
    let reading = try Reading(file)
    for (index, entry) in reading.entries.enumerated() {
      switch index % reading.width {
      case 0..<10:
        guard case .fits = entry.value else { throw Misplaced(index: index) }
      case 10..<12: #expect(entry.value == .transparent)
      default:
        // ΔEOK of P3 red to sRGB red: 0.047 (color.js), in the step from 0.04 to 0.06.
        #expect(entry.value == .clipped(step: 4))
      }
    }
    #expect(report.loss.pixels.clipped == 32)
  }

  private struct Misplaced: Error { var index: Int }

  /// Outlines and numbers change no count, and every region of the list has its own.
  @Test func marksHideNothing() throws {
    let entry = try #require(GoldenEntry.all.first { $0.name == "red_ramp_16" })
    let (report, file) = try map(of: entry.bytes())
    let reading = try Reading(file)
    #expect(report.loss.flattened.regions.count == 1)
    #expect(reading.entries.contains { $0.mark == .line })
    #expect(reading.entries.contains { $0.mark == .halo })
    #expect(reading.clipped == report.loss.pixels.clipped)
    // The region's pixels are those under its texture.
    let region = report.loss.flattened.regions[0]
    let inside = reading.entries.enumerated().filter { index, entry in
      entry.texture != .plain && (region.x..<region.x + region.width).contains(index % reading.width)
        && (region.y..<region.y + region.height).contains(index / reading.width)
    }
    #expect(inside.count == region.pixels)
  }

  @Test func aMapNeverFallsOnItsImage() throws {
    let folder = try TemporaryFolder()
    let image = try folder.write(Repository.bytes("Samples/two-reds.png"), to: "a.png")
    let inputs = [Input.file(Path(image))]
    let plan = OutputPlan(
      inputs, named: [Path(image)], options: WriteOptions(.file(Path(image)), overwrites: true))
    var error: HeatMapError?
    try Reporter().report(on: inputs, heatMaps: plan, jobs: 1) { error = $0.error }
    #expect(error == .write(.isInput(Path(image))))
    #expect(Array(try Data(contentsOf: URL(filePath: image))) == (try Repository.bytes("Samples/two-reds.png")))
  }
}
