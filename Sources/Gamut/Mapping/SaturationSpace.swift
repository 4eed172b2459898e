import ColorScience

/// Colours of a destination as lightness, hue and saturation, where saturation 1 is the destination's own boundary.
///
/// The coordinates are derived from the square roots of OKLab's cone responses. Lines towards grey in them change the
/// hue of OKLab by at most about one degree between Display P3 and sRGB. Unlike lines of constant OKLab hue, they leave
/// the destination once and do not enter it again, also near blue. Because they are square roots, they scale with the
/// light: black is the apex of a cone, and saturation and hue do not depend on the brightness of a colour. The channels
/// are quadratic in the saturation, so that the boundary has a closed form.
struct SaturationSpace: Sendable {
  /// The matrix from linear values to cone responses, each row scaled so that white is (1, 1, 1), and its inverse.
  let toCones, fromCones: Matrix3

  init(destination: RGBSpace) {
    let toSRGB =
      destination.toPCS == RGBSpace.sRGB.toPCS ? Matrix3.identity : RGBSpace.sRGB.fromPCS * destination.toPCS
    let cones = OKLab.toLMS * toSRGB
    let white = cones * .one
    toCones = Matrix3(rows: cones.row0 / white.x, cones.row1 / white.y, cones.row2 / white.z)
    fromCones = toCones.inverse ?? .identity
  }

  /// A colour whose roots are `lightness` (1 + `direction`).
  struct Color {
    /// The square roots of the cone responses, with OKLab's weights; 1 for white.
    var lightness: Double
    /// The relative difference of the roots to grey of the same lightness; 0 for grey.
    var direction: SIMD3<Double>
    /// The saturation: 0 for grey, 1 if the least channel is 0.
    var saturation: Double
    /// The hue in [0, 4), in quarter turns.
    var hue: Double
  }

  /// Returns the colour of linear values; nil if there is no light, or no visible light.
  func color(_ linear: SIMD3<Double>) -> Color? {
    let cones = toCones * linear
    let roots = SIMD3(Self.root(cones.x), Self.root(cones.y), Self.root(cones.z))
    let opponents = OKLab.fromRoots * roots
    let lightness = opponents.x
    guard lightness > 1e-9 else { return nil }
    let direction = SIMD3(roots.x / lightness - 1, roots.y / lightness - 1, roots.z / lightness - 1)
    return Color(
      lightness: lightness, direction: direction, saturation: saturation(direction),
      hue: Self.hue(opponents.y, opponents.z))
  }

  private static func root(_ value: Double) -> Double {
    value < 0 ? -(-value).squareRoot() : value.squareRoot()
  }

  /// Returns an angle in quarter turns, linear in the share of the two coordinates within each quarter.
  private static func hue(_ a: Double, _ b: Double) -> Double {
    let sum = a.magnitude + b.magnitude
    guard sum > 0 else { return 0 }
    let share = b / sum
    let hue = a < 0 ? 2 - share : share < 0 ? 4 + share : share
    return hue < 4 ? hue : 0
  }

  /// Returns the length of a direction relative to the boundary.
  ///
  /// Channel c at the share t of a direction d is the sum of m_ck (1 + t d_k)^2 = 1 + 2 B t + D t^2. It is 0 at 1/t =
  /// -B + sqrt(B^2 - D); the largest value of the three channels is the first boundary reached.
  func saturation(_ d: SIMD3<Double>) -> Double {
    let (linear, square) = (fromCones * d, fromCones * (d * d))
    return max(
      Self.reciprocalOfRoot(linear.x, square.x), Self.reciprocalOfRoot(linear.y, square.y),
      Self.reciprocalOfRoot(linear.z, square.z), 0)
  }

  private static func reciprocalOfRoot(_ b: Double, _ d: Double) -> Double {
    let discriminant = b * b - d
    return discriminant >= 0 ? discriminant.squareRoot() - b : 0
  }

  /// Returns the share of its direction, at most 1, up to which a colour and all colours between grey and it fit the
  /// destination.
  ///
  /// Channel c at the share t is n^2 (1 + 2 B t + D t^2) with n the lightness. It is 1 at D t^2 + 2 B t + 1 - 1/n^2 =
  /// 0; the smallest positive root of the three channels is the first boundary reached.
  func reach(_ color: Color) -> Double {
    let d = color.direction
    let (linear, square) = (fromCones * d, fromCones * (d * d))
    let start = 1 - 1 / (color.lightness * color.lightness)
    var reach = min(1, 1 / max(color.saturation, 1))
    // A grey that is white or brighter has no room.
    guard start < 0 else { return reach }
    for channel in 0..<3 {
      let (b, d) = (linear[channel], square[channel])
      let discriminant = b * b - d * start
      let divisor = b + max(discriminant, 0).squareRoot()
      if discriminant >= 0, divisor > 0 { reach = min(reach, -start / divisor) }
    }
    return reach
  }

  /// Returns the linear values of the destination at lightness 1.
  func linear(_ direction: SIMD3<Double>) -> SIMD3<Double> {
    let roots = SIMD3(1 + direction.x, 1 + direction.y, 1 + direction.z)
    return fromCones * SIMD3(roots.x * roots.x, roots.y * roots.y, roots.z * roots.z)
  }

  /// Returns the brightness of a colour relative to the brightest that the destination can show, in terms of the roots:
  /// 1 if the largest channel is 1.
  static func level(_ linear: SIMD3<Double>, lightness: Double) -> Double {
    lightness * max(linear.x, linear.y, linear.z, 0).squareRoot()
  }
}
