import CGamutKernels
import TestSupport
import Testing

@testable import Gamut

/// The kernel that compares pixels with those above them.
@Suite struct DifferingTests {
  @Test(arguments: [4, 8], VectorExtension.available.filter { $0 != .portable })
  func `Each bit is that of its pixel`(size: Int, vector: VectorExtension) {
    var random = RandomSource(seed: UInt64(size))
    for count in 1...200 {
      for rarity in [1, 3, 40] {
        let above = (0..<count * size).map { _ in UInt8(random.below(256)) }
        var pixels = above
        var expected = [UInt64](repeating: 0, count: (count + 63) / 64)
        for x in 0..<count where random.below(rarity) == 0 {
          pixels[x * size + random.below(size)] ^= 1 << UInt8(random.below(8))
          expected[x / 64] |= 1 << UInt64(x % 64)
        }
        var bits = [UInt64](repeating: .max, count: expected.count)
        unsafe gamut_differing(vector.kernel, pixels, above, count, size, &bits)
        #expect(bits == expected, "\(count) pixels")
      }
    }
  }
}
