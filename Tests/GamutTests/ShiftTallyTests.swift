import TestSupport
import Testing

@testable import Gamut

/// Tallies of shifts, against sums and ranks of all shifts, for small and for large shifts and counts.
@Suite struct ShiftTallyTests {
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
