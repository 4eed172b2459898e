import LibC

/// A colour in DIN99o (DIN 6176:2018, with kE = kCH = 1), in which the Euclidean distance is the difference that people
/// see. Every difference that gamut judges is one of these.
public struct DIN99o: Sendable, Hashable {
  /// The lightness, 0 for black and 100 for white, and the opponents green to red and blue to yellow, 0 for greys.
  public let l, a, b: Double

  /// The matrix from D50 XYZ to XYZ relative to D65, each divided by white: Bradford's adaptation from the white of the
  /// profile connection space to x .3127, y .3290.
  package static let fromPCS: Matrix3 = {
    let (d50, d65) = (SIMD3(0.9642, 1, 0.8249), SIMD3(0.3127 / 0.3290, 1, 0.3583 / 0.3290))
    let toD65 = Matrix3.bradford(from: d50, to: d65)
    return Matrix3(rows: toD65.row0 / d65.x, toD65.row1 / d65.y, toD65.row2 / d65.z)
  }()

  /// The matrix from linear sRGB values.
  private static let fromSRGB = fromPCS * RGBSpace.sRGB.toPCS

  /// The turn of the opponents, 26 degrees.
  static let turn = (cos: cos(26 * Double.pi / 180), sin: sin(26 * Double.pi / 180))

  /// Creates a colour from XYZ relative to D65, each value divided by that of white; may be below 0.
  package init(relativeXYZ xyz: SIMD3<Double>) {
    let lab = CIELab(xyz: xyz, white: .one)
    let e = lab.a * Self.turn.cos + lab.b * Self.turn.sin
    let g = 0.83 * (lab.b * Self.turn.cos - lab.a * Self.turn.sin)
    let chroma = (e * e + g * g).squareRoot()
    // The colour keeps its direction (e, g), turned by 26 degrees; only its distance from grey is compressed.
    let compression = chroma > 0 ? log(1 + 0.075 * chroma) / 0.0435 / chroma : 0
    // Far below black the logarithm has no value; no colour is darker than this.
    l = 303.67 * log(1 + 0.0039 * max(lab.l, -200))
    a = compression * (e * Self.turn.cos - g * Self.turn.sin)
    b = compression * (e * Self.turn.sin + g * Self.turn.cos)
  }

  /// Creates a colour from linear sRGB values, which may lie outside [0, 1].
  public init(linearSRGB: SIMD3<Double>) { self.init(relativeXYZ: Self.fromSRGB * linearSRGB) }

  /// The difference of two colours: 1.75 is just visible between areas that touch.
  public func difference(to other: DIN99o) -> Double {
    let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }

  /// The units of ``coordinates`` in a difference of 1.
  package static let unit = 256.0

  /// The coordinates times 256, rounded to the nearest integer, halves up: what losses are decided on, so that every
  /// machine decides alike. Limited to 16 bits, which no colour of a real display reaches.
  package var coordinates: SIMD3<Int16> {
    func rounded(_ value: Double) -> Int16 {
      Int16(min(max((value * Self.unit + 0.5).rounded(.down), Double(Int16.min)), Double(Int16.max)))
    }
    return SIMD3(rounded(l), rounded(a), rounded(b))
  }

  /// The difference of two colours given by their integers.
  package static func difference(_ first: SIMD3<Int16>, _ second: SIMD3<Int16>) -> Double {
    Double(squaredDifference(first, second)).squareRoot() / unit
  }

  /// The squared difference of two colours, in units of 1/256.
  @inlinable
  package static func squaredDifference(_ first: SIMD3<Int16>, _ second: SIMD3<Int16>) -> Int {
    (0..<3).reduce(0) {
      let difference = Int(first[$1]) - Int(second[$1])
      return $0 + difference * difference
    }
  }
}

/// Two colours that do not touch and look the same in the destination: a lost pair, and the limits that make one.
package enum LostPair {
  /// The least difference of two colours that are seen to differ where they do not touch, squared, in 1/256: 2.5.
  @inlinable package static var seen: Int { 640 * 640 }
  /// The largest difference that may remain, squared, in 1/256: 1.25.
  @inlinable package static var remaining: Int { 320 * 320 }
  package static var remainingDifference: Double { Double(remaining).squareRoot() / DIN99o.unit }

  /// Returns whether two colours, one of which clips at least, are a lost pair.
  @inlinable
  package static func isLost(
    before: (SIMD3<Int16>, SIMD3<Int16>), after: (SIMD3<Int16>, SIMD3<Int16>)
  ) -> Bool {
    DIN99o.squaredDifference(before.0, before.1) >= seen
      && DIN99o.squaredDifference(after.0, after.1) <= remaining
  }
}

/// A colour in CIE 1976 L*a*b*.
package struct CIELab: Sendable, Hashable {
  package let l, a, b: Double

  package init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// Creates a colour from XYZ with Y = 1 for white, relative to a white.
  package init(xyz: SIMD3<Double>, white: SIMD3<Double>) {
    func f(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
    let (x, y, z) = (f(xyz.x / white.x), f(xyz.y / white.y), f(xyz.z / white.z))
    self.init(l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// Returns XYZ with Y = 1 for white, relative to a white.
  package func xyz(white: SIMD3<Double>) -> SIMD3<Double> {
    func inverse(_ root: Double) -> Double {
      let cube = root * root * root
      return cube > 216.0 / 24389 ? cube : (116 * root - 16) / (24389.0 / 27)
    }
    let y = (l + 16) / 116
    return SIMD3(inverse(a / 500 + y), inverse(y), inverse(y - b / 200)) * white
  }
}
