/// One channel of a destination as a table that gives a code with one look-up and one comparison.
///
/// The index is the square root of the linear value, which spreads codes about as evenly as curves do. An entry
/// contains the threshold of the next code as a double whose low 16 bits are replaced by the lower code. This changes
/// the threshold by less than the margin within which the reference decides.
struct EncodingTable: Sendable {
  let entries: [UInt64]
  /// The step of the roots is 1 / `steps`; the last entry covers all values from 1 on.
  let steps: Int

  /// The largest error of a root in single precision, in steps.
  private static let slack = 0.05
  /// NaN: no comparison with it succeeds, so the value is undecided.
  private static let undecided = Double.nan.bitPattern

  init(_ encoder: ChannelEncoder, depth: Int) {
    let steps = Self.steps(depth: depth)
    self.steps = steps
    // The thresholds of the codes from 1 on: the first belongs to code 1.
    let thresholds = unsafe Array(encoder.thresholds)
    let last = thresholds.count
    var entries: [UInt64] = []
    entries.reserveCapacity(steps + 1)
    var code = 0
    for step in 0...steps {
      let low = (Double(step) - Self.slack) / Double(steps)
      let high = step == steps ? .infinity : (Double(step) + 1 + Self.slack) / Double(steps)
      // The first entry also covers all negative values.
      let range = (low > 0 ? low * low : -.infinity)...high * high
      while code < last, thresholds[code] <= range.lowerBound { code += 1 }
      let isCertain =
        encoder.isRegular && !(encoder.seam?.overlaps(range) ?? false)
        && (code + 1 >= last || thresholds[code + 1] > range.upperBound)
      guard isCertain else {
        entries.append(Self.undecided)
        continue
      }
      let threshold = code < last ? min(thresholds[code], 1e300) : 1e300
      entries.append(threshold.bitPattern & ~0xffff | UInt64(code))
    }
    self.entries = entries
  }

  /// Fine enough that two thresholds hardly ever fall into one step.
  static func steps(depth: Int) -> Int { depth == 8 ? 8192 : 131_072 }
}
