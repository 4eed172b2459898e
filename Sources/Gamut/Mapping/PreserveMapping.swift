public import ColorScience

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
    let values = space.linear(isReduced ? color.direction * (reduced / color.saturation) : color.direction)

    let bright = SaturationSpace.level(values, lightness: color.lightness)
    let dimmed = limit(bright, excess: level(color.hue) * reduced)
    guard isReduced || dimmed < bright else { return clipped }
    let lightness = dimmed < bright ? color.lightness * (dimmed / bright) : color.lightness
    return ClipMapping()(values * (lightness * lightness))
  }
}

/// The parameters of ``PreserveMapping``: one of a fixed list, the same for all images.
public enum PreserveParameters: Sendable, Hashable {
  /// Compresses colours below the boundary at hues where the image exceeds the destination, in proportion to the excess:
  /// the share of the room in room and excess, and the ratio of the least slope to the mean slope of the curve.
  case room(share: Double, evenness: Double)
  /// Moves every colour towards grey by one factor, the largest with which the whole image fits.
  case scaled

  /// The strengths, the weakest first, each with the parameters to choose from: twenty shares from 1/24 to 20/24, each
  /// with a curve that begins softly and one that is nearly straight, and finally scaling.
  public static let strengths: [[PreserveParameters]] =
    (1...20).map { share in [0.5, 0.85].map { .room(share: Double(share) / 24, evenness: $0) } } + [[.scaled]]
}

/// A function from [0, 1 + excess] to [0, 1]: values well below 1 are unchanged, values above 1 get room below 1.
///
/// With w the room, e the excess, T = w + e, t = x - (1 - w) >= 0, the mean slope m = w / T and the least slope
/// k = evenness m:
/// y = 1 - w + t (k + (1 - k) / (1 + t (1 - m) / ((m - k) T))).
/// The slope is 1 at the start of the room and falls smoothly; it never falls below k, so that different values stay
/// different.
struct SoftLimit: Sendable {
  /// The room per unit of excess.
  private let ratio: Double
  private let evenness: Double

  /// Both are above 0 and below 1.
  init(share: Double, evenness: Double) {
    ratio = share / (1 - share)
    self.evenness = evenness
  }

  /// Returns the limited value, never above 1; `x` itself below the room.
  @inline(__always)
  func callAsFunction(_ x: Double, excess: Double) -> Double {
    let room = min(excess * ratio, 1)
    if x <= 1 - room { return x }
    return limited(x, excess, room)
  }

  private func limited(_ x: Double, _ excess: Double, _ room: Double) -> Double {
    guard excess > 1e-9, x < 1 + excess else { return min(x, 1) }
    let t = x - (1 - room)
    let span = room + excess
    let mean = room / span
    let least = evenness * mean
    let falling = (mean - least) * span
    return min(1 - room + t * (least + (1 - least) * falling / (falling + (1 - mean) * t)), 1)
  }
}
