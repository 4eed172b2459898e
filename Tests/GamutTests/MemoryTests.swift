import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

@Suite struct MemoryTests {
  /// Returns random 16-bit RGB: nearly all colours are distinct, half of them on the surface.
  static func image(side: Int) -> TestImage {
    var random = RandomSource(seed: 7)
    let samples = (0..<side * side * 3).map { _ in Int.random(in: 0...65535, using: &random) }
    return TestImage(
      layout: PixelLayout(width: side, height: side, depth: 16), bytes: TestImage.bytes(samples, depth: 16))
  }

  @Test func `Several passes within a limit come to the same as one without`() throws {
    let image = Self.image(side: 900)
    let expected = try #require(image.report(Self.rendition, rowsAtOnce: 900))
    let (report, passes) = Self.reportInPasses(image)
    #expect(report == expected)
    #expect(passes > 1)
  }

  private static let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB)

  /// Returns a report made in as many passes as the minimum memory requires: 4 MiB for colours.
  static func reportInPasses(_ image: TestImage) -> (report: LossReport?, passes: Int) {
    image.report(rendition, rowsAtOnce: 100, memory: 4 << 20)
  }

  /// A million colours with one code, which is more than one pass can store: they form one group. 200 of them are areas.
  @Test func `One code in several passes`() throws {
    let (width, rows, strips) = (1800, 1500, 3)
    let layout = PixelLayout(width: width, height: rows + 22 * strips, depth: 16)
    var index = 0
    let samples = (0..<layout.width * layout.height).map { pixel -> [Int] in
      let (x, y) = (pixel % width, pixel / width)
      var number: Int?
      if y >= rows {
        // Blocks of 20 x 20 pixels separated by grey.
        let block = (y - rows) / 22 * 81 + x / 22
        if x % 22 < 20, (y - rows) % 22 < 20, x / 22 < 81, block < 200 { number = block * 20 }
      } else if x % 3 < 2, y % 3 < 2, index < 1_000_000 {
        // Blocks of two by two separated by grey: nothing touches. A million of the 2^20 colours, shuffled.
        number = index &* 0x9e37 & 0xfffff
        index += 1
      }
      return number.map { [65535 - $0 & 0xfff, $0 >> 12 & 15, $0 >> 16] } ?? [30000, 30000, 30000]
    }
    let image = TestImage(layout: layout, samples: samples)
    let (found, passes) = Self.reportInPasses(image)
    let report = try #require(found)
    #expect(passes > 2)
    #expect(report.pixels.clipped == 1_080_000)
    #expect(report.collapse.groups == 1)
    #expect(report.collapse.pixels == 1_080_000)
    let group = try #require(report.collapse.largest.first)
    #expect(group.destination == SIMD3(255, 0, 0))
    // Pixels of the million that have the same colours are also counted.
    let million = Set((0..<1_000_000).map { $0 &* 0x9e37 & 0xfffff })
    #expect(group.colors == million.union((0..<200).map { $0 * 20 }).count)
    #expect(group.members.count == 16)
    func pixels(_ number: Int) -> Int { million.contains(number) ? 401 : 400 }
    let frequent = (0..<200).map { $0 * 20 }.sorted { (pixels($1), $1) < (pixels($0), $0) }.prefix(16)
    #expect(group.members.map { Int($0.code.x) } == frequent.map { 65535 - $0 })
    // The blocks that differ by 2.5 and look alike, with the pixels of the rarer ones.
    let model = RenditionTables(Self.rendition, sourceDepth: 16).model
    let blocks = model.sourceLinear((0..<200).map { SIMD3(65535 - UInt16($0 * 20), 0, 0) }).map { model.din99o($0) }
    var (pairs, rarer) = (0, Set<Int>())
    for (index, one) in blocks.enumerated() {
      for (other, color) in blocks.enumerated().dropFirst(index + 1) where one.difference(to: color) >= 2.5 {
        pairs += 1
        // Of equal ones, the lower code.
        rarer.insert(pixels(index * 20) < pixels(other * 20) ? index : other)
      }
    }
    #expect(pairs > 1000 && report.areas.pairs == pairs)
    #expect(report.areas.pixels == rarer.reduce(0) { $0 + pixels($1 * 20) })
    #expect(image.report(Self.rendition, rowsAtOnce: layout.height) == report)
  }

  /// 262,144 colours of Display P3 with green and blue below the range of sRGB, and all its reds: one list
  /// has them all.
  @Test func `All colours on one code`() throws {
    let samples = (0..<512 * 512).map { index -> [Int] in
      // An odd multiplier visits all of them in a shuffled order.
      let number = index &* 0x9e37 & 0x3ffff
      return [65535 - number & 0xfff, number >> 12 & 7, number >> 15]
    }
    let image = TestImage(layout: PixelLayout(width: 512, height: 512, depth: 16), samples: samples)
    let report = try #require(image.report(Self.rendition, rowsAtOnce: 512))
    #expect(report.pixels.clipped == 262_144)
    #expect(report.clippedColors == 262_144)
    #expect(report.collapse.groups == 1)
    #expect(report.collapse.colors == 262_144)
    #expect(report.collapse.pixels == 262_144)
    let group = report.collapse.largest.first
    #expect(group?.destination == SIMD3(255, 0, 0))
    // All have one pixel: the members with the lowest codes are listed.
    let least = (0..<16).map { SIMD3<UInt16>(61440, UInt16($0 / 8), UInt16($0 % 8)) }
    #expect(group?.members.map(\.code) == least)
  }

  /// Reds of which most, or a third on each of several sides, become one code; every sixth is repeated. They
  /// are nearly transparent, so that no losses have to be found, for which the reference would take long.
  @Test(arguments: [(red: 63000, others: 300), (52000, 6000)], [8, 16])
  func `Many colours on few codes`(box: (red: Int, others: Int), depth: Int) {
    let layout = PixelLayout(width: 640, height: 560, depth: 16, hasAlpha: true)
    var random = RandomSource(seed: UInt64(box.red))
    var colors: [[Int]] = []
    for index in 0..<(layout.width * layout.height) {
      let color = [
        Int.random(in: box.red...65535, using: &random), Int.random(in: 0...box.others, using: &random),
        Int.random(in: 0...box.others, using: &random), 1,
      ]
      colors.append(index % 6 == 5 ? colors[Int.random(in: 0..<index, using: &random)] : color)
    }
    let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: depth)
    let image = TestImage(layout: layout, samples: colors)
    let expected = image.reference(rendition)
    #expect(expected.collapse.largest.first.map { $0.colors > 1 } == true)
    let report = image.report(rendition, rowsAtOnce: layout.height)
    #expect(report?.snapped(to: expected) == expected)
  }

  /// Colours of which seven in ten have one surface code, some of them repeated, in as many passes as needed; some have more
  /// pixels than fit into a record.
  @Test(arguments: [4 << 20, .max])
  func `Nothing that is stored gets lost`(limit: Int) {
    var random = RandomSource(seed: 16)
    var colors: [SurfaceColor] = []
    for index in 0..<900_000 {
      if index % 9 == 8 {
        colors.append(colors[Int.random(in: 0..<index, using: &random)])
      } else {
        let isOne = UInt64.random(in: 0...9, using: &random) < 7
        colors.append(
          SurfaceColor(
            source: .random(in: 0..<(1 << 48), using: &random),
            surface: (isOne ? 0xffff << 32 : .random(in: 0...0xffff, using: &random)) | 5 << 48,
            pixels: .random(in: 1...(index % 100 == 0 ? 1 << 20 : 3), using: &random)))
      }
    }
    var expected: [UInt64: [Int]] = [:]
    for color in colors { expected[color.source, default: [Int(color.surface), 0]][1] += color.pixels }

    var found: [UInt64: [Int]] = [:]
    var passes = 0
    var next: ColorKey? = .first
    while let start = next {
      var store = ColorStore(PixelLayout(width: 1000, height: 1000, depth: 8), from: start, limit: limit)
      for color in colors { store.add(color) }
      store.finish()
      var twice = 0
      store.forEachColor { color in
        if found[color.source] != nil { twice += 1 }
        found[color.source] = [Int(color.surface), color.pixels]
      }
      #expect(twice == 0 && store.exhaustedBytes == nil)
      next = store.end
      passes += 1
    }
    #expect(limit == .max ? passes == 1 : passes > 1)
    #expect(found == expected)
  }

  @Test func `Colours that come again and again take no second pass`() {
    // 30,000 colours repeated a hundred times, more records than fit.
    let image = Self.image(side: 200)
    let layout = PixelLayout(width: 200, height: 200 * 20, depth: 16)
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout, memory: 4 << 20)
    for _ in 0..<20 { unsafe analyzer.consume(image.bytes.span.bytes) }
    let pass = analyzer.finishPass()
    guard case .complete(let report, _) = pass else {
      Issue.record("another pass")
      return
    }
    #expect(report.pixels.total == 800_000)
  }

  /// The rows of an image that arrive at once are still there when the colours of its areas are known.
  @Test func `Pixels of areas are counted in a second pass, if rows arrive one after another`() {
    // Two blocks, 20 pixels apart.
    let layout = PixelLayout(width: 90, height: 40, depth: 8)
    let colors = (0..<layout.width * layout.height).map { index -> [Int] in
      let (x, y) = (index % layout.width, index / layout.width)
      guard (5..<35).contains(y), (5..<35).contains(x) || (55..<85).contains(x) else { return [40, 40, 40] }
      return [x < 40 ? 255 : 236, 0, 0]
    }
    let image = TestImage(layout: layout, samples: colors)
    let (whole, passes) = image.report(Self.rendition, rowsAtOnce: 40, memory: .max)
    #expect(whole?.areas.pairs == 1 && whole?.areas.pixels == 900 && whole?.lostPixels == 900 && passes == 1)
    let (inParts, more) = image.report(Self.rendition, rowsAtOnce: 7, memory: .max)
    #expect(inParts == whole && more == 2)
  }

  @Test func `A map of lost pixels that does not fit is refused with the figure`() {
    // Stripes of two reds that become one.
    let layout = PixelLayout(width: 3000, height: 1200, depth: 16)
    let row = TestImage.bytes((0..<layout.width).flatMap { [$0 / 100 % 2 == 0 ? 65535 : 60600, 0, 0] }, depth: 16)
    let tables = RenditionTables(Self.rendition, sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout, memory: 1 << 20)
    for _ in 0..<layout.height { unsafe analyzer.consume(row.span.bytes) }
    let pass = analyzer.finishPass()
    guard case .exceedsMemory(needed: let bytes) = pass else {
      Issue.record("fits")
      return
    }
    // At least one bit for each pixel.
    #expect(bytes >= 3000 * 1200 / 8)
  }
}
