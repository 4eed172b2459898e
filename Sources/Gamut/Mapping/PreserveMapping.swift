/// A mapping that keeps colours distinct: colours outside the destination get room inside it, and colours near the
/// boundary are compressed.
///
/// It works in `SaturationSpace` and does not change the hue. The first step maps saturation at constant lightness,
/// from [0, 1 + e] to [0, 1] by `SoftLimit`, where e is how far the image exceeds the destination at the hue. The
/// second step maps the level in the same way, along a ray to black, from [0, 1 + e'] to [0, 1], where e' is
/// proportional to the saturation. Both are strictly increasing, so that the mapping is one-to-one on the colours of
/// the image. Both are the identity at hues where the image does not exceed the destination, so that neutrals never
/// move, and an image that fits is not changed.
///
/// The strongest parameters scale instead: every colour moves towards grey of its lightness by one factor, with which
/// the whole image fits.
public struct PreserveMapping: GamutMapping {
  private let space: SaturationSpace
  /// Whether no pixel of the image clips.
  private let isIdentity: Bool
  /// The excess of saturation, and the excess of the level per unit of saturation.
  private let saturation, level: HueProfile
  /// The soft limit; nil if colours are scaled by `factor` instead.
  private let limit: SoftLimit?
  private let factor: Double

  /// The decrease of an excess per quarter turn of hue away from the colours that have it.
  private static let saturationFall = 1.0, levelFall = 0.2
  /// A smaller saturation is a rounding error: such colours are grey, and do not move.
  private static let leastSaturation = 1e-9

  /// Creates the mapping for the image of `survey`, with the destination of the survey.
  public init(_ survey: PreserveSurvey, _ parameters: PreserveParameters) {
    space = survey.space
    isIdentity = !survey.canMove
    saturation = survey.saturation.smoothed(slope: Self.saturationFall)
    level = survey.level.smoothed(slope: Self.levelFall)
    factor = survey.reach
    switch parameters {
    case .room(let share, let evenness): limit = SoftLimit(share: share, evenness: evenness)
    case .scaled: limit = nil
    }
  }

  /// Returns the mapped colour, each channel in [0, 1]; only clamps it if no pixel of the image clips.
  public func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let clipped = ClipMapping()(linear)
    guard !isIdentity, let color = space.color(linear), color.saturation > Self.leastSaturation else { return clipped }
    guard let limit else {
      return ClipMapping()(space.linear(color.direction * factor) * (color.lightness * color.lightness))
    }
    let reduced = limit(color.saturation, excess: saturation(color.hue))
    let isReduced = reduced < color.saturation
    let direction = isReduced ? color.direction * (reduced / color.saturation) : color.direction
    let values = space.linear(direction)

    let bright = SaturationSpace.level(values, lightness: color.lightness)
    let dimmed = limit(bright, excess: level(color.hue) * reduced)
    guard isReduced || dimmed < bright else { return clipped }
    let lightness = dimmed < bright ? color.lightness * (dimmed / bright) : color.lightness
    return ClipMapping()(values * (lightness * lightness))
  }
}
