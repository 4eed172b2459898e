import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// Destinations whose parametric curves do not run from 0 to 1: their inverse, which the definitions use unchanged,
/// does not reach the ends of the range.
@Suite struct IrregularCurveTests {
  static let curves: [ParametricCurve] = [
    ParametricCurve(g: 2, a: 1, b: 0.08, d: -0.08),
    ParametricCurve(g: 2.2, a: 1.1, b: -0.05, d: 0.05 / 1.1),
    ParametricCurve(g: 2, a: 0.98, b: 0.01, d: -0.01 / 0.98, e: 0.01, f: 0.01),
    ParametricCurve(g: 2, a: 1, b: 0, d: 0, e: -0.02, f: -0.02),
    ParametricCurve(g: 2.4, a: 0.95, b: 0.05, c: 0.08, d: 0.04, e: -0.01),
    ParametricCurve(g: 2.4, a: 0.95, b: 0.05, c: 0.08, d: 0.04, f: 0.01),
    // Ends above 1.
    ParametricCurve(g: 2.2, a: 70000 / 65536),
    // Jumps up at the break, where the inverse falls: below 0, below the tolerance, and less.
    ParametricCurve(g: 1.8, a: 0.9, b: 0.1, c: 0.01, d: 0.2),
    ParametricCurve(g: 2, a: 0.95, b: 0.05, c: 0.04, d: 0.07),
    ParametricCurve(g: 2, a: 1, b: 0, c: 0.04, d: 0.2),
  ]

  @Test(arguments: curves, [8, 16])
  func `The engine follows the inverse of the definitions`(curve: ParametricCurve, depth: Int) throws {
    var random = RandomSource(seed: 11)
    let transfer = TransferFunction.parametric(curve)
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
  func `Conversion follows it, too`(curve: ParametricCurve, depth: Int) throws {
    let transfer = TransferFunction.parametric(curve)
    let destination = try #require(
      RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: transfer, green: transfer, blue: transfer))
    let wrong = try ConversionTests.wrong(.displayP3, destination, depth: depth, count: 60_000) { index in
      let bits = UInt64(index + 1) &* 0x9e37_79b9_7f4a_7c15
      return (Int(bits >> 48), Int(bits >> 32 & 0xffff), Int(bits >> 16 & 0xffff))
    }
    #expect(wrong == 0)
  }
}
