import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut
@testable import GamutKit

/// The closest space to one that matches no published space: by the mean of |encode(M^-1 M' TRC(c)) - c| over the
/// compared colours, using the largest channel of each.
@Suite(.enabled(if: Thoroughness.hasTime))
struct ClosestSpaceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var space: RGBSpace

    init(_ name: String, _ toPCS: Matrix3?, _ curve: TransferFunction) throws {
      testDescription = name
      space = try #require(toPCS.flatMap { RGBSpace(colorants: $0, red: curve, green: curve, blue: curve) })
    }
  }

  static func cases() throws -> [Case] {
    let p3 = RGBSpace.displayP3.toPCS
    let columns = (p3.column(0), p3.column(1), p3.column(2))
    return [
      try Case("sRGB's primaries, 2.2", RGBSpace.sRGB.toPCS, .gamma(2.2)),
      try Case("sRGB's primaries, 1.5", RGBSpace.sRGB.toPCS, .gamma(1.5)),
      try Case("P3's primaries, 2.4", p3, .gamma(2.4)), try Case("P3's primaries, 4", p3, .gamma(4)),
      try Case(
        "between P3 and Adobe RGB",
        Primaries(red: (0.66, 0.325), green: (0.24, 0.70), blue: (0.15, 0.06), white: (0.3127, 0.3290)).toPCS,
        .gamma(2.2)),
      try Case("P3 with its channels in another order", Matrix3(columns: columns.1, columns.2, columns.0), .linear),
    ]
  }

  /// Over all references and all colours, as defined.
  static func means(_ space: RGBSpace) -> [(ReferenceSpace, Double)] {
    ReferenceSpace.rgb.map { reference in
      let means = (reference == .sRGB ? [RGBSpace.sRGB, .sRGB1998] : reference.variants).map { to in
        let matrix = to.fromPCS * space.toPCS
        return ProbeColors().reduce(0) { sum, c in
          let linear = matrix * SIMD3(space.red(c.x), space.green(c.y), space.blue(c.z))
          let off = SIMD3(to.red.inverse(linear.x), to.green.inverse(linear.y), to.blue.inverse(linear.z)) - c
          return sum + max(abs(off.x), abs(off.y), abs(off.z))
        } / Double(33 * 33 * 33 + 100_000)
      }
      return (reference, means.min() ?? 0)
    }
  }

  @Test func theSmallestMeanCounts() throws {
    var isNoneFound = false
    for test in try Self.cases() {
      let identification = SpaceIdentification(of: .rgb(test.space), called: nil)
      #expect(identification.level == .none && identification.space == nil, "\(test)")
      let (closest, mean) = try #require(Self.means(test.space).min { $0.1 < $1.1 })
      if 255 * mean > 20 {
        #expect(identification.nearest == nil, "\(test)")
        isNoneFound = true
      } else {
        let nearest = try #require(identification.nearest, "\(test)")
        #expect(nearest.reference == closest, "\(test)")
        #expect(abs(nearest.difference.mean - mean) < 1e-9, "\(test)")
      }
    }
    #expect(isNoneFound)
  }

  /// No space is reported as the closest, in text and in JSON, if none is close.
  @Test func noneIsClose() throws {
    let swapped = ICCBuilder.matrix(
      [InspectCase.p3Colorants[1], InspectCase.p3Colorants[2], InspectCase.p3Colorants[0]], red: InspectCase.curve,
      green: InspectCase.curve, blue: InspectCase.curve)
    let inspected = Inspector().inspect(try Profile(bytes: swapped.bytes()))
    let row = InspectRow(path: Pathname("a.icc"), result: .success(.profile(inspected)))
    let json = String(decoding: row.json(), as: UTF8.self)
    #expect(json.contains("\"nearest\":null"))
    #expect(inspected.identification?.words == "no published space, and none is close to it")
  }
}
