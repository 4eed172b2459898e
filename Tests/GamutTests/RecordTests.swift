import TestSupport
import Testing

@testable import Gamut

/// Records contain what was put into them, in every layout, and a colour's pixel count survives in parts.
@Suite struct RecordTests {
  @Test func `Every layout returns a record`() {
    var random = RandomSource(seed: 3)
    let hash = SourceHash()
    for _ in 0..<10_000 {
      let source = UInt64.random(in: 0..<1 << 48, using: &random)
      let surface = UInt64.random(in: 0..<1 << 54, using: &random) & 0x3f_00ff_00ff_00ff
      let pixels = UInt32.random(in: 1 ... .max, using: &random)
      let found = NarrowRecord(ColorRecord(source: source, surface: surface, pixels: pixels)).record
      #expect((found.source, found.surface, found.pixels) == (source, surface, pixels))
      for pixels in [1, pixels & HashedRecord.maximum, HashedRecord.maximum] {
        let hashed = HashedRecord(source, pixels: pixels, hash)
        let prefix = UInt16(hash.hash(source) >> (SourceHash.bits - PartitionedRecords.bits))
        #expect(hashed.source(prefix: prefix, hash) == source)
        #expect(hashed.pixels == pixels)
      }
    }
  }

  /// A colour with more pixels than a record of a divided list has room for.
  @Test(arguments: [(depth: 8, records: 131_136), (depth: 16, records: 131_072)])
  func `A large count in a divided list`(depth: Int, records: Int) {
    let surface: UInt64 = (depth == 8 ? 0xff : 0xffff) << 32 | 5 << 48
    func record(_ source: Int, pixels: UInt32) -> ColorRecord {
      ColorRecord(source: UInt64(source), surface: surface, pixels: pixels)
    }
    var store = ColorStore(depth: depth, pixels: 1 << 20, from: .first, limit: .max)
    // After a batch in which it finds nothing, the cache is bypassed: records are stored in order.
    func add(_ record: ColorRecord) { unsafe store.add(record, at: store.prepare(record.source)) }
    store.beginBatch()
    add(record(0, pixels: 1))
    store.beginBatch()
    // The list is full, and of a size at which it is divided.
    for source in 1..<records { add(record(source, pixels: 1)) }
    add(record(records, pixels: 100_000_000))
    store.flush()

    var pixels: [UInt64: UInt32] = [:]
    for list in store.parts.lists.joined() {
      unsafe store.records[list].forEachRecord { pixels[$0.source, default: 0] += $0.pixels }
    }
    #expect(store.parts.lists.joined().count > 512)
    #expect(pixels.count == records + 1)
    #expect(pixels[UInt64(records)] == 100_000_000)
    #expect(pixels.values.reduce(0, +) == UInt32(records) + 100_000_000)
  }
}
