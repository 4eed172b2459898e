import TestSupport
import Testing

@testable import Gamut

/// Tallies of shifts, against sums and ranks of all shifts, for small and for large shifts and counts.
@Suite struct ShiftTallyTests {
  /// Shifts of one pixel each, as in most images; and shifts with any numbers of pixels, up to a gigapixel each.
  @Test(arguments: [(1.0, 1), (1.0, 1 << 30), (30.0, 1), (2_000_000.0, 1 << 30)])
  func theTallyIsThatOfAllShifts(largest: Double, pixels: Int) {
    var random = RandomSource(seed: 41)
    var shifts = (0..<1000).map { _ in Double.random(in: 0...largest, using: &random) }
    shifts += [0, -0.0, largest]
    (shifts[3], shifts[5]) = (.nan, -1)
    let counts = shifts.map { _ in Int.random(in: 1...pixels, using: &random) }
    var whole = ShiftTally()
    var parts = ShiftTally()
    for (shift, pixels) in zip(shifts, counts) {
      whole.add(shift, pixels: pixels)
      var part = ShiftTally()
      part.add(shift, pixels: pixels)
      parts.merge(part)
    }
    #expect(whole == parts)

    let bounded = shifts.map { $0 > 0 ? min($0, 1_048_576) : 0 }
    let total = counts.reduce(0, +)
    let mean = zip(bounded, counts).reduce(0.0) { $0 + $1.0 * (Double($1.1) / Double(total)) }
    #expect(whole.count == total)
    #expect(whole.maximum == bounded.max())
    let summary = whole.summary
    // Each shift is rounded to 2^-32.
    #expect(abs(summary.mean - mean) <= 0x1p-32 + mean * 1e-12)
    // The least multiple of 1/16 that the pixel of rank 0.95 n does not exceed; the last bin has all shifts from 256.
    var rank = (95 * total + 99) / 100
    let ranked = zip(bounded, counts).sorted { $0.0 < $1.0 }.first {
      rank -= $0.1
      return rank <= 0
    }
    let bin = min(((ranked?.0 ?? 0) * 16).rounded(.up), 256 * 16 - 1)
    #expect(summary.p95 == min(bin / 16, whole.maximum))
  }

  /// Sums of shifts of 1 around the largest that fit 62 bits, and beyond 64 bits.
  @Test(arguments: [1 << 30 - 1, 1 << 30, 1 << 31 - 1, 1 << 31, 1 << 32, 1 << 40])
  func sumsAreExact(pixels: Int) {
    var tally = ShiftTally()
    tally.add(1, pixels: pixels - 1)
    tally.add(1, pixels: 1)
    #expect(tally.count == pixels)
    #expect(tally.summary.mean == 1)
  }
}
