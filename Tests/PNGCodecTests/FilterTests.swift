import SyntheticPNG
import TestSupport
import Testing

@testable import PNGCodec

struct FilterTests {
  /// The predictor of PNG Third Edition, 9.4.
  private static func predictor(_ a: Int, _ b: Int, _ c: Int) -> UInt8 {
    let p = a + b - c
    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
    return UInt8(pa <= pb && pa <= pc ? a : pb <= pc ? b : c)
  }

  /// All 2^24 cases: pixels of eight bytes; the first pixel gives a and c, and the second, all zeros, gives the
  /// prediction.
  @Test func paeth() {
    let kernels = FilterKernels(bytesPerPixel: 8, isSwapped: false)
    var line = [UInt8](repeating: 0, count: 16)
    var above = line
    var output = line
    var wrong = 0
    for a in 0..<256 {
      for c in 0..<256 {
        for index in 0..<8 {
          above[index] = UInt8(c)
          line[index] = UInt8(a) &- UInt8(c)
        }
        for first in stride(from: 0, to: 256, by: 8) {
          for index in 0..<8 { above[8 + index] = UInt8(first + index) }
          unsafe output.withUnsafeMutableBytes { output in
            unsafe line.withUnsafeBytes { line in
              unsafe above.withUnsafeBytes { above in
                guard let line = line.baseAddress, let above = above.baseAddress, let output = output.baseAddress else {
                  return
                }
                unsafe kernels.undo(.paeth, line: line, above: above, into: output, count: 16)
              }
            }
          }
          for index in 0..<8 where output[8 + index] != Self.predictor(a, first + index, c) { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  /// Scanlines that are mostly zeros, below rows of few colours, as in drawings.
  @Test(arguments: [1, 2, 3, 4, 6, 8]) func `long stretches of zeros`(bytesPerPixel: Int) {
    let kernels = FilterKernels(bytesPerPixel: bytesPerPixel, isSwapped: false)
    var random = RandomSource(seed: UInt64(bytesPerPixel))
    for _ in 0..<2000 {
      let count = Int.random(in: 1...40, using: &random) * bytesPerPixel
      let palette = (0..<2).map { _ in UInt8.random(in: 0...255, using: &random) }
      var color = palette[0]
      let above = (0..<count).map { _ in
        if Int.random(in: 0..<12, using: &random) == 0 { color = palette[Int.random(in: 0..<2, using: &random)] }
        return color
      }
      let line = (0..<count).map { _ in
        Int.random(in: 0..<20, using: &random) == 0 ? UInt8.random(in: 0...255, using: &random) : 0
      }
      var expected: [UInt8] = []
      for index in 0..<count {
        let before = index - bytesPerPixel
        let (a, c) = before < 0 ? (0, 0) : (Int(expected[before]), Int(above[before]))
        expected.append(line[index] &+ Self.predictor(a, Int(above[index]), c))
      }
      var output = [UInt8](repeating: 0, count: count)
      unsafe output.withUnsafeMutableBytes { output in
        unsafe line.withUnsafeBytes { line in
          unsafe above.withUnsafeBytes { above in
            guard let line = line.baseAddress, let above = above.baseAddress, let output = output.baseAddress else {
              return
            }
            unsafe kernels.undo(.paeth, line: line, above: above, into: output, count: count)
          }
        }
      }
      #expect(output == expected)
    }
  }
}
