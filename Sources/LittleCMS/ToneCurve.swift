public import ColorScience

/// A tone reproduction curve as stored in a profile, from device value to linear light.
public enum ToneCurve: Sendable, Hashable {
  /// `curv` without entries: y = x.
  case identity
  /// `curv` of one entry: the exponent as u8Fixed8, times 256.
  case gamma(UInt16)
  /// `curv` of at least two entries: samples equally spaced over [0, 1], 65,535 being 1, with linear interpolation.
  case table([UInt16])
  /// `para` of kind 0 to 4 with its 1, 3, 4, 5 or 7 parameters as s15Fixed16, times 65,536.
  case parametric(kind: Int, parameters: [Int32])

  /// Reads a `curveType` or `parametricCurveType` (ICC.1:2022 clauses 10.6 and 10.18).
  init(parsing data: BigEndianBytes, of tag: Profile.Tag) throws(ProfileError) {
    func fault(_ words: String) -> ProfileError { .malformedTag(tag.signature, offset: tag.offset, fault: words) }
    switch data.signature(at: 0) {
    case "curv":
      guard let count = data.index(at: 8) else { throw fault("ends inside its header") }
      guard count <= (data.count - 12) / 2 else {
        throw fault("declares \(count) entries and has room for \((data.count - 12) / 2)")
      }
      guard count <= Self.maximumEntries else {
        throw fault("has \(count) entries, more than the limit of \(Self.maximumEntries)")
      }
      let entries = (0..<count).compactMap { data.u16(at: 12 + 2 * $0) }
      self = count == 0 ? .identity : count == 1 ? .gamma(entries[0]) : .table(entries)
    case "para":
      guard let kind = data.u16(at: 8).map({ Int($0) }) else { throw fault("ends inside its header") }
      guard kind < Self.parameterCounts.count else { throw fault("has a parametric curve of unknown kind \(kind)") }
      let count = Self.parameterCounts[kind]
      let parameters = (0..<count).compactMap { data.s32(at: 12 + 4 * $0) }
      guard parameters.count == count else {
        throw fault("has \(parameters.count) of the \(count) parameters of kind \(kind)")
      }
      self = .parametric(kind: kind, parameters: parameters)
    case let type?: throw fault("is of type '\(type)', not a curve")
    case nil: throw fault("is too short for a curve")
    }
  }

  private static let parameterCounts = [1, 3, 4, 5, 7]

  /// The largest number of entries that LittleCMS reads.
  private static let maximumEntries = 0x7fff

  /// Returns the linear value of `x`, both in [0, 1], by a curve without a fault.
  public func callAsFunction(_ x: Double) -> Double { transferFunction?(x) ?? x }

  /// The curve with the exact parameters; nil if their number is wrong.
  public var transferFunction: TransferFunction? {
    if case .table(let samples) = self { return samples.count < 2 ? nil : .sampled(samples) }
    return parametricForm.map { .parametric($0) }
  }

  /// The curve as `para` kind 4; nil for samples.
  ///
  /// Kinds 1 and 2 have their break at a x + b = 0, that is, d = -b/a; with a = 0, which the specification does not
  /// define, d is infinite or NaN, and the curve is not usable.
  private var parametricForm: ParametricCurve? {
    switch self {
    case .identity: return ParametricCurve(g: 1)
    case .gamma(let raw): return ParametricCurve(g: Double(raw) / 256)
    case .table: return nil
    case .parametric(let kind, let parameters):
      let p = parameters.map { Double($0) / 65536 }
      switch (kind, p.count) {
      case (0, 1): return ParametricCurve(g: p[0])
      case (1, 3): return ParametricCurve(g: p[0], a: p[1], b: p[2], d: -p[2] / p[1])
      case (2, 4): return ParametricCurve(g: p[0], a: p[1], b: p[2], d: -p[2] / p[1], e: p[3], f: p[3])
      case (3, 5): return ParametricCurve(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4])
      case (4, 7): return ParametricCurve(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
      default: return nil
      }
    }
  }

  /// The largest fall at the break of a parametric curve that is attributed to rounding: the published constants of
  /// Rec. 709 alone, which have four digits, cause 0.00006. Twice the rounding error of a profile's numbers is allowed.
  private static let roundingFall = 0.00015

  /// The fault that makes the curve unusable over [0, 1], which completes "The curve ..."; nil if there is none. The
  /// curve, as evaluated after clamping to [0, 1], must be finite, must not fall, and must not be constant.
  public var fault: String? {
    if case .table(let entries) = self {
      if entries.count < 2 { return Self.malformed }
      for index in entries.indices.dropFirst() where entries[index] < entries[index - 1] {
        return Self.fall(at: Double(index) / Double(entries.count - 1))
      }
      return entries[0] == entries[entries.count - 1] ? Self.constant : nil
    }
    guard let form = parametricForm else { return Self.malformed }
    guard form.g > 0, form.a > 0 else { return "has an exponent or a factor that is not above 0" }
    // With g and a above 0 the power branch never falls, and is finite if it is finite at the ends of [0, 1]; the
    // direction of the linear branch follows from its slope. What remains to be checked is the step between them.
    let power = ParametricCurve(g: form.g, a: form.a, b: form.b, e: form.e)
    guard power(0).isFinite, power(1).isFinite else { return "is not finite" }
    if form.d > 0 {
      let lineEnd = (form.c * min(form.d, 1) + form.f).clampedToUnit
      if lineEnd < self(0) { return Self.fall(at: 0) }
      if form.d <= 1, power(form.d).clampedToUnit < lineEnd - Self.roundingFall { return Self.fall(at: form.d) }
    }
    return self(1) > self(0) ? nil : Self.constant
  }

  private static let malformed = "has the wrong number of parameters"
  private static let constant = "gives one value for every code"

  private static func fall(at x: Double) -> String { "falls at \((x * 10000).rounded() / 10000) of its range" }
}
