import Testing

@testable import Gamut

@Suite struct RunTrackerTests {
  private struct Stretch: Equatable {
    var red: UInt64
    var row: Int
  }

  /// A row of the example in the documentation of ``RunTracker``.
  private struct Row {
    var color: SIMD3<UInt16>
    var run: ClosedRange<Int>
    var stretches: [Stretch] = []
  }

  @Test func `The worked example`() throws {
    let layout = PixelLayout(width: 1, height: 6, depth: 8)
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 8)
    let flattened = FlattenedRuns(FlattenedSet(width: 1, height: 6, limit: .max))
    var tracker = RunTracker(
      tables, layout: layout, vector: .portable, columns: 0..<1, into: flattened, memory: .max)

    let (dark, bright) = (SIMD3<UInt16>(0xec, 0, 0), SIMD3<UInt16>(0xff, 0, 0))
    let two = [Stretch(red: 0xec, row: 0), Stretch(red: 0xff, row: 1)]
    let three = two + [Stretch(red: 0xec, row: 3)]
    let rows = [
      Row(color: dark, run: 0...0), Row(color: bright, run: 0...1, stretches: two),
      Row(color: bright, run: 0...2, stretches: two), Row(color: dark, run: 0...3, stretches: three),
      Row(color: SIMD3(repeating: 0x80), run: 0...3, stretches: three), Row(color: bright, run: 5...5),
    ]
    var above: [UInt8] = [0, 0, 0]
    for (y, row) in rows.enumerated() {
      let pixels = (0..<3).map { UInt8(row.color[$0]) }
      let source = PackedColor(row.color)
      tracker.beginRows(y..<y + 1)
      if let surface = SurfaceCode(linear: tables.toDestination * tables.sourceLinear(source), tables) {
        #expect(surface.color == SIMD3(255, 0, 0))
        unsafe pixels.withUnsafeBytes { pixels in
          unsafe above.withUnsafeBytes { above in
            guard let pixels = pixels.baseAddress, let above = above.baseAddress else { return }
            unsafe tracker.addDown(
              from: 0, to: 1, source: source.bits, surface: surface, pixels: pixels, above: above, as: RGB8.self)
          }
        }
      }
      above = pixels

      let column = tracker.columns[0]
      #expect(column.first...column.last == row.run, "row \(y)")
      #expect(column.code == PackedColor(SIMD3(255, 0, 0)).bits)
      #expect(column.isClipped)
      #expect(column.isVaried == !row.stretches.isEmpty)
      var run = RunStretches()
      run.read(0, of: tracker.stretches)
      run.end(pixels: column.last + 1 - column.first)
      var stretches: [Stretch] = []
      for index in 0..<run.count {
        let start = index == 0 ? 0 : unsafe Int(run.ends[index - 1])
        stretches.append(unsafe Stretch(red: run.sources[index] >> 32, row: column.first + start))
      }
      #expect(stretches == row.stretches, "row \(y)")
    }
    tracker.finish()

    let result = flattened.set.flattened(top: 1, regionPixels: 1)
    #expect(result?.runs == 1)
    let region = try #require(result?.regions.first)
    #expect(region.y == 1 && region.height == 2)
    #expect((region.loss * 1000).rounded() == 41)
  }
}
