import LibC

/// A colour in OKLab (Björn Ottosson, 2020; CSS Color 4 section 9): lightness `l`, and the opponents `a` and `b`.
public struct OKLab: Sendable, Hashable {
  /// The lightness, 0 for black and 1 for white, and the opponents green to red and blue to yellow, 0 for greys.
  public var l, a, b: Double

  /// The matrix from linear sRGB to the cone responses.
  static let toLMS = Matrix3(
    rows: [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005])

  /// The matrix from the cube roots of the cone responses to lightness and opponents.
  static let fromRoots = Matrix3(
    rows: [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660])

  /// Creates a colour from linear sRGB values, which may lie outside [0, 1]: the cube roots keep the sign.
  public init(linearSRGB: SIMD3<Double>) { self.init(cones: Self.toLMS * linearSRGB) }

  /// Creates a colour from cone responses.
  init(cones lms: SIMD3<Double>) {
    let lab = Self.fromRoots * SIMD3(cbrt(lms.x), cbrt(lms.y), cbrt(lms.z))
    self.init(l: lab.x, a: lab.y, b: lab.z)
  }

  init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// The inverses of the two matrices.
  private static let fromLMS = toLMS.inverse ?? .identity
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
