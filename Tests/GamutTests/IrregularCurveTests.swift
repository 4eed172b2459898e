import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// Destinations whose curves do not run from 0 to 1, jump or have flat parts.
@Suite(.enabled(if: Thoroughness.hasTime)) struct IrregularCurveTests {
  static let formulas: [ParametricCurve] = [
    ParametricCurve(g: 2, a: 1, b: 0.08, d: -0.08),
    ParametricCurve(g: 2.2, a: 1.1, b: -0.05, d: 0.05 / 1.1),
    ParametricCurve(g: 2, a: 0.98, b: 0.01, d: -0.01 / 0.98, e: 0.01, f: 0.01),
    ParametricCurve(g: 2, a: 1, b: 0, d: 0, e: -0.02, f: -0.02),
    // Ends above 1.
    ParametricCurve(g: 2.2, a: 70000 / 65536),
    // Jumps up at the break, where the inverse falls: below 0, below the tolerance, and less.
    ParametricCurve(g: 1.8, a: 0.9, b: 0.1, c: 0.01, d: 0.2),
    ParametricCurve(g: 2, a: 0.95, b: 0.05, c: 0.04, d: 0.07),
    ParametricCurve(g: 2, a: 1, b: 0, c: 0.04, d: 0.2),
  ]

  /// Samples of a lifted black, of an early end, with steps, and with flat parts at both ends and inside. Codes of 8 bits
  /// are at the samples, and so are some of 16: between them, the curve is a line or flat.
  static let samples: [TransferFunction] = [
    { 131 + $0 * 252 }, { $0 * 230 }, { $0 / 32 * 9000 }, { min(max($0 - 20, 0) * 300, 65535) },
    { $0 < 100 ? $0 * 100 : $0 < 160 ? 10000 : 10000 + ($0 - 160) * 500 }, { $0 < 128 ? $0 : 60000 + $0 },
  ].map { (sample: (Int) -> Int) in .sampled((0..<256).map { UInt16(sample($0)) }) }

  static let curves = formulas.map { TransferFunction.parametric($0) } + samples

  /// 8 bits from values at all steps of 1/65,535, 16 bits from ten million random ones if everything is tried.
  @Test(arguments: curves.indices, [8, 16])
  func `Every value gets the code of the definition`(index: Int, depth: Int) throws {
    let destination = RGBSpace.sRGB.with(Self.curves[index])
    let model = ColorModel(Rendition(source: .rgb(.displayP3), destination: destination, depth: depth), sourceDepth: 16)
    let encoder = ChannelEncoder(model: model, channel: 0)
    let definition = ReferenceCodes(Self.curves[index], depth: depth)
    let outputs = (0..<1 << depth).map { Self.curves[index](Double($0) / model.maximum) }
    var random = RandomSource(seed: UInt64(index))
    let values =
      outputs + (-5000...70_000).map { (Double($0) + 0.37) / 65535 }
      + (0..<(depth == 8 ? 0 : Thoroughness.isExhaustive ? 10_000_000 : 100_000)).map { _ in
        Double(random.next() >> 11) * 0x1p-53 * 1.2 - 0.1
      }
    var (wrong, unlike) = (0, 0)
    for value in values {
      let code = model.code(value, 0)
      if Int(code) != definition(value) { wrong += 1 }
      if encoder.code(value) != code { unlike += 1 }
    }
    #expect(wrong == 0)
    #expect(unlike == 0)
  }

  /// A lifted black: what is darker clips, and all of it becomes code 0.
  @Test func `Colours darker than black are counted apart`() throws {
    let black = ParametricCurve(g: 2.2, a: 0.93, b: 0.07, d: -1)
    let destination = RGBSpace.sRGB.with(.parametric(black))
    // Codes whose linear value is below and above the black of 0.0029.
    let image = TestImage(
      layout: PixelLayout(width: 3, height: 1, depth: 8),
      samples: [[0, 0, 0], [5, 5, 5], [60, 60, 60]])
    let rendition = Rendition(source: .rgb(.sRGB), destination: destination, depth: 8)
    let report = try #require(image.report(rendition, rowsAtOnce: 1))
    #expect(report.pixels.clipped == 2)
    #expect(report.pixels.darker == 2)
  }

  @Test(arguments: curves, [8, 16])
  func `The engine follows the definitions`(transfer: TransferFunction, depth: Int) throws {
    var random = RandomSource(seed: 11)
    let destination = try #require(
      RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: transfer, green: transfer, blue: transfer))
    let layout = PixelLayout(width: 30, height: 20, depth: 16)
    let rendition = Rendition(source: .rgb(.displayP3), destination: destination, depth: depth)
    for corner in [false, true] {
      let image = TestImage(layout: layout, random: &random, corner: corner)
      image.expectReference(rendition, "corner \(corner)")
    }
  }

  @Test(arguments: curves, [8, 16])
  func `Conversion follows them, too`(transfer: TransferFunction, depth: Int) throws {
    let destination = try #require(
      RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: transfer, green: transfer, blue: transfer))
    let wrong = try ConversionTests.wrong(.displayP3, destination, depth: depth, count: 60_000) { index in
      let bits = UInt64(index + 1) &* 0x9e37_79b9_7f4a_7c15
      return (Int(bits >> 48), Int(bits >> 32 & 0xffff), Int(bits >> 16 & 0xffff))
    }
    #expect(wrong == 0)
  }
}
