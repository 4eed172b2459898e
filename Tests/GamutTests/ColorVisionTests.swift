import Testing

@testable import Gamut

/// What people see who lack a kind of cones, against values computed from the published matrices: for Brettel from the
/// constants of libDaltonLens in double precision, for Machado by coloraide 8.13.1 and colour-science 0.4.7.
@Suite struct ColorVisionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var code: UInt32
    var deficiency: ColorVision.Deficiency
    var severity: Double
    var brettel, machado: UInt32

    var testDescription: String { "\(String(code, radix: 16)) \(deficiency) \(severity)" }

    init(_ code: UInt32, _ deficiency: ColorVision.Deficiency, _ severity: Double, _ brettel: UInt32, _ machado: UInt32)
    {
      (self.code, self.deficiency, self.severity) = (code, deficiency, severity)
      (self.brettel, self.machado) = (brettel, machado)
    }
  }

  private static let rows: [Row] = [
    Row(0xff0000, .protanopia, 1.0, 0x6c5c0c, 0x6d5f00),
    Row(0xff0000, .protanopia, 0.5, 0xc84206, 0xb45600),
    Row(0xff0000, .deuteranopia, 1.0, 0xa48b00, 0xa39000),
    Row(0xff0000, .deuteranopia, 0.5, 0xd86500, 0xc37600),
    Row(0xff0000, .tritanopia, 1.0, 0xff004e, 0xff000f),
    Row(0xff0000, .tritanopia, 0.5, 0xff0037, 0xff0013),
    Row(0x00ff00, .protanopia, 1.0, 0xffed00, 0xffe500),
    Row(0x00ff00, .deuteranopia, 1.0, 0xf1d12e, 0xefd63a),
    Row(0x00ff00, .tritanopia, 1.0, 0x79e9ff, 0x00f7d9),
    Row(0x0000ff, .protanopia, 1.0, 0x0038ff, 0x0059ff),
    Row(0x0000ff, .deuteranopia, 1.0, 0x0057fe, 0x003dfb),
    Row(0x0000ff, .tritanopia, 1.0, 0x006288, 0x006b96),
    Row(0xffff00, .protanopia, 1.0, 0xfffa00, 0xfff400),
    Row(0xffff00, .deuteranopia, 1.0, 0xfff316, 0xfffa31),
    Row(0xffff00, .tritanopia, 1.0, 0xffeef1, 0xffeed9),
    Row(0x00ffff, .protanopia, 1.0, 0xeef2ff, 0xedf2ff),
    Row(0x00ffff, .deuteranopia, 1.0, 0xd1dfff, 0xd0ddff),
    Row(0x00ffff, .tritanopia, 1.0, 0x47f8ff, 0x00fffe),
    Row(0xff00ff, .protanopia, 1.0, 0x006bff, 0x007fff),
    Row(0xff00ff, .deuteranopia, 1.0, 0x67a1fc, 0x689bfa),
    Row(0xff00ff, .tritanopia, 1.0, 0xef667a, 0xff4a97),
    Row(0xff3b30, .protanopia, 1.0, 0x796b33, 0x796d2c),
    Row(0xff3b30, .deuteranopia, 1.0, 0xaa931b, 0xa99725),
    Row(0xff3b30, .tritanopia, 1.0, 0xff305f, 0xff003b),
    Row(0x34c759, .protanopia, 1.0, 0xd3ba58, 0xc9b54f),
    Row(0x34c759, .protanopia, 0.5, 0x9ec158, 0xa8ba56),
    Row(0x34c759, .deuteranopia, 1.0, 0xbaa65f, 0xb8a962),
    Row(0x34c759, .deuteranopia, 0.5, 0x8cb85c, 0xa0b45f),
    Row(0x34c759, .tritanopia, 1.0, 0x64b8d4, 0x00c3ae),
    Row(0x34c759, .tritanopia, 0.5, 0x50c0a5, 0x3dc480),
    Row(0x007aff, .protanopia, 1.0, 0x007dff, 0x008aff),
    Row(0x007aff, .deuteranopia, 1.0, 0x0081ff, 0x0075fc),
    Row(0x007aff, .tritanopia, 1.0, 0x0091b6, 0x009bb1),
    Row(0xff9500, .protanopia, 1.0, 0xbda207, 0xb6a000),
    Row(0xff9500, .deuteranopia, 1.0, 0xd1b300, 0xcfb804),
    Row(0xff9500, .tritanopia, 1.0, 0xff8999, 0xff7c7f),
    Row(0xaf52de, .protanopia, 1.0, 0x006bde, 0x0e78e2),
    Row(0xaf52de, .deuteranopia, 1.0, 0x4785dc, 0x477fdb),
    Row(0xaf52de, .tritanopia, 1.0, 0x9d7478, 0xaa6d91),
    Row(0xa2845e, .protanopia, 1.0, 0x93865e, 0x8f855b),
    Row(0xa2845e, .deuteranopia, 1.0, 0x97895d, 0x968c5f),
    Row(0xa2845e, .tritanopia, 1.0, 0xa67f83, 0xad7c7a),
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
  func theCodesAreThoseOfTheModels(row: Row) {
    let brettel = ColorVision(row.deficiency, severity: row.severity)
    #expect(code(brettel(color(row.code))) == row.brettel)
    let machado = ColorVision(row.deficiency, .machado, severity: row.severity)
    #expect(code(machado(color(row.code))) == row.machado)
  }

  /// Colours outside sRGB are not clamped: linear sRGB of the red and the green of Display P3.
  @Test func colorsOfDisplayP3() {
    let red = SIMD3(1.22494, -0.042057, -0.019638)
    let green = SIMD3(-0.22494, 1.042057, -0.078636)
    let expected: [(SIMD3<Double>, ColorVision.Deficiency, SIMD3<Double>, SIMD3<Double>)] = [
      (red, .protanopia, [0.139998, 0.095303, -0.014737], [0.146296, 0.105242, -0.02339]),
      (red, .deuteranopia, [0.424799, 0.289142, -0.044904], [0.418228, 0.313873, -0.035311]),
      (red, .tritanopia, [1.237796, -0.05457, 0.056766], [1.544685, -0.138094, -0.029247]),
      (green, .protanopia, [1.239214, 0.856681, -0.08525], [1.078706, 0.785791, -0.131991]),
      (green, .deuteranopia, [0.854866, 0.595099, -0.044539], [0.832143, 0.634054, -0.028784]),
      (green, .tritanopia, [-0.002995, 0.826017, 1.24009], [-0.348337, 0.975987, 0.695482]),
    ]
    for (color, deficiency, brettel, machado) in expected {
      for (model, seen) in [(ColorVision.Model.brettel, brettel), (.machado, machado)] {
        let found = ColorVision(deficiency, model)(color)
        for channel in 0..<3 { #expect(abs(found[channel] - seen[channel]) < 1e-5, "\(deficiency) \(model)") }
      }
    }
  }

  @Test(arguments: ColorVision.Deficiency.allCases)
  func greysStayGreys(deficiency: ColorVision.Deficiency) {
    for model in ColorVision.Model.allCases {
      let grey = ColorVision(deficiency, model)(SIMD3(repeating: 0.2158605))
      for channel in 0..<3 { #expect(abs(grey[channel] - 0.2158605) < 1e-4) }
    }
    let color = SIMD3(0.1, 0.7, 0.3)
    for model in ColorVision.Model.allCases { #expect(ColorVision(deficiency, model, severity: 0)(color) == color) }
  }
}
