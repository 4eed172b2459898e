import Gamut
import GamutKit
import LibC

/// A space by the numbers of its publication and by the textbook formulas, without any code of the libraries.
struct PublishedSpace: Sendable {
  typealias XY = (x: Double, y: Double)

  let reference: ReferenceSpace
  let red, green, blue, white: XY
  /// From an encoded value to light.
  let decode: @Sendable (Double) -> Double
  /// From light to an encoded value.
  let encode: @Sendable (Double) -> Double

  private init(_ reference: ReferenceSpace, _ red: XY, _ green: XY, _ blue: XY, _ white: XY, _ curve: Curve) {
    self.reference = reference
    (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    (decode, encode) = curve
  }

  typealias Curve = (decode: @Sendable (Double) -> Double, encode: @Sendable (Double) -> Double)

  /// IEC 61966-2-1.
  private static var sRGB: Curve {
    (
      { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) },
      { $0 <= 0.0031308 ? 12.92 * $0 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
    )
  }

  /// ITU-R BT.709-6, item 1.2, with the 15 digits of alpha and beta that make it continuous (ITU-T H.273).
  private static var camera: Curve {
    let (alpha, beta) = (1.099296826809442, 0.018053968510807)
    return (
      { $0 < 4.5 * beta ? $0 / 4.5 : pow(($0 + alpha - 1) / alpha, 1 / 0.45) },
      { $0 < beta ? 4.5 * $0 : alpha * pow($0, 0.45) - (alpha - 1) }
    )
  }

  /// ISO 22028-2: slope 16 below 1/512.
  private static var romm: Curve {
    ({ $0 < 16.0 / 512 ? $0 / 16 : pow($0, 1.8) }, { $0 < 1.0 / 512 ? 16 * $0 : pow($0, 1 / 1.8) })
  }

  private static func gamma(_ exponent: Double) -> Curve { ({ pow($0, exponent) }, { pow($0, 1 / exponent) }) }

  private static let d65: XY = (0.3127, 0.3290)
  private static let d50: XY = (0.3457, 0.3585)

  /// All but `displayP3Compat`, which has no published chromaticities, and `sGray`, which has none.
  static let all: [PublishedSpace] = [
    PublishedSpace(.displayP3, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65, sRGB),
    PublishedSpace(.sRGB, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06), d65, sRGB),
    PublishedSpace(.linearSRGB, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06), d65, gamma(1)),
    PublishedSpace(.adobeRGB, (0.64, 0.33), (0.21, 0.71), (0.15, 0.06), d65, gamma(563.0 / 256)),
    PublishedSpace(.proPhotoRGB, (0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), d50, romm),
    PublishedSpace(.rec2020, (0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65, camera),
    PublishedSpace(.rec2020Display, (0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65, gamma(2.4)),
    PublishedSpace(.dciP3, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351), gamma(2.6)),
    PublishedSpace(.rec709, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06), d65, camera),
    PublishedSpace(.rec709Display, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06), d65, gamma(2.4)),
    PublishedSpace(.rec601NTSC, (0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65, camera),
    PublishedSpace(.rec601PAL, (0.640, 0.330), (0.290, 0.600), (0.150, 0.060), d65, camera),
    PublishedSpace(.appleRGB, (0.625, 0.340), (0.280, 0.595), (0.155, 0.070), d65, gamma(461.0 / 256)),
    PublishedSpace(.colorMatchRGB, (0.630, 0.340), (0.295, 0.605), (0.150, 0.075), d50, gamma(461.0 / 256)),
    PublishedSpace(.wideGamutRGB, (0.7347, 0.2653), (0.1152, 0.8264), (0.1566, 0.0177), d50, gamma(563.0 / 256)),
  ]

  /// The D50 XYZ of full red, green and blue, not rounded: the columns x/y, 1, z/y, scaled to the white, and adapted by
  /// Bradford (ICC.1:2022 annex E) to D50 = (0.9642, 1, 0.8249).
  var colorants: [[Double]] {
    func xyz(_ c: XY) -> [Double] { [c.x / c.y, 1, (1 - c.x - c.y) / c.y] }
    func times(_ m: [[Double]], _ v: [Double]) -> [Double] {
      m.map { row in zip(row, v).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    let columns = [xyz(red), xyz(green), xyz(blue)]
    let rows = (0..<3).map { row in columns.map { $0[row] } }
    let white = xyz(white)
    let scale = Self.solve(rows, white)
    let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let (from, to) = (times(bradford, white), times(bradford, [0.9642, 1, 0.8249]))
    return columns.enumerated().map { index, column in
      let cone = times(bradford, column.map { $0 * scale[index] })
      return Self.solve(bradford, (0..<3).map { cone[$0] * to[$0] / from[$0] })
    }
  }

  /// Solves three equations by Cramer's rule.
  private static func solve(_ m: [[Double]], _ v: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    let whole = determinant(m)
    return (0..<3).map { column in
      var replaced = m
      for row in 0..<3 { replaced[row][column] = v[row] }
      return determinant(replaced) / whole
    }
  }
}
