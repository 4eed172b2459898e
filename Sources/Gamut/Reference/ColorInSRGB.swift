/// A single colour as sRGB shows it with 8 bits per channel, by the definitions of the analysis.
package struct ColorInSRGB: Sendable, Hashable {
  /// The colour itself, not clamped.
  package let lab: OKLab
  /// Its linear values in sRGB, below 0 and above 1 outside sRGB.
  package let linear: SIMD3<Double>
  /// Its code in sRGB.
  package let code: SIMD3<UInt16>
  /// Whether it is outside sRGB.
  package let isClipped: Bool
  /// ΔEOK between the colour and the clamped one.
  package let shift: Double

  private static let model = ColorModel(Rendition(source: .rgb(.sRGB), destination: .sRGB), sourceDepth: 8)

  /// - Parameter linear: the linear values in sRGB.
  package init(linearSRGB linear: SIMD3<Double>) {
    let model = Self.model
    self.linear = linear
    lab = model.okLab(linear)
    code = model.code(linear)
    isClipped = (0..<3).contains { model.isBelow(linear[$0], $0) || model.isAbove(linear[$0], $0) }
    shift = isClipped ? model.shift(linear) : 0
  }

  /// Returns the linear value of an encoded one, on the curve of sRGB and Display P3, extended below 0 and above 1.
  package static func linear(_ encoded: Double) -> Double {
    let value = RGBSpace.sRGBCurve.unclamped(encoded.magnitude)
    return encoded < 0 ? -value : value
  }

  /// The colour of its 8-bit code, which displays of sRGB show.
  package var shown: OKLab {
    OKLab(
      linearSRGB: SIMD3(
        Self.linear(Double(code.x) / 255), Self.linear(Double(code.y) / 255), Self.linear(Double(code.z) / 255)))
  }

  /// The code as `#rrggbb`.
  package var hex: String {
    "#" + [code.x, code.y, code.z].map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
  }

  /// The contrast of the shown colour with white and with black, from 1 to 21 (WCAG 2.2, contrast ratio).
  package var contrast: (white: Double, black: Double) {
    let shown = linear.clamped(lowerBound: .zero, upperBound: .one)
    let luminance = 0.2126 * shown.x + 0.7152 * shown.y + 0.0722 * shown.z
    return (1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05)
  }
}
