/// The treatment of colours outside the destination gamut during a conversion.
///
/// A mapping is a function of the colour alone: equal colours stay equal, wherever in the image they are.
public protocol GamutMapping: Sendable {
  /// Returns the mapped colour.
  ///
  /// - Parameter linear: linear values of the destination, finite, not clamped.
  /// - Returns: linear values of the destination, each in [0, 1].
  func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double>
}

/// Relative colorimetric: each channel is clamped to [0, 1], and no colour inside the destination moves (ICC.1:2022
/// clause 6.2.2). Matrix profiles convert in this way everywhere.
public struct ClipMapping: GamutMapping, Hashable {
  /// Creates the mapping, which has no parameters.
  public init() {}

  /// Returns `linear` with each channel clamped to [0, 1].
  public func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(linear.x.clampedToUnit, linear.y.clampedToUnit, linear.z.clampedToUnit)
  }
}

/// Gamut mapping of CSS Color Module Level 4, section 13.2 ("CSS Gamut Mapping to an RGB Destination"): chroma is
/// reduced at constant OKLCh lightness and hue by bisection, until clipping the rest makes a difference that is just
/// not noticeable (local MINDE).
///
/// As specified, it leaves colours inside the destination unchanged, maps whole ranges of chroma to one colour, and
/// uses OKLab relative to the project's own sRGB (see ``OKLab``).
public struct CSSMapping: GamutMapping {
  private let toSRGB, fromSRGB: Matrix3
  /// The just-noticeable difference in ΔEOK.
  public static let jnd = 0.02
  /// The tolerance of chroma, and of ΔEOK below the just-noticeable difference, at which the bisection ends.
  public static let epsilon = 0.0001

  /// Creates the mapping for linear values of `destination`.
  public init(destination: RGBSpace) {
    let isSRGB = destination.toPCS == RGBSpace.sRGB.toPCS
    toSRGB = isSRGB ? .identity : RGBSpace.sRGB.fromPCS * destination.toPCS
    fromSRGB = isSRGB ? .identity : destination.fromPCS * RGBSpace.sRGB.toPCS
  }

  /// The matrices from linear values of the destination to the cone responses of OKLab, and back.
  package var cones: (to: Matrix3, from: Matrix3) { (OKLab.toLMS * toSRGB, fromSRGB * OKLab.fromLMS) }

  /// Whether of the colours within the destination none but black and white has a lightness of 0 or 1, so that none moves.
  ///
  /// Holds if each channel adds to all cone responses, and so much to the first two, which have a share in the lightness,
  /// that the third, which lowers it, cannot outweigh them: a cube root falls by at least a third of what its cube does. No
  /// response to a full channel is so small that rounding could decide much.
  package var movesNothingWithin: Bool {
    let (lightness, cones) = (OKLab.fromRoots.row0, cones.to)
    return (0..<3).allSatisfy {
      let column = cones.column($0)
      return column.min() > 0.01 && lightness.x * column.x + lightness.y * column.y > -3 * lightness.z * column.z
    }
  }

  /// Returns the mapped colour, each channel in [0, 1]; a colour within the destination is returned unchanged, except
  /// that lightness 1 and more becomes white, and 0 and less black.
  public func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let origin = OKLab(linearSRGB: toSRGB * linear)
    if origin.l >= 1 { return .one }
    if origin.l <= 0 { return .zero }
    let clip = ClipMapping()
    var clipped = clip(linear)
    if clipped == linear { return linear }

    func difference(_ color: OKLab) -> Double { color.deltaE(to: OKLab(linearSRGB: toSRGB * clipped)) }
    if difference(origin) < Self.jnd { return clipped }

    let chroma = origin.chroma
    var (low, high) = (0.0, chroma)
    var lowIsInGamut = true
    while high - low > Self.epsilon {
      let middle = (low + high) / 2
      let current = OKLab(l: origin.l, a: origin.a * (middle / chroma), b: origin.b * (middle / chroma))
      let values = fromSRGB * current.linearSRGB
      clipped = clip(values)
      if lowIsInGamut, clipped == values {
        low = middle
        continue
      }
      let difference = difference(current)
      if difference < Self.jnd {
        if Self.jnd - difference < Self.epsilon { return clipped }
        lowIsInGamut = false
        low = middle
      } else {
        high = middle
      }
    }
    return clipped
  }
}
