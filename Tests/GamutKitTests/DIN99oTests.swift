import Gamut
import GamutPalettes
import TestSupport
import Testing

@testable import GamutKit

@Suite struct DIN99oTests {
  /// Colours and their L, a and b of DIN99o, by coloraide 8.13.1 (Python).
  static let colors: [(CSSColor.Space, [Double], SIMD3<Double>)] = [
    (.sRGB, [1, 1, 1], SIMD3(100, 0, 0)),
    (.sRGB, [0, 0, 0], SIMD3(0, 0, 0)),
    (.sRGB, [0.5, 0.5, 0.5], SIMD3(57.438, 0, 0)),
    (.sRGB, [1, 0, 0], SIMD3(57.289, 39.498, 30.518)),
    (.sRGB, [0, 1, 0], SIMD3(89.366, -37.826, 32.086)),
    (.sRGB, [0, 0, 1], SIMD3(36.03, 31.935, -40.383)),
    (.sRGB, [0.01, 0.02, 0], SIMD3(1.357, -1.967, 2.214)),
    (.sRGB, [1, 0.95, 0.1], SIMD3(94.738, -4.97, 43.672)),
    (.sRGB, [0.2, 0.4, 0.6], SIMD3(46.073, -2.161, -26.164)),
    (.displayP3, [1, 0, 0], SIMD3(58.981, 40.644, 36.758)),
    (.displayP3, [0, 1, 0], SIMD3(88.354, -42.858, 34.996)),
    (.displayP3, [0, 0, 1], SIMD3(37.638, 32.334, -40.888)),
    (.displayP3, [0.925, 0, 0], SIMD3(54.989, 39.883, 35.518)),
    (.displayP3, [0.6, 0.1, 0.9], SIMD3(48.66, 38.08, -30.537)),
    (.rec2020, [1, 0, 0], SIMD3(62.207, 45.597, 35.863)),
    (.rec2020, [0, 1, 0], SIMD3(87.748, -53.845, 30.184)),
    (.rec2020, [0, 0, 1], SIMD3(32.789, 32.606, -42.462)),
    (.proPhotoRGB, [1, 0, 0], SIMD3(62.714, 50.575, 32.676)),
    (.proPhotoRGB, [0, 1, 0], SIMD3(89.364, -53.804, 38.98)),
    (.proPhotoRGB, [0, 0, 1], SIMD3(15.656, 31.35, -47.781)),
  ]

  /// The colorants of the project's profiles are rounded, and what is judged is rounded to codes and to 1/256.
  @Test(arguments: colors)
  func theNumbersAreThoseOfAnotherProgram(space: CSSColor.Space, channels: [Double], expected: SIMD3<Double>) {
    let linear = CSSColor(space, channels).linearSRGB
    let color = DIN99o(linearSRGB: linear)
    for difference in [
      SIMD3(color.l, color.a, color.b) - expected, ColorInSRGB(linearSRGB: linear).judged.vector - expected,
    ] {
      #expect((difference * difference).sum() < 0.03 * 0.03, "\(difference)")
    }
  }

  /// A code of 16 bits in Display P3 is judged as in an image with the project's profile.
  @Test func aCodeOfAnImageIsJudgedAlike() {
    var random = RandomSource(seed: 99)
    for _ in 0..<2_000 {
      let levels = (0..<3).map { _ in Double(random.below(65_536)) / 65_535 }
      let color = ColorInSRGB(linearSRGB: CSSColor(.displayP3, levels).linearSRGB)
      guard color.isClipped else { continue }
      let curve = RGBSpace.sRGBCurve
      let linear = SIMD3(curve(levels[0]), curve(levels[1]), curve(levels[2]))
      let coordinates = DIN99o(linearSRGB: RGBSpace.sRGB.fromPCS * (RGBSpace.displayP3.toPCS * linear)).coordinates
      #expect(color.judged.vector * 256 == SIMD3<Double>(coordinates))
    }
  }
}
