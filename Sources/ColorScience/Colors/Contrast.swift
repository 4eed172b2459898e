/// The contrast ratio of WCAG 2.2: (L1 + 0.05) / (L2 + 0.05), of the relative luminances of the lighter and the darker
/// colour.
package enum Contrast {
  /// Returns the relative luminance of a colour as displays of sRGB show it, with the weights of WCAG.
  package static func luminance(linearSRGB linear: SIMD3<Double>) -> Double {
    let shown = linear.clamped(lowerBound: .zero, upperBound: .one)
    return 0.2126 * shown.x + 0.7152 * shown.y + 0.0722 * shown.z
  }

  /// Returns the relative luminance Y of a colour as displays of Display P3 show it: by its primaries and white (SMPTE EG
  /// 432-1).
  package static func luminance(linearDisplayP3 linear: SIMD3<Double>) -> Double {
    let shown = linear.clamped(lowerBound: .zero, upperBound: .one)
    return 0.2289745641 * shown.x + 0.6917385218 * shown.y + 0.0792869141 * shown.z
  }

  /// Returns the ratio of two relative luminances, from 1 to 21.
  package static func ratio(_ first: Double, _ second: Double) -> Double {
    (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
