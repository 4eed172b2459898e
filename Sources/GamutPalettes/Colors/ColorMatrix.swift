/// A 3 x 3 matrix for colours, in double precision.
struct ColorMatrix: Sendable {
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) { rows = (first, second, third) }

  init(diagonal: SIMD3<Double>) {
    self.init(SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  static func * (matrix: ColorMatrix, color: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((matrix.rows.0 * color).sum(), (matrix.rows.1 * color).sum(), (matrix.rows.2 * color).sum())
  }

  static func * (first: ColorMatrix, second: ColorMatrix) -> ColorMatrix {
    let columns = second.transposed.rows
    return ColorMatrix(first * columns.0, first * columns.1, first * columns.2).transposed
  }

  var transposed: ColorMatrix {
    let (first, second, third) = rows
    return ColorMatrix(
      SIMD3(first.x, second.x, third.x), SIMD3(first.y, second.y, third.y), SIMD3(first.z, second.z, third.z))
  }

  /// The inverse, computed by cofactors; the matrix must be invertible.
  var inverse: ColorMatrix {
    func cross(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(
        first.y * second.z - first.z * second.y, first.z * second.x - first.x * second.z,
        first.x * second.y - first.y * second.x)
    }
    let cofactors = (cross(rows.1, rows.2), cross(rows.2, rows.0), cross(rows.0, rows.1))
    let determinant = (rows.0 * cofactors.0).sum()
    return ColorMatrix(cofactors.0 / determinant, cofactors.1 / determinant, cofactors.2 / determinant).transposed
  }
}

/// The matrices follow from the chromaticities that CSS Color 4 gives (sections 10 and 18).
extension ColorMatrix {
  /// The XYZ of white, from its chromaticity.
  static let d50 = xyz(0.3457, 0.3585)
  static let d65 = xyz(0.3127, 0.3290)

  static let sRGBFromXYZ = xyz(red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06), white: d65).inverse
  static let sRGBFromDisplayP3 =
    sRGBFromXYZ * xyz(red: (0.68, 0.32), green: (0.265, 0.69), blue: (0.15, 0.06), white: d65)
  static let displayP3FromSRGB = sRGBFromDisplayP3.inverse
  static let sRGBFromA98RGB =
    sRGBFromXYZ * xyz(red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06), white: d65)
  static let sRGBFromRec2020 =
    sRGBFromXYZ * xyz(red: (0.708, 0.292), green: (0.17, 0.797), blue: (0.131, 0.046), white: d65)
  static let sRGBFromProPhotoRGB =
    sRGBFromXYZD50
    * xyz(red: (0.734699, 0.265301), green: (0.159597, 0.840403), blue: (0.036598, 0.000105), white: d50)

  /// The matrix from XYZ relative to D50 to linear sRGB, with the Bradford transform to D65.
  static let sRGBFromXYZD50: ColorMatrix = {
    let cones = ColorMatrix(
      SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296))
    let adaptation = cones.inverse * ColorMatrix(diagonal: (cones * d65) / (cones * d50)) * cones
    return sRGBFromXYZ * adaptation
  }()

  /// The matrix from OKLab to the cube roots of the cone responses (CSS Color 4, section 18).
  static let coneRootsFromOKLab = ColorMatrix(
    SIMD3(1, 0.3963377773761749, 0.2158037573099136),
    SIMD3(1, -0.1055613458156586, -0.0638541728258133),
    SIMD3(1, -0.0894841775298119, -1.2914855480194092))

  /// The matrix from the cone responses of OKLab to linear sRGB (CSS Color 4, section 18).
  static let sRGBFromCones =
    sRGBFromXYZ
    * ColorMatrix(
      SIMD3(1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
      SIMD3(-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
      SIMD3(-0.0763729366746601, -0.4214933324022432, 1.5869240198367816))

  private static func xyz(_ x: Double, _ y: Double) -> SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

  /// Returns the matrix from linear RGB to XYZ.
  private static func xyz(
    red: (Double, Double), green: (Double, Double), blue: (Double, Double), white: SIMD3<Double>
  ) -> ColorMatrix {
    let primaries = ColorMatrix(xyz(red.0, red.1), xyz(green.0, green.1), xyz(blue.0, blue.1)).transposed
    return primaries * ColorMatrix(diagonal: primaries.inverse * white)
  }
}
