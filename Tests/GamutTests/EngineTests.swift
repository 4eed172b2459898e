import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

@Suite(.enabled(if: Thoroughness.hasTime)) struct EngineTests {
  static let layouts: [PixelLayout] = {
    var layouts: [PixelLayout] = []
    for depth in [1, 2, 4, 8, 16] {
      for (isGrey, hasAlpha) in [(true, false), (true, true), (false, false), (false, true)] {
        guard depth >= 8 || (isGrey && !hasAlpha) else { continue }
        var layout = PixelLayout(width: 53, height: 41, depth: depth, isGrey: isGrey, hasAlpha: hasAlpha)
        layouts.append(layout)
        guard !hasAlpha else { continue }
        layout.transparentColor = SIMD3(repeating: UInt16((1 << depth) - 1))
        layouts.append(layout)
      }
    }
    return layouts
  }()

  /// Returns a space with random primaries and curves, which may differ per channel.
  static func space(_ random: inout RandomSource) -> RGBSpace {
    func curve() -> TransferFunction {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return .gamma(Double.random(in: 1...3, using: &random))
      case 1: return RGBSpace.sRGBCurve
      case 2:
        var samples = (0..<Int.random(in: 2...300, using: &random)).map { _ in
          UInt16.random(in: .min ... .max, using: &random)
        }.sorted()
        samples[0] = 0
        samples[samples.count - 1] = 65535
        return .sampled(samples)
      default: return .linear
      }
    }
    let shared = curve()
    let base = Bool.random(using: &random) ? RGBSpace.displayP3.toPCS : RGBSpace.sRGB.toPCS
    func jitter() -> SIMD3<Double> { SIMD3.random(in: -0.04...0.04, using: &random) }
    let matrix = Matrix3(
      columns: base.column(0) + jitter(), base.column(1) + jitter(), base.column(2) + jitter())
    let same = Bool.random(using: &random)
    return RGBSpace(
      colorants: matrix, red: shared, green: same ? shared : curve(), blue: same ? shared : curve()) ?? .displayP3
  }

  @Test(arguments: layouts)
  func `The engine equals the reference on random images in random spaces`(layout: PixelLayout) {
    var random = RandomSource(seed: UInt64(layout.depth * 1000 + layout.channels))
    for round in 0..<4 {
      let source = round == 0 ? RGBSpace.displayP3 : Self.space(&random)
      let destination = round < 2 ? RGBSpace.sRGB : Self.space(&random)
      let rendition = Rendition(
        source: .rgb(source), destination: destination, depth: round % 3 == 2 ? 16 : 8,
        jnd: [1.75, 0.5, 4, 0.001][round])
      TestImage(layout: layout, random: &random, corner: round % 2 == 0).expectReference(rendition, "round \(round)")
    }
  }

  @Test(arguments: layouts)
  func `The engine equals the reference on shapes that merge`(layout: PixelLayout) {
    var random = RandomSource(seed: UInt64(layout.depth * 1000 + layout.channels + 3))
    for round in 0..<4 {
      let rendition = Rendition(
        source: .rgb(.displayP3), destination: .sRGB, depth: round == 3 ? 16 : 8, jnd: [1.75, 0.5, 4, 1.75][round])
      TestImage(shapesIn: layout, random: &random).expectReference(rendition, "round \(round)")
    }
  }

  /// Sizes around the 64 pixels that kernels look at together, and the 128 pixels of the largest box; and narrow images.
  static let sizes = [
    (63, 300), (64, 129), (65, 65), (128, 40), (129, 64), (193, 33), (300, 25), (1, 270), (270, 1), (2, 2), (5, 131),
  ]

  @Test(arguments: sizes)
  func `The engine equals the reference on images of any size`(width: Int, height: Int) {
    var random = RandomSource(seed: UInt64(width * 1000 + height))
    let layouts = Self.layouts.filter { $0.depth >= 8 && !$0.isGrey }
    var found: Set<LossReport.Verdict> = []
    let rounds = width * height > 10_000 ? 2 : 6
    for round in 0..<rounds {
      // Of the three layouts of each depth: opaque, with a transparent colour, and with alpha.
      var layout = layouts[(round + height) % layouts.count]
      (layout.width, layout.height) = (width, height)
      let rendition = Rendition(
        source: .rgb(.displayP3), destination: .sRGB, depth: round % 6 == 5 ? 16 : 8, jnd: [1.75, 0.5, 4][round % 3])
      let image = TestImage(shapesIn: layout, random: &random)
      found.insert(image.expectReference(rendition, "round \(round)").verdict)
    }
    // Of the images with room for a loss, some have one.
    if width * height >= 4000 { #expect(found.contains(.collapses)) }
  }

  /// The lists are cut, and the counts are not.
  @Test func `The engine equals the reference for any length of the lists`() {
    var random = RandomSource(seed: 77)
    let layout = PixelLayout(width: 90, height: 90, depth: 8)
    let image = TestImage(shapesIn: layout, random: &random, count: 25)
    var reports: [LossReport] = []
    for top in [0, 1, 3, 1000] {
      let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB, jnd: 0.5, top: top)
      reports.append(image.expectReference(rendition, "top \(top)"))
    }
    #expect(Set(reports.map(\.steps.visibleRegions)).count == 1 && Set(reports.map(\.areas.pairs)).count == 1)
    #expect(
      reports.map(\.steps.largest.count) == [0, 1, 3].map { min($0, reports[3].steps.visibleRegions) } + [
        reports[3].steps.visibleRegions
      ])
  }
}
