import Dispatch
import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

extension TestImage {
  /// Returns an image of blocks of few colours that mostly merge, with dots, noise, repeated rows and holes: it has
  /// flat pixels, hard edges, and runs of few colours.
  static func blocks(_ layout: PixelLayout, random: inout RandomSource) -> TestImage {
    let maximum = (1 << layout.depth) - 1
    func color() -> [Int] {
      let near = [0, 0, 0, 1, 2, maximum / 40, maximum / 12]
      return (0..<layout.channels).map { channel in
        if layout.hasAlpha, channel == layout.channels - 1 {
          return Int.random(in: 0...3, using: &random) * maximum / 3
        }
        let offset = min(near.randomElement(using: &random) ?? 0, maximum)
        return channel == 0 || layout.isGrey ? maximum - offset : offset
      }
    }
    var colors: [[Int]] = []
    for _ in 0..<5 { colors.append(color()) }
    var pixels = [[Int]](repeating: colors[0], count: layout.width * layout.height)
    for _ in 0..<14 {
      let fill = colors.randomElement(using: &random) ?? colors[0]
      let x = Int.random(in: 0..<layout.width, using: &random)
      let y = Int.random(in: 0..<layout.height, using: &random)
      let side = Int.random(in: 1...20, using: &random)
      let noise = Int.random(in: 0..<4, using: &random) == 0
      for y in y..<min(y + Int.random(in: 1...20, using: &random), layout.height) {
        for x in x..<min(x + side, layout.width) {
          pixels[y * layout.width + x] = noise ? colors.randomElement(using: &random) ?? fill : fill
        }
      }
    }
    for y in 1..<layout.height where Int.random(in: 0..<4, using: &random) == 0 {
      for x in 0..<layout.width { pixels[y * layout.width + x] = pixels[(y - 1) * layout.width + x] }
    }
    return TestImage(layout: layout, samples: pixels)
  }

  init(layout: PixelLayout, samples: [[Int]]) {
    self.layout = layout
    bytes = samples.joined().flatMap {
      layout.depth == 16 ? [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] : [UInt8(truncatingIfNeeded: $0)]
    }
  }

  /// Returns the report made with a memory limit, and the number of passes.
  func report(_ rendition: Rendition, memory: Int, workers: Int) -> (LossReport?, passes: Int) {
    let tables = RenditionTables(rendition, sourceDepth: layout.depth)
    var partial: PartialAnalysis?
    for passes in 1..<500 {
      var analyzer = Analyzer(tables, layout: layout, memory: memory, continuing: partial)
      unsafe analyzer.consume(bytes.span.bytes)
      let pass = analyzer.finishPass(workers: workers) { count, body in
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
      }
      switch pass {
      case .complete(let report, _): return (report, passes)
      case .partial(let next): partial = next
      case .exceedsMemory, .outOfMemory: return (nil, passes)
      }
    }
    return (nil, 500)
  }
}

@Suite struct LostPixelTests {
  @Test(arguments: EngineTests.layouts)
  func `Flat colours and lost pixels are those of the reference`(layout: PixelLayout) {
    var random = RandomSource(seed: UInt64(layout.depth * 100 + layout.channels))
    for round in 0..<30 {
      let rendition = Rendition(
        source: .rgb(.displayP3), destination: .sRGB, depth: round % 4 == 3 ? 16 : 8,
        jnd: [0.015, 0.001, 0.03][round % 3])
      let image = TestImage.blocks(layout, random: &random)
      let expected = image.reference(rendition).report.rounded
      #expect(image.reportInHalves(rendition).rounded == expected, "round \(round), in halves")
      for vector in VectorExtension.available {
        let report = image.report(rendition, rowsAtOnce: [1, 7, 1000][round % 3], vector: vector)
        #expect(report.rounded == expected, "round \(round), \(vector)")
      }
    }
  }

  /// Every pixel of a column has another colour of one code: more than the memory for the colours of open runs.
  @Test(arguments: [1, 2, 7])
  func `Columns that do not fit are followed in later passes`(workers: Int) {
    let layout = PixelLayout(width: 90, height: 4000, depth: 16)
    let samples = (0..<layout.width * layout.height).map { [65535 - $0 * 11 % 4099, $0 % 13, 0] }
    let image = TestImage(layout: layout, samples: samples)
    let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB)
    let (report, passes) = image.report(rendition, memory: 4 << 20, workers: workers)
    #expect(passes > 4)
    #expect(report?.rounded == image.reference(rendition).report.rounded)
    #expect(report?.flattened.runs ?? 0 >= 90)
  }

  /// Two reds of one code and a grey, three times, then the columns of the test above.
  @Test(arguments: [1, 2, 7])
  func `Runs that end before their columns are left to a later pass count once`(workers: Int) {
    let layout = PixelLayout(width: 90, height: 4000, depth: 16)
    let first = [[236 * 257, 0, 0], [65535, 0, 0], [32768, 32768, 32768]]
    let samples = (0..<layout.width * layout.height).map { index in
      let row = index / layout.width
      return row < 9 ? first[row % 3] : [65535 - index * 11 % 4099, index % 13, 0]
    }
    let image = TestImage(layout: layout, samples: samples)
    let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB)
    let (report, passes) = image.report(rendition, memory: 4 << 20, workers: workers)
    #expect(passes > 4)
    #expect(report?.rounded == image.reference(rendition).report.rounded)
    #expect(report?.flattened.runs ?? 0 >= 3 * 90)
  }
}
