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
      let rows = try decoder.samples()
      _ = try decoder.finish()
      for start in stride(from: 0, to: rows.count, by: 3) {
        indices.append(try #require(known[SIMD3(rows[start], rows[start + 1], rows[start + 2])]))
      }
    }

    /// The pixels by the entry's meaning.
    func count(_ matches: (Meaning) -> Bool) -> Int {
      let values = Dictionary(grouping: indices, by: \.self).mapValues(\.count)
      return values.reduce(0) { $0 + (HeatMapTests.meanings[$1.key].map(matches) == true ? $1.value : 0) }
    }
    var transparent: Int { count { $0 == .transparent } }
    var onSteps: Int { count { if case .lost(let mark) = $0 { mark >= .step(.small) } else { false } } }
  }

  private enum Meaning: Equatable {
    case transparent
    case kept(isClipped: Bool)
    case lost(LossMark)
  }

  /// What each entry means: sixteen levels of lightness where nothing is lost.
  private static let meanings: [Int: Meaning] = {
    var meanings = [0: Meaning.transparent]
    for level in 0..<16 {
      (meanings[1 + level], meanings[17 + level]) = (.kept(isClipped: false), .kept(isClipped: true))
    }
    for mark in LossMark.all.dropFirst(2) { meanings[Int(HeatMapPalette.index(mark, .zero))] = .lost(mark) }
    return meanings
  }()

  /// Returns the map of a PNG, written to a file.
  private func map(
    of png: [UInt8], _ options: ReportOptions = ReportOptions()
  ) throws -> (report: GamutReport, map: [UInt8]) {
    let folder = try TemporaryFolder()
    let inputs = [Input.file(Pathname(try folder.write(png, to: "image.png")))]
    let target = Pathname(folder.path + "/map.png")
    let plan = OutputPlan(inputs, named: inputs.map(\.path), options: WriteOptions(.file(target)))
    let reporter = try Reporter(options)
    reporter.writePictures(of: inputs, [(.heatMap, plan)], jobs: 1) { Issue.record("\($0) \($1) \($2)") }
    return (try reporter.report(png: png), Array(try Data(contentsOf: URL(filePath: target.text))))
  }

  @Test func everyEntryIsAnotherColor() {
    #expect(Set(HeatMapPalette.colors).count == HeatMapPalette.colors.count)
    #expect(Self.meanings.count == HeatMapPalette.colors.count)
  }

  private static func linear(_ color: SIMD3<UInt8>) -> SIMD3<Double> {
    var result = SIMD3<Double>()
    for channel in 0..<3 { result[channel] = RGBSpace.sRGBCurve(Double(color[channel]) / 255) }
    return result
  }

  /// Every full colour of a loss differs from the others, but for the strengths of one hue, and all differ from what loses
  /// nothing, for people with full colour vision and without one kind of cones, by far more than is just visible.
  @Test func lossesStandOutForEveryEye() {
    // The colours of six pairs and the three strengths of steps, below them what loses nothing.
    let lost = HeatMapPalette.colors.suffix(9).map(Self.linear)
    let kept = HeatMapPalette.colors.prefix(33).map(Self.linear)
    let eyes =
      [{ linear in linear }]
      + Viewing.ofPalettes.map { viewing in { linear in viewing(linear) } }
      as [(SIMD3<Double>) -> SIMD3<Double>]
    for see in eyes {
      let seen = lost.map { OKLab(linearSRGB: see($0)) }
      for (index, color) in seen.enumerated() {
        for other in seen.indices where other < index && (other < 6 || index < 6) {
          #expect(color.deltaE(to: seen[other]) > 0.1, "\(index) and \(other)")
        }
        for other in kept { #expect(color.deltaE(to: OKLab(linearSRGB: see(other))) > 0.1, "\(index)") }
      }
    }
  }

  /// Compared with the counts of an independent program.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: GoldenEntry.all)
  func pixelsAreThoseOfTheGoldenCounts(entry: GoldenEntry) throws {
    let (report, file) = try map(of: entry.bytes(), entry.reportOptions())
    let reading = try Reading(file)
    let expected = { (name: String) in entry.expected[name]?.integer ?? 0 }
    #expect(reading.indices.count == expected("pixels.total"))
    #expect(reading.indices.count - reading.transparent == expected("pixels.analyzed"))
    #expect(reading.onSteps == report.loss.steps.visiblePixels)
  }

  /// A muted half, a transparent stripe, and P3 red, which is outside sRGB.
  @Test func pixelsAreWhereTheyAreInTheImage() throws {
    let image = PNGBuilder(width: 20, height: 4, colorType: 6) { x, _, channel in
      x < 10 ? [120, 110, 100, 255][channel] : x < 12 ? 0 : [255, 0, 0, 255][channel]
    }.declaring([.cICP(12, 13)])
    let reading = try Reading(try map(of: image.bytes).map)
    for (index, entry) in reading.indices.enumerated() {
      switch (index % reading.width, Self.meanings[entry]) {
      case (0..<10, .kept(isClipped: false)), (10..<12, .transparent), (12..., .kept(isClipped: true)): break
      default: Issue.record("\(index)")
      }
    }
  }

  /// Two separate swatches: one has the colour of their pair and the other its tint, and nothing else has one.
  @Test func twoSwatchesOfAPairAreAlike() throws {
    let reading = try Reading(try map(of: Repository.bytes("Samples/swatches.png")).map)
    for isRarer in [false, true] { #expect(reading.count { $0 == .lost(.pair(0, isRarer: isRarer)) } == 144) }
    #expect(reading.count { if case .lost = $0 { true } else { false } } == 288)
  }

  /// A disc of another red: the band at its edge is on top of the colour of the pair.
  @Test func stepsLieOverPairs() throws {
    let (report, file) = try map(of: Repository.bytes("Samples/two-reds.png"))
    let reading = try Reading(file)
    #expect(reading.onSteps == report.loss.steps.visiblePixels && reading.onSteps > 0)
    #expect(reading.count { if case .lost = $0 { true } else { false } } == 64 * 64)
  }

  @Test func aMapNeverFallsOnItsImage() throws {
    let folder = try TemporaryFolder()
    let image = try folder.copy("Samples/two-reds.png", to: "a.png")
    let inputs = [Input.file(Pathname(image))]
    let plan = OutputPlan(
      inputs, named: [Pathname(image)], options: WriteOptions(.file(Pathname(image)), overwrites: true))
    var error: ConvertError?
    try Reporter().writePictures(of: inputs, [(.heatMap, plan)], jobs: 1) { error = $2 }
    #expect(error == .write(.isInput(Pathname(image))))
    #expect(try folder.bytes("a.png") == Repository.bytes("Samples/two-reds.png"))
  }
}
