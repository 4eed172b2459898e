internal import CGamutKernels

/// One channel of a destination as straight line segments, for single precision. Within an octave of linear values all
/// segments have equal length, so that the bits of a value determine its segment.
///
/// A line is checked against the thresholds of the codes, which are the only decision points. The sum of its error at
/// the thresholds within its range, of the possible input error of a value, and of the rounding of the kernel must be
/// less than `GAMUT_LINE_MARGIN`; otherwise the line decides nothing. Values within the margin are decided by the
/// reference.
struct EncodingLines {
  let entries: [gamut_code_line]

  /// Returns the number of low bits of a single-precision value that do not select the line.
  static func shift(depth: Int) -> Int { Float.significandBitCount - (depth == 8 ? 6 : 10) }

  /// Returns the exponent of the value at which lines begin: below the threshold of each channel's first code.
  static func firstExponent(_ encoders: [ChannelEncoder]) -> Int {
    let least = encoders.compactMap { unsafe $0.thresholds.first }.min() ?? 0
    return least > 0 ? max(least.exponent - 2, -40) : -40
  }

  /// - Parameters:
  ///   - curve: the curve of the channel.
  ///   - first: the bits of the value at which lines begin.
  ///   - error: the largest error of a linear value before it is rounded to single precision.
  init(_ encoder: ChannelEncoder, _ curve: TransferFunction, depth: Int, first: UInt32, error: Double) {
    let shift = Self.shift(depth: depth)
    let maximum = Double(1 << depth - 1)
    // The thresholds of the codes from 1 on.
    let thresholds = unsafe Array(encoder.thresholds)
    func value(_ linear: Double) -> Double { curve.inverse(linear).clampedToUnit * maximum + 0.5 }
    func linear(_ line: Int) -> Double { Double(Float(bitPattern: first + UInt32(line) << UInt32(shift))) }
    let last = Int((Float(1).bitPattern - first) >> UInt32(shift))

    var entries: [gamut_code_line] = []
    entries.reserveCapacity(last + 1)
    // The number of codes whose thresholds are below the line, and of those up to its end.
    var (below, reached) = (0, 0)
    var start = value(linear(0))
    for line in 0...last {
      let range = linear(line)...(line == last ? 1 : linear(line + 1))
      let end = value(range.upperBound)
      let length = range.upperBound - range.lowerBound
      let slope = length > 0 ? (end - start) / length : 0
      // The curve bends to one side: half of the deviation is added, so that the curve is above and below the line.
      let bend = (value((range.lowerBound + range.upperBound) / 2) - (start + end) / 2) / 2
      func height(_ linear: Double) -> Double { start + bend + slope * (linear - range.lowerBound) }

      let off = error + range.upperBound * 0x1p-24
      let met = range.lowerBound - off...range.upperBound + off
      while below < thresholds.count, thresholds[below] < met.lowerBound { below += 1 }
      reached = max(reached, below)
      while reached < thresholds.count, thresholds[reached] <= met.upperBound { reached += 1 }
      var distance = max(Double(below) - height(met.lowerBound), height(met.upperBound) - Double(reached + 1))
      for code in below..<reached {
        distance = max(distance, (height(thresholds[code]) - Double(code + 1)).magnitude)
      }
      // The last line also covers all values above 1, where some curves still rise.
      let isAll = line < last || (thresholds.last ?? 0) <= met.upperBound
      // Three roundings: of the base, of the rise, and of the slope.
      let decides =
        slope >= 0 && (distance + slope * off) * 65536 + 3 < Double(GAMUT_LINE_MARGIN) && encoder.isRegular
        && isAll && !(encoder.seam?.overlaps(met) ?? false)
      entries.append(
        decides
          ? gamut_code_line(
            base: UInt32(((start + bend) * 65536).rounded()),
            slope: Float(slope * length * 65536 / Double(1 << shift)))
          : gamut_code_line(base: 0, slope: 0))
      start = end
    }
    self.entries = entries
  }
}
