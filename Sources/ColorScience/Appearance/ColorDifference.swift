/// Differences of two colours given by their linear values in sRGB, which may lie outside [0, 1].
package enum ColorDifference {
  /// Returns the difference in ΔEOK.
  package static func ok(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
    OKLab(linearSRGB: first).deltaE(to: OKLab(linearSRGB: second))
  }

  /// CIEDE2000 with kL = kC = kH = 1 (ISO/CIE 11664-6:2014), of CIELAB relative to D50.
  package static func ciede2000(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
    let toPCS = RGBSpace.sRGB.toPCS
    return CIELab(xyz: toPCS * first).deltaE2000(CIELab(xyz: toPCS * second))
  }
}
