import LibC

/// A tone reproduction curve: from an encoded value in [0, 1] to a linear value in [0, 1], and back.
///
/// The forward direction is ICC.1:2022 clause 10.18 (`parametricCurveType`) and 10.6 (`curveType`), with the output
/// clamped to [0, 1]. The inverse is odd-symmetric and defined for every finite number, so that a colour outside a
/// destination remains below 0 or above 1.
public enum TransferFunction: Sendable, Hashable {
  /// A formula.
  case parametric(ParametricCurve)
  /// Equally spaced samples from 0 to 65,535 (at least two), with linear interpolation.
  case sampled([UInt16])

  /// y = x.
  public static let linear = TransferFunction.parametric(ParametricCurve(g: 1))

  /// y = x^exponent.
  public static func gamma(_ exponent: Double) -> TransferFunction { .parametric(ParametricCurve(g: exponent)) }

  /// The linear value of encoded `x`, in [0, 1].
  public func callAsFunction(_ x: Double) -> Double { unclamped(x).clampedToUnit }

  /// Returns the linear value of encoded `x`, not clamped: a parametric curve may end above 1 or start below 0.
  package func unclamped(_ x: Double) -> Double {
    switch self {
    case .parametric(let curve): curve(x)
    case .sampled(let table): Self.interpolate(table, at: x)
    }
  }

  /// Returns the linear value for which ``inverse(_:)`` gives `x`: mirrored below 0, and above 1 as the curve ends.
  package func extended(_ x: Double) -> Double {
    if x < 0 { return -extended(-x) }
    guard case .sampled(let table) = self, x > 1 else { return unclamped(x) }
    let last = table.count - 1
    return (Double(table[last]) + Self.lastSlope(of: table) * (x - 1) * Double(last)) / 65535
  }

  /// Returns the encoded value of linear `y`: the curve's inverse of |y| with the sign of `y`, extrapolated above 1.
  public func inverse(_ y: Double) -> Double {
    let magnitude = y.magnitude
    let x =
      switch self {
      case .parametric(let curve): curve.inverse(magnitude)
      case .sampled(let table): Self.invert(table, magnitude)
      }
    return y < 0 ? -x : x
  }

  private static func interpolate(_ table: [UInt16], at x: Double) -> Double {
    let position = x.clampedToUnit * Double(table.count - 1)
    let index = min(Int(position), table.count - 2)
    let low = Double(table[index])
    let high = Double(table[index + 1])
    return (low + (high - low) * (position - Double(index))) / 65535
  }

  /// Returns the smallest x at which the samples reach `y`; beyond the last one, extrapolates the last rising segment.
  private static func invert(_ table: [UInt16], _ y: Double) -> Double {
    let target = y * 65535
    let last = table.count - 1
    if target > Double(table[last]) {
      let slope = lastSlope(of: table)
      return slope > 0 ? (Double(last) + (target - Double(table[last])) / slope) / Double(last) : 1
    }
    let low = firstIndex(in: table, reaching: target)
    guard low > 0 else { return 0 }
    let below = Double(table[low - 1])
    return (Double(low - 1) + (target - below) / (Double(table[low]) - below)) / Double(last)
  }

  /// The rise of the last two samples that differ; 0 if there are none.
  static func lastSlope(of table: [UInt16]) -> Double {
    let rise = firstIndex(in: table, reaching: Double(table[table.count - 1]))
    return rise > 0 ? Double(table[rise]) - Double(table[rise - 1]) : 0
  }

  /// The first index whose sample is not below `target`, which the last one is not; the samples never decrease.
  private static func firstIndex(in table: [UInt16], reaching target: Double) -> Int {
    var low = 0
    var high = table.count - 1
    while low < high {
      let middle = (low + high) / 2
      if Double(table[middle]) >= target { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// ICC `parametricCurveType` kind 4, which includes the other kinds as special cases (ICC.1:2022 table 68): y = (a x +
/// b)^g + e if x >= d, else c x + f.
public struct ParametricCurve: Sendable, Hashable {
  /// The parameters of the formula, named as in ICC.1:2022 table 68.
  public var g, a, b, c, d, e, f: Double

  /// Creates a curve; without further arguments, it is y = x^g.
  public init(
    g: Double, a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 0, e: Double = 0, f: Double = 0
  ) {
    self.g = g
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  /// Returns the value of the curve, not clamped; only the base of the power is limited to at least 0.
  package func callAsFunction(_ x: Double) -> Double {
    x >= d ? power(max(a * x + b, 0), g) + e : c * x + f
  }

  /// Returns the inverse for y >= 0: the linear branch if y < c d + f, else the power branch, extrapolated above 1.
  package func inverse(_ y: Double) -> Double {
    if y < c * d + f { return c == 0 ? 0 : (y - f) / c }
    return (power(max(y - e, 0), 1 / g) - b) / a
  }

  private func power(_ base: Double, _ exponent: Double) -> Double { exponent == 1 ? base : pow(base, exponent) }
}

extension Double {
  /// This value clamped to [0, 1]; NaN becomes 0.
  @inlinable package var clampedToUnit: Double { self >= 0 ? (self <= 1 ? self : 1) : 0 }
}
