extension ToneCurve {
  /// Why a curve cannot stand between codes and light.
  public enum Fault: Sendable, Hashable {
    /// It falls from some value on; `at` is where, in [0, 1].
    case falls(at: Double)
    /// It has one value for every code.
    case isConstant
    /// It leaves the range of numbers.
    case isNotFinite
    /// The exponent g or the factor a of a parametric curve is not above 0, so that it has no inverse.
    case hasNoInverse
    /// The parameters do not belong to the kind.
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

  /// A fall at the break of a parametric curve that rounding explains: published constants of Rec. 709 alone, which
  /// have four digits, leave 0.00006. Twice the rounding of a profile's numbers is allowed.
  private static let roundingFall = 0.00015

  /// What makes the curve unusable over [0, 1], nil where nothing does: it must be finite, rise or stay, and not be
  /// constant, as evaluated, that is after clamping to [0, 1].
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
  /// With g and a above 0 the power branch rises or stays, and is finite if it is so at the ends of [0, 1]; the
  /// linear branch does what its slope says. What remains is the step between them.
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
