import Dispatch
import TestSupport
import Testing

@testable import Gamut

@Suite struct MemoryTests {
  /// Random 16-bit RGB: nearly every colour different, half of them on the surface.
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
    unsafe bytes.withUnsafeBytes { unsafe analyzer.consume($0) }
    let expected = analyzer.finish()

    var partial: PartialAnalysis?
    var passes = 0
    while true {
      // The least: 4 MiB for colours, of which there are 7 MB.
      var analyzer = Analyzer(tables, layout: layout, memory: 4 << 20, continuing: partial)
      unsafe bytes.withUnsafeBytes { unsafe analyzer.consume($0) }
      passes += 1
      switch analyzer.finishPass(workers: 1, perform: { count, body in (0..<count).forEach(body) }) {
      case .partial(let next): partial = next
      case .complete(let report):
        #expect(report == expected)
        #expect(passes > 1)
        return
      case .exceedsMemory(let bytes):
        Issue.record("\(bytes)")
        return
      }
      try #require(passes < 100)
    }
  }

  /// 262,144 colours of Display P3 with no green and blue that sRGB could show, and all the red it has: more than the
  /// lists for one destination code take before they are divided.
  @Test(arguments: [1, 2, 3])
  func `All colours on one code`(workers: Int) {
    let layout = PixelLayout(width: 512, height: 512, depth: 16)
    var bytes: [UInt8] = []
    for index in 0..<(512 * 512) {
      // An odd multiplier goes through all of them in no order.
      let number = index &* 0x9e37 & 0x3ffff
      for sample in [65535 - number & 0xfff, number >> 12 & 7, number >> 15] {
        bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
    }
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout)
    unsafe bytes.withUnsafeBytes { unsafe analyzer.consume($0) }
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
    // All have one pixel: the members with the least codes are listed.
    let least = (0..<16).map { SIMD3<UInt16>(61440, UInt16($0 / 8), UInt16($0 % 8)) }
    #expect(group?.members.map(\.code) == least)
  }

  @Test func `Colours that come again and again take no second pass`() {
    // 30,000 colours a hundred times, more records than fit.
    let (small, bytes) = Self.image(side: 200)
    var layout = small
    layout.height = 200 * 20
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout, memory: 4 << 20)
    for _ in 0..<20 { unsafe bytes.withUnsafeBytes { unsafe analyzer.consume($0) } }
    let pass = analyzer.finishPass(workers: 1, perform: { count, body in (0..<count).forEach(body) })
    guard case .complete(let report) = pass else {
      Issue.record("another pass")
      return
    }
    #expect(report.pixels.total == 800_000)
  }

  @Test func `A flattened set that does not fit is refused with the figure`() {
    // One column of pixels after another goes flat: all reds that become one.
    let layout = PixelLayout(width: 3000, height: 1200, depth: 16)
    var row: [UInt8] = []
    for x in 0..<layout.width {
      for sample in [UInt16(60600 + x % 3 * 2400), 0, 0] {
        row += [UInt8(truncatingIfNeeded: sample), UInt8(sample >> 8)]
      }
    }
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var analyzer = Analyzer(tables, layout: layout, memory: 1 << 20)
    for _ in 0..<layout.height { unsafe row.withUnsafeBytes { unsafe analyzer.consume($0) } }
    let pass = analyzer.finishPass(workers: 1, perform: { count, body in (0..<count).forEach(body) })
    guard case .exceedsMemory(let bytes) = pass else {
      Issue.record("fits")
      return
    }
    // A bit for each pixel at the least.
    #expect(bytes >= 3000 * 1200 / 8)
  }
}
