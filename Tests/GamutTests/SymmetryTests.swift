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

/// The part of a report that does not depend on the orientation.
private struct Unturned: Equatable {
  var verdict: LossReport.Verdict
  var pixels: LossReport.Pixels
  var steps, areas: [Int]
  var lostPixels, pairs: Int
  var sizes: [Int]
  var losses: [Double]

  init?(_ report: LossReport?) {
    guard let report else { return nil }
    verdict = report.verdict
    pixels = report.pixels
    steps = [
      report.steps.pixels, report.steps.regions, report.steps.visiblePixels, report.steps.visibleRegions,
    ]
    areas = [report.areas.pairs, report.areas.pixels]
    lostPixels = report.lostPixels
    pairs = report.areas.pairs
    sizes = report.steps.largest.map(\.pixels)
    // Equal steps of boxes of other lengths may differ in the last bit.
    losses = report.steps.largest.map { ($0.loss * 1e9).rounded() / 1e9 }.sorted()
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
      let expected = Unturned(image.report(rendition, rowsAtOnce: 9))
      for turn in Turn.allCases {
        #expect(Unturned(image.turned(turn).report(rendition, rowsAtOnce: 9)) == expected, "round \(round), \(turn)")
      }
    }
  }
}
