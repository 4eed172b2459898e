import Testing

@testable import PNGCodec

struct FilterTests {
  /// The predictor of PNG Third Edition, 9.4.
  private static func predictor(_ a: Int, _ b: Int, _ c: Int) -> UInt8 {
    let p = a + b - c
    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
    return UInt8(pa <= pb && pa <= pc ? a : pb <= pc ? b : c)
  }

  /// All 2^24 cases: pixels of eight bytes, of which the first gives a and c and the second, all zeros, the prediction.
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
}
