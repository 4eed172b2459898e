internal import CGamutKernels
import ColorScience

/// One channel of a destination as straight line segments, for single precision. Within an octave of linear values all
/// segments have equal length, so that the bits of a value determine its segment.
///
/// Let v(x) be the encoded value of x times the largest code, plus 0.5: the code of x is its integer part, and the
/// threshold t of code k, the smallest linear value that has this code, has v(t) = k. A line h stands for v. The kernel
/// has only an approximation y of a value x, in single precision with |y - x| <= e, and computes w(y) = 65,536 h(y) with
/// three roundings, each by less than 1.
///
/// Let s >= 0 be the slope of the line, and d the largest distance between h(t) and k at the thresholds that it meets.
/// A line is used only if
///
///     65,536 (d + s e) + 3 < M,    M = GAMUT_LINE_MARGIN.
///
/// If it holds, then for every value x on the line and each of these thresholds
///
///     x >= t implies w(y) > 65,536 k - M, because h(y) >= h(t) - s e >= k - d - s e;
///     x <  t implies w(y) < 65,536 k + M, because h(y) <= h(t) + s e <= k + d + s e.
///
/// So the integer part of w(y) / 65,536 is the code of x, unless w(y) is within M of a multiple of 65,536. The kernel
/// compares these values with the threshold itself.
struct EncodingLines {
  let entries: [gamut_code_line]

  /// Returns the number of low bits of a single-precision value that do not select the line.
  static func shift(depth: Int) -> Int { Float.significandBitCount - (depth == 8 ? 6 : 10) }

  /// Returns the exponent of the value at which lines begin: below the threshold of each channel's first code.
  static func firstExponent(_ encoders: [ChannelEncoder]) -> Int {
    let least = encoders.compactMap { unsafe $0.thresholds.first }.min() ?? 0
    return least > 0 ? max(least.exponent - 2, -40) : -40
  }

  /// Lines begin at the value of the bits `first`; `error` is that of linear values before they are rounded.
  init(_ encoder: ChannelEncoder, _ curve: TransferFunction, depth: Int, first: UInt32, error: Double) {
    let shift = Self.shift(depth: depth)
    let maximum = Double(1 << depth - 1)
    func value(_ linear: Double) -> Double { curve.inverse(linear).clampedToUnit * maximum + 0.5 }
    func linear(_ line: Int) -> Double { Double(Float(bitPattern: first + UInt32(line) << UInt32(shift))) }
    let last = Int((Float(1).bitPattern - first) >> UInt32(shift))

    var entries: [gamut_code_line] = []
    entries.reserveCapacity(last + 1)
    var thresholds = MetThresholds(thresholds: unsafe Array(encoder.thresholds))
    var start = value(linear(0))
    for index in 0...last {
      let line = Line(linear(index)...(index == last ? 1 : linear(index + 1)), of: value, from: start)
      start = line.end
      let off = error + line.range.upperBound * 0x1p-24
      let met = line.range.lowerBound - off...line.range.upperBound + off
      thresholds.meet(met)
      // The last line also covers all values above 1, where some curves still rise.
      let isAll = index < last || thresholds.areExhausted
      let decides =
        line.slope >= 0
        && (thresholds.largestDistance(from: line) + line.slope * off) * 65536 + 3 < Double(GAMUT_LINE_MARGIN)
        && encoder.isRegular && isAll && !(encoder.seam?.overlaps(met) ?? false)
      entries.append(decides ? line.entry(steps: 1 << shift) : gamut_code_line(base: 0, slope: 0))
    }
    self.entries = entries
  }
}

private struct Line {
  let range: ClosedRange<Double>
  /// The height at the lower bound, and the rise per unit of linear light.
  let base, slope: Double
  /// The value of the curve at the upper bound.
  let end: Double

  /// Creates a line through the ends of a curve, moved by half of the curve's deviation in the middle: the curve bends
  /// to one side, and is then above and below the line. `start` is the value of the curve at the lower bound.
  init(_ range: ClosedRange<Double>, of curve: (Double) -> Double, from start: Double) {
    self.range = range
    end = curve(range.upperBound)
    let length = range.upperBound - range.lowerBound
    slope = length > 0 ? (end - start) / length : 0
    base = start + (curve((range.lowerBound + range.upperBound) / 2) - (start + end) / 2) / 2
  }

  func height(_ linear: Double) -> Double { base + slope * (linear - range.lowerBound) }

  /// Returns the line as the kernel needs it, for a range of the given number of single-precision numbers.
  func entry(steps: Int) -> gamut_code_line {
    let length = range.upperBound - range.lowerBound
    return gamut_code_line(
      base: UInt32((base * 65536).rounded()), slope: Float(slope * length * 65536 / Double(steps)))
  }
}

/// The thresholds that the values of a range meet; ranges must ascend.
private struct MetThresholds {
  /// The thresholds of the codes from 1 on.
  let thresholds: [Double]
  var range = 0.0...0.0
  /// The codes of the first and the last value of the range: the numbers of thresholds below it, and up to its end.
  var first = 0, last = 0

  mutating func meet(_ range: ClosedRange<Double>) {
    self.range = range
    while first < thresholds.count, thresholds[first] < range.lowerBound { first += 1 }
    last = max(last, first)
    while last < thresholds.count, thresholds[last] <= range.upperBound { last += 1 }
  }

  /// Whether there is no threshold above the range.
  var areExhausted: Bool { (thresholds.last ?? 0) <= range.upperBound }

