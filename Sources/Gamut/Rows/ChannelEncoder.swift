import ColorScience

/// One channel of a destination as thresholds of linear values: the smallest value of each code, and the two beyond
/// which a colour clips.
///
/// Codes and sides found with the thresholds equal those of ``ColorModel``. Values so close to a threshold that
/// rounding could decide are evaluated by ``ColorModel``.
final class ChannelEncoder: Sendable {
  private let model: ColorModel
  private let channel: Int
  /// The smallest linear value of each code; the first is -infinity.
  private let table: Scratch<Double>
  /// For each square root of a linear value, in steps of 1 / `steps`, a code that is at most that value's code.
  private let start: Scratch<UInt16>
  private let steps: Double
  /// The linear values below, or above, which a channel is out of range.
  let low, high: Double
  /// Whether the inverse of the curve, mirrored at 0, never falls below a decision again, so that thresholds decide.
  let isRegular: Bool
  /// If a curve is discontinuous at its break, its inverse is not monotonic: within this range, thresholds decide nothing.
  let seam: ClosedRange<Double>?

  init(model: ColorModel, channel: Int) {
    self.model = model
    self.channel = channel
    let curve = model.rendition.destination[channel]
    let odd = model.channels[channel].thresholds
    isRegular = odd != nil || !curve.fallsBack(beyond: model.tolerance)
    let maximum = Int(model.maximum)
    var thresholds = odd ?? [-Double.infinity]
    thresholds.reserveCapacity(maximum + 1)
    for code in thresholds.count..<(maximum + 1) {
      thresholds.append(max(curve.unclamped((Double(code) - 0.5) / model.maximum), thresholds[code - 1]))
    }
    table = Scratch(thresholds)

    steps = model.rendition.depth == 8 ? 4096 : 65536
    var start: [UInt16] = []
    start.reserveCapacity(Int(steps) + 1)
    var code = 0
    for step in 0...Int(steps) {
      let root = Double(step) / steps
      while code < maximum, thresholds[code + 1] < root * root * (1 - 1e-9) { code += 1 }
      start.append(UInt16(code))
    }
    self.start = Scratch(start)

    (low, high) = model.unclippedRange(channel)
    seam = odd == nil ? curve.seam : nil
  }

  static func all(of model: ColorModel) -> [ChannelEncoder] {
    model.rendition.destination.perChannel { ChannelEncoder(model: model, channel: $0) }
  }

  /// The smallest linear values of the codes, from 1 on.
  var thresholds: UnsafeBufferPointer<Double> {
    unsafe UnsafeBufferPointer(start: table.base + 1, count: table.count - 1)
  }

  @unsafe
  var thresholdsByCode: UnsafePointer<Double> { unsafe UnsafePointer(table.base) }

  func code(_ linear: Double) -> UInt16 {
    if !isRegular { return model.code(linear, channel) }
    if let seam, seam.contains(linear) { return model.code(linear, channel) }
    let code = unsafe Search(self).code(linear)
    return code < 0 ? model.code(linear, channel) : UInt16(truncatingIfNeeded: code)
  }

  func isBelow(_ linear: Double) -> Bool { isRegular ? linear < low : model.isBelow(linear, channel) }
  func isAbove(_ linear: Double) -> Bool { isRegular ? linear > high : model.isAbove(linear, channel) }

  /// The search for a code and the test of the two sides, without access to the encoder, which must outlive it.
  @unsafe
  struct Search {
    private let table: UnsafePointer<Double>
    private let start: UnsafePointer<UInt16>
    private let steps: Double
    private let last: Int
    private let low, high: Double
    /// The range of linear values that thresholds do not decide.
    private let seamStart, seamEnd: Double

    @inline(__always)
    init(_ encoder: ChannelEncoder) {
      unsafe table = UnsafePointer(encoder.table.base)
      unsafe start = UnsafePointer(encoder.start.base)
      unsafe steps = encoder.steps
      unsafe last = encoder.table.count - 1
      unsafe (low, high) = (encoder.low, encoder.high)
      unsafe (seamStart, seamEnd) =
        encoder.isRegular
        ? (encoder.seam?.lowerBound ?? .infinity, encoder.seam?.upperBound ?? -.infinity) : (-.infinity, .infinity)
    }

