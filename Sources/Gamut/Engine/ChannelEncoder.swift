/// One channel of a destination as thresholds of linear values: the smallest that reaches each code, and the two
/// beyond which a colour clips.
///
/// Codes and sides found through the thresholds are those of ``ColorModel``; what lies so close to a threshold that
/// rounding could decide is given back to it.
final class ChannelEncoder: Sendable {
  private let model: ColorModel
  private let channel: Int
  /// `thresholds[k]` is the smallest linear value of code k; the first is -infinity.
  let thresholds: [Double]
  /// For each square root of a linear value, in steps of 1 / `steps`, a code that is not above that value's.
  private let start: [UInt16]
  private let steps: Double
  /// Linear values below, or above, which a channel is out.
  let low, high: Double
  /// Whether the curve starts at 0. If not, its inverse, mirrored at 0, is not monotonic there, and thresholds decide
  /// nothing.
  let isRegular: Bool
  /// Where a parametric curve does not join at its break, its inverse is not monotonic: between these nothing is
  /// decided by thresholds.
  let seam: ClosedRange<Double>?

  init(model: ColorModel, channel: Int) {
    self.model = model
    self.channel = channel
    let curve = model.rendition.destination[channel]
    isRegular = curve.unclamped(0).magnitude < 1e-12
    let maximum = Int(model.maximum)
    var thresholds = [-Double.infinity]
    thresholds.reserveCapacity(maximum + 1)
    for code in 1...maximum {
      thresholds.append(max(curve.unclamped((Double(code) - 0.5) / model.maximum), thresholds[code - 1]))
    }
    self.thresholds = thresholds

    steps = model.rendition.depth == 8 ? 4096 : 65536
    var start: [UInt16] = []
    start.reserveCapacity(Int(steps) + 1)
    var code = 0
    for step in 0...Int(steps) {
      let root = Double(step) / steps
      while code < maximum, thresholds[code + 1] < root * root * (1 - 1e-9) { code += 1 }
      start.append(UInt16(code))
    }
    self.start = start

    (low, high) = model.unclippedRange(channel)
    seam = curve.seam
  }

  /// The code of a linear value.
  func code(_ linear: Double) -> UInt16 {
    if !isRegular { return model.code(linear, channel) }
    if let seam, seam.contains(linear) { return model.code(linear, channel) }
    let margin = 1e-12 * max(1, linear.magnitude)
    var code: Int
    if linear >= 1 {
      code = Int(start[start.count - 1])
    } else if linear > 0 {
      code = Int(start[Int(linear.squareRoot() * steps)])
    } else {
      code = 0
    }
    let last = thresholds.count - 1
    while code < last, linear >= thresholds[code + 1] { code += 1 }
    if linear - thresholds[code] < margin || (code < last && thresholds[code + 1] - linear < margin) {
      return model.code(linear, channel)
    }
    return UInt16(code)
  }
}

extension TransferFunction {
  /// The linear values between the two branches of a parametric curve at its break, with a margin.
  fileprivate var seam: ClosedRange<Double>? {
    guard case .parametric(let curve) = self, curve.d > 0 else { return nil }
    let (below, above) = (curve.c * curve.d + curve.f, curve(curve.d))
    guard below.isFinite, above.isFinite else { return nil }
    return (min(below, above) - 1e-12)...(max(below, above) + 1e-12)
  }
}
