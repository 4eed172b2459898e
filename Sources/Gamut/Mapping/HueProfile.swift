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

  /// Returns the least profile above this one that falls by at most `slope` in a quarter turn, with its edges rounded.
  func smoothed(slope: Double) -> HueProfile {
    var result = self
    let fall = slope / Self.stepsOfQuarter
    // Two passes around the circle in each direction propagate every value as far as it reaches.
    for index in 0..<(2 * Self.steps) {
      let (here, next) = (index % Self.steps, (index + 1) % Self.steps)
      result.values[next] = max(result.values[next], result.values[here] - fall)
    }
    for index in (0..<(2 * Self.steps)).reversed() {
      let (here, next) = (index % Self.steps, (index + 1) % Self.steps)
      result.values[here] = max(result.values[here], result.values[next] - fall)
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

  /// Returns the value at a hue in [0, 4).
  func callAsFunction(_ hue: Double) -> Double {
    let position = hue * Self.stepsOfQuarter
    let step = min(Int(position), Self.steps - 1)
    let next = step + 1 < Self.steps ? step + 1 : 0
    return values[step] + (values[next] - values[step]) * (position - Double(step))
  }
}
