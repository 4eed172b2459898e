import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// Stretches are read as they were appended: similar and different colours, near and distant rows, in many columns at
/// once.
struct ColumnStretchesTests {
  private struct Stretch: Equatable {
    var source: UInt64
    var row: Int
  }

  private static func next(after last: Stretch, _ random: inout RandomSource) -> Stretch {
    var stretch = last
    let reach = [3, 255, 256, 257, 60000].randomElement(using: &random) ?? 0
    for channel in [UInt64(0), 16, 32] {
      let sample = Int(last.source >> channel & 0xffff)
      let changed = min(max(sample + Int.random(in: -reach...reach, using: &random), 0), 0xffff)
      stretch.source = stretch.source & ~(0xffff << channel) | UInt64(changed) << channel
    }
    stretch.row += [1, 2, 31, 32, 2047, 2048, 70_000].randomElement(using: &random) ?? 1
    return stretch
  }

  @Test func `The worked example of a word`() throws {
    let (dark, bright) = (PackedColor(SIMD3(0xec, 0, 0)).bits, PackedColor(SIMD3(0xff, 0, 0)).bits)
    let word = try #require(StretchWord(bright, after: dark, rise: 5))
    #expect(word.bits == (19 + 256) << 23 | 256 << 14 | 256 << 5 | 5)
    let (first, second) = StretchWord.pair(dark, rise: 0)
    let (third, fourth) = StretchWord.pair(dark, rise: 2047)
    var reader = StretchWord.Reader()
    var found: [Stretch] = []
    for word in [first, second, word, third, fourth] where reader.read(word) {
      found.append(Stretch(source: reader.source, row: Int(reader.row)))
    }
    let expected = [
      Stretch(source: dark, row: 0), Stretch(source: bright, row: 5), Stretch(source: dark, row: 2052),
    ]
    #expect(found == expected)
  }

  @Test(arguments: [1 << 20, 3 * 128, 8 * 128])
  func `What is appended comes back, as far as there is room`(limit: Int) {
    var random = RandomSource(seed: UInt64(limit))
    var stretches = ColumnStretches(width: 6, limit: limit)
    var expected = [[Stretch]](repeating: [], count: 6)
    var refusals = 0
    for _ in 0..<2000 {
      let x = Int.random(in: 0..<6, using: &random)
      if let last = expected[x].last, last.row < 2_000_000_000 {
        let next = Self.next(after: last, &random)
        for attempt in 1...2 {
          if stretches.append(next.source, after: last.source, row: UInt32(next.row), to: x) {
            expected[x].append(next)
            break
          }
          refusals += attempt
          // Other columns are cleared to make room; this one keeps its stretches.
          for other in 0..<6 where other != x {
            stretches.clear(other)
            expected[other] = []
          }
          if attempt == 2 {
            stretches.clear(x)
            expected[x] = []
          }
        }
      } else {
        stretches.clear(x)
        expected[x] = []
        let first = Stretch(source: UInt64.random(in: 0..<1 << 48, using: &random), row: 5)
        if stretches.begin(first.source, row: 5, at: x) { expected[x] = [first] } else { refusals += 1 }
      }
      var run = RunStretches()
      run.read(x, of: stretches)
      run.end(pixels: 0)
      var found: [Stretch] = []
      for index in 0..<run.count {
        found.append(unsafe Stretch(source: run.sources[index], row: 5 + (index == 0 ? 0 : Int(run.ends[index - 1]))))
      }
      // A stretch of very many rows may be stored as several of one colour.
      #expect(found.count >= expected[x].count)
      for index in found.indices.dropFirst().reversed() where found[index].source == found[index - 1].source {
        if !expected[x].contains(found[index]) { found.remove(at: index) }
      }
      #expect(found == expected[x])
      #expect(stretches.bytes <= limit)
    }
    #expect((refusals > 0) == (limit < 1 << 20))
  }
}
