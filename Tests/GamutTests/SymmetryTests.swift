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
  var lostPixels, runs, flattenedPixels, regions, regionPixels: Int
  var all, visible: LossReport.GroupCounts
  var pixels: LossReport.Pixels
  var sizes: [Int]

  init(_ report: LossReport) {
    verdict = report.verdict
    lostPixels = report.lostPixels
    (runs, flattenedPixels) = (report.flattened.runs, report.flattened.pixels)
    (regions, regionPixels) = (report.flattened.visibleRegions, report.flattened.visiblePixels)
    (all, visible) = (report.collapse.all, report.collapse.visible)
    pixels = report.pixels
    sizes = report.flattened.regions.map(\.pixels)
  }
}

@Suite struct SymmetryTests {
  private static func expectSameWhenTurned(_ image: TestImage, _ rendition: Rendition, _ name: String) {
    let reference = Unturned(image.reference(rendition).report)
    let engine = Unturned(image.report(rendition, rowsAtOnce: 9, vector: .best))
    for turn in Turn.allCases {
      let turned = image.turned(turn)
      #expect(Unturned(turned.reference(rendition).report) == reference, "\(name), \(turn), reference path")
      #expect(Unturned(turned.report(rendition, rowsAtOnce: 9, vector: .best)) == engine, "\(name), \(turn), engine")
    }
  }

  @Test(arguments: EngineTests.layouts)
  func `A flipped or transposed image loses the same`(layout: PixelLayout) {
    var random = RandomSource(seed: UInt64(layout.depth * 1000 + layout.channels + 31))
    for round in 0..<16 {
      let rendition = Rendition(
        source: .rgb(.displayP3), destination: .sRGB, depth: round % 4 == 3 ? 16 : 8,
        jnd: round % 3 == 0 ? 0.004 : 0.015)
      Self.expectSameWhenTurned(TestImage(shapesIn: layout, random: &random), rendition, "round \(round)")
    }
  }

  @Test(arguments: LabelledImage.Kind.allCases)
  func `A flipped or transposed labelled image loses the same`(kind: LabelledImage.Kind) {
    let images = LabelledImage.small.filter { $0.kind == kind }
    for (index, labelled) in images.enumerated() where index % 3 == 0 {
      Self.expectSameWhenTurned(labelled.image, LabelledImage.rendition, labelled.testDescription)
    }
  }
}
