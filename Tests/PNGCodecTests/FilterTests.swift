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

  /// Scanlines that are mostly zeros, below rows of few colours, as in drawings, for every filter and size of a pixel.
  @Test(arguments: [1, 2, 3, 4, 6, 8]) func `long stretches of zeros`(bytesPerPixel: Int) {
    for filter in [FilterType.none, .sub, .up, .average, .paeth] {
      for isSwapped in bytesPerPixel % 2 == 0 ? [false, true] : [false] {
        let kernels = FilterKernels(bytesPerPixel: bytesPerPixel, isSwapped: isSwapped)
        var random = RandomSource(seed: UInt64(bytesPerPixel))
        for _ in 0..<1000 {
          let count = Int.random(in: 1...40, using: &random) * bytesPerPixel
          let above = Self.drawing(count, bytesPerPixel, &random)
          let line = (0..<count).map { _ in
            Int.random(in: 0..<30, using: &random) == 0 ? UInt8.random(in: 0...255, using: &random) : 0
          }
          let expected = Self.row(filter, line, above, bytesPerPixel, isSwapped)
          #expect(Self.undo(filter, line, above, by: kernels) == expected)
        }
      }
    }
  }

  /// Pixels of two colours, in stretches.
  private static func drawing(_ count: Int, _ bytesPerPixel: Int, _ random: inout RandomSource) -> [UInt8] {
    let palette = (0..<2).map { _ in (0..<bytesPerPixel).map { _ in UInt8.random(in: 0...255, using: &random) } }
    var color = palette[0]
    var row: [UInt8] = []
    while row.count < count {
      if Int.random(in: 0..<8, using: &random) == 0 { color = palette[Int.random(in: 0..<2, using: &random)] }
      row += color
    }
    return row
  }

  /// The definition (PNG Third Edition, 9.2). Bytes are swapped before, which makes no difference to a filter.
  private static func row(
    _ filter: FilterType, _ line: [UInt8], _ above: [UInt8], _ bytesPerPixel: Int, _ isSwapped: Bool
  ) -> [UInt8] {
    var row: [UInt8] = []
    for index in line.indices {
      let before = index - bytesPerPixel
      let (a, b) = (before < 0 ? 0 : Int(row[before]), Int(above[index]))
      let prediction: UInt8 =
        switch filter {
        case .none: 0
        case .sub: UInt8(a)
        case .up: UInt8(b)
        case .average: UInt8((a + b) / 2)
        case .paeth: predictor(a, b, before < 0 ? 0 : Int(above[before]))
        }
      row.append(line[isSwapped ? index ^ 1 : index] &+ prediction)
    }
    return row
  }

  private static func undo(
    _ filter: FilterType, _ line: [UInt8], _ above: [UInt8], by kernels: FilterKernels
  ) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: line.count)
    unsafe output.withUnsafeMutableBytes { output in
      unsafe line.withUnsafeBytes { line in
        unsafe above.withUnsafeBytes { above in
          guard let start = line.baseAddress, let above = above.baseAddress, let output = output.baseAddress else {
            return
          }
          unsafe kernels.undo(filter, line: start, above: above, into: output, count: line.count)
        }
      }
    }
    return output
  }
}
