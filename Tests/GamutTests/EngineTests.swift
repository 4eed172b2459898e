import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// A layout and the bytes of its rows.
struct TestImage {
  var layout: PixelLayout
  var bytes: [UInt8]

  /// Patches of random colours and gradients between them, with noise, so that colours repeat, merge and flatten.
  init(layout: PixelLayout, random: inout RandomSource, corner: Bool) {
    self.layout = layout
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
    bytes = []
    for sample in pixels.joined() {
      // Native order: the supported machines are little-endian.
      bytes.append(UInt8(truncatingIfNeeded: sample))
      if layout.depth == 16 { bytes.append(UInt8(sample >> 8)) }
    }
  }

  func report(_ rendition: Rendition, rowsAtOnce: Int, vector: VectorExtension) -> LossReport {
    var analyzer = Analyzer(rendition, layout: layout, vector: vector)
    unsafe bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: rowsAtOnce * layout.bytesPerRow) {
        let end = min(start + rowsAtOnce * layout.bytesPerRow, bytes.count)
        unsafe analyzer.consume(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }
    return analyzer.finish()
  }

  /// Returns the report of separate steps, as with two threads: the colours of a batch are stored before its runs are
  /// followed, or after.
  func reportInHalves(_ rendition: Rendition) -> LossReport {
    var analyzer = Analyzer(rendition, layout: layout)
    unsafe bytes.withUnsafeBytes { bytes in
      for (index, start) in stride(from: 0, to: bytes.count, by: 5 * layout.bytesPerRow).enumerated() {
        let rows = unsafe bytes[start..<min(start + 5 * layout.bytesPerRow, bytes.count)]
        var batch = RowBatch(layout)
        unsafe batch.buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rows))
        batch.rows = unsafe rows.count / layout.bytesPerRow
        batch.classify(with: analyzer.classifier)
        if index % 2 == 0 { analyzer.colors.remember(batch) }
        analyzer.follow(batch)
        if index % 2 == 1 { analyzer.colors.remember(batch) }
      }
    }
    return analyzer.finish()
  }

  func reference(_ rendition: Rendition) -> ReferenceAnalysis {
    var analyzer = ReferenceAnalyzer(rendition, layout: layout)
    unsafe analyzer.consume(bytes.span.bytes)
    return analyzer.analysis()
  }
}

extension LossReport {
  /// The report with real numbers rounded to the guaranteed precision.
  var rounded: LossReport {
    func round(_ value: inout Double) { value = (value * 1e8).rounded() / 1e8 }
    var result = self
    round(&result.excess)
    round(&result.shift.maximum)
    round(&result.shift.mean)
    round(&result.shift.p95)
    return result
  }
}

@Suite struct EngineTests {
  static let layouts: [PixelLayout] = {
    var layouts: [PixelLayout] = []
    for depth in [1, 2, 4, 8, 16] {
      for (isGrey, hasAlpha) in [(true, false), (true, true), (false, false), (false, true)] {
        guard depth >= 8 || (isGrey && !hasAlpha) else { continue }
        var layout = PixelLayout(width: 61, height: 47, depth: depth, isGrey: isGrey, hasAlpha: hasAlpha)
        layouts.append(layout)
        guard !hasAlpha else { continue }
        layout.transparentColor = SIMD3(repeating: UInt16((1 << depth) - 1))
        layouts.append(layout)
      }
    }
    return layouts
  }()

  /// Returns a space with random primaries and curves, which may differ per channel.
  static func space(_ random: inout RandomSource) -> RGBSpace {
    func curve() -> TransferFunction {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return .gamma(Double.random(in: 1...3, using: &random))
      case 1: return RGBSpace.sRGBCurve
      case 2:
        var samples = (0..<Int.random(in: 2...300, using: &random)).map { _ in
          UInt16.random(in: .min ... .max, using: &random)
        }.sorted()
        samples[0] = 0
        samples[samples.count - 1] = 65535
        return .sampled(samples)
      default: return .linear
      }
    }
    let shared = curve()
    let base = Bool.random(using: &random) ? RGBSpace.displayP3.toPCS : RGBSpace.sRGB.toPCS
    func jitter() -> SIMD3<Double> { SIMD3.random(in: -0.04...0.04, using: &random) }
    let matrix = Matrix3(
      columns: base.column(0) + jitter(), base.column(1) + jitter(), base.column(2) + jitter())
    let same = Bool.random(using: &random)
    return RGBSpace(
      colorants: matrix, red: shared, green: same ? shared : curve(), blue: same ? shared : curve()) ?? .displayP3
  }

  @Test(arguments: layouts)
  func `The engine equals the reference on random images in random spaces`(layout: PixelLayout) {
    var random = RandomSource(seed: UInt64(layout.depth * 1000 + layout.channels))
    for round in 0..<12 {
      let source = round == 0 ? RGBSpace.displayP3 : Self.space(&random)
      let destination = round < 6 ? RGBSpace.sRGB : Self.space(&random)
      let rendition = Rendition(
        source: .rgb(source), destination: destination, depth: round % 3 == 2 ? 16 : 8,
        jnd: [0.02, 0.001, 0.1][round % 3])
      let image = TestImage(layout: layout, random: &random, corner: round % 2 == 0)
      let expected = image.reference(rendition).report.rounded
      #expect(image.reportInHalves(rendition).rounded == expected, "round \(round), in halves")
      for vector in VectorExtension.available {
        for rows in [1, 7, 1000] {
          #expect(
            image.report(rendition, rowsAtOnce: rows, vector: vector).rounded == expected,
            "round \(round), \(rows) rows at once, \(vector)")
        }
      }
    }
  }

  @Test(arguments: layouts)
  func `The engine equals the reference on shapes that merge`(layout: PixelLayout) {
    var random = RandomSource(seed: UInt64(layout.depth * 1000 + layout.channels + 3))
    var found: Set<LossReport.Verdict> = []
    for round in 0..<24 {
      let rendition = Rendition(
        source: .rgb(.displayP3), destination: .sRGB, depth: round % 4 == 3 ? 16 : 8,
        jnd: [0.015, 0.004, 0.03][round % 3])
      var layout = layout
      // Wider than the 64 pixels that kernels look at together.
      if round % 4 == 1 { (layout.width, layout.height) = (190, 17) }
      let image = TestImage(shapesIn: layout, random: &random)
      let expected = image.reference(rendition).report.rounded
      found.insert(expected.verdict)
      #expect(image.reportInHalves(rendition).rounded == expected, "round \(round), in halves")
      for vector in VectorExtension.available {
        for rows in [round % 2 == 0 ? 1 : 7, 1000] {
          #expect(
            image.report(rendition, rowsAtOnce: rows, vector: vector).rounded == expected,
            "round \(round), \(rows) rows at once, \(vector)")
        }
      }
    }
    // The images have various verdicts.
    #expect(layout.isGrey || found.isSuperset(of: [.clips, .collapses]))
  }
}
