import PNGCodec
import TestSupport
import Testing

@testable import GamutKit

/// Two threads find the fault of a damaged image that one finds, wherever it is, and end.
@Suite struct PipelineTests {
  /// Fourteen batches of rows, of which all but the last six are gone when the last is inflated.
  static let image: PNGBuilder = {
    var random = RandomSource(seed: 3)
    var samples: [UInt16] = []
    for _ in 0..<600 * 2000 * 3 { samples.append(.random(in: 0...7, using: &random)) }
    var image = PNGBuilder(width: 600, height: 2000, samples: samples)
    image.filter = .fixed(1)
    return image
  }()

  enum Damage: CaseIterable {
    case filter, filterAndEnd, filterAndChecksum, end, checksum, bytes
  }

  @Test(.timeLimit(.minutes(1)), arguments: [0, 1, 145, 1000, 1900, 1998, 1999], Damage.allCases)
  func `Damaged image data`(row: Int, damage: Damage) throws {
    var scanlines = Self.image.scanlines
    if ![.end, .checksum, .bytes].contains(damage) { scanlines[row * 1801] = 5 }
    var stream = deflated(scanlines, level: 1)
    switch damage {
    case .filter: break
    case .filterAndEnd, .end: stream.removeLast(stream.count / 100 + row)
    case .bytes: for index in 0..<4 { stream[stream.count / 2001 * row + 40 + index] ^= 0x55 }
    case .filterAndChecksum, .checksum: stream[stream.count - 1] ^= 1
    }
    let bytes = PNGBuilder.file([Self.image.header] + Self.image.imageData(stream) + [.end])
    for decoder in DecoderChoice.allCases {
      var options = ReportOptions()
      options.decoder = decoder
      let reporter = try Reporter(options)
      func fault(threads: Int) -> GamutError? {
        do throws(GamutError) {
          _ = try reporter.report(threads: threads) { () throws(PNGError) in ByteSource(bytes: bytes) }
          return nil
        } catch {
          return error
        }
      }
      let expected = try #require(fault(threads: 1))
      // Of two faults in one batch either is named.
      let isAmbiguous = row >= 1885 && [.filterAndEnd, .filterAndChecksum].contains(damage)
      for _ in 0..<4 {
        let found = fault(threads: 2)
        #expect(isAmbiguous ? found?.code == expected.code : found == expected, "\(decoder)")
      }
    }
  }
}
