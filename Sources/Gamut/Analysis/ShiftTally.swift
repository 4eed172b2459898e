/// The shifts of many clipped pixels, summed so that merging is exact: a histogram, a maximum and a wide integer sum.
package struct ShiftTally: Sendable, Hashable {
  /// Shifts by the least multiple of `1 / steps` that they do not exceed, up to the maximum; the last of all bins also
  /// counts those above 256, which no two colours differ by.
  private(set) var bins: [Int] = []
  private let steps: Int
  private var binCount: Int { 256 * steps }
  private(set) var maximum = 0.0
  private(set) var count = 0
  /// The sum of round(shift 2^32).
  private var sum: UInt128 = 0

  /// - Parameter steps: the number of bins for a difference of 1.
  package init(steps: Int = 16) { self.steps = steps }

  /// Limits a shift to 2^20; no colour of a usable profile comes near this value.
  private static func bounded(_ shift: Double) -> Double { shift >= 0 ? min(shift, 1_048_576) : 0 }

  package mutating func add(_ value: Double, pixels: Int) {
    let shift = Self.bounded(value)
    count &+= pixels
    maximum = max(maximum, shift)
    let bin = min(Int((shift * Double(steps)).rounded(.up)), binCount - 1)
    makeRoom(for: bin)
    bins[bin] &+= pixels
    let units = UInt64(shift * 4_294_967_296 + 0.5)
    sum &+= UInt128(units) &* UInt128(truncatingIfNeeded: pixels)
  }

  /// Makes room for the bins up to this one; most images need a small part of all.
  private mutating func makeRoom(for bin: Int) {
    let needed = min((bin / 256 + 1) * 256, binCount)
    if needed > bins.count { bins += [Int](repeating: 0, count: needed - bins.count) }
  }

  mutating func merge(_ other: ShiftTally) {
    if bins.isEmpty {
      self = other
      return
    }
    if !other.bins.isEmpty { makeRoom(for: other.bins.count - 1) }
    for index in other.bins.indices { bins[index] += other.bins[index] }
    maximum = max(maximum, other.maximum)
    count += other.count
    sum += other.sum
  }

  package var summary: LossReport.Shift {
    guard count > 0 else { return LossReport.Shift() }
    // ceil(0.95 n) in integers.
    let rank = (95 * count + 99) / 100
    var cumulative = 0
    let bin =
      bins.firstIndex {
        cumulative += $0
        return cumulative >= rank
      } ?? (binCount - 1)
    // The sum of most images fits 64 bits, whose conversion is fast.
    let total = UInt64(exactly: sum).map { Double($0) } ?? Double(sum)
    // Each shift is rounded in the sum, so that the mean of equal ones may lie above them.
    return LossReport.Shift(
      maximum: maximum, mean: min(total / 4_294_967_296 / Double(count), maximum),
      p95: min(Double(bin) / Double(steps), maximum))
  }
}
