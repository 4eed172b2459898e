import Testing

@testable import Gamut

@Suite struct CSSMappingTests {
  /// Linear sRGB before and after, by ColorAide 8.13.1 (`fit(method="minde-chroma")`), an independent implementation of
  /// the same section.
  static let colors: [(name: String, linear: SIMD3<Double>, mapped: SIMD3<Double>)] = [
    ("Display P3 red", [1.22494, -0.042057, -0.019638], [1, 0.003465, 0.00358]),
    ("Display P3 green", [-0.22494, 1.042057, -0.078636], [0, 0.967919, 0.021918]),
    ("Display P3 blue", [0, 0, 1.098274], [0, 0, 1]),
    ("Display P3 cyan", [-0.22494, 1.042057, 1.019638], [0, 0.991937, 0.965579]),
    ("Display P3 magenta", [1.22494, -0.042057, 1.078636], [1, 0.02383, 0.960967]),
    ("Display P3 yellow", [1, 1, -0.098274], [0.991453, 0.997758, 0]),
    ("Display P3 orange", [1.176794, 0.180986, -0.036469], [1, 0.205334, 0]),
    ("Display P3 lime", [0.037247, 1.033055, -0.082839], [0.076046, 1, 0]),
    ("Display P3 spring", [-0.22494, 1.042057, 0.15644], [0, 0.972057, 0.232088]),
    ("Display P3 azure", [-0.048146, 0.223043, 1.081442], [0, 0.228105, 1]),
    ("Display P3 violet", [0.262188, -0.009002, 1.09407], [0.262188, 0, 1]),
    ("Display P3 rose", [1.22494, -0.042057, 0.215438], [1, 0.005608, 0.224951]),
    ("Display P3 darkred", [0.162756, -0.005588, -0.002609], [0.162756, 0, 0]),
    ("Display P3 darkgreen", [-0.027991, 0.138391, -0.008779], [0, 0.133558, 0]),
    ("Display P3 skin", [0.892879, 0.298828, 0.194564], [0.892879, 0.298828, 0.194564]),
    ("Display P3 palecyan", [0.323819, 1.023216, 1.01084], [0.323819, 1, 1]),
    ("Rec. 2020 green", [-0.587641, 1.1329, -0.100579], [0, 0.884371, 0.167644]),
    ("Rec. 2020 red", [1.660491, -0.12455, -0.018151], [1, 0.067448, 0.077703]),
    ("Rec. 2020 blue", [-0.07285, -0.008349, 1.11873], [0, 0.082456, 0.291523]),
    ("ProPhoto green", [-0.727634, 1.231753, -0.153268], [0, 0.916707, 0.178078]),
    ("ProPhoto red", [2.034368, -0.228827, -0.008558], [1, 0.09115, 0.132437]),
    ("ProPhoto leaf", [-0.373855, 0.99272, -0.109357], [0, 0.843499, 0.073702]),
  ]

  /// The bisection ends within 0.0001 of the chroma; the exact end depends on the last digits of the matrices.
  static let tolerance = 2 * CSSMapping.epsilon

  @Test(arguments: colors)
  func `Colours go where another implementation takes them`(
    name: String, linear: SIMD3<Double>, mapped: SIMD3<Double>
  ) {
    let result = CSSMapping(destination: .sRGB)(linear)
    let difference = OKLab(linearSRGB: result).deltaE(to: OKLab(linearSRGB: mapped))
    #expect(difference < Self.tolerance, "\(result), expected \(mapped)")
  }

  @Test func `Lightness beyond white or black is white or black`() {
    let mapping = CSSMapping(destination: .sRGB)
    #expect(mapping([1.5, 1.4, 1.6]) == [1, 1, 1])
    #expect(mapping([-0.1, -0.1, -0.1]) == [0, 0, 0])
  }

  /// By definition: colours inside do not move; for colours outside, the result is within the just-noticeable
  /// difference of a colour with the original lightness and hue and no more chroma.
  @Test func `Any colour of a wide destination is mapped as the text says`() {
    let destination = RGBSpace.displayP3
    let mapping = CSSMapping(destination: destination)
    let toSRGB = RGBSpace.sRGB.fromPCS * destination.toPCS
    for red in stride(from: -0.6, through: 1.7, by: 0.23) {
      for green in stride(from: -0.3, through: 1.3, by: 0.2) {
        for blue in stride(from: -0.2, through: 1.2, by: 0.1) {
          let linear = SIMD3(red, green, blue)
          let result = mapping(linear)
          #expect(result == ClipMapping()(result))
          if ClipMapping()(linear) == linear {
            #expect(result == linear)
            continue
          }
          let origin = OKLab(linearSRGB: toSRGB * linear)
          let mapped = OKLab(linearSRGB: toSRGB * result)
          guard origin.l > 0, origin.l < 1 else { continue }
          // The nearest point of the line of reduced chroma.
          let along = (mapped.a * origin.a + mapped.b * origin.b) / (origin.chroma * origin.chroma)
          let t = min(max(along, 0), 1)
          let nearest = OKLab(l: origin.l, a: t * origin.a, b: t * origin.b)
          #expect(mapped.deltaE(to: nearest) <= CSSMapping.jnd + CSSMapping.epsilon, "\(linear)")
        }
      }
    }
  }
}
