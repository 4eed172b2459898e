import Gamut
import TestSupport
import Testing

/// The differences between spaces. The expected numbers are those of an independent program in double precision.
struct EquivalenceTests {
  static let curve = RGBSpace.sRGBCurve

  static func space(
    _ red: SIMD3<Double>, _ green: SIMD3<Double>, _ blue: SIMD3<Double>, _ curve: TransferFunction
  ) throws -> RGBSpace {
    let toPCS = Matrix3(columns: red / 65536, green / 65536, blue / 65536)
    return try #require(RGBSpace(colorants: toPCS, red: curve, green: curve, blue: curve))
  }

  @Test func displayP3AndSRGB() {
    let there = RGBSpace.displayP3.difference(from: .sRGB)
    #expect(abs(there.codes8 - 179.67261253) < 1e-6)
    #expect(there.level == nil && !RGBSpace.displayP3.isEquivalent(to: .sRGB))
    let back = RGBSpace.sRGB.difference(from: .displayP3)
    #expect(abs(back.codes8 - 116.88086445) < 1e-4)
    #expect(back.color == [0, 1, 1])
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func aSpaceIsItself() {
    for space in [RGBSpace.displayP3, .sRGB, .sRGB1998] {
      let difference = space.difference(from: space)
      #expect(difference.codes16 < 1e-6 && difference.level == .sixteenBit && space.isEquivalent(to: space))
    }
  }

  /// The table of 1,024 entries of the profiles of 1998 and 2014, with their colorants: sRGB, but with different
  /// parameters from the other publication.
  @Test(.enabled(if: Thoroughness.hasTime)) func theSRGBOf1998() throws {
    let table = (0...1023).map { UInt16((65535 * Self.curve(Double($0) / 1023)).rounded()) }
    let space = try Self.space(
      [0x6fa2, 0x38f5, 0x390], [0x6299, 0xb785, 0x18da], [0x24a0, 0xf84, 0xb6cf], .sampled(table))
    #expect(abs(space.difference(from: .sRGB).codes16 - 209.55) < 0.01)
    #expect(abs(space.difference(from: .sRGB1998).codes16 - 6.391) < 0.001)
    #expect(space.isEquivalent(to: .sRGB) && space.isEquivalent(to: .sRGB1998))
    #expect(!space.isEquivalent(to: .displayP3))
    let published = ProbedSource(.rgb(space)).leastDifference(from: RGBSpace.sRGB.publications)
    #expect(abs(try #require(published).codes16 - 6.391) < 0.001)
  }

  /// The space that Little CMS creates, and a gamma of 2.2 with sRGB's own colorants: not sRGB, independent of their
  /// names.
  @Test func notSRGB() throws {
    let littleCMS = try Self.space(
      [0x6f94, 0x38ee, 0x390], [0x62a5, 0xb790, 0x18de], [0x249d, 0xf83, 0xb6be], Self.curve)
    let gamma = try Self.space(
      [0x6fa0, 0x38f2, 0x38f], [0x6296, 0xb789, 0x18da], [0x24a0, 0xf85, 0xb6c4], .gamma(2.2))
    for (space, codes8) in [(littleCMS, 1.695675), (gamma, 8.547962)] {
      #expect(abs(space.difference(from: .sRGB).codes8 - codes8) < 1e-4)
      #expect(!space.isEquivalent(to: .sRGB))
    }
  }

  /// For greys only curves matter, and the search can end early.
  @Test func neutralsAndLimits() {
    let probe = ProbedSource(.rgb(.displayP3), neutralsOnly: true)
    #expect(probe.differences(from: [.sRGB, .displayP3]).allSatisfy { $0.codes16 < 0.001 })
    #expect(ProbedSource(.grey(Self.curve)).differences(from: [.displayP3]).map(\.codes16).allSatisfy { $0 < 0.001 })
    let early = RGBSpace.displayP3.difference(from: .sRGB, stopAbove: 0.1)
    #expect(early.largest > 0.1 && early.largest < 0.5)
  }

  /// Curves of all kinds, also those that bend or rise so much that they cannot be estimated.
  static let curves: [TransferFunction] = [
    curve, .linear, .gamma(2.4), .gamma(0.3), .gamma(60),
    .parametric(ParametricCurve(g: 1.8, c: 1.0 / 16, d: 1.0 / 32)),
    .parametric(ParametricCurve(g: 2, a: 0.0001, b: 0.9999)), .parametric(ParametricCurve(g: 3, a: 2, b: -1, e: 0.01)),
    .sampled((0..<300).map { UInt16(($0 * $0 * 65535) / (299 * 299)) }), .sampled([0, 9, 9, 9, 9]),
    .sampled([7, 7, 40_000, 40_000, 65535, 65535]),
  ]

  /// Most colours are only estimated, but the differences are those of the definition.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: curves.indices) func differencesAreThoseOfTheDefinition(
    index: Int
  ) throws {
    let reference = try #require(
      RGBSpace(
        colorants: RGBSpace.displayP3.toPCS, red: Self.curves[index], green: Self.curve,
        blue: Self.curves[(index + 1) % Self.curves.count]))
    for source in [RGBSpace.sRGB, .sRGB1998, .displayP3, reference] {
      let found = try #require(ProbedSource(.rgb(source)).differences(from: [reference]).first)
      var (expected, sum, count) = (SpaceDifference(), 0.0, 0.0)
      for color in ProbeColors() {
        let xyz = source.toPCS * SIMD3(source.red(color.x), source.green(color.y), source.blue(color.z))
        let linear = reference.fromPCS * xyz
        let encoded = SIMD3(
          reference.red.inverse(linear.x), reference.green.inverse(linear.y), reference.blue.inverse(linear.z))
        let off = encoded - color
        let largest = max(abs(off.x), abs(off.y), abs(off.z))
        if largest > expected.largest {
          (expected.largest, expected.color, expected.encoded) = (largest, color, encoded)
        }
        sum += largest
        count += 1
      }
      #expect(found.largest == expected.largest && found.color == expected.color && found.encoded == expected.encoded)
      #expect(abs(found.mean - sum / count) <= 1e-11 * (sum / count), "\(found.mean) \(sum / count)")
    }
  }

  /// All but the last step of a curve are flat, and most colours lie beyond its end.
  @Test func curvesThatEndEarlyHaveAnInverse() {
    let early = TransferFunction.sampled([0, 100] + Array(repeating: 100, count: 30_000))
    #expect(abs(early.inverse(50.0 / 65535) - 0.5 / 30_001) < 1e-12)
    // 100 for each step of 1/30,001.
    #expect(abs(early.inverse(1) - (1 + (65535.0 - 100) / 100 / 30_001)) < 1e-9)
  }

  @Test func levels() {
    let difference = { SpaceDifference(largest: $0, mean: 0, color: .zero, encoded: .zero) }
    let table: [(Double, EquivalenceLevel?)] = [
      (0, .sixteenBit), (1.0 / 65535, .sixteenBit), (1.001 / 65535, .eightBit), (0.5 / 255, .eightBit),
      (0.5001 / 255, nil),
    ]
    for (largest, level) in table { #expect(difference(largest).level == level) }
  }
}
