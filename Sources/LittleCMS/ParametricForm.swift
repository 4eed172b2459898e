import LibC

/// The most general parametric curve, `para` kind 4 (ICC.1:2022 table 68), of which the others are special cases: y =
/// (a x + b)^g + e if x >= d, else c x + f.
public struct ParametricForm: Sendable, Hashable {
  /// The parameters of the formula; `d` may be infinite or NaN, with which the curve is not usable.
  public let g, a, b, c, d, e, f: Double

  init(
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

  func callAsFunction(_ x: Double) -> Double { x >= d ? power(x) : c * x + f }

  /// The power branch; its base is never below 0.
  func power(_ x: Double) -> Double {
    let base = max(a * x + b, 0)
    return (g == 1 ? base : pow(base, g)) + e
  }
}

extension ToneCurve {
  /// The curve as `para` kind 4; nil for samples.
  ///
  /// Kinds 1 and 2 have their break at a x + b = 0, that is, d = -b/a; with a = 0, which the specification does not
  /// define, d is infinite or NaN, and the curve is not usable.
  public var parametricForm: ParametricForm? {
    switch self {
    case .identity: return ParametricForm(g: 1)
    case .gamma(let raw): return ParametricForm(g: Double(raw) / 256)
    case .table: return nil
    case .parametric(let kind, let parameters):
      let p = parameters.map { Double($0) / 65536 }
      switch (kind, p.count) {
      case (0, 1): return ParametricForm(g: p[0])
      case (1, 3): return ParametricForm(g: p[0], a: p[1], b: p[2], d: -p[2] / p[1])
      case (2, 4): return ParametricForm(g: p[0], a: p[1], b: p[2], d: -p[2] / p[1], e: p[3], f: p[3])
      case (3, 5): return ParametricForm(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4])
      case (4, 7): return ParametricForm(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
      default: return nil
      }
    }
  }
}
