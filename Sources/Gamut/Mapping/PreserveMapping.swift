/// Keeps colours apart: what an image has outside the destination gets room inside it, at the cost of what is near the
/// boundary.
///
/// In `SaturationSpace`, hue stays. First saturation, at constant lightness: from [0, 1 + e] to [0, 1] by
/// `SoftLimit`, where e is how far the image leaves the destination at the hue. Then level, along a ray to black:
/// [0, 1 + e'] to [0, 1] likewise, where e' is proportional to the saturation. Both are strictly increasing, so that
/// the whole is one-to-one on what the image has; both are the identity where the image does not leave the destination,
/// so that neutrals never move, and an image that fits is not changed.
///
/// The room is a third of room and excess together; less where the colours that fit would otherwise move
/// by more than ``shiftLimit`` on average. Those numbers are the same for all images.
public struct PreserveMapping: GamutMapping {
  private let space: SaturationSpace
  /// The excess of saturation, and that of the level for each unit of saturation.
  private let saturation, level: HueProfile
  private let limit: SoftLimit
  private let isIdentity: Bool

  /// The mean ΔEOK of the pixels that fit, up to which they give room.
  public static let shiftLimit = 0.0065
  private static let shares = 0.002...(1.0 / 3)
  /// By how much an excess falls in a quarter turn of hue away from the colours that have it.
  private static let saturationFall = 1.0, levelFall = 0.2

  public init(_ survey: PreserveSurvey) { self = Self.fitted(to: survey) }

  private static func fitted(to survey: PreserveSurvey) -> PreserveMapping {
    let saturation = survey.saturation.smoothed(slope: saturationFall)
    let level = survey.level.smoothed(slope: levelFall)
    func mapping(_ share: Double) -> PreserveMapping {
      PreserveMapping(survey, saturation: saturation, level: level, share: share)
    }
    let widest = mapping(shares.upperBound)
    guard survey.canMove, widest.inGamutShift(survey) > shiftLimit else { return widest }
    var (low, high) = (shares.lowerBound, shares.upperBound)
    for _ in 0..<10 {
      let middle = (low * high).squareRoot()
      if mapping(middle).inGamutShift(survey) > shiftLimit { high = middle } else { low = middle }
    }
    return mapping(low)
  }

  private init(_ survey: PreserveSurvey, saturation: HueProfile, level: HueProfile, share: Double) {
    space = survey.space
    self.saturation = saturation
    self.level = level
    limit = SoftLimit(share: share)
    isIdentity = !survey.canMove
  }

  /// The room's part of room and excess together.
  public var share: Double { limit.share }

  public func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let clipped = ClipMapping()(linear)
    guard !isIdentity, let color = space.color(linear) else { return clipped }
    let reduced = limit(color.saturation, excess: saturation(color.hue))
    let isReduced = reduced < color.saturation
    let direction = isReduced ? color.direction * (reduced / color.saturation) : color.direction
    let values = space.linear(direction)

    let level = SaturationSpace.level(values, lightness: color.lightness)
    let dimmed = limit(level, excess: self.level(color.hue) * reduced)
    guard isReduced || dimmed < level else { return clipped }
    let lightness = dimmed < level ? color.lightness * (dimmed / level) : color.lightness
    return ClipMapping()(values * (lightness * lightness))
  }

  /// The mean ΔEOK of the pixels that do not clip, from one colour for each cell of the survey.
  private func inGamutShift(_ survey: PreserveSurvey) -> Double {
    var sum = 0.0
    for index in survey.cells.indices {
      guard let linear = survey.cells[index].color(index: index, space) else { continue }
      let mapped = self(linear)
      if mapped != linear { sum += space.deltaE(linear, mapped) * Double(survey.cells[index].pixels) }
    }
    return survey.inGamutPixels > 0 ? sum / Double(survey.inGamutPixels) : 0
  }
}
