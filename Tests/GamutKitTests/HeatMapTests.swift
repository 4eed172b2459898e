import Foundation
import Gamut
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// Heat maps, decoded and counted.
@Suite struct HeatMapTests {
  /// The pixels of a map, decoded from their colours alone.
  private struct Reading {
    var width = 0, height = 0
    /// Indices of `HeatMapPalette.colors`, row by row.
    var indices: [Int] = []

    init(_ file: [UInt8]) throws {
      let known = Dictionary(uniqueKeysWithValues: HeatMapPalette.colors.enumerated().map { ($1, $0) })
      var decoder = try PNGDecoder(PNGReader(ByteSource(bytes: file)))
      (width, height) = (decoder.header.width, decoder.header.height)
      #expect(!decoder.layout.hasAlpha)
      var rows = [UInt8](repeating: 0, count: decoder.layout.bytesPerRow * decoder.header.height)
      _ = try unsafe rows.withUnsafeMutableBytes { try unsafe decoder.readRows(into: $0) }
      _ = try decoder.finish()
      for start in stride(from: 0, to: rows.count, by: 3) {
        indices.append(try #require(known[SIMD3(rows[start], rows[start + 1], rows[start + 2])]))
      }
    }

    var entries: [(value: HeatMapPalette.Value, mark: HeatMapPalette.Mark)] {
      indices.compactMap { HeatMapPalette.meaning(of: $0) }
    }
    private func count(_ matches: (HeatMapPalette.Value) -> Bool) -> Int { entries.count { matches($0.value) } }
    var transparent: Int { count { $0 == .transparent } }
    var clipped: Int {
      count { value in
        switch value {
        case .clipped, .lost(_, isClipped: true): true
        default: false
        }
      }
    }
    /// The pixels lost in shapes and gradients, and as flat colours.
    var inRegions: Int { count { if case .lost(let loss, _) = $0 { loss != .merged } else { false } } }
    var merged: Int { count { if case .lost(let loss, _) = $0 { loss != .region } else { false } } }
  }

