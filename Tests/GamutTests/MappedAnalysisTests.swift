import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// A mapping to few colours, so that codes are shared everywhere in the cube and not only on its surface.
private struct CoarseMapping: GamutMapping {
  func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    func step(_ value: Double) -> Double { (value.clampedToUnit * 6).rounded(.down) / 6 }
    return SIMD3(step(linear.x), step(linear.y), step(linear.z))
  }
}

@Suite struct MappedAnalysisTests {
  /// Calls `body` with the layouts of ``EngineTests``, each with a source, a destination and an index.
  private static func forEachImage(_ layout: PixelLayout, _ body: (TestImage, Rendition, Int) -> Void) {
    var random = RandomSource(seed: UInt64(layout.depth * 1000 + layout.channels + 7))
    for round in 0..<3 {
      let source = round == 0 ? RGBSpace.displayP3 : EngineTests.space(&random)
      let destination = round < 2 ? RGBSpace.sRGB : EngineTests.space(&random)
      let image = TestImage(layout: layout, random: &random, corner: round % 2 == 0)
      body(
        image, Rendition(source: .rgb(source), destination: destination, depth: round % 2 == 0 ? 8 : 16), round)
    }
  }

  @Test(arguments: EngineTests.layouts)
  func `Clamping as a mapping loses what clamping loses`(layout: PixelLayout) {
    Self.forEachImage(layout) { image, rendition, round in
      var mapped = rendition
      mapped.mapping = ClipMapping()
      for rows in [3, 1000] {
        let report = image.report(mapped, rowsAtOnce: rows)
        let expected = image.report(rendition, rowsAtOnce: rows)
        #expect(expected.map { report?.snapped(to: $0) == $0 } == true, "round \(round)")
      }
    }
  }

  @Test(arguments: EngineTests.layouts)
  func `The engine equals the reference with any mapping`(layout: PixelLayout) {
    Self.forEachImage(layout) { image, rendition, round in
      let mappings: [any GamutMapping] = [CSSMapping(destination: rendition.destination), CoarseMapping()]
      var mapped = rendition
      mapped.mapping = mappings[round % 2]
      image.expectReference(mapped, "round \(round)")
    }
  }

  /// A sample of an image shows a loss only if the image has it.
  @Test(arguments: [8, 16], [false, true]) func `What a sample shows is lost`(depth: Int, hasAlpha: Bool) {
    var random = RandomSource(seed: UInt64(depth))
    var (shown, lossy) = (0, 0)
    for _ in 0..<(320 / Thoroughness.share) {
      let layout = PixelLayout(
        width: Int.random(in: 60...300, using: &random), height: Int.random(in: 60...300, using: &random), depth: depth,
        hasAlpha: hasAlpha)
      let image = TestImage(shapesIn: layout, random: &random)
      var rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: depth, top: 1)
      let tables = RenditionTables(rendition, sourceDepth: depth)
      var study = PreserveStudy(tables, layout: layout)
      unsafe study.consume(image.bytes.span.bytes)
      let weak = PreserveMapping(study.survey, .room(share: 1.0 / 24, evenness: 0.5))
      let strong = PreserveMapping(study.survey, .room(share: 0.5, evenness: 0.85))
      let mappings: [(any GamutMapping)?] = [nil, weak, strong]
      for mapping in mappings {
        rendition.mapping = mapping
        guard let report = image.report(rendition, rowsAtOnce: 1000) else { continue }
        var centers = (0..<3).map { _ in
          LossReport.Position(
            x: Int.random(in: 0..<layout.width, using: &random), y: Int.random(in: 0..<layout.height, using: &random))
        }
        if let witness = report.steps.largest.first?.witness { centers.append(witness) }
        let results = centers.map { center in
          var sample = LossSample(around: center, of: layout, analyzed: report.pixels.analyzed)
          unsafe image.bytes.withUnsafeBytes { unsafe sample.consume($0) }
          return sample.collapses(RenditionTables(tables, mapping: mapping))
        }
        #expect(report.steps.visibleRegions > 0 || !results.contains(true))
        lossy += report.steps.visibleRegions > 0 ? 1 : 0
        shown += results.contains(true) ? 1 : 0
      }
    }
    #expect(shown > lossy / 2 && lossy > 0)
  }

  @Test func `Passes over parts of the codes agree with one pass`() {
    var random = RandomSource(seed: 5)
    let layout = PixelLayout(width: 700, height: 500, depth: 16)
    var image = TestImage(layout: layout, random: &random, corner: true)
    for index in image.bytes.indices { image.bytes[index] = UInt8.random(in: .min ... .max, using: &random) }
    let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB, mapping: CSSMapping(destination: .sRGB))
    let (report, passes) = image.report(rendition, rowsAtOnce: 500, memory: 4 << 20)
    #expect(passes > 1)
    #expect(report == image.report(rendition, rowsAtOnce: 100))
  }
}
