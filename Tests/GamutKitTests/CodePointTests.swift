import PNGCodec
import Testing

@testable import Gamut
@testable import GamutKit

/// Spaces of cICP code points, against ITU-T H.273 and published D50 colorants.
@Suite struct CodePointTests {
  /// Against the s15Fixed16 colorants of Compact-ICC's Rec2020-v4, to two units for the way they were balanced.
  @Test func bt2020AgreesWithAPublishedProfile() throws {
    let toPCS = try CodePoints.space(CICP(primaries: 9, transfer: 13)).toPCS
    let published: [SIMD3<Double>] = [
      [0.673477173, 0.279052734, -0.001937866], [0.165679932, 0.675338745, 0.029983521],
      [0.125045776, 0.045608521, 0.796859741],
    ]
    for column in 0..<3 {
      let difference = toPCS.column(column) - published[column]
      for row in 0..<3 { #expect(difference[row].magnitude < 2.1 / 65536) }
    }
  }

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

  /// Encoded values by H.273 table 3, E' = alpha L^0.45 - (alpha - 1) or 4.5 L, and what they must decode to.
  @Test(arguments: [1, 6, 14, 15] as [UInt8])
  func bt709DecodesWhatItsFormulaEncodes(transfer: UInt8) throws {
    let curve = try CodePoints.space(CICP(primaries: 1, transfer: transfer)).red
    for (encoded, linear) in [
      (0.0, 0.0), (0.045, 0.01), (0.0812428583, 0.0180539685), (0.408848109, 0.18), (0.7054355531, 0.5), (1, 1),
    ] {
      #expect((curve(encoded) - linear).magnitude < 1e-8, "\(encoded)")
    }
  }

  @Test func gammaAndLinearTransfers() throws {
    #expect((try CodePoints.space(CICP(primaries: 1, transfer: 4)).red(0.5) - 0.2176376).magnitude < 1e-6)
    #expect((try CodePoints.space(CICP(primaries: 1, transfer: 5)).red(0.5) - 0.1435873).magnitude < 1e-6)
    #expect(try CodePoints.space(CICP(primaries: 1, transfer: 8)).red(0.25) == 0.25)
  }
}
