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

@Suite(.enabled(if: Thoroughness.hasTime)) struct MappedAnalysisTests {
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
}