  /// Returns the map of a PNG, written to a file.
  private func map(
    of png: [UInt8], _ options: ReportOptions = ReportOptions(), hasLegend: Bool = false
  ) throws -> (report: GamutReport, map: [UInt8]) {
    let folder = try TemporaryFolder()
    let inputs = [Input.file(Pathname(try folder.write(png, to: "image.png")))]
    let target = Pathname(folder.path + "/map.png")
    let plan = OutputPlan(inputs, named: inputs.map(\.path), options: WriteOptions(.file(target)))
    var report: GamutReport?
    try Reporter(options).report(on: inputs, heatMaps: plan, hasLegend: hasLegend, jobs: 1) { row in
      #expect(row.error == nil)
      report = try? row.row.result.get()
    }
    return (try #require(report), Array(try Data(contentsOf: URL(filePath: target.text))))
  }

  @Test func everyEntryIsAnotherColor() {
    #expect(Set(HeatMapPalette.colors).count == HeatMapPalette.colors.count)
    #expect(HeatMapPalette.colors.count <= 256)
    let values: [HeatMapPalette.Value] =
      [.transparent] + (0..<16).map { .fits(level: $0) } + (0..<4).map { .clipped(step: $0) }
      + HeatMapPalette.Loss.allCases.flatMap { [.lost($0, isClipped: false), .lost($0, isClipped: true)] }
    var seen: Set<Int> = []
    for mark in HeatMapPalette.Mark.allCases {
      for value in values {
        let index = Int(HeatMapPalette.index(value, mark))
        seen.insert(index)
        #expect(HeatMapPalette.meaning(of: index)?.value == value)
        #expect(HeatMapPalette.meaning(of: index)?.mark == mark)
      }
    }
    #expect(seen == Set(0..<HeatMapPalette.mapCount))
    for color in HeatMapPalette.LegendColor.allCases {
      #expect(HeatMapPalette.meaning(of: Int(color.index)) == nil)
      #expect(HeatMapPalette.colors[Int(color.index)] == color.color)
    }
  }

  /// Contrast by lightness alone, as WCAG 2.2 requires for graphics (1.4.11): 3 to 1 between lost pixels and all
  /// others; fitting pixels are lighter than clipping ones.
  @Test func whatIsLostStandsOutWithoutHue() {
    func luminance(_ color: SIMD3<UInt8>) -> Double {
      let linear = (0..<3).map { channel -> Double in
        let value = Double(color[channel]) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let clipped = HeatMapPalette.clipped.map(luminance)
    let fits = (0..<HeatMapPalette.greyLevels).map { luminance(HeatMapPalette.grey($0)) }
    for other in clipped + fits { #expect((other + 0.05) / (luminance(HeatMapPalette.lost) + 0.05) >= 3) }
    #expect(clipped == clipped.sorted(by: >))
    #expect((fits.min() ?? 0) > clipped[0])
  }

  /// Compared with the counts of an independent program.
  @Test(arguments: GoldenEntry.all)
  func pixelsAreThoseOfTheGoldenCounts(entry: GoldenEntry) throws {
    let reading = try Reading(try map(of: entry.bytes(), entry.reportOptions()).map)
    let expected = { (name: String) in entry.expected[name]?.integer ?? 0 }
    #expect(reading.entries.count == expected("pixels.total"))
    #expect(reading.entries.count - reading.transparent == expected("pixels.analyzed"))
    #expect(reading.clipped == expected("pixels.clipped"))
    #expect(reading.inRegions == expected("flattened.visible.pixels"))
    #expect(max(reading.inRegions, reading.merged) == expected("lost.pixels"))
  }

  /// A muted half, a transparent stripe, and P3 red, which is outside sRGB.
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
        // ΔEOK of P3 red to sRGB red: 0.047 (color.js), in the step from 0.03 to 0.06.
        #expect(entry.value == .clipped(step: 2))
      }
    }
    #expect(report.loss.pixels.clipped == 32)
  }

  private struct Misplaced: Error { var index: Int }

  /// Outlines and numbers do not change the counts, and every listed region has its own.
  @Test func marksHideNothing() throws {
    let entry = try #require(GoldenEntry.all.first { $0.name == "red_ramp_16" })
    let (report, file) = try map(of: entry.bytes())
    let reading = try Reading(file)
    #expect(report.loss.flattened.regions.count == 1)
    #expect(reading.entries.contains { $0.mark == .line })
    #expect(reading.entries.contains { $0.mark == .halo })
    #expect(reading.clipped == report.loss.pixels.clipped)
    // The region's pixels are the lost ones in its box.
    let region = report.loss.flattened.regions[0]
    let inside = reading.entries.enumerated().filter { index, entry in
      guard case .lost = entry.value else { return false }
      return (region.x..<region.x + region.width).contains(index % reading.width)
        && (region.y..<region.y + region.height).contains(index / reading.width)
    }
    #expect(inside.count == region.pixels)
  }

  /// Two separate swatches: one is lost, both have the letter, and there is no outline.
  @Test func oneOfTwoSwatchesIsLost() throws {
    let (report, file) = try map(of: Repository.bytes("Samples/swatches.png"))
    let reading = try Reading(file)
    #expect(reading.merged == 144 && reading.inRegions == 0)
    #expect(report.loss.lostPixels == 144 && report.loss.verdict == .collapses)
    // Two tags of 5 x 7 dots; an A has 10 inked dots.
    #expect(reading.entries.count { $0.mark == .halo } == 20)
    #expect(reading.entries.count { $0.mark != .none } == 70)
  }

  /// The legend is beside and below the map, which is unchanged, and uses none of its entries.
  @Test(arguments: ["Samples/two-reds.png", "Samples/icon-alpha.png", "Tests/GamutKitTests/Golden/petal_16.png"])
  func theLegendLeavesTheMapAlone(name: String) throws {
    let bytes = try Repository.bytes(name)
    let (plain, (report, file)) = (try Reading(try map(of: bytes).map), try map(of: bytes, hasLegend: true))
    let reading = try Reading(file)
    #expect(reading.width >= plain.width && reading.height > plain.height)
    for (index, entry) in reading.indices.enumerated() {
      let (x, y) = (index % reading.width, index / reading.width)
      if x < plain.width, y < plain.height {
        #expect(entry == plain.indices[y * plain.width + x])
      } else {
        #expect(entry >= HeatMapPalette.mapCount)
        let color = HeatMapPalette.LegendColor(rawValue: entry - HeatMapPalette.mapCount)
        if y < plain.height { #expect(color == (x == plain.width ? .frame : .ground)) }
      }
    }
    for color in HeatMapPalette.LegendColor.allCases { #expect(reading.indices.contains(Int(color.index))) }
    #expect(reading.clipped == report.loss.pixels.clipped)
  }

  /// As large as possible, but within the limits: in a large image, a tiny one, and a thin one.
  @Test(arguments: [(1400, 1000, 3, false), (16, 16, 1, true), (3000, 2, 1, false), (2, 3000, 1, true)])
  func theLegendFitsTheImage(width: Int, height: Int, scale: Int, isWider: Bool) throws {
    var image = PNGBuilder(width: width, height: height) { _, _, _ in 128 }
    image.colorChunks = [.sRGB()]
    let reading = try Reading(try map(of: image.bytes, hasLegend: true).map)
    #expect((reading.width > width) == isWider)
    let strip = (height..<reading.height).map { y in reading.indices[y * reading.width..<(y + 1) * reading.width] }
    // The line along its upper edge is one dot high.
    let frame = Int(HeatMapPalette.LegendColor.frame.index)
    #expect(strip.prefix { row in row.allSatisfy { $0 == frame } }.count == scale)
    #expect(strip.count % scale == 0 && strip.count / scale < 120)
  }

  @Test func everyCharacterCanBeRead() {
    var seen: Set<[[Bool]]> = []
    for code in 0x20..<0x7f as Range<UInt32> {
      let rows = Unicode.Scalar(code).map { BitmapFont.rows(of: $0) } ?? []
      #expect(rows.count == BitmapFont.height && (1...5).contains(rows[0].count))
      #expect(rows.allSatisfy { $0.count == rows[0].count })
      #expect(seen.insert(rows).inserted)
      #expect(rows.contains { $0.contains(true) } == (code != 0x20))
    }
    #expect(BitmapFont.rows(of: "ü") == BitmapFont.rows(of: "?"))
    #expect(BitmapFont.width(of: "il 1") == 1 + 1 + 2 + 1 + 3 + 1 + 3)
  }

  @Test func aMapNeverFallsOnItsImage() throws {
    let folder = try TemporaryFolder()
    let image = try folder.write(Repository.bytes("Samples/two-reds.png"), to: "a.png")
    let inputs = [Input.file(Pathname(image))]
    let plan = OutputPlan(
      inputs, named: [Pathname(image)], options: WriteOptions(.file(Pathname(image)), overwrites: true))
    var error: HeatMapError?
    try Reporter().report(on: inputs, heatMaps: plan, jobs: 1) { error = $0.error }
    #expect(error == .write(.isInput(Pathname(image))))
    #expect(Array(try Data(contentsOf: URL(filePath: image))) == (try Repository.bytes("Samples/two-reds.png")))
  }
}
