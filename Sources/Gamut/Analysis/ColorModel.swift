package import ColorScience

/// A rendition in double precision: from codes to linear values of the destination, to destination codes, to DIN99o.
///
/// Defines every decision of an analysis, one function for each; the engine is faster but makes the same decisions.
package struct ColorModel: Sendable {
  package internal(set) var rendition: Rendition
  let sourceMaximum: Double
  let maximum: Double
  /// The tolerance `t` of the clip test, as a fraction of the encoded range.
  package let tolerance: Double
  /// The matrices from the source's linear values (D50 XYZ if it is a table) to the destination's, and to sRGB's.
  package let toDestination, toSRGB: Matrix3
  let destinationToSRGB: Matrix3
  /// The matrices from the source's and from the destination's linear values to XYZ relative to D65.
  let toXYZ, destinationToXYZ: Matrix3
  /// What red, green and blue of the destination can show.
  let channels: [DestinationChannel]
  /// The matrix from the destination's linear values to the source's; nil if there is none.
  let fromDestination: Matrix3?

  /// The largest change of a linear value caused by rounding to s15Fixed16 in two profiles.
  static let linearTolerance = 0.00015

  package init(_ rendition: Rendition, sourceDepth: Int) {
    self.rendition = rendition
    sourceMaximum = Double(1 << sourceDepth - 1)
    maximum = Double(1 << rendition.depth - 1)
    tolerance = max(0.5 / maximum, 0.000075)
    let destination = rendition.destination
    channels = destination.perChannel { DestinationChannel(destination[$0], maximum: 1 << rendition.depth - 1) }
    /// Equal colorants give the exact identity instead of a product with rounding errors.
    func matrix(_ target: RGBSpace, _ source: RGBSpace) -> Matrix3 {
      target.toPCS == source.toPCS ? .identity : target.fromPCS * source.toPCS
    }
    destinationToSRGB = matrix(.sRGB, destination)
    destinationToXYZ = DIN99o.fromPCS * destination.toPCS
    switch rendition.source {
    case .rgb(let space):
      toDestination = matrix(destination, space)
      toSRGB = matrix(.sRGB, space)
      toXYZ = DIN99o.fromPCS * space.toPCS
      fromDestination = matrix(space, destination)
    case .grey:
      toDestination = .identity
      toSRGB = .identity
      toXYZ = destinationToXYZ
      fromDestination = .identity
    case .table:
      toDestination = destination.fromPCS
      toSRGB = RGBSpace.sRGB.fromPCS
      toXYZ = DIN99o.fromPCS
      fromDestination = nil
    }
  }

  func curve(_ channel: Int) -> TransferFunction? {
    switch rendition.source {
    case .rgb(let space): space[channel]
    case .grey(let curve): curve
    case .table: nil
    }
  }

  /// The source's linear values (D50 XYZ if the source is a table) of each colour.
  package func sourceLinear(_ colors: some Sequence<SIMD3<UInt16>>) -> [SIMD3<Double>] {
    let encoded = colors.map { SIMD3<Double>($0) / sourceMaximum }
    switch rendition.source {
    case .rgb, .grey: return encoded.map { value in SIMD3((0..<3).map { curve($0)?.unclamped(value[$0]) ?? 0 }) }
    case .table(let table):
      var xyz: [SIMD3<Double>] = []
      xyz.reserveCapacity(encoded.count)
      table.appendXYZ(of: encoded, to: &xyz)
      return xyz
    }
  }

  func encoded(_ linear: Double, _ channel: Int) -> Double { rendition.destination[channel].inverse(linear) }

  func isBelow(_ linear: Double, _ channel: Int) -> Bool {
    guard channels[channel].startsAtZero else {
      return linear < channels[channel].range.lowerBound - Self.linearTolerance
    }
    return linear < -Self.linearTolerance && encoded(linear, channel) < -tolerance
  }

  func isAbove(_ linear: Double, _ channel: Int) -> Bool {
    guard channels[channel].endsAtOne else {
      return linear > channels[channel].range.upperBound + Self.linearTolerance
    }
    return linear > 1 + Self.linearTolerance && encoded(linear, channel) > 1 + tolerance
  }

  /// The linear values below and above which a channel clips, exact to the last bit.
  func unclippedRange(_ channel: Int) -> (low: Double, high: Double) {
    let own = channels[channel]
    return (
      own.startsAtZero
        ? -Self.smallest { isBelow(-$0, channel) } : own.range.lowerBound - Self.linearTolerance,
      Self.smallest { isAbove($0, channel) }
    )
  }

  /// The smallest number in [0, 2^20] that satisfies a monotonic predicate, to the last bit; infinity if none does.
  private static func smallest(_ holds: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1_048_576.0)
    guard holds(high) else { return .infinity }
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if holds(middle) { high = middle } else { low = middle }
    }
  }

  /// floor(clamp(v, 0, 1) (2^D - 1) + 0.5); where the curve has another form, as ``DestinationChannel`` says.
  func code(_ linear: Double, _ channel: Int) -> UInt16 {
    channels[channel].code(linear) ?? UInt16(encoded(linear, channel).clampedToUnit * maximum + 0.5)
  }

  package func code(_ linear: SIMD3<Double>) -> SIMD3<UInt16> {
    SIMD3(code(linear.x, 0), code(linear.y, 1), code(linear.z, 2))
  }

  /// The result of the mapping, or of clamping, for linear values of the destination: each in [0, 1].
  package func mapped(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    rendition.mapping.map { $0(linear) } ?? clamped(linear)
  }

  /// The nearest linear values that the destination shows.
  package func clamped(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(channels[0].clamped(linear.x), channels[1].clamped(linear.y), channels[2].clamped(linear.z))
  }

  /// Whether a channel does not run from 0 to 1.
  var isOdd: Bool { channels.contains { !$0.startsAtZero || !$0.endsAtOne } }

  /// Whether a colour that clips is darker than the destination's black.
  package func isDarker(_ linear: SIMD3<Double>) -> Bool {
    isOdd && (0..<3).allSatisfy { !channels[$0].startsAtZero && linear[$0] <= channels[$0].range.lowerBound }
  }

  /// Whether a colour clips: a channel is outside the destination's range, and clamping moves it by a code of the file.
  package func clips(_ color: SIMD3<UInt16>, _ linear: SIMD3<Double>) -> Bool {
    (0..<3).contains { isBelow(linear[$0], $0) || isAbove(linear[$0], $0) } && clampingMoves(color, linear)
  }

  /// Whether the clamped colour, encoded in the source's space but not rounded, differs by at least one code of the file
  /// in a channel. A profile's table has no inverse, and every colour outside moves.
  func clampingMoves(_ color: SIMD3<UInt16>, _ linear: SIMD3<Double>) -> Bool {
    guard let fromDestination else { return true }
    let clamped = fromDestination * self.clamped(linear)
    return (0..<3).contains { channel in
      guard let curve = curve(channel) else { return true }
      let encoded = curve.inverse(clamped[channel]).clampedToUnit
      return (encoded - Double(color[channel]) / sourceMaximum).magnitude * fileMaximum >= 1
    }
  }

  /// The largest code of the file, in which 1 to 4 bits count as 8.
  private var fileMaximum: Double { max(sourceMaximum, 255) }

  package func din99o(_ sourceLinear: SIMD3<Double>) -> DIN99o { DIN99o(relativeXYZ: toXYZ * sourceLinear) }

  package func din99o(destination linear: SIMD3<Double>) -> DIN99o { DIN99o(relativeXYZ: destinationToXYZ * linear) }

  package func linear(ofCode code: SIMD3<UInt16>) -> SIMD3<Double> {
    let (space, encoded) = (rendition.destination, SIMD3<Double>(code) / maximum)
    return SIMD3(space.red(encoded.x), space.green(encoded.y), space.blue(encoded.z))
  }

  /// The linear sRGB values of a colour as a display of the destination shows it: limited to 0 to 1 there.
  package func shown(_ sourceLinear: SIMD3<Double>) -> SIMD3<Double> {
    let linear = toDestination * sourceLinear
    return destinationToSRGB * SIMD3(linear.x.clampedToUnit, linear.y.clampedToUnit, linear.z.clampedToUnit)
  }

  /// The difference between a colour and the clamped one, whatever the mapping, not quantised.
  package func shift(_ sourceLinear: SIMD3<Double>) -> Double {
    din99o(sourceLinear).difference(to: din99o(destination: clamped(toDestination * sourceLinear)))
  }

  /// The mean of colours of a row or column before and after, in linear light, as codes. A profile's table cannot be
  /// encoded; its first colour stands for all.
  package func mean(_ colors: [SIMD3<UInt16>]) -> LossReport.ChangedColor {
    let sources = sourceLinear(colors)
    let count = Double(max(colors.count, 1))
    let before = sources.reduce(.zero, +) / count
    let after = sources.reduce(SIMD3<Double>.zero) { $0 + linear(ofCode: code(mapped(toDestination * $1))) } / count
    let source = (0..<3).map { channel in
      curve(channel).map { UInt16($0.inverse(before[channel]).clampedToUnit * sourceMaximum + 0.5) }
        ?? colors.first?[channel] ?? 0
    }
    return LossReport.ChangedColor(code: SIMD3(source), becomes: code(after))
  }
}

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

  /// Between two codes, the middle one on the curve decides; where the curve jumps or is flat between them, the nearer
  /// output. Of codes with one output, the first or the last of all is used if it is one, else the lowest.
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
