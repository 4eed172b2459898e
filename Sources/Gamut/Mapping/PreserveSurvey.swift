public import ColorScience

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

  package mutating func formUnion(_ other: PreserveSurvey) {
    saturation.formUnion(other.saturation)
    level.formUnion(other.level)
    reach = min(reach, other.reach)
    canMove = canMove || other.canMove
  }

  /// Adds a colour, given its linear values of the destination, not clamped.
  public mutating func absorb(_ linear: SIMD3<Double>) {
    guard any((linear .< lower) .| (linear .> upper)), let color = space.color(linear) else { return }
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

/// Reads what the parameters of ``PreserveMapping`` for an image depend on, from its rows in order.
public struct PreserveStudy: Sendable {
  /// The survey of the rows consumed so far.
  public private(set) var survey: PreserveSurvey
  private let tables: RenditionTables
  private let layout: PixelLayout
  /// Colours that are already in the survey.
  private var known = ColorCache(true)

  /// - Parameters:
  ///   - tables: the tables of the conversion.
  ///   - layout: the layout of the rows to consume.
  public init(_ tables: RenditionTables, layout: PixelLayout) {
    survey = PreserveSurvey(tables)
    self.tables = tables
    self.layout = layout
  }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: RawSpan) {
    var stretches = RowStretches(tables, layout: layout)
    stretches.forEachRow(of: rows) { row in
      for (color, linear) in zip(row.colors, row.linear) where known[color] == nil {
        survey.absorb(linear)
        known[color] = true
      }
    }
  }
}

/// A function of hue that is never below the values noted for any hue, and varies slowly with hue.
struct HueProfile: Sendable, Hashable {
  /// The largest value noted in each step of hue; after smoothing, values between steps are interpolated.
  private(set) var values = [Double](repeating: 0, count: HueProfile.steps)

  static let steps = 360
  private static let stepsOfQuarter = Double(steps / 4)

  mutating func record(_ value: Double, hue: Double) {
    // Note the value at both ends of the step, because values between them are interpolated.
    let step = min(Int(hue * Self.stepsOfQuarter), Self.steps - 1)
    let next = step + 1 < Self.steps ? step + 1 : 0
    if value > values[step] { values[step] = value }
    if value > values[next] { values[next] = value }
  }

  mutating func formUnion(_ other: HueProfile) { values = zip(values, other.values).map { max($0, $1) } }

  /// Returns the least profile above this one that falls by at most `slope` in a quarter turn, with its edges rounded.
  func smoothed(slope: Double) -> HueProfile {
    var result = self
    let fall = slope / Self.stepsOfQuarter
    // Two passes around the circle in each direction propagate every value as far as it reaches.
    for direction in [1, Self.steps - 1] {
      for index in 0..<(2 * Self.steps) {
        let (here, next) = (direction * index % Self.steps, direction * (index + 1) % Self.steps)
        result.values[next] = max(result.values[next], result.values[here] - fall)
      }
    }
    // The maximum around each step, then the mean of the maxima: smooth, and never below the input.
    let reach = 6
    func around(_ values: [Double], _ body: (ArraySlice<Double>) -> Double) -> [Double] {
      let wrapped = Array(values.suffix(reach)) + values + Array(values.prefix(reach))
      return values.indices.map { body(wrapped[$0...($0 + 2 * reach)]) }
    }
    let largest = around(result.values) { $0.max() ?? 0 }
    result.values = around(largest) { $0.reduce(0, +) / Double($0.count) }
    return result
  }

  func callAsFunction(_ hue: Double) -> Double {
    let position = hue * Self.stepsOfQuarter
    let step = min(Int(position), Self.steps - 1)
    let next = step + 1 < Self.steps ? step + 1 : 0
    return values[step] + (values[next] - values[step]) * (position - Double(step))
  }
}
