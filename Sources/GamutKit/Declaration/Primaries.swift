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

  /// From linear values to the D50 profile connection space: adapted by Bradford, rounded to s15Fixed16 as in a
  /// profile, green adjusted so that the colorants add up to D50 exactly. Nil where they do not span a space.
  var toPCS: Matrix3? {
    // The columns need no division by y, which is 0 for the blue of CIE XYZ: the scale of each is solved for.
    let columns = Matrix3(columns: Self.xyz(red), Self.xyz(green), Self.xyz(blue))
    guard white.y > 0, let solve = columns.inverse else { return nil }
    let whiteXYZ = Self.xyz(white) / white.y
    let scale = solve * whiteXYZ
    guard let adapt = Self.bradford(from: whiteXYZ) else { return nil }
    let red = Self.rounded(adapt * (columns.column(0) * scale.x))
    let blue = Self.rounded(adapt * (columns.column(2) * scale.z))
    let green = RGBSpace.pcsWhite - red - blue
    let result = Matrix3(columns: red, green, blue)
    // Beyond 4 no real primary lies, and s15Fixed16 ends at 32,768.
    let isPlausible = (0..<3).allSatisfy { column in
      (0..<3).allSatisfy { result.column(column)[$0].magnitude <= 4 }  // False for NaN.
    }
    return isPlausible ? result : nil
  }

  private static func xyz(_ color: (x: Double, y: Double)) -> SIMD3<Double> {
    [color.x, color.y, 1 - color.x - color.y]
  }

  /// To the nearest s15Fixed16.
  private static func rounded(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    (xyz * 65536).rounded(.toNearestOrAwayFromZero) / 65536
  }

  /// The linearised Bradford transform from a white to D50 (ICC.1:2022 Annex E).
  private static func bradford(from white: SIMD3<Double>) -> Matrix3? {
    let cone = Matrix3(
      rows: [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
    guard let back = cone.inverse else { return nil }
    let ratio = (cone * RGBSpace.pcsWhite) / (cone * white)
    return back * Matrix3(columns: [ratio.x, 0, 0], [0, ratio.y, 0], [0, 0, ratio.z]) * cone
  }
}
