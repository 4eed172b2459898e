/// The contrast ratio of WCAG 2.2: (L1 + 0.05) / (L2 + 0.05), of the relative luminances of the lighter and the darker
/// colour.
package enum Contrast {
  /// Returns the relative luminance of a code of 8 bits in sRGB, with the weights of WCAG.
  package static func luminance(code: SIMD3<UInt16>) -> Double {
    func linear(_ code: UInt16) -> Double { ColorInSRGB.linear(Double(code) / 255) }
    return 0.2126 * linear(code.x) + 0.7152 * linear(code.y) + 0.0722 * linear(code.z)
  }

  /// Returns the relative luminance Y of a colour, which may be outside sRGB: the weights of IEC 61966-2-1 with all
  /// their digits.
  package static func luminance(linearSRGB linear: SIMD3<Double>) -> Double {
    max(0.2126390059 * linear.x + 0.7151686788 * linear.y + 0.0721923154 * linear.z, 0)
  }

  /// Returns the ratio of two relative luminances, from 1 to 21.
  package static func ratio(_ first: Double, _ second: Double) -> Double {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
