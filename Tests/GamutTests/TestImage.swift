import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// A layout and the bytes of its rows.
struct TestImage {
  var layout: PixelLayout
  var bytes: [UInt8]

  /// Patches of random colours and gradients between them, with noise, so that colours repeat and merge.
  init(layout: PixelLayout, random: inout RandomSource, corner: Bool) {
    let maximum = (1 << layout.depth) - 1
    var pixels = [[Int]](repeating: [], count: layout.width * layout.height)
    let low = corner ? maximum * 9 / 10 : 0
    func color(_ random: inout RandomSource) -> [Int] {
      (0..<layout.channels).map { channel in
        Bool.random(using: &random)
          ? Int.random(in: low...maximum, using: &random) : [0, maximum].randomElement(using: &random) ?? 0
      }
    }
    for index in pixels.indices { pixels[index] = color(&random) }
    for _ in 0..<6 {
      let (a, b) = (color(&random), color(&random))
      let x0 = Int.random(in: 0..<layout.width, using: &random)
      let y0 = Int.random(in: 0..<layout.height, using: &random)
      let (vertical, noisy) = (Bool.random(using: &random), Bool.random(using: &random))
      for y in y0..<layout.height {
        for x in x0..<layout.width {
          let t = vertical ? Double(y - y0) / Double(layout.height) : Double(x - x0) / Double(layout.width)
          pixels[y * layout.width + x] = zip(a, b).map {
            let value = Double($0) * (1 - t) + Double($1) * t + (noisy ? Double.random(in: 0...2, using: &random) : 0)
            return min(max(Int(value), 0), maximum)
          }
        }
      }
    }
    self.init(layout: layout, samples: pixels)
  }

  /// - Parameter samples: the channels of each pixel.
  init(layout: PixelLayout, samples: [[Int]]) {
    self.init(layout: layout, bytes: Self.bytes(samples.joined(), depth: layout.depth))
  }

  init(layout: PixelLayout, bytes: [UInt8]) {
    self.layout = layout
    self.bytes = bytes
  }

  /// The bytes of samples in native order: the supported machines are little-endian.
  static func bytes(_ samples: some Sequence<Int>, depth: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for sample in samples {
      bytes.append(UInt8(truncatingIfNeeded: sample))
      if depth == 16 { bytes.append(UInt8(sample >> 8)) }
    }
    return bytes
  }

  /// Returns the report, made in as many passes as it takes.
  func report(_ rendition: Rendition, rowsAtOnce: Int, vector: VectorExtension = .best) -> LossReport? {
    report(rendition, rowsAtOnce: rowsAtOnce, vector: vector, memory: .max).report
  }

  /// Returns the report made with a memory limit, and the number of passes; nil if it is refused.
  func report(
    _ rendition: Rendition, rowsAtOnce: Int, vector: VectorExtension = .best, memory: Int
  ) -> (report: LossReport?, passes: Int) {
    let tables = RenditionTables(rendition, sourceDepth: layout.depth)
    var partial: PartialAnalysis?
    for passes in 1..<500 {
      var analyzer = Analyzer(tables, layout: layout, vector: vector, memory: memory, continuing: partial)
      let rows = unsafe bytes.span.bytes
      let step = rowsAtOnce * layout.bytesPerRow
      for start in stride(from: 0, to: rows.byteCount, by: step) {
        analyzer.consume(rows.extracting(start..<min(start + step, rows.byteCount)))
      }
      switch analyzer.finishPass() {
      case .complete(let report, _): return (report, passes)
      case .partial(let next): partial = next
      case .exceedsMemory, .outOfMemory: return (nil, passes)
      }
    }
    return (nil, 500)
  }

  func reference(_ rendition: Rendition) -> LossReport {
    var analyzer = ReferenceAnalyzer(rendition, layout: layout)
    unsafe analyzer.consume(bytes.span.bytes)
    return analyzer.report()
  }

  /// Expects the report of each vector extension, with rows given one by one, by fives and at once, to be that of the
  /// reference. Returns this.
  @discardableResult
  func expectReference(
    _ rendition: Rendition, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> LossReport {
    let expected = reference(rendition)
    for vector in VectorExtension.available {
      for rows in [1, 5, layout.height] {
        let report = report(rendition, rowsAtOnce: rows, vector: vector)
        #expect(
          report?.snapped(to: expected) == expected, "\(name), \(rows) rows at once, \(vector)",
          sourceLocation: sourceLocation)
      }
    }
    return expected
  }
}

extension LossReport {
  /// The report with each real number that is within 1e-6 of the expected one, relative to it, replaced by that.
  func snapped(to expected: LossReport) -> LossReport {
    func snap(_ value: inout Double, _ expected: Double) {
      if (value - expected).magnitude <= 1e-6 * expected.magnitude { value = expected }
    }
    func snap(_ shift: inout Shift, _ expected: Shift) {
      snap(&shift.maximum, expected.maximum)
      snap(&shift.mean, expected.mean)
      snap(&shift.p95, expected.p95)
    }
    var result = self
    snap(&result.excess, expected.excess)
    snap(&result.shift, expected.shift)
    for index in result.steps.largest.indices where index < expected.steps.largest.count {
      snap(&result.steps.largest[index].loss, expected.steps.largest[index].loss)
    }
    for index in result.areas.largest.indices where index < expected.areas.largest.count {
      snap(&result.areas.largest[index].before, expected.areas.largest[index].before)
      snap(&result.areas.largest[index].after, expected.areas.largest[index].after)
    }
    return result
  }
}
