import LibC

/// sRGB by the numbers of IEC 61966-2-1, extended below 0 and above 1, as CSS defines it: single colours have these.
/// Images have those of ``RGBSpace/sRGB``, which are rounded as in a profile.
package enum ExtendedSRGB {
  /// The matrix from linear values to XYZ relative to D65, and its inverse.
  package static let toXYZ = Primaries.sRGB.toXYZ ?? .identity
  package static let fromXYZ = toXYZ.inverse ?? .identity

  /// The matrix to linear values in Display P3, and its inverse.
  private static let toDisplayP3 = fromDisplayP3.inverse ?? .identity
  package static let fromDisplayP3 = fromXYZ * (Primaries.displayP3.toXYZ ?? .identity)

  /// Returns linear values in Display P3, without limits.
  package static func linearDisplayP3(_ linear: SIMD3<Double>) -> SIMD3<Double> { toDisplayP3 * linear }

  /// Returns the linear value of an encoded one, on the curve of sRGB and Display P3.
  package static func linear(_ encoded: Double) -> Double {
    let value = encoded.magnitude
    let linear = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    return encoded < 0 ? -linear : linear
  }

  /// Returns the encoded value of a linear one, on the same curve.
  package static func encoded(_ linear: Double) -> Double {
    let value = linear.magnitude
    let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    return linear < 0 ? -encoded : encoded
  }

  package static func linear(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(linear(encoded.x), linear(encoded.y), linear(encoded.z))
  }

  package static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(encoded(linear.x), encoded(linear.y), encoded(linear.z))
  }
}
