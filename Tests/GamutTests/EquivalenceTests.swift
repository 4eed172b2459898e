import Gamut
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

  @Test func theWorstColourHasTheDifference() {
    for (space, reference) in [(RGBSpace.displayP3, RGBSpace.sRGB), (.sRGB1998, .sRGB)] {
      let difference = space.difference(from: reference)
      let color = difference.color
      let linear =
        reference.fromPCS * (space.toPCS * SIMD3(space.red(color.x), space.green(color.y), space.blue(color.z)))
      let encoded = SIMD3(
        reference.red.inverse(linear.x), reference.green.inverse(linear.y), reference.blue.inverse(linear.z))
      let off = encoded - color
      let largest = max(abs(off.x), abs(off.y), abs(off.z))
      #expect(abs(largest - difference.largest) < 1e-12)
      #expect(difference.encoded.x.isFinite && largest > 0)
    }
  }

  @Test func aSpaceIsItself() {
    for space in [RGBSpace.displayP3, .sRGB, .sRGB1998] {
      let difference = space.difference(from: space)
      #expect(difference.codes16 < 1e-6 && difference.level == .sixteenBit && space.isEquivalent(to: space))
    }
  }

  /// The table of 1,024 entries of the profiles of 1998 and 2014, with their colorants: sRGB, but with different
  /// parameters from the other publication.
  @Test func theSRGBOf1998() throws {
    let table = (0...1023).map { UInt16((65535 * Self.curve(Double($0) / 1023)).rounded()) }
    let space = try Self.space(
      [0x6fa2, 0x38f5, 0x390], [0x6299, 0xb785, 0x18da], [0x24a0, 0xf84, 0xb6cf], .sampled(table))
    #expect(abs(space.difference(from: .sRGB).codes16 - 209.55) < 0.01)
    #expect(abs(space.difference(from: .sRGB1998).codes16 - 6.391) < 0.001)
    #expect(space.isEquivalent(to: .sRGB) && space.isEquivalent(to: .sRGB1998))
    #expect(!space.isEquivalent(to: .displayP3))
    let published = ProbedSource(.rgb(space)).differences(fromPublished: [.displayP3, .sRGB])
    #expect(published.count == 2 && published[0].codes8 > 1 && abs(published[1].codes16 - 6.391) < 0.001)
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

  @Test func levels() {
    let difference = { SpaceDifference(largest: $0, mean: 0, color: .zero, encoded: .zero) }
    let table: [(Double, EquivalenceLevel?)] = [
      (0, .sixteenBit), (1.0 / 65535, .sixteenBit), (1.001 / 65535, .eightBit), (0.5 / 255, .eightBit),
      (0.5001 / 255, nil),
    ]
    for (largest, level) in table { #expect(difference(largest).level == level) }
  }
}
