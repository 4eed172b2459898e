import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

@Suite(.enabled(if: Thoroughness.hasTime)) struct MemoryTests {
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
