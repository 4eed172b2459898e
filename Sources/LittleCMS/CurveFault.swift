extension ToneCurve {
  /// The reasons that a curve cannot convert between codes and light.
  public enum Fault: Sendable, Hashable {
    /// The curve falls; `at` is the position, in [0, 1].
    case falls(at: Double)
    /// The curve has one value for all codes.
    case isConstant
    /// The curve has values that are not finite.
    case isNotFinite
    /// The exponent g or the factor a of a parametric curve is not above 0, so that the curve has no inverse.
    case hasNoInverse
    /// The number of parameters does not match the kind.
    case isMalformed

    var words: String {
      switch self {
      case .falls(let x): "falls at \((x * 10000).rounded() / 10000) of its range"
      case .isConstant: "gives one value for every code"
      case .isNotFinite: "is not finite"
      case .hasNoInverse: "has an exponent or a factor that is not above 0"
      case .isMalformed: "has the wrong number of parameters"
      }
    }
  }

  /// The largest fall at the break of a parametric curve that is attributed to rounding: the published constants of
  /// Rec. 709 alone, which have four digits, cause 0.00006. Twice the rounding error of a profile's numbers is allowed.
  private static let roundingFall = 0.00015

  /// The fault that makes the curve unusable over [0, 1]; nil if there is none. The curve, as evaluated after clamping
  /// to [0, 1], must be finite, must not fall, and must not be constant.
  public var fault: Fault? {
    if case .table(let entries) = self {
      if entries.count < 2 { return .isMalformed }
      for index in entries.indices.dropFirst() where entries[index] < entries[index - 1] {
        return .falls(at: Double(index) / Double(entries.count - 1))
      }
      return entries[0] == entries[entries.count - 1] ? .isConstant : nil
    }
    guard let form = parametricForm else { return .isMalformed }
    guard form.g > 0, form.a > 0 else { return .hasNoInverse }
    return form.fault(roundingFall: Self.roundingFall)
  }
}

extension ParametricForm {
  /// With g and a above 0 the power branch never falls, and is finite if it is finite at the ends of [0, 1]; the
  /// direction of the linear branch follows from its slope. What remains to be checked is the step between them.
  fileprivate func fault(roundingFall: Double) -> ToneCurve.Fault? {
    func clamped(_ y: Double) -> Double { min(max(y, 0), 1) }
    guard power(0).isFinite, power(1).isFinite else { return .isNotFinite }
    let start = clamped(self(0))
    let end = clamped(self(1))
    if d > 0 {
      let breakPoint = min(d, 1)
      let lineEnd = clamped(c * breakPoint + f)
      if lineEnd < start { return .falls(at: 0) }
      if d <= 1, clamped(power(d)) < lineEnd - roundingFall { return .falls(at: d) }
    }
    return end > start ? nil : .isConstant
  }
}
