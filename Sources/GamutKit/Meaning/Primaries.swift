import Gamut

/// CIE xy chromaticities of three primaries and of white.
struct Primaries: Sendable {
  var red, green, blue, white: (x: Double, y: Double)

  init(
    red: (Double, Double), green: (Double, Double), blue: (Double, Double), white: (Double, Double)
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  /// Creates the primaries of colorants in the D50 connection space that were adapted by Bradford; nil if there are
  /// none.
  init?(colorants: Matrix3, white: (Double, Double)) {
    let source = (x: white.0, y: white.1)
    guard source.y > 0, let back = Self.bradford(from: Self.xyz(source) / source.y)?.inverse else { return nil }
    func xy(_ column: Int) -> (Double, Double) {
      let color = back * colorants.column(column)
      return (color.x / color.sum(), color.y / color.sum())
    }
    self.init(red: xy(0), green: xy(1), blue: xy(2), white: white)
  }

  /// Bradford's adaptation from this white to D50, not rounded; nil if it has no inverse.
  var adaptation: Matrix3? { white.y > 0 ? Self.bradford(from: Self.xyz(white) / white.y) : nil }

  /// The matrix from linear values to the D50 profile connection space: adapted by Bradford, rounded to s15Fixed16 as
  /// in a profile, with green adjusted so that the colorants add up to D50 exactly. nil if they do not span a space.
  var toPCS: Matrix3? {
    adapted.flatMap { exact in
      let red = Self.rounded(exact.column(0))
      let blue = Self.rounded(exact.column(2))
      return Self.plausible(Matrix3(columns: red, RGBSpace.pcsWhite - red - blue, blue))
    }
  }

  /// The same matrix as `toPCS`, except that if the rounded colorants do not add up to D50, the number with the largest
  /// rounding error is rounded in the other direction. Makers of profiles do this, so that the results are identical to
  /// the last bit.
  var toPCSRoundedLeast: Matrix3? {
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

  /// The matrix adapted by Bradford, not rounded.
  private var adapted: Matrix3? {
    // The columns are not divided by y, which is 0 for the blue of CIE XYZ: the scale of each is solved for instead.
    let columns = Matrix3(columns: Self.xyz(red), Self.xyz(green), Self.xyz(blue))
    guard white.y > 0, let solve = columns.inverse else { return nil }
    let whiteXYZ = Self.xyz(white) / white.y
    let scale = solve * whiteXYZ
    guard let adapt = Self.bradford(from: whiteXYZ) else { return nil }
    return Matrix3(
      columns: adapt * (columns.column(0) * scale.x), adapt * (columns.column(1) * scale.y),
      adapt * (columns.column(2) * scale.z))
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

  /// Rounds to the nearest s15Fixed16.
  private static func rounded(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    (xyz * 65536).rounded(.toNearestOrAwayFromZero) / 65536
  }

  /// Returns the linearised Bradford transform from a white to D50 (ICC.1:2022 Annex E).
  private static func bradford(from white: SIMD3<Double>) -> Matrix3? {
    let cone = Matrix3(
      rows: [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
    guard let back = cone.inverse else { return nil }
    let ratio = (cone * RGBSpace.pcsWhite) / (cone * white)
    return back * Matrix3(columns: [ratio.x, 0, 0], [0, ratio.y, 0], [0, 0, ratio.z]) * cone
  }
}
