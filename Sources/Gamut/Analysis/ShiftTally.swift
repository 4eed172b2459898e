/// The shifts of many clipped pixels, summed so that merging is exact: a histogram, a maximum and a wide integer sum.
struct ShiftTally: Sendable, Hashable {
  /// Bins of equal width from 0 up to the maximum, rounded up in steps; the last of all also counts values above 1.
  private(set) var bins: [Int] = []
  private let binCount: Int
  private(set) var maximum = 0.0
  /// The sum of round(shift 2^32).
  private var sum: UInt128 = 0

  init(bins: Int = 4096) { binCount = bins }

  /// Limits a shift to 2^20; no colour of a usable profile comes near this value.
  private static func bounded(_ shift: Double) -> Double { shift >= 0 ? min(shift, 1_048_576) : 0 }

  mutating func add(_ value: Double, pixels: Int) {
    unsafe withUnsafePointer(to: value) { value in
      unsafe withUnsafePointer(to: pixels) { unsafe add(value, pixels: $0, count: 1) }
    }
  }

  /// Adds `count` shifts with their pixel counts.
  @unsafe
  mutating func add(_ values: UnsafePointer<Double>, pixels: UnsafePointer<Int>, count: Int) {
    var (maximum, sum) = (maximum, sum)
    let (scale, last) = (Double(binCount), binCount - 1)
    for index in 0..<count { maximum = unsafe max(maximum, Self.bounded(values[index])) }
    if count > 0 { makeRoom(for: min(Int(maximum * scale), last)) }
    unsafe bins.withUnsafeMutableBufferPointer { bins in
      for index in 0..<count {
        let shift = unsafe Self.bounded(values[index])
        unsafe bins[min(Int(shift * scale), last)] &+= pixels[index]
        sum &+=
          unsafe UInt128(truncatingIfNeeded: Int(shift * 4_294_967_296 + 0.5))
          &* UInt128(truncatingIfNeeded: pixels[index])
      }
    }
    (self.maximum, self.sum) = (maximum, sum)
  }

  /// Makes room for the bins up to this one; most images need a small part of all.
  private mutating func makeRoom(for bin: Int) {
    let needed = min((bin / 256 + 1) * 256, binCount)
    if needed > bins.count { bins += [Int](repeating: 0, count: needed - bins.count) }
  }

  mutating func merge(_ other: ShiftTally) {
    if !other.bins.isEmpty { makeRoom(for: other.bins.count - 1) }
    for index in other.bins.indices { bins[index] += other.bins[index] }
    maximum = max(maximum, other.maximum)
    sum += other.sum
  }

  /// The number of pixels added.
  var count: Int { bins.reduce(0, +) }

  var summary: LossReport.Shift {
    let count = count
    guard count > 0 else { return LossReport.Shift() }
    // ceil(0.95 n) in integers.
    let rank = (95 * count + 99) / 100
    var cumulative = 0
    let bin =
      bins.firstIndex {
        cumulative += $0
        return cumulative >= rank
      } ?? (binCount - 1)
    // Each shift is rounded in the sum, so that the mean of equal ones may lie above them.
    return LossReport.Shift(
      maximum: maximum, mean: min(Double(sum) / 4_294_967_296 / Double(count), maximum),
      p95: min(Double(bin + 1) / Double(binCount), maximum))
  }
}
