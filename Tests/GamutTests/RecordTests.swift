import Testing

@testable import Gamut

/// A colour's pixel count survives in digits.
@Suite struct RecordTests {
  /// A colour with several digits whose list is divided between them: the digits go to lists of different layouts.
  @Test(arguments: [(depth: 8, records: 131_136), (depth: 16, records: 131_072)])
  func `A count whose list is divided in between`(depth: Int, records: Int) {
    let surface: UInt64 = (depth == 8 ? 0xff : 0xffff) << 32 | 5 << 48
    func record(_ source: Int, pixels: UInt32) -> ColorRecord {
      ColorRecord(source: UInt64(source), surface: surface, pixels: pixels, first: 0)
    }
    var store = ColorStore(depth: depth, width: 1 << 20, height: 1, from: .first, limit: .max)
    // After a batch in which it finds nothing, the cache is bypassed: records are stored in order.
    store.beginBatch()
    store.add(record(0, pixels: 1))
    store.beginBatch()
    // The last record of a full list of a size at which it is divided is the low digit of 100,000.
    for source in 1..<records { store.add(record(source, pixels: 1)) }
    store.add(record(records, pixels: 100_000))
    store.flush()

    var pixels: [UInt64: UInt32] = [:]
    for list in store.parts.joined() {
      unsafe store.records[list].forEachRecord { pixels[$0.source, default: 0] += $0.pixels }
    }
    #expect(store.parts.joined().count > 512)
    #expect(pixels.count == records + 1)
    #expect(pixels[UInt64(records)] == 100_000)
    #expect(pixels.values.reduce(0, +) == UInt32(records) + 100_000)
  }
}
