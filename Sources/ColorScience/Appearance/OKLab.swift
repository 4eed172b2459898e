import LibC

/// A colour in OKLab (Björn Ottosson, 2020; CSS Color 4 section 9): lightness `l`, and the opponents `a` and `b`.
public struct OKLab: Sendable, Hashable {
  /// The lightness, 0 for black and 1 for white, and the opponents green to red and blue to yellow, 0 for greys.
  public var l, a, b: Double

  /// The matrix from linear sRGB to the cone responses: that of CSS Color 4 (section 18) from XYZ, times that of sRGB.
  package static let toLMS =
    Matrix3(
      rows: [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
      [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
      [0.0481771893596242, 0.2642395317527308, 0.6335478284694309]) * ExtendedSRGB.toXYZ

  /// The matrix from the cube roots of the cone responses to lightness and opponents (CSS Color 4, section 18).
  package static let fromRoots = Matrix3(
    rows: [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774])

  /// Creates a colour from linear sRGB values, which may lie outside [0, 1]: the cube roots keep the sign.
  public init(linearSRGB: SIMD3<Double>) {
    let lms = Self.toLMS * linearSRGB
    let lab = Self.fromRoots * SIMD3(cbrt(lms.x), cbrt(lms.y), cbrt(lms.z))
    self.init(l: lab.x, a: lab.y, b: lab.z)
  }

  package init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// The inverses of the two matrices.
  package static let fromLMS = toLMS.inverse ?? .identity
  private static let toRoots = fromRoots.inverse ?? .identity

  /// The linear sRGB values, which may lie outside [0, 1].
  public var linearSRGB: SIMD3<Double> {
    let roots = Self.toRoots * SIMD3(l, a, b)
    return Self.fromLMS * (roots * roots * roots)
  }

  /// The distance from the neutral axis: C of OKLCh.
  public var chroma: Double { (a * a + b * b).squareRoot() }

  /// The hue in degrees, from 0 up to 360: h of OKLCh.
  package var hueDegrees: Double {
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  /// ΔEOK: the Euclidean distance.
  public func deltaE(to other: OKLab) -> Double {
    let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }
}
