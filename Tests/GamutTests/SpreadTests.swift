import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

@Suite struct SpreadTests {
  /// Returns clouds with many equally distant pairs: on a sphere, in a ball, on a line, on a few points, in a box of
  /// codes, at one point.
  static func cloud(_ kind: Int, _ count: Int) -> [OKLab] {
    var random = RandomSource(seed: UInt64(kind * 7919 + count))
    func unit() -> Double { Double.random(in: -1...1, using: &random) }
    return (0..<count).map { index in
      var v = SIMD3(unit(), unit(), unit())
      switch kind {
      case 0: v /= (v * v).sum().squareRoot()
      case 1: break
      case 2: v = SIMD3(repeating: unit())
      case 3: v = SIMD3(Double(index % 3), Double(index % 2), 0)
      case 4: v = (v * 4).rounded(.down)
      default: v = SIMD3(0.5, 0.1, 0.1)
      }
      return OKLab(l: v.x, a: v.y, b: v.z)
    }
  }

  @Test(arguments: 0..<6, [2, 3, 64, 65, 200, 1500])
  func `The farthest pair is that of the definition`(kind: Int, count: Int) throws {
    let points = Self.cloud(kind, count)
    let spread = try #require(Spread(points))
    let expected = try #require(ReferenceAnalysis.spread(points))
    #expect(spread.distance == expected.distance)
    #expect(spread.first == expected.first)
    #expect(spread.second == expected.second)
  }

  @Test func `One point has no spread`() {
    #expect(Spread([OKLab(l: 0, a: 0, b: 0)]) == nil)
    #expect(Spread([]) == nil)
  }
}