  /// Returns the largest distance of a line from the code k of each threshold of the range. At the ends of the range
  /// the line must lie between the codes of these values and those after them.
  func largestDistance(from line: Line) -> Double {
    var distance = max(
      Double(first) - line.height(range.lowerBound), line.height(range.upperBound) - Double(last + 1))
    for code in first..<last {
      distance = max(distance, (line.height(thresholds[code]) - Double(code + 1)).magnitude)
    }
    return distance
  }
}

/// The 8-bit codes by `steps` times the square root of a linear value, a table for each distinct destination curve;
/// `ambiguous` if single precision cannot decide.
struct RootCodes: Sendable {
  let tables: ChannelTables<UInt16>

  static let steps: Float = 32768
  static let ambiguous: UInt16 = 0x8000

  /// Creates the tables; empty for 16 bits, and if thresholds decide nothing. `margin` is the largest error of a value.
  init(_ model: ColorModel, _ encoders: [ChannelEncoder], margin: Float) {
    let isUsed = model.rendition.depth == 8 && encoders.allSatisfy(\.isRegular)
    tables = ChannelTables(areEqual: { !isUsed || encoders[$0] === encoders[$1] }) { channel in
      isUsed ? Self.codes(encoders[channel], margin: Double(margin)) : []
    }
  }

  private static func codes(_ encoder: ChannelEncoder, margin: Double) -> [UInt16] {
    let last = Int(steps)
    func step(_ linear: Double) -> Double { max(linear, 0).squareRoot() * Double(steps) }
    var codes: [UInt16] = []
    codes.reserveCapacity(last + 1)
    let thresholds = unsafe encoder.thresholds
    for code in 0..<thresholds.count {
      let end = min(Int(step(unsafe thresholds[code]).rounded(.up)), last + 1)
      codes.append(contentsOf: repeatElement(UInt16(code), count: max(end - codes.count, 0)))
    }
    codes.append(contentsOf: repeatElement(UInt16(thresholds.count), count: last + 1 - codes.count))
    /// Marks the steps to which single precision may round the root of a value between `low` and `high`.
    func mark(_ low: Double, _ high: Double) {
      let first = Int((step(low - margin) * (1 - 1e-6) - 0.5).rounded(.down))
      let end = Int((step(high + margin) * (1 + 1e-6) + 0.5).rounded(.up))
      // The last step also covers all values above 1.
      for index in max(min(first, last), 0)...min(max(end, 0), last) { codes[index] = ambiguous }
    }
    for code in 0..<thresholds.count where unsafe thresholds[code].isFinite {
      mark(unsafe thresholds[code], unsafe thresholds[code])
    }
    if let seam = encoder.seam { mark(seam.lowerBound, seam.upperBound) }
    return codes
  }
}

/// The conversion of samples to codes for a kernel: linear values times 2^30, and lines for a table of thresholds.
final class VectorConversion: Sendable {
  private let matrix: Matrix3
  private let encoders: [ChannelEncoder]
  /// Linear values of each source code, and lines, each with the start of each channel's table.
  private let decode: Scratch<Int32>
  private let offsets: SIMD3<Int>
  private let lines: Scratch<gamut_code_line>
  private let lineOffsets: SIMD3<Int>
  private let firstLinear: UInt32
  private let depth: Int
  /// The largest error of a linear value in a kernel.
  private let error: Double

  /// Creates the conversion; nil if a linear value is 2 or more, as a file's curve may give: integers would not fit.
  init?(_ model: ColorModel, _ encoders: [ChannelEncoder], _ decode: ChannelTables<Double>) {
    guard decode.elements.allSatisfy({ $0.magnitude < 2 - 0x1p-30 }) else { return nil }
    matrix = model.toDestination
    let depth = model.rendition.depth
    // The error of decoded values as integers, and of double precision.
    let error = matrix.largestRowSum * 0x1p-31 + 2e-12
    let first = Float(sign: .plus, exponent: EncodingLines.firstExponent(encoders), significand: 1).bitPattern
    let lines = ChannelTables(areEqual: { encoders[$0] === encoders[$1] }) { channel in
      EncodingLines(
        encoders[channel], model.rendition.destination[channel], depth: depth, first: first, error: error
      ).entries
    }
    (self.depth, self.error, firstLinear, self.encoders) = (depth, error, first, encoders)
    self.decode = Scratch(decode.elements.map { Int32(($0 * 0x1p30).rounded()) })
    offsets = decode.offsets
    self.lines = Scratch(lines.elements)
    lineOffsets = lines.offsets
  }

  /// The data that a kernel needs, valid for the lifetime of this value.
  @unsafe
  var conversion: gamut_conversion {
    let (row0, row1, row2) = (matrix.row0 * 0x1p-30, matrix.row1 * 0x1p-30, matrix.row2 * 0x1p-30)
    let (decode, lines) = unsafe (UnsafePointer(decode.base), UnsafePointer(lines.base))
    return unsafe gamut_conversion(
      decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
      matrix: (row0.x, row0.y, row0.z, row1.x, row1.y, row1.z, row2.x, row2.y, row2.z),
      encode: (lines + lineOffsets.x, lines + lineOffsets.y, lines + lineOffsets.z),
      first: firstLinear, shift: UInt32(EncodingLines.shift(depth: depth)),
      zero_below: (zeroBelow(0), zeroBelow(1), zeroBelow(2)),
      thresholds: (encoders[0].thresholdsByCode, encoders[1].thresholdsByCode, encoders[2].thresholdsByCode),
      error: error)
  }

  /// Below this value, which exceeds any error, a linear value is negative: code 0 if the curve starts at 0.
  private func zeroBelow(_ channel: Int) -> Float { encoders[channel].isRegular ? Float(-2 * error) : -.infinity }
}
