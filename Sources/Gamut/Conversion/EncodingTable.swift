/// One channel of a destination as a table from which a code takes one look and one comparison.
///
/// The look is by the square root of the linear value, which spreads codes about as evenly as curves do. An entry holds
/// the smallest linear value of the next code as a double, its low 16 bits replaced by the code below it: what that moves
/// the threshold by is less than what is left to the reference anyway.
struct EncodingTable: Sendable {
  let entries: [UInt64]
  /// Roots are in steps of 1 / `steps`; the last entry stands for all values from 1 on.
  let steps: Int

  /// How far single precision may take a root, in steps.
  private static let slack = 0.05
  /// Not a number: any comparison with it is undecided.
  private static let undecided = Double.nan.bitPattern

  init(_ encoder: ChannelEncoder, depth: Int) {
    let steps = Self.steps(depth: depth)
    self.steps = steps
    // Of the codes from 1 on: the first belongs to code 1.
    let thresholds = unsafe Array(encoder.thresholds)
    let last = thresholds.count
    var entries: [UInt64] = []
    entries.reserveCapacity(steps + 1)
    var code = 0
    for step in 0...steps {
      let low = (Double(step) - Self.slack) / Double(steps)
      let high = step == steps ? .infinity : (Double(step) + 1 + Self.slack) / Double(steps)
      // The first stands for all that is negative, too.
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

  /// So fine that two thresholds hardly ever share a step.
  static func steps(depth: Int) -> Int { depth == 8 ? 8192 : 131_072 }
}
