import ColorScience

/// One channel of a destination: the linear values that its codes show.
struct DestinationChannel: Sendable {
  /// The linear values of the first and of the last code.
  let range: ClosedRange<Double>
  /// Whether these are 0 and 1, apart from the rounding of profiles, so that the inverse of the curve, beyond them, says how
  /// far a value is outside.
  let startsAtZero, endsAtOne: Bool
  /// The smallest linear value of each code, from 0 on, if the curve does not run from 0 to 1, jumps, or has a flat part;
  /// nil if the inverse of the curve gives every code.
  let thresholds: [Double]?

  init(_ curve: TransferFunction, maximum: Int) {
    range = curve(0)...curve(1)
    startsAtZero = range.lowerBound < 1e-12
    endsAtOne = (curve.unclamped(1) - 1).magnitude < ColorModel.linearTolerance
    let runs =
      curve.unclamped(0).magnitude < 1e-12 && endsAtOne
      && curve.isSmooth(in: 0...1, endingBy: 1 + ColorModel.linearTolerance)
    thresholds = runs ? nil : Self.thresholds(curve, maximum)
  }

  /// Between two codes, the middle one on the curve decides, as everywhere; where the curve jumps or is flat between them,
  /// the nearer output does. Of codes with one output, the first or the last of all is used if it is among them, else the
  /// lowest.
  private static func thresholds(_ curve: TransferFunction, _ maximum: Int) -> [Double] {
    func place(_ code: Double) -> Double { code / Double(maximum) }
    let outputs = (0...maximum).map { curve(place(Double($0))) }
    var thresholds = [-Double.infinity]
    for code in 1...maximum {
      let middle = (outputs[code - 1] + outputs[code]) / 2
      let threshold =
        curve.isSmooth(in: place(Double(code - 1))...place(Double(code)), endingBy: 1)
        ? curve(place(Double(code) - 0.5)) : outputs[code] == outputs[maximum] ? middle : middle.nextUp
      thresholds.append(max(threshold, thresholds[code - 1]))
    }
    var first = 0
    while first < maximum {
      let last = outputs[first...].firstIndex { $0 != outputs[first] }.map { $0 - 1 } ?? maximum
      let end = last == maximum ? thresholds[first] : thresholds[last + 1]
      for code in first..<last { thresholds[code + 1] = end }
      first = last + 1
    }
    return thresholds
  }

  /// Returns the code of a linear value; nil if the inverse of the curve gives it.
  func code(_ linear: Double) -> UInt16? {
    guard let thresholds else { return nil }
    // The number of codes whose values begin at or below this one, without the first.
    var (low, high) = (0, thresholds.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if thresholds[middle] <= linear { low = middle } else { high = middle - 1 }
    }
    return UInt16(low)
  }

  /// Returns the nearest value that the channel shows.
  func clamped(_ linear: Double) -> Double {
    linear >= range.lowerBound ? min(linear, range.upperBound) : range.lowerBound
  }
}

extension RGBSpace {
  /// Returns a value for each channel; channels with the same curve share one.
  func perChannel<Value>(_ value: (Int) -> Value) -> [Value] {
    var values: [Value] = []
    for channel in 0..<3 {
      let same = (0..<channel).first { self[$0] == self[channel] }
      values.append(same.map { values[$0] } ?? value(channel))
    }
    return values
  }
}

extension TransferFunction {
  /// Whether the curve neither jumps nor has a flat part in a range of encoded values, apart from the rounding of profiles;
  /// what is above `top` counts as flat.
  fileprivate func isSmooth(in range: ClosedRange<Double>, endingBy top: Double) -> Bool {
    switch self {
    case .sampled(let table):
      let last = table.count - 1
      let segments =
        Int(range.lowerBound * Double(last))..<min(Int((range.upperBound * Double(last)).rounded(.up)), last)
      return segments.allSatisfy { table[$0] != table[$0 + 1] }
    case .parametric(let curve):
      let (start, end) = (range.lowerBound, range.upperBound)
      // The line, the power of a base below 0, and what is beyond 0 and 1.
      if curve.d > start, curve.c <= 0 { return false }
      if end > curve.d, curve.a * max(start, curve.d) + curve.b < 0 { return false }
      if unclamped(start) < -1e-12 || unclamped(end) > top { return false }
      guard curve.d > start, curve.d <= end else { return true }
      return (curve(curve.d) - (curve.c * curve.d + curve.f)).magnitude < ColorModel.linearTolerance
    }
  }
}
