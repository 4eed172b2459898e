import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// The transformations of an image that map rows and columns to rows and columns.
enum Turn: CaseIterable {
  case flippedAcross, flippedDown, transposed

  /// Returns the source position of a pixel in an image of the given size.
  fileprivate func source(_ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .flippedAcross: (width - 1 - x, y)
    case .flippedDown: (x, height - 1 - y)
    case .transposed: (y, x)
    }
  }
}

extension TestImage {
  func turned(_ turn: Turn) -> TestImage {
    var result = self
    if turn == .transposed { (result.layout.width, result.layout.height) = (layout.height, layout.width) }
    let size = layout.channels * layout.bytesPerSample
    result.bytes = []
    result.bytes.reserveCapacity(bytes.count)
    for y in 0..<result.layout.height {
      for x in 0..<result.layout.width {
        let (fromX, fromY) = turn.source(x, y, width: result.layout.width, height: result.layout.height)
        let first = (fromY * layout.width + fromX) * size
        result.bytes += bytes[first..<first + size]
      }
    }
    return result
  }
}

extension LossReport {
  /// The numbers that do not depend on the orientation.
  fileprivate var unturned: [[Double]] {
    let counts = [
      pixels.total, pixels.transparent, pixels.clipped, pixels.darker, steps.pixels, steps.regions, steps.visiblePixels,
      steps.visibleRegions, areas.pairs, areas.pixels, lostPixels,
    ]
    return [
      counts.map(Double.init), steps.largest.map { Double($0.pixels) },
      // Equal steps of boxes of other lengths may differ in the last bit.
      steps.largest.map { ($0.loss * 1e9).rounded() / 1e9 }.sorted(),
    ]
  }
}

@Suite struct SymmetryTests {
  @Test(arguments: EngineTests.layouts)
  func `A flipped or transposed image loses the same`(layout: PixelLayout) {
    var random = RandomSource(seed: UInt64(layout.depth * 1000 + layout.channels + 31))
    for round in 0..<16 {
      var layout = layout
      if round % 2 == 0 { (layout.width, layout.height) = (150, 70) }
      let rendition = Rendition(
        source: .rgb(.displayP3), destination: .sRGB, depth: round % 4 == 3 ? 16 : 8,
        jnd: round % 3 == 0 ? 0.5 : 1.75, top: 10_000)
      let image = TestImage(shapesIn: layout, random: &random)
      let expected = image.report(rendition, rowsAtOnce: 9)?.unturned
      for turn in Turn.allCases {
        let turned = image.turned(turn).report(rendition, rowsAtOnce: 9)
        #expect(turned?.unturned == expected && expected != nil, "round \(round), \(turn)")
      }
    }
  }
}
