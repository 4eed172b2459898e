import Testing

@testable import Gamut

/// What people see who lack a kind of cones, against values computed from the constants of libDaltonLens in double
/// precision by another program.
@Suite struct ColorVisionTests {
  /// Codes of sRGB, and what is seen of them with protanopia, deuteranopia and tritanopia.
  private static let codes: [[UInt32]] = [
    [0xff0000, 0x6c5c0c, 0xa48b00, 0xff004e],
    [0x00ff00, 0xffed00, 0xf1d12e, 0x79e9ff],
    [0x0000ff, 0x0038ff, 0x0057fe, 0x006288],
    [0xffff00, 0xfffa00, 0xfff316, 0xffeef1],
    [0x00ffff, 0xeef2ff, 0xd1dfff, 0x47f8ff],
    [0xff00ff, 0x006bff, 0x67a1fc, 0xef667a],
    [0xff3b30, 0x796b33, 0xaa931b, 0xff305f],
    [0x34c759, 0xd3ba58, 0xbaa65f, 0x64b8d4],
    [0x007aff, 0x007dff, 0x0081ff, 0x0091b6],
    [0xff9500, 0xbda207, 0xd1b300, 0xff8999],
    [0xaf52de, 0x006bde, 0x4785dc, 0x9d7478],
    [0xa2845e, 0x93865e, 0x97895d, 0xa67f83],
  ]

  private func color(_ code: UInt32) -> SIMD3<Double> {
    SIMD3(
      RGBSpace.sRGBCurve(Double(code >> 16) / 255), RGBSpace.sRGBCurve(Double(code >> 8 & 255) / 255),
      RGBSpace.sRGBCurve(Double(code & 255) / 255))
  }

  private func code(_ linear: SIMD3<Double>) -> UInt32 {
    (0..<3).reduce(0) { code, channel in
      let encoded = max(0, min(RGBSpace.sRGBCurve.inverse(linear[channel]), 1))
      return code << 8 | UInt32((encoded * 255).rounded())
    }
  }

  @Test(arguments: codes)
  func theCodesAreThoseOfTheModel(codes: [UInt32]) {
    let eyes = [Viewing.Eye.protanopia, .deuteranopia, .tritanopia]
    #expect(eyes.map { code(Viewing($0)(color(codes[0]))) } == Array(codes.dropFirst()))
  }

  /// Colours outside sRGB are not clamped: linear sRGB of the red and the green of Display P3.
  @Test func colorsOfDisplayP3() {
    let red = SIMD3(1.22494, -0.042057, -0.019638)
    let green = SIMD3(-0.22494, 1.042057, -0.078636)
    let expected: [(SIMD3<Double>, Viewing.Eye, SIMD3<Double>)] = [
      (red, .protanopia, [0.139998, 0.095303, -0.014737]),
      (red, .deuteranopia, [0.424799, 0.289142, -0.044904]),
      (red, .tritanopia, [1.237796, -0.05457, 0.056766]),
      (green, .protanopia, [1.239214, 0.856681, -0.08525]),
      (green, .deuteranopia, [0.854866, 0.595099, -0.044539]),
      (green, .tritanopia, [-0.002995, 0.826017, 1.24009]),
    ]
    for (color, eye, seen) in expected {
      let found = Viewing(eye)(color)
      for channel in 0..<3 { #expect(abs(found[channel] - seen[channel]) < 1e-5, "\(eye)") }
    }
  }

  @Test(arguments: Viewing.Eye.allCases)
  func greysStayGreys(eye: Viewing.Eye) {
    let grey = Viewing(eye)(SIMD3(repeating: 0.2158605))
    for channel in 0..<3 { #expect(abs(grey[channel] - 0.2158605) < 1e-4) }
  }
}
