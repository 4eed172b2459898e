#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A single colour as sRGB shows it with 8 bits per channel, by the definitions of the analysis.
package struct ColorInSRGB: Sendable, Hashable {
  /// The linear values in sRGB, not clamped.
  package let linear: SIMD3<Double>
  /// The colour itself, not clamped.
  package let lab: OKLab
  /// Its code in sRGB.
  package let code: SIMD3<UInt16>
  /// Whether it is outside sRGB.
  package let isClipped: Bool
  /// ΔEOK between the colour and the clamped one.
  package let shift: Double
  /// The colour of its 8-bit code, which displays of sRGB show.
  package let shown: OKLab

  private static let model = ColorModel(Rendition(source: .rgb(.sRGB), destination: .sRGB), sourceDepth: 8)

  /// - Parameter linear: the linear values in sRGB.
  package init(linearSRGB linear: SIMD3<Double>) {
    let model = Self.model
    self.linear = linear
    lab = model.okLab(linear)
    let code = model.code(linear)
    self.code = code
    shown = OKLab(linearSRGB: SIMD3(Self.decode[Int(code.x)], Self.decode[Int(code.y)], Self.decode[Int(code.z)]))
    isClipped = (0..<3).contains { model.isBelow(linear[$0], $0) || model.isAbove(linear[$0], $0) }
    shift = isClipped ? model.shift(linear) : 0
  }

  /// - Parameter code: a code of 8 bits in sRGB.
  package init(code: SIMD3<Int>) {
    self.init(linearSRGB: SIMD3(Self.decode[code.x], Self.decode[code.y], Self.decode[code.z]))
  }

  /// The linear value of each code.
  private static let decode = (0...255).map { linear(Double($0) / 255) }

  /// Returns the linear value of an encoded one, on the curve of sRGB and Display P3 (IEC 61966-2-1), extended below 0 and
  /// above 1. The numbers of a profile are rounded.
  package static func linear(_ encoded: Double) -> Double {
    let value = encoded.magnitude
    let linear = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    return encoded < 0 ? -linear : linear
  }

  /// Returns the encoded value of a linear one, on the same extended curve.
  package static func encoded(_ linear: Double) -> Double {
    let value = linear.magnitude
    let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    return linear < 0 ? -encoded : encoded
  }

  /// The code as `#rrggbb`.
  package var hex: String {
    "#" + [code.x, code.y, code.z].map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
  }
}
