/// What ``PreserveMapping`` has to know of an image: how far it leaves the destination at each hue, and how far its
/// colours must go towards grey to fit.
///
/// Maxima and minima: absorbing pixels in any order, or in parts that are merged, gives the same. Its size is fixed.
public struct PreserveSurvey: Sendable {
  let space: SaturationSpace
  private let lower, upper: SIMD3<Double>
  /// By how much the saturation exceeds 1 at most.
  private(set) var saturation = HueProfile()
  /// By how much the level exceeds 1 at most, for each unit of saturation.
  private(set) var level = HueProfile()
  /// The share of their distance from grey with which all colours fit.
  private(set) var reach = 1.0
  /// Whether any pixel clips.
  private(set) var canMove = false

  /// - Parameters:
  ///   - destination: the space that the image is taken to.
  ///   - depth: bits of the destination, 8 or 16, which decide what clips.
  public init(destination: RGBSpace, depth: Int) {
    space = SaturationSpace(destination: destination)
    let model = ColorModel(
      Rendition(source: .rgb(destination), destination: destination, depth: depth), sourceDepth: depth)
    let ranges = (0..<3).map { model.unclippedRange($0) }
    lower = SIMD3(ranges[0].low, ranges[1].low, ranges[2].low)
    upper = SIMD3(ranges[0].high, ranges[1].high, ranges[2].high)
  }

  /// A survey for images whose colours these tables take to their destination.
  public init(_ tables: RenditionTables) {
    self.init(destination: tables.model.rendition.destination, depth: tables.depth)
  }

  /// Whether a colour clips: linear values of the destination, not clamped.
  func clips(_ linear: SIMD3<Double>) -> Bool {
    linear.x < lower.x || linear.x > upper.x || linear.y < lower.y || linear.y > upper.y || linear.z < lower.z
      || linear.z > upper.z
  }

  /// Takes a colour: linear values of the destination, not clamped.
  public mutating func absorb(_ linear: SIMD3<Double>) {
    guard clips(linear), let color = space.color(linear) else { return }
    // As bright as the colour is once its saturation is no more than the destination has.
    let within = color.saturation > 1 ? color.direction * (1 / color.saturation) : color.direction
    let level = SaturationSpace.level(space.linear(within), lightness: color.lightness)
    canMove = true
    saturation.note(color.saturation - 1, hue: color.hue)
    // Near grey nothing is brighter than white; dividing by less than this would only magnify rounding.
    self.level.note((level - 1) / max(min(color.saturation, 1), 0.02), hue: color.hue)
    reach = min(reach, space.reach(color))
  }

  /// Takes whole rows of an image; transparent pixels do not count.
  ///
  /// - Parameters:
  ///   - rows: samples in native byte order, rows without gaps.
  ///   - layout: of the rows.
  ///   - tables: made for the depth of `layout`; for the space that the survey is for.
  public mutating func consume(_ rows: UnsafeRawBufferPointer, layout: PixelLayout, tables: RenditionTables) {
    var stretches = RowStretches(tables, layout: layout)
    unsafe stretches.forEachRow(of: rows) { row in
      for linear in row.linear { absorb(linear) }
    }
  }

  public mutating func merge(_ other: PreserveSurvey) {
    saturation.merge(other.saturation)
    level.merge(other.level)
    reach = min(reach, other.reach)
    canMove = canMove || other.canMove
  }
}
