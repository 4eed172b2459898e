/// CIE xy chromaticities of three primaries and of white.
package struct Primaries: Sendable {
  package var red, green, blue, white: (x: Double, y: Double)

  package init(
    red: (Double, Double), green: (Double, Double), blue: (Double, Double), white: (Double, Double)
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  /// Creates the primaries of colorants that were adapted to D50 by Bradford; nil if there are none.
  package init?(colorants: Matrix3, white: (Double, Double)) {
    let source = (x: white.0, y: white.1)
    guard source.y > 0, let back = Matrix3.bradford(from: Self.xyz(source) / source.y).inverse else { return nil }
    func xy(_ column: Int) -> (Double, Double) {
      let color = back * colorants.column(column)
      return (color.x / color.sum(), color.y / color.sum())
    }
    self.init(red: xy(0), green: xy(1), blue: xy(2), white: white)
  }

  /// Bradford's adaptation from this white to D50, not rounded; nil if it has no inverse.
  package var adaptation: Matrix3? { white.y > 0 ? .bradford(from: Self.xyz(white) / white.y) : nil }

  /// The matrix from linear values to XYZ relative to this white, not rounded; nil if the primaries do not span a space.
  package var toXYZ: Matrix3? {
    // The columns are not divided by y, which is 0 for the blue of CIE XYZ: the scale of each is solved for instead.
    let columns = Matrix3(columns: Self.xyz(red), Self.xyz(green), Self.xyz(blue))
    guard white.y > 0, let solve = columns.inverse else { return nil }
    let scale = solve * (Self.xyz(white) / white.y)
    return Matrix3(
      columns: columns.column(0) * scale.x, columns.column(1) * scale.y, columns.column(2) * scale.z)
  }

  /// The matrix from linear values to the D50 profile connection space: adapted by Bradford, rounded to s15Fixed16 as
  /// in a profile, with green adjusted so that the colorants add up to D50 exactly. nil if they do not span a space.
  package var toPCS: Matrix3? {
    adapted.flatMap { exact in
      let red = Self.rounded(exact.column(0))
      let blue = Self.rounded(exact.column(2))
      return Self.plausible(Matrix3(columns: red, RGBSpace.pcsWhite - red - blue, blue))
    }
  }

  /// The matrix `toPCS`, except that if the rounded colorants do not add up to D50, the number with the largest error
  /// is rounded in the other direction. Makers of profiles do so, and the results are identical to the last bit.
  package var toPCSRoundedLeast: Matrix3? {
    adapted.flatMap { exact in
      func row(_ values: SIMD3<Double>, sum: Double) -> SIMD3<Double> {
        let units = values * 65536
        var rounded = units.rounded(.toNearestOrAwayFromZero)
        let missing = sum * 65536 - rounded.sum()
        guard missing.magnitude == 1 else { return rounded / 65536 }
        let error = (units - rounded) * missing
        rounded[(0..<3).max { error[$0] < error[$1] } ?? 1] += missing
        return rounded / 65536
      }
      let white = RGBSpace.pcsWhite
      return Self.plausible(
        Matrix3(rows: row(exact.row0, sum: white.x), row(exact.row1, sum: white.y), row(exact.row2, sum: white.z)))
    }
  }

  private var adapted: Matrix3? {
    guard let toXYZ, let adaptation else { return nil }
    return adaptation * toXYZ
  }

  /// Real primaries have no component above 4, and s15Fixed16 ends at 32,768.
  private static func plausible(_ matrix: Matrix3) -> Matrix3? {
    let isPlausible = (0..<3).allSatisfy { column in
      (0..<3).allSatisfy { matrix.column(column)[$0].magnitude <= 4 }  // False for NaN.
    }
    return isPlausible ? matrix : nil
  }

  private static func xyz(_ color: (x: Double, y: Double)) -> SIMD3<Double> {
    [color.x, color.y, 1 - color.x - color.y]
  }

  private static func rounded(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    (xyz * 65536).rounded(.toNearestOrAwayFromZero) / 65536
  }
}

extension Primaries {
  private static let d65 = (0.3127, 0.3290)

  /// IEC 61966-2-1, and ITU-R BT.709-6, items 1.3 and 1.4.
  package static let sRGB = Primaries(red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06), white: d65)
  /// SMPTE EG 432-1, with the white of sRGB.
  package static let displayP3 = Primaries(
    red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060), white: d65)
  /// Adobe RGB (1998) Color Image Encoding, 2005-05, 4.2.1 and 4.3.1.
  package static let adobeRGB = Primaries(red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06), white: d65)
  /// ITU-R BT.2020-2, table 3.
  package static let rec2020 = Primaries(
    red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046), white: d65)
  /// SMPTE RP 431-2:2011, the reference projector, which has a white of its own.
  package static let dciP3 = Primaries(
    red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060), white: (0.314, 0.351))
  /// ITU-R BT.601-7, 2.3 to 2.6, for 525 lines.
  package static let rec601NTSC = Primaries(
    red: (0.630, 0.340), green: (0.310, 0.595), blue: (0.155, 0.070), white: d65)
  /// ITU-R BT.601-7, 2.3 to 2.6, for 625 lines.
  package static let rec601PAL = Primaries(
    red: (0.640, 0.330), green: (0.290, 0.600), blue: (0.150, 0.060), white: d65)
}

extension Matrix3 {
  /// Returns the linearised Bradford transform between two whites, given as XYZ with Y = 1 (ICC.1:2022 Annex E).
  package static func bradford(
    from source: SIMD3<Double>, to destination: SIMD3<Double> = RGBSpace.pcsWhite
  ) -> Matrix3 {
    let cones = Matrix3(rows: [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
    let gain = (cones * destination) / (cones * source)
    let adapted = Matrix3(rows: cones.row0 * gain.x, cones.row1 * gain.y, cones.row2 * gain.z)
    return (cones.inverse ?? .identity) * adapted
  }
}
