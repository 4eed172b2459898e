import Gamut
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// Two threads give the same result as one for images of many batches of rows: the same report, and for a damaged image
/// the same error, independent of its position.
@Suite(.enabled(if: Thoroughness.hasTime)) struct PipelineTests {
  private static func report(_ bytes: [UInt8], threads: Int) throws -> GamutReport {
    try Reporter().report(threads: threads) { () throws(PNGError) in ByteSource(bytes: bytes) }
  }

  /// Every pixel format of PNG.
  static let kinds: [(colorType: Int, depth: Int, isInterlaced: Bool)] = [
    (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
  ].flatMap { type, depths in depths.flatMap { [(type, $0, false), (type, $0, true)] } }

  @Test(arguments: kinds)
  func `Every kind of image`(colorType: Int, depth: Int, isInterlaced: Bool) throws {
    var random = RandomSource(seed: UInt64(colorType * 100 + depth))
    let most = (1 << depth) - 1
    var image = PNGBuilder(width: 620, height: 640, depth: depth, colorType: colorType) { _, _, channel in
      channel == 1 ? Int.random(in: 0...most / 8, using: &random) : Int.random(in: most / 2...most, using: &random)
    }
    image.isInterlaced = isInterlaced
    image.filter = .fixed(2)
    image.level = 1
    if colorType == 3 {
      // Entry i is a red that depends on i; half of the entries are opaque.
      for index in 0...most { image.palette += [UInt8(255 - index / 4), 0, UInt8(index / 8)] }
      image.transparency = (0...most).map { $0 % 2 == 0 ? 255 : 0 }
    }
    image.colorChunks = [PNGChunk("cICP", [12, 13, 0, 1])]
    let bytes = image.bytes
    let expected = try Self.report(bytes, threads: 1)
    let found = try Self.report(bytes, threads: 2)
    #expect(found.loss == expected.loss)
    #expect(found.loss.pixels.total == 620 * 640)
    if colorType == 3 {
      let transparent = image.samples.count { $0 % 2 == 1 }
      #expect(found.loss.pixels.transparent == transparent)
      #expect(found.loss.clippedColors <= (most + 1) / 2)
    }
  }

  @Test func `An index beyond the palette`() throws {
    var image = PNGBuilder(width: 620, height: 640, depth: 8, colorType: 3) { x, y, _ in x == 17 && y == 601 ? 2 : x & 1
    }
    image.palette = [236, 0, 0, 255, 0, 0]
    let bytes = image.bytes
    for threads in [1, 2] {
      #expect(throws: GamutError.png(.paletteIndex(index: 2, count: 2, x: 17, y: 601))) {
        try Self.report(bytes, threads: threads)
      }
    }
  }

  /// Fourteen batches of rows; all but the last six have been released when the last is inflated.
  static let image: PNGBuilder = {
    var random = RandomSource(seed: 3)
    var samples: [UInt16] = []
    for _ in 0..<600 * 2000 * 3 { samples.append(.random(in: 0...7, using: &random)) }
    var image = PNGBuilder(width: 600, height: 2000, samples: samples)
    image.filter = .fixed(1)
    return image
  }()
  private static let scanlines = image.scanlines

  enum Damage: CaseIterable {
    case filter, filterAndEnd, filterAndChecksum, end, checksum, bytes
  }

  @Test(.timeLimit(.minutes(20)), arguments: [0, 1, 145, 1000, 1900, 1998, 1999], Damage.allCases)
  func `Damaged image data`(row: Int, damage: Damage) throws {
    var scanlines = Self.scanlines
    if ![.end, .checksum, .bytes].contains(damage) { scanlines[row * 1801] = 5 }
    var stream = deflated(scanlines, level: 1)
    switch damage {
    case .filter: break
    case .filterAndEnd, .end: stream.removeLast(stream.count / 100 + row)
    case .bytes: for index in 0..<4 { stream[stream.count / 2001 * row + 40 + index] ^= 0x55 }
    case .filterAndChecksum, .checksum: stream[stream.count - 1] ^= 1
    }
    let bytes = PNGBuilder.file([Self.image.header] + Self.image.imageData(stream) + [.end])
    let reporter = try Reporter()
    func fault(threads: Int) -> GamutError? {
      do throws(GamutError) {
        _ = try reporter.report(threads: threads) { () throws(PNGError) in ByteSource(bytes: bytes) }
        return nil
      } catch {
        return error
      }
    }
    let expected = try #require(fault(threads: 1))
    // Of two faults in one batch, either may be reported.
    let isAmbiguous = row >= 1885 && [.filterAndEnd, .filterAndChecksum].contains(damage)
    for _ in 0..<4 {
      let found = fault(threads: 2)
      #expect(isAmbiguous ? found?.code == expected.code : found == expected)
    }
  }
}
