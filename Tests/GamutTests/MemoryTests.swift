import Dispatch
import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

@Suite struct MemoryTests {
  /// Returns random 16-bit RGB: nearly all colours are distinct, half of them on the surface.
  static func image(side: Int, maximum: ClosedRange<UInt16> = 0...65535) -> (PixelLayout, [UInt8]) {
    var random = RandomSource(seed: 7)
    var bytes: [UInt8] = []
    for _ in 0..<(side * side * 3) {
      let sample = UInt16.random(in: maximum, using: &random)
      bytes += [UInt8(truncatingIfNeeded: sample), UInt8(sample >> 8)]
    }
    return (PixelLayout(width: side, height: side, depth: 16), bytes)
  }

  @Test func `Several passes within a limit come to the same as one without`() throws {
    let (layout, bytes) = Self.image(side: 900)
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout)
    unsafe analyzer.consume(bytes.span.bytes)
    let expected = analyzer.finish()

    let (report, passes) = try Self.reportInPasses(tables, layout, bytes)
    #expect(report == expected)
    #expect(passes > 1)
  }

  /// Returns a report made in as many passes as the minimum memory requires: 4 MiB for colours.
  static func reportInPasses(
    _ tables: RenditionTables, _ layout: PixelLayout, _ bytes: [UInt8], workers: Int = 1
  ) throws -> (LossReport, passes: Int) {
    var partial: PartialAnalysis?
    var passes = 0
    while true {
      var analyzer = Analyzer(tables, layout: layout, memory: 4 << 20, continuing: partial)
      unsafe analyzer.consume(bytes.span.bytes)
      passes += 1
      let pass = analyzer.finishPass(workers: workers) { count, body in
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
      }
      switch pass {
      case .partial(let next): partial = next
      case .complete(let report, _): return (report, passes)
      case .exceedsMemory(needed: let bytes), .outOfMemory(let bytes): throw TooLarge(bytes: bytes)
      }
      try #require(passes < 100)
    }
  }

  private struct TooLarge: Error { var bytes: Int }

  /// A million colours with one code, 200 of them broad, which is more than one pass can store: they form one group,
  /// whose spread is that of two colours from different passes, and whose lost pixels are counted after it is known.
  @Test(arguments: [1, 2])
  func `One code in several passes`(workers: Int) throws {
    let (width, rows, strips) = (1800, 1500, 3)
    let layout = PixelLayout(width: width, height: rows + 22 * strips, depth: 16)
    var bytes: [UInt8] = []
    var index = 0
    for pixel in 0..<(layout.width * layout.height) {
      var samples = [30000, 30000, 30000]
      let (x, y) = (pixel % width, pixel / width)
      var number: Int?
      if y >= rows {
        // Blocks of 20 x 20 pixels separated by grey.
        let block = (y - rows) / 22 * 81 + x / 22
        if x % 22 < 20, (y - rows) % 22 < 20, x / 22 < 81, block < 200 { number = block * 20 }
      } else if x % 3 < 2, y % 3 < 2, index < 1_000_000 {
        // Blocks of two by two separated by grey: no run is flattened. A million of the 2^20 colours, shuffled.
        number = index &* 0x9e37 & 0xfffff
        index += 1
      }
      if let number { samples = [65535 - number & 0xfff, number >> 12 & 15, number >> 16] }
      for sample in samples { bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)] }
    }
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    let (report, passes) = try Self.reportInPasses(tables, layout, bytes, workers: workers)
    #expect(passes > 2)
    #expect(report.pixels.clipped == 1_080_000)
    #expect(report.collapse.all.groups == 1)
    #expect(report.collapse.all.pixels == 1_080_000)
    let group = try #require(report.collapse.largest.first)
    #expect(group.destination == SIMD3(255, 0, 0))
    #expect(group.example == LossReport.Position(x: 0, y: 0))
    // The farthest of the broad colours are the ends of their range.
    let model = tables.model
    let ends = model.sourceLinear([SIMD3(65535, 0, 0), SIMD3(65535 - 199 * 20, 0, 0)])
    #expect(abs(group.spread - model.okLab(ends[0]).deltaE(to: model.okLab(ends[1]))) < 1e-12)
    #expect(group.witnesses == .init(.init(x: 199 % 81 * 22 + 1, y: rows + 45), .init(x: 1, y: rows + 1)))
    // Pixels of the million that have the same colours are also counted.
    let million = Set((0..<1_000_000).map { $0 &* 0x9e37 & 0xfffff })
    #expect(group.colors == million.union((0..<200).map { $0 * 20 }).count)
    #expect(group.members.count == 16)
    func pixels(_ number: Int) -> Int { million.contains(number) ? 401 : 400 }
    #expect(group.members.prefix(2).map { Int($0.code.x) } == [65535 - 199 * 20, 65535])
    let others = (1..<199).map { $0 * 20 }.sorted { (pixels($1), $1) < (pixels($0), $0) }.prefix(14)
    #expect(group.members.dropFirst(2).map { Int($0.code.x) } == others.map { 65535 - $0 })
    // Colours that differ by a just-noticeable difference from the more frequent end, or the lower code.
    let reference = pixels(0) > pixels(199 * 20) ? 0 : 199 * 20
    let codes = ([reference] + million).map {
      SIMD3<UInt16>(65535 - UInt16($0 & 0xfff), UInt16($0 >> 12 & 15), UInt16($0 >> 16))
    }
    let labs = model.sourceLinear(codes).map { model.okLab($0) }
    let blocks = model.sourceLinear((0..<200).map { SIMD3(65535 - UInt16($0 * 20), 0, 0) }).map { model.okLab($0) }
    let lost = labs.count { $0.deltaE(to: labs[0]) >= 0.015 } + 400 * blocks.count { $0.deltaE(to: labs[0]) >= 0.015 }
    #expect(report.lostPixels == lost)

    var analyzer = Analyzer(tables, layout: layout)
    unsafe analyzer.consume(bytes.span.bytes)
    let whole = analyzer.finish()
    #expect(report == whole)
  }

  /// 262,144 colours of Display P3 with green and blue below the range of sRGB, and all its reds: more than the lists
  /// for one destination code can store before they are divided.
  @Test(arguments: [1, 2, 3])
  func `All colours on one code`(workers: Int) {
    let layout = PixelLayout(width: 512, height: 512, depth: 16)
    var bytes: [UInt8] = []
    for index in 0..<(512 * 512) {
      // An odd multiplier visits all of them in a shuffled order.
      let number = index &* 0x9e37 & 0x3ffff
      for sample in [65535 - number & 0xfff, number >> 12 & 7, number >> 15] {
        bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
    }
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout)
    unsafe analyzer.consume(bytes.span.bytes)
    let report = analyzer.finish(workers: workers) { count, body in
      DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
    #expect(report.pixels.clipped == 262_144)
    #expect(report.clippedColors == 262_144)
    #expect(report.collapse.all.groups == 1)
    #expect(report.collapse.all.colors == 262_144)
    #expect(report.collapse.all.pixels == 262_144)
    let group = report.collapse.largest.first
    #expect(group?.destination == SIMD3(255, 0, 0))
    #expect(group?.example == LossReport.Position(x: 0, y: 0))
    // All have one pixel: the members with the lowest codes are listed.
    let least = (0..<16).map { SIMD3<UInt16>(61440, UInt16($0 / 8), UInt16($0 % 8)) }
    #expect(group?.members.map(\.code) == least)
  }

  /// Reds of which most, or a third on each of several sides, become one code; every sixth is repeated.
  @Test(arguments: [(red: 63000, others: 300), (52000, 6000)], [8, 16])
  func `Many colours on few codes`(box: (red: Int, others: Int), depth: Int) {
    let layout = PixelLayout(width: 640, height: 560, depth: 16)
    var random = RandomSource(seed: UInt64(box.red))
    var colors: [[Int]] = []
    for index in 0..<(layout.width * layout.height) {
      let color = [
        Int.random(in: box.red...65535, using: &random), Int.random(in: 0...box.others, using: &random),
        Int.random(in: 0...box.others, using: &random),
      ]
      colors.append(index % 6 == 5 ? colors[Int.random(in: 0..<index, using: &random)] : color)
    }
    let bytes = colors.joined().flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: depth)
    var reference = ReferenceAnalyzer(rendition, layout: layout)
    unsafe reference.consume(bytes.span.bytes)
    let expected = reference.analysis().report.rounded
    #expect(expected.collapse.largest.first.map { $0.colors > 1 } == true)

    var analyzer = Analyzer(rendition, layout: layout)
    unsafe analyzer.consume(bytes.span.bytes)
    let report = analyzer.finish(workers: 2) { DispatchQueue.concurrentPerform(iterations: $0, execute: $1) }
    #expect(report.rounded == expected)
  }

  /// Records of which seven in ten have one surface code, some of them repeated, in as many passes as needed.
  @Test(arguments: [8, 16], [4 << 20, .max])
  func `Nothing that is remembered gets lost`(depth: Int, limit: Int) {
    var random = RandomSource(seed: UInt64(depth))
    let step: UInt64 = depth == 8 ? 0xff : 0xffff
    var records: [ColorRecord] = []
    for index in 0..<900_000 {
      if index % 9 == 8 {
        records.append(records[Int.random(in: 0..<index, using: &random)])
      } else {
        let code =
          UInt64.random(in: 0...9, using: &random) < 7 ? step << 32 : UInt64.random(in: 0...step, using: &random)
        records.append(
          ColorRecord(
            source: .random(in: 0..<(1 << 48), using: &random), surface: code | 5 << 48,
            pixels: .random(in: 1...(index % 100 == 0 ? 1 << 26 : 3), using: &random), first: UInt32(index)))
      }
    }
    var expected: [UInt64: (surface: UInt64, pixels: Int)] = [:]
    for record in records {
      expected[record.source, default: (record.surface, 0)].pixels += Int(record.pixels)
    }

    var found: [UInt64: (surface: UInt64, pixels: Int)] = [:]
    var passes = 0
    var next: ColorKey? = .first
    while let start = next {
      var store = ColorStore(depth: depth, width: records.count, height: 1, from: start, limit: limit)
      for record in records { unsafe store.add(record, at: store.prepare(record.source)) }
      store.flush()
      for list in store.parts.lists.joined() {
        unsafe store.records[list].forEachRecord { found[$0.source, default: ($0.surface, 0)].pixels += Int($0.pixels) }
      }
      next = store.held.end
      passes += 1
    }
    #expect(limit == .max ? passes == 1 : passes > 1)
    #expect(found.count == expected.count)
    for (source, value) in expected { #expect(found[source].map { $0 == value } == true) }
  }

  @Test func `Colours that come again and again take no second pass`() {
    // 30,000 colours repeated a hundred times, more records than fit.
    let (small, bytes) = Self.image(side: 200)
    var layout = small
    layout.height = 200 * 20
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout, memory: 4 << 20)
    for _ in 0..<20 { unsafe analyzer.consume(bytes.span.bytes) }
    let pass = analyzer.finishPass(workers: 1, perform: { count, body in (0..<count).forEach(body) })
    guard case .complete(let report, _) = pass else {
      Issue.record("another pass")
      return
    }
    #expect(report.pixels.total == 800_000)
  }

  @Test(arguments: [1, 2])
  func `Lost pixels of too many runs take another pass over the image`(workers: Int) throws {
    // Shuffled colours that sRGB converts to one red: every row and column is a run with scattered lost pixels. In the
    // lower half they are separated by greys.
    let layout = PixelLayout(width: 900, height: 700, depth: 16)
    var random = RandomSource(seed: 5)
    var bytes: [UInt8] = []
    for pixel in 0..<(layout.width * layout.height) {
      let (x, y) = (pixel % layout.width, pixel / layout.width)
      var samples = [UInt16.random(in: 61000...65535, using: &random), 0, 0]
      if y > 350, x % 24 > 19 || y % 20 > 15 { samples = [30000, 30000, 30000] }
      for sample in samples { bytes += [UInt8(truncatingIfNeeded: sample), UInt8(sample >> 8)] }
    }
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout)
    unsafe analyzer.consume(bytes.span.bytes)
    let expected = analyzer.finish()
    #expect(expected.flattened.visibleRegions > 1)

    let (report, passes) = try Self.reportInPasses(tables, layout, bytes, workers: workers)
    #expect(report == expected)
    #expect(passes > 2)
  }

  @Test func `A flattened set that does not fit is refused with the figure`() {
    // Consecutive columns of pixels flatten: all reds that become one.
    let layout = PixelLayout(width: 3000, height: 1200, depth: 16)
    var row: [UInt8] = []
    for x in 0..<layout.width {
      for sample in [UInt16(60600 + x % 3 * 2400), 0, 0] {
        row += [UInt8(truncatingIfNeeded: sample), UInt8(sample >> 8)]
      }
    }
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout, memory: 1 << 20)
    for _ in 0..<layout.height { unsafe analyzer.consume(row.span.bytes) }
    let pass = analyzer.finishPass(workers: 1, perform: { count, body in (0..<count).forEach(body) })
    guard case .exceedsMemory(needed: let bytes) = pass else {
      Issue.record("fits")
      return
    }
    // At least one bit for each pixel.
    #expect(bytes >= 3000 * 1200 / 8)
  }

  @Test(arguments: [1, 16, 64, 128, 4096]) func `A block begins at a multiple of its alignment`(alignment: Int) {
    for bytes in [0, 1, 100, 1 << 18] {
      let memory = AlignedMemory(byteCount: bytes, alignment: alignment)
      #expect(unsafe Int(bitPattern: memory.base) % alignment == 0)
      unsafe memory.base.initializeMemory(as: UInt8.self, repeating: 1, count: bytes)
    }
  }
}
