import Testing

@testable import Gamut

/// What people see who lack a kind of cones, against values computed from the constants of libDaltonLens in double
/// precision by another program.
@Suite struct ColorVisionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var code: UInt32
    var eye: Viewing.Eye
    var seen: UInt32

    var testDescription: String { "\(String(code, radix: 16)) \(eye)" }

    init(_ code: UInt32, _ eye: Viewing.Eye, _ seen: UInt32) { (self.code, self.eye, self.seen) = (code, eye, seen) }
  }

  private static let rows: [Row] = [
    Row(0xff0000, .protanopia, 0x6c5c0c),
    Row(0xff0000, .deuteranopia, 0xa48b00),
    Row(0xff0000, .tritanopia, 0xff004e),
    Row(0x00ff00, .protanopia, 0xffed00),
    Row(0x00ff00, .deuteranopia, 0xf1d12e),
    Row(0x00ff00, .tritanopia, 0x79e9ff),
    Row(0x0000ff, .protanopia, 0x0038ff),
    Row(0x0000ff, .deuteranopia, 0x0057fe),
    Row(0x0000ff, .tritanopia, 0x006288),
    Row(0xffff00, .protanopia, 0xfffa00),
    Row(0xffff00, .deuteranopia, 0xfff316),
    Row(0xffff00, .tritanopia, 0xffeef1),
    Row(0x00ffff, .protanopia, 0xeef2ff),
    Row(0x00ffff, .deuteranopia, 0xd1dfff),
    Row(0x00ffff, .tritanopia, 0x47f8ff),
    Row(0xff00ff, .protanopia, 0x006bff),
    Row(0xff00ff, .deuteranopia, 0x67a1fc),
    Row(0xff00ff, .tritanopia, 0xef667a),
    Row(0xff3b30, .protanopia, 0x796b33),
    Row(0xff3b30, .deuteranopia, 0xaa931b),
    Row(0xff3b30, .tritanopia, 0xff305f),
    Row(0x34c759, .protanopia, 0xd3ba58),
    Row(0x34c759, .deuteranopia, 0xbaa65f),
    Row(0x34c759, .tritanopia, 0x64b8d4),
    Row(0x007aff, .protanopia, 0x007dff),
    Row(0x007aff, .deuteranopia, 0x0081ff),
    Row(0x007aff, .tritanopia, 0x0091b6),
    Row(0xff9500, .protanopia, 0xbda207),
    Row(0xff9500, .deuteranopia, 0xd1b300),
    Row(0xff9500, .tritanopia, 0xff8999),
    Row(0xaf52de, .protanopia, 0x006bde),
    Row(0xaf52de, .deuteranopia, 0x4785dc),
    Row(0xaf52de, .tritanopia, 0x9d7478),
    Row(0xa2845e, .protanopia, 0x93865e),
    Row(0xa2845e, .deuteranopia, 0x97895d),
    Row(0xa2845e, .tritanopia, 0xa67f83),
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

  @Test(arguments: rows)
  func theCodesAreThoseOfTheModel(row: Row) { #expect(code(Viewing(row.eye)(color(row.code))) == row.seen) }

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
