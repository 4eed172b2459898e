public import ColorScience

/// The code of a linear value in one channel of a destination, straight from the definition: the inverse of the curve,
/// rounded; where the curve does not run from 0 to 1, jumps or is flat, the outputs of the codes decide.
public struct ReferenceCodes: Sendable {
  private let curve: TransferFunction
  private let last: Int
  /// The outputs of all codes; empty if the inverse gives every code.
  private let outputs: [Double]

  /// - Parameter depth: bits of the codes.
  public init(_ curve: TransferFunction, depth: Int) {
    (self.curve, last) = (curve, 1 << depth - 1)
    let isPlain = curve.unclamped(0) == 0 && (curve.unclamped(1) - 1).magnitude < 0.00015 && !curve.isOdd(0, 1)
    outputs = isPlain ? [] : (0...last).map { [last] in curve(Double($0) / Double(last)) }
  }

  /// Returns the code of a value.
  public func callAsFunction(_ value: Double) -> Int {
    guard !outputs.isEmpty else {
      return Int((min(max(curve.inverse(value), 0), 1) * Double(last) + 0.5).rounded(.down))
    }
    let above = first(from: value)
    guard above > 0 else { return one(of: 0) }
    guard above <= last else { return one(of: last) }
    let (low, high) = (Double(above - 1) / Double(last), Double(above) / Double(last))
    if !curve.isOdd(low, high) {
      return one(of: value >= curve((Double(above) - 0.5) / Double(last)) ? above : above - 1)
    }
    let (below, beyond) = (value - outputs[above - 1], outputs[above] - value)
    if below == beyond, outputs[above] == outputs[last] { return last }
    return one(of: beyond < below ? above : above - 1)
  }

  /// The code that is used of those with the same output: the last or the first of all, or the lowest.
  private func one(of code: Int) -> Int {
    if outputs[code] == outputs[last] { return last }
    return outputs[code] == outputs[0] ? 0 : first(from: outputs[code])
  }

  /// The first code whose output is not below a value; one after the last if there is none.
  private func first(from value: Double) -> Int {
    var (low, high) = (0, last + 1)
    while low < high {
      let middle = (low + high) / 2
      if outputs[middle] >= value { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension TransferFunction {
  /// Whether the curve jumps or is flat between two encoded values.
  fileprivate func isOdd(_ low: Double, _ high: Double) -> Bool {
    if case .sampled(let table) = self {
      let last = Double(table.count - 1)
      return table.indices.dropLast().contains {
        table[$0] == table[$0 + 1] && Double($0) < high * last && Double($0 + 1) > low * last
      }
    }
    guard case .parametric(let curve) = self else { return true }
    // What is flat is so at the ends, or where the branches meet.
    for (start, end) in [(low, high)] + (curve.d > low && curve.d < high ? [(low, curve.d), (curve.d, high)] : []) {
      let part = (end - start) / 1000
      if self(start) == self(start + part) || self(end - part) == self(end - part * 1e-3) { return true }
    }
    return curve.d > low && curve.d <= high
      && (curve(curve.d) - curve.c * curve.d - curve.f).magnitude >= 0.00015
  }
}
