import PNGCodec
import Testing

@testable import Gamut
@testable import GamutKit

/// Spaces of cICP code points, against ITU-T H.273 and published D50 colorants.
@Suite struct CodePointTests {
  @Test(arguments: [4, 5, 6, 7, 8, 9, 10, 11, 22] as [UInt8])
  func colorantsAreS15Fixed16AndAddUpToD50Exactly(primaries: UInt8) throws {
    let matrix = try CodePoints.space(CICP(primaries: primaries, transfer: 8)).toPCS
    let sum = (matrix.column(0) + matrix.column(1) + matrix.column(2)) * 65536
    #expect(sum == [63190, 65536, 54061])
    for column in 0..<3 {
      let scaled = matrix.column(column) * 65536
      #expect(scaled == scaled.rounded(.toNearestOrEven))
    }
  }

  @Test func theProjectsOwnNumbersAreUsedForBT709AndP3() throws {
    #expect(try CodePoints.space(CICP(primaries: 1, transfer: 13)) == .sRGB)
    #expect(try CodePoints.space(CICP(primaries: 12, transfer: 13)) == .displayP3)
  }

  /// ITU-R BT.1886, annex 1, with black at 0: L = V^2.4, for every camera curve.
  @Test(arguments: [1, 6, 14, 15] as [UInt8])
  func cameraCurvesAreDecodedAsDisplaysDo(transfer: UInt8) throws {
    let curve = try CodePoints.space(CICP(primaries: 9, transfer: transfer)).red
    for (encoded, linear) in [
      (0.0, 0.0), (0.01, 1.584893192e-5), (0.1, 3.981071706e-3), (0.5, 0.1894645708), (0.9, 0.7765725276), (1, 1),
    ] {
      #expect((curve(encoded) - linear).magnitude < 1e-9, "\(encoded)")
    }
  }

  /// Encoded values by H.273 table 3, E' = alpha L^0.45 - (alpha - 1) or 4.5 L, and the expected decoded values in the
  /// spaces with the camera curve.
  @Test(arguments: [ReferenceSpace.rec709, .rec2020, .rec601NTSC, .rec601PAL])
  func cameraCurvesDecodeWhatTheirFormulaEncodes(space: ReferenceSpace) {
    for (encoded, linear) in [
      (0.0, 0.0), (0.045, 0.01), (0.0812428583, 0.0180539685), (0.408848109, 0.18), (0.7054355531, 0.5), (1, 1),
    ] {
      #expect((space.space.red(encoded) - linear).magnitude < 1e-8, "\(encoded)")
    }
  }

  /// The sRGB curve with any primaries equals that of the project's own profiles.
  @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22] as [UInt8]) func theProjectsCurve(primaries: UInt8) throws {
    #expect(try CodePoints.space(CICP(primaries: primaries, transfer: 13)).green == RGBSpace.sRGBCurve)
  }

  /// Bradford to D50 = (63190, 65536, 54061)/65536, red and blue rounded to s15Fixed16, green the remainder to D50:
  /// computed by a program in exact fractions.
  @Test(
    arguments: [
      (9, [[44137, 18287, -127], [10858, 44260, 1965], [8195, 2989, 52223]]),
      (6, [[27282, 14528, 894], [25769, 46090, 5985], [10139, 4918, 47182]]),
      (11, [[31861, 14856, -53], [21224, 46552, 2834], [10105, 4128, 51280]]),
      (5, [[29835, 15223, 952], [24091, 46388, 6873], [9264, 3925, 46236]]),
      (22, [[29771, 15853, 976], [23155, 44149, 5939], [10264, 5534, 47146]]),
    ] as [(UInt8, [[Double]])])
  func colorants(primaries: UInt8, expected: [[Double]]) throws {
    let matrix = try CodePoints.space(CICP(primaries: primaries, transfer: 8)).toPCS
    for column in 0..<3 {
      let found = matrix.column(column) * 65536
      #expect([found.x, found.y, found.z] == expected[column])
    }
  }

  @Test func gammaAndLinearTransfers() throws {
    #expect((try CodePoints.space(CICP(primaries: 1, transfer: 4)).red(0.5) - 0.2176376).magnitude < 1e-6)
    #expect((try CodePoints.space(CICP(primaries: 1, transfer: 5)).red(0.5) - 0.1435873).magnitude < 1e-6)
    #expect(try CodePoints.space(CICP(primaries: 1, transfer: 8)).red(0.25) == 0.25)
  }
}
