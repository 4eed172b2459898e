import TestSupport
import Testing

@testable import Gamut

/// Records contain what was put into them, in every layout, and a colour's pixel count survives in digits.
@Suite struct RecordTests {
  @Test func `The worked example of digits`() {
    var pixels: UInt32 = 100_000
    let low = PixelDigit(removedFrom: &pixels, bits: 14)
    #expect((low.value, low.place, pixels) == (1_696, 0, 6 << 14))
    let high = PixelDigit(removedFrom: &pixels, bits: 14)
    #expect((high.value, high.place, pixels) == (6, 1, 0))
    #expect(low.pixels(bits: 14) + high.pixels(bits: 14) == 100_000)
  }

  @Test(arguments: [14, 22] as [UInt32])
  func `The digits of a count add up to it`(bits: UInt32) {
    var random = RandomSource(seed: UInt64(bits))
    let counts =
      (0..<32).flatMap { [UInt32(1) << $0, .max >> $0, .max << $0] }
      + (0..<10_000).map { _ in UInt32.random(in: 1 ... .max, using: &random) }
    for count in counts {
      var (left, sum, digits) = (count, UInt32(0), UInt32(0))
      while left > 0 {
        let digit = PixelDigit(removedFrom: &left, bits: bits)
        #expect(digit.value > 0 && digit.value < 1 << bits)
        sum += digit.pixels(bits: bits)
        digits += 1
      }
      #expect(sum == count)
      #expect(digits <= (32 + bits - 1) / bits)
    }
  }

  @Test func `Every layout returns a record`() {
    var random = RandomSource(seed: 3)
    let hash = SourceHash()
    for _ in 0..<10_000 {
      let source = UInt64.random(in: 0..<1 << 48, using: &random)
      let sides = UInt64.random(in: 0..<64, using: &random) << 48
      let first = UInt32.random(in: .min ... .max, using: &random)
      var wide = ColorRecord(
        source: source, surface: sides | .random(in: 0..<1 << 48, using: &random),
        pixels: .random(in: 1..<1 << 14, using: &random), first: first)
      var narrow = wide
      narrow.surface &= 0x3f_00ff_00ff_00ff
      func digit(_ record: inout ColorRecord) -> PixelDigit { PixelDigit(removedFrom: &record.pixels, bits: 14) }
      let pixels = wide.pixels
      let (wideRecord, narrowRecord) = (WideRecord(wide, digit(&wide)), NarrowRecord(narrow, digit(&narrow)))
      for (found, expected) in [(wideRecord.record, wide), (narrowRecord.record, narrow)] {
        #expect(
          (found.source, found.surface, found.pixels, found.first)
            == (source, expected.surface, pixels, first))
      }
      let hashed = HashedRecord(source, PixelDigit(value: 0x3f_ffff, place: 0), hash)
      let prefix = UInt16(hash.hash(source) >> (SourceHash.bits - PartitionedRecords.bits))
      #expect(hashed.source(prefix: prefix, hash) == source)
      #expect(hashed.pixels == 0x3f_ffff)
    }
  }

  /// A colour with several digits whose list is divided between them: the digits go to lists of different layouts.
  @Test(arguments: [(depth: 8, records: 131_136), (depth: 16, records: 131_072)])
  func `A count whose list is divided in between`(depth: Int, records: Int) {
    let surface: UInt64 = (depth == 8 ? 0xff : 0xffff) << 32 | 5 << 48
    func record(_ source: Int, pixels: UInt32) -> ColorRecord {
      ColorRecord(source: UInt64(source), surface: surface, pixels: pixels, first: 0)
    }
    var store = ColorStore(depth: depth, width: 1 << 20, height: 1, from: .first, limit: .max)
    // After a batch in which it finds nothing, the cache is bypassed: records are stored in order.
    func add(_ record: ColorRecord) { unsafe store.add(record, at: store.prepare(record.source)) }
    store.beginBatch()
    add(record(0, pixels: 1))
    store.beginBatch()
    // The last record of a full list of a size at which it is divided is the low digit of 100,000.
    for source in 1..<records { add(record(source, pixels: 1)) }
    add(record(records, pixels: 100_000))
    store.flush()

    var pixels: [UInt64: UInt32] = [:]
    for list in store.parts.lists.joined() {
      unsafe store.records[list].forEachRecord { pixels[$0.source, default: 0] += $0.pixels }
    }
    #expect(store.parts.lists.joined().count > 512)
    #expect(pixels.count == records + 1)
    #expect(pixels[UInt64(records)] == 100_000)
    #expect(pixels.values.reduce(0, +) == UInt32(records) + 100_000)
  }
}
