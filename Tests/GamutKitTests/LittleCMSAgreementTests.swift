import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// Converted files compared with LittleCMS without its optimisations, with the same profiles. If the two differ by more
/// than a code, the formula in double precision determines which is correct.
///
/// LittleCMS stays within a code of the formula if curves are formulas. It evaluates a sampled curve in 16 bits
/// (cmsgamma.c, `cmsEvalToneCurveFloat`) and inverts it with a table of 4,096 entries (`cmsReverseToneCurve`), which
/// causes an error of several dozen codes of 65,535 for sRGB of 1,024 samples, and more for steeper curves.
@Suite(.enabled(if: Thoroughness.hasTime)) struct LittleCMSAgreementTests {
  struct Space: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var profile: [UInt8]
  }

  private static func profile(_ name: String, _ colorants: [[Double]], _ curves: [[UInt8]]) -> Space {
    let numbers = colorants.map { $0.map { Int32(($0 * 65536).rounded()) } }
    let builder = ICCBuilder.matrix(
      numbers, red: curves[0], green: curves[1 % curves.count], blue: curves[2 % curves.count])
    return Space(testDescription: name, profile: builder.bytes())
  }

  // D50 colorants from the spaces' own profiles.
  private static let adobe = [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]]
  private static let proPhoto = [[0.79767, 0.28804, 0.0], [0.13519, 0.71188, 0.0], [0.03134, 0.00009, 0.82491]]
  private static let rec2020 = [
    [0.67348, 0.27904, -0.00194], [0.16566, 0.67534, 0.02998], [0.12505, 0.04561, 0.79684],
  ]
  private static let dci = [[0.48616, 0.22673, -0.00081], [0.32387, 0.71031, 0.04323], [0.15417, 0.06296, 0.78247]]
  private static let sRGB = [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]]

  private static func table(_ entries: Int, _ curve: (Double) -> Double) -> [UInt8] {
    ICCData.curve((0..<entries).map { UInt16((curve(Double($0) / Double(entries - 1)) * 65535).rounded()) })
  }

  private static func power(_ exponent: Double) -> [UInt8] { ICCData.parametric(0, values: [exponent]) }

  /// Curves given by formulas.
  static let formulas = [
    profile("Adobe RGB (1998)", adobe, [ICCData.curve([0x0233])]),
    profile("ProPhoto RGB", proPhoto, [ICCData.parametric(3, values: [1.8, 1, 0, 1.0 / 16, 1.0 / 32])]),
    profile("ProPhoto RGB by gamma 1.8", proPhoto, [power(1.8)]),
    profile(
      "Rec. 2020", rec2020,
      [ICCData.parametric(3, values: [1 / 0.45, 1 / 1.0992968, 0.0992968 / 1.0992968, 1 / 4.5, 0.0812429])]),
    profile("DCI-P3", dci, [power(2.6)]),
    profile("linear light", sRGB, [ICCData.curve([])]),
    profile("gamma 2.2", sRGB, [power(2.2)]),
    profile("gamma 1.8", adobe, [ICCData.curve([0x01CD])]),
    profile("L*", adobe, [ICCData.parametric(3, values: [3, 1 / 1.16, 0.16 / 1.16, 0.110705, 0.08])]),
    profile("a curve for each channel", dci, [power(1.9), ICCData.sRGBCurve, power(2.4)]),
  ]

  /// Sampled curves.
  static let tables = [
    profile("sRGB of 1,024 samples", sRGB, [table(1024) { RGBSpace.sRGB.red($0) }]),
    profile("4,096 samples", adobe, [table(4096) { $0 * $0 / (1.2 - 0.2 * $0) }]),
    profile("a square of 26 samples", rec2020, [table(26) { $0 * $0 }]),
    profile("three tables", dci, [table(256) { $0 * $0 }, table(1024) { $0 * $0 * $0 }, table(64) { $0 }]),
  ]

  /// Returns random colours, all corners and edges of the cube at several positions, and neutrals.
  static func samples(depth: Int, count: Int) -> [UInt16] {
    let maximum = UInt16(1 << depth - 1)
    var random = RandomSource(seed: 11)
    var samples = (0..<3 * count).map { _ in UInt16.random(in: 0...maximum, using: &random) }
    let ends: [UInt16] = [0, 1, 2, maximum / 25, maximum / 2, maximum - 1, maximum]
    for red in ends { for green in ends { for blue in ends { samples += [red, green, blue] } } }
    for step in 0...1024 {
      let code = UInt16(step * Int(maximum) / 1024)
      samples += [code, code, code, code, 0, 0, 0, code, 0, 0, 0, code, maximum, code, code, maximum, maximum, code]
    }
    return samples
  }

  struct Difference {
    /// The number of samples that differ by more than a code.
    var count = 0
    var largest = 0
    /// The number of these whose own result differs from the formula.
    var wrong = 0
  }

  /// Returns the difference between `gamut convert` and LittleCMS for the same file.
  static func difference(from source: [UInt8], to destination: [UInt8], depth: Int, count: Int) throws -> Difference {
    var samples = samples(depth: depth, count: count)
    let width = 512
    let height = (samples.count / 3 + width - 1) / width
    samples += [UInt16](repeating: 0, count: 3 * width * height - samples.count)
    var image = PNGBuilder(width: width, height: height, depth: depth, samples: samples)
    image.colorChunks = [.iCCP(source)]
    image.filter = .fixed(0)
    image.level = 1
    let converter = try ConvertTests.converter(.profile(try Profile(bytes: destination))) { $0.compression = .fast }
    let ours = try ConvertTests.decode(try converter.convert(png: image.bytes).bytes).samples
    guard let littleCMS = LittleCMSCodes(from: source, to: destination, depth: depth) else { throw NotAMatrix() }
    let theirs =
      depth == 16 ? littleCMS(samples).map { Int($0) } : littleCMS(samples.map { UInt8($0) }).map { Int($0) }
    guard case .rgb(let from) = try Profile(bytes: source).source(isGrey: false),
      case .rgb(let to) = try Profile(bytes: destination).source(isGrey: false)
    else { throw NotAMatrix() }
    let codes = (0..<3).map { ReferenceCodes(to[$0], depth: depth) }
    var result = Difference()
    for pixel in 0..<width * height {
      let range = 3 * pixel..<3 * pixel + 3
      let apart = range.map { abs(ours[$0] - theirs[$0]) }.max() ?? 0
      guard apart > 1 else { continue }
      result.count += 1
      result.largest = max(result.largest, apart)
      let color = samples[range].map { Int($0) }
      if Array(ours[range]) != ConvertTests.expected(color, from: from, to: to, depths: (depth, depth), codes: codes) {
        result.wrong += 1
      }
    }
    return result
  }

  struct NotAMatrix: Error {}

  static let own = [Profile.displayP3.bytes, Profile.sRGB.bytes]

  @Test(arguments: [0, 1], [8, 16]) func `Display P3 and sRGB, a million colours`(direction: Int, depth: Int) throws {
    let found = try Self.difference(
      from: Self.own[direction], to: Self.own[1 - direction], depth: depth, count: 1_000_000)
    #expect(found.count == 0)
  }

  @Test(arguments: formulas, [8, 16]) func `Curves that are formulas`(space: Space, depth: Int) throws {
    for (from, to) in [(space.profile, Self.own[1]), (Self.own[0], space.profile)] {
      let found = try Self.difference(from: from, to: to, depth: depth, count: 60_000)
      #expect(found.count == 0, "up to \(found.largest) codes")
    }
  }

  @Test(arguments: tables, [8, 16]) func `Curves of samples`(space: Space, depth: Int) throws {
    for (from, to) in [(space.profile, Self.own[1]), (Self.own[0], space.profile)] {
      let found = try Self.difference(from: from, to: to, depth: depth, count: 60_000)
      #expect(found.wrong == 0)
      // The curve of most files, from the profiles of 1998 and 2014.
      guard space.testDescription == Self.tables[0].testDescription else { continue }
      #expect(depth == 8 ? found.count == 0 : found.largest < 64, "up to \(found.largest) codes")
    }
  }
}