    /// Returns the code of a linear value; negative if rounding could decide.
    @inline(__always)
    func code(_ linear: Double) -> Int {
      if unsafe linear >= seamStart && linear <= seamEnd { return -1 }
      let step = linear > 0 ? unsafe Int((linear < 1 ? linear : 1).squareRoot() * steps) : 0
      var code = unsafe linear > 0 ? Int(start[step]) : 0
      let last = unsafe last
      while unsafe code < last && linear >= table[code &+ 1] { code &+= 1 }
      let margin = 1e-12 * max(1, linear.magnitude)
      if unsafe linear - table[code] < margin || (code < last && table[code &+ 1] - linear < margin) { return -1 }
      return code
    }

    /// Returns the side bits of ``SurfaceCode`` for the first channel.
    @inline(__always)
    func sides(_ linear: Double) -> UInt64 { unsafe linear < low ? 1 << 48 : linear > high ? 1 << 51 : 0 }
  }
}

extension [ChannelEncoder] {
  func code(_ linear: SIMD3<Double>) -> SIMD3<UInt16> {
    SIMD3(self[0].code(linear.x), self[1].code(linear.y), self[2].code(linear.z))
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

  /// Returns whether a parametric curve that jumps up at its break has an inverse that falls there below 0, or from
  /// above a tolerance to below it. The branches of the inverse are exactly those of the definition.
  fileprivate func fallsBack(beyond tolerance: Double) -> Bool {
    guard case .parametric(let curve) = self, curve.d > 0 else { return false }
    let start = curve.inverse(curve.c * curve.d + curve.f)
    return start < 0 || start <= tolerance && curve.d > tolerance
  }
}

/// The code of a colour in double precision, as ``ColorModel`` defines it, from tables alone.
///
/// Created for a batch of rows: it changes no reference counts, for which threads would contend at every colour. The
/// tables must outlive it.
@unsafe
struct ExactCoder {
  private let red, green, blue: UnsafePointer<Double>
  private let toDestination: Matrix3
  private let redSearch, greenSearch, blueSearch: ChannelEncoder.Search
  private let maximum: Int

  /// - Parameter decode: linear values of each source code.
  init(_ model: ColorModel, _ encoders: [ChannelEncoder], decode: UnsafePointer<Double>, _ offsets: SIMD3<Int>) {
    unsafe red = decode + offsets.x
    unsafe green = decode + offsets.y
    unsafe blue = decode + offsets.z
    unsafe toDestination = model.toDestination
    unsafe redSearch = ChannelEncoder.Search(encoders[0])
    unsafe greenSearch = ChannelEncoder.Search(encoders[1])
    unsafe blueSearch = ChannelEncoder.Search(encoders[2])
    unsafe maximum = 1 << model.rendition.depth - 1
  }

  @inline(__always)
  func linear(_ color: (red: Int, green: Int, blue: Int)) -> SIMD3<Double> {
    unsafe toDestination * SIMD3(red[color.red], green[color.green], blue[color.blue])
  }

  @inline(__always)
  func code(_ linear: SIMD3<Double>) -> (red: Int, green: Int, blue: Int)? {
    let (r, g, b) = unsafe (redSearch.code(linear.x), greenSearch.code(linear.y), blueSearch.code(linear.z))
    return r | g | b < 0 ? nil : (r, g, b)
  }

  /// Returns the bits of the ``SurfaceCode``, `interior`, or `undecided` if rounding could decide.
  @inline(__always)
  func bits(_ packed: UInt64) -> UInt64 {
    let linear = unsafe linear((Int(packed &>> 32), Int(packed &>> 16 & 0xffff), Int(packed & 0xffff)))
    guard let (r, g, b) = unsafe code(linear) else { return SurfaceCode.undecided }
    let sides = unsafe redSearch.sides(linear.x) | greenSearch.sides(linear.y) &<< 1 | blueSearch.sides(linear.z) &<< 2
    let largest = unsafe maximum
    let isSurface = r == 0 || g == 0 || b == 0 || r == largest || g == largest || b == largest
    guard isSurface || sides != 0 else { return SurfaceCode.interior }
    return sides | UInt64(truncatingIfNeeded: r &<< 32 | g &<< 16 | b)
  }
}
