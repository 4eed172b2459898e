/// A colour as differences are judged: a code of 16 bits in DIN99o, with coordinates rounded to 1/256. Palettes and
/// images with 16 bits per channel are so judged alike, on every machine: the squares of differences are exact.
package struct JudgedColor: Sendable, Hashable {
  package let l, a, b: Double

  @inlinable package var vector: SIMD3<Double> { SIMD3(l, a, b) }

  /// The just-noticeable difference of colours that touch.
  package static let jnd = 1.75
  /// Colours apart are lost if they differ by at least `seen` before, and at most `remaining` after (``LostPair``).
  package static let seen = Double(LostPair.seen).squareRoot() / DIN99o.unit
  package static let remaining = Double(LostPair.remaining).squareRoot() / DIN99o.unit
  /// The difference below which colours are equal: numbers rounded to three decimals nearly always differ by less.
  package static let equality = 0.12

  /// - Parameter levels: the encoded values, 0 to 1 inside.
  package init(sRGB levels: SIMD3<Double>) { self.init(linearSRGB: Self.linear(levels)) }

  /// Takes encoded values, 0 to 1 inside; for colours of wider spaces, the codes go on below 0 and above 65,535.
  package init(displayP3 levels: SIMD3<Double>) { self.init(linearSRGB: Self.fromDisplayP3 * Self.linear(levels)) }

  package init(code: SIMD3<Int>) {
    self.init(linearSRGB: SIMD3(Self.decode[code.x], Self.decode[code.y], Self.decode[code.z]))
  }

  /// The coordinates times 256, of a colour that is not far outside all displays.
  package var coordinates: SIMD3<Int16> { SIMD3(vector * DIN99o.unit) }

  @inlinable
  package init(coordinates: SIMD3<Int16>) {
    let vector = SIMD3<Double>(coordinates) / DIN99o.unit
    (l, a, b) = (vector.x, vector.y, vector.z)
  }

  /// Returns the nearest 8-bit code in sRGB of a colour of Display P3, as images with these codes get it.
  package static func shownCode(displayP3 levels: SIMD3<Double>) -> SIMD3<Int> {
    let linear = fromDisplayP3 * linear(levels)
    func code(_ linear: Double) -> Int { Int(min(max(RGBSpace.sRGBCurve.inverse(linear), 0), 1) * 255 + 0.5) }
    return SIMD3(code(linear.x), code(linear.y), code(linear.z))
  }

  private init(linearSRGB linear: SIMD3<Double>) {
    let color = DIN99o(linearSRGB: linear)
    // Unlike `coordinates`, without limits: colours of CSS may be far outside all displays.
    func rounded(_ value: Double) -> Double { (value * DIN99o.unit + 0.5).rounded(.down) / DIN99o.unit }
    (l, a, b) = (rounded(color.l), rounded(color.a), rounded(color.b))
  }

  @inlinable
  package func difference(to other: JudgedColor) -> Double {
    let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }

  /// Returns whether two colours that differ are no longer seen to in sRGB.
  package static func isLost(_ difference: Double, inSRGB: Double) -> Bool { difference >= seen && inSRGB <= remaining }

  /// The matrix between the spaces of the project's profiles, which images have.
  private static let fromDisplayP3 = RGBSpace.sRGB.fromPCS * RGBSpace.displayP3.toPCS

  private static let decode = (0...255).map { RGBSpace.sRGBCurve(Double($0) / 255) }

  /// Returns the linear values of the nearest codes of 16 bits, by the curve of the profiles from 0 to 1.
  private static func linear(_ levels: SIMD3<Double>) -> SIMD3<Double> {
    let rounded = (levels * 65_535).rounded(.toNearestOrAwayFromZero) / 65_535
    func linear(_ level: Double) -> Double {
      (0...1).contains(level) ? RGBSpace.sRGBCurve(level) : ExtendedSRGB.linear(level)
    }
    return SIMD3(linear(rounded.x), linear(rounded.y), linear(rounded.z))
  }
}
