import CPNGFilters
import SyntheticPNG
import TestSupport
import Testing

@testable import PNGCodec

@Suite(.enabled(if: Thoroughness.hasTime))
struct FilterTests {
  /// The predictors of PNG Third Edition, 9.2 and 9.4.
  static func predictor(_ type: FilterType, _ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt8 {
    let p = Int(a) + Int(b) - Int(c)
    let (pa, pb, pc) = (abs(p - Int(a)), abs(p - Int(b)), abs(p - Int(c)))
    return switch type {
    case .none: 0
    case .sub: a
    case .up: b
    case .average: UInt8((Int(a) + Int(b)) / 2)
    case .paeth: pa <= pb && pa <= pc ? a : pb <= pc ? b : c
    }
  }

  /// All 2^24 cases: pixels of eight bytes; the first pixel gives a and c, and the second, all zeros, gives the
  /// prediction.
  @Test func paeth() {
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
          Self.undo(.paeth, line, above, 8, false, into: &output)
          for index in 0..<8
          where output[8 + index] != Self.predictor(.paeth, UInt8(a), UInt8(first + index), UInt8(c)) {
            wrong += 1
          }
        }
      }
    }
    #expect(wrong == 0)
  }

  /// Scanlines that are mostly zeros, below rows of few colours, as in drawings, for every filter and size of a pixel.
  @Test(arguments: [1, 2, 3, 4, 6, 8]) func `long stretches of zeros`(bytesPerPixel: Int) {
    for filter in [FilterType.none, .sub, .up, .average, .paeth] {
      for isSwapped in bytesPerPixel % 2 == 0 ? [false, true] : [false] {
        var random = RandomSource(seed: UInt64(bytesPerPixel))
        for _ in 0..<1000 {
          let count = Int.random(in: 1...40, using: &random) * bytesPerPixel
          let above = Self.drawing(count, bytesPerPixel, &random)
          let line = (0..<count).map { _ in
            Int.random(in: 0..<30, using: &random) == 0 ? UInt8.random(in: 0...255, using: &random) : 0
          }
          var row = [UInt8](repeating: 0, count: count)
          Self.undo(filter, line, above, bytesPerPixel, isSwapped, into: &row)
          #expect(row == Self.row(filter, line, above, bytesPerPixel, isSwapped))
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
      let (a, c) = before < 0 ? (0, 0) : (row[before], above[before])
      let prediction = predictor(filter, a, above[index], c)
      row.append(line[isSwapped ? index ^ 1 : index] &+ prediction)
    }
    return row
  }

  private static func undo(
    _ filter: FilterType, _ line: [UInt8], _ above: [UInt8], _ bytesPerPixel: Int, _ isSwapped: Bool,
    into output: inout [UInt8]
  ) {
    var line = line
    unsafe gamut_unfilter(
      UInt32(filter.rawValue), &line, above, &output, line.count, bytesPerPixel, isSwapped ? 1 : 0)
  }
}
