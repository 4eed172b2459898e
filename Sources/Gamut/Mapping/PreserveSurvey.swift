/// The image data that ``PreserveMapping`` needs: how far the image exceeds the destination at each hue, and how far
/// its colours must move towards grey to fit.
///
/// It consists of maxima and minima, so the result does not depend on the order of pixels. Its size is fixed.
public struct PreserveSurvey: Sendable {
  let space: SaturationSpace
  private let lower, upper: SIMD3<Double>
  /// The largest excess of the saturation over 1.
  private(set) var saturation = HueProfile()
  /// The largest excess of the level over 1, per unit of saturation.
  private(set) var level = HueProfile()
  /// The factor of the distance from grey with which all colours fit.
  private(set) var reach = 1.0
  /// Whether any pixel clips.
  private(set) var canMove = false

  /// - Parameters:
  ///   - destination: the destination space of the image.
  ///   - depth: bits of the destination, 8 or 16, which determine what clips.
  public init(destination: RGBSpace, depth: Int) {
    space = SaturationSpace(destination: destination)
    let model = ColorModel(
      Rendition(source: .rgb(destination), destination: destination, depth: depth), sourceDepth: depth)
    let ranges = (0..<3).map { model.unclippedRange($0) }
    lower = SIMD3(ranges[0].low, ranges[1].low, ranges[2].low)
    upper = SIMD3(ranges[0].high, ranges[1].high, ranges[2].high)
  }

  /// Creates a survey for images that are converted with the given tables.
  public init(_ tables: RenditionTables) {
    self.init(destination: tables.model.rendition.destination, depth: tables.depth)
  }

  /// Returns whether a colour clips, given its linear values of the destination, not clamped.
  func clips(_ linear: SIMD3<Double>) -> Bool {
    linear.x < lower.x || linear.x > upper.x || linear.y < lower.y || linear.y > upper.y || linear.z < lower.z
      || linear.z > upper.z
  }

  /// Adds a colour, given its linear values of the destination, not clamped.
  public mutating func absorb(_ linear: SIMD3<Double>) {
    guard clips(linear), let color = space.color(linear) else { return }
    // The level of the colour after its saturation is reduced to that of the destination.
    let within = color.saturation > 1 ? color.direction * (1 / color.saturation) : color.direction
    let level = SaturationSpace.level(space.linear(within), lightness: color.lightness)
    canMove = true
    saturation.record(color.saturation - 1, hue: color.hue)
    // Near grey nothing is brighter than white; a smaller divisor would only amplify rounding errors.
    self.level.record((level - 1) / max(min(color.saturation, 1), 0.02), hue: color.hue)
    reach = min(reach, space.reach(color))
  }
}
