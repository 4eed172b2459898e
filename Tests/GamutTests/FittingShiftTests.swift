import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// The shift of pixels that do not clip, compared with a computation pixel by pixel from the definition.
@Suite struct FittingShiftTests {
  /// A mapping that reduces blue, so that every colour moves.
  private struct Dimming: GamutMapping {
    func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
      ClipMapping()(SIMD3(linear.x, linear.y, linear.z * 0.9))
    }
  }

  /// Few colours with many repetitions, and more colours than are counted at once.
  @Test(arguments: [40, 1_000_000]) func `Maximum, mean and rank are those of the pixels`(colors: Int) {
    var random = RandomSource(seed: 11)
    let known = (0..<colors).map { _ in (0..<3).map { _ in UInt16.random(in: 0...65535, using: &random) } }
    let layout = PixelLayout(width: 1000, height: 1000, depth: 16)
    let pixels = (0..<1_000_000).map { known[colors < 1000 ? Int.random(in: 0..<colors, using: &random) : $0] }
    let bytes = TestImage.bytes(pixels.joined().lazy.map { Int($0) }, depth: 16)
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)
    var shifts = FittingShifts([nil, Dimming()], tables, layout: layout)
    unsafe bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 100 * layout.bytesPerRow) {
        unsafe shifts.consume(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + 100 * layout.bytesPerRow)]))
      }
    }
    let found = shifts.finish()

    let curve = RGBSpace.sRGBCurve
    func isOut(_ linear: Double) -> Bool {
      let value = curve.inverse(linear)
      return value < -0.5 / 255 && linear < -0.00015 || value > 1 + 0.5 / 255 && linear > 1.00015
    }
    func shown(_ linear: Double) -> Double {
      curve(Double(Int(min(max(curve.inverse(linear), 0), 1) * 255 + 0.5)) / 255)
    }
    var expected: [[Double]] = [[], []]
    for pixel in pixels {
      let source = SIMD3((0..<3).map { RGBSpace.displayP3[$0](Double(pixel[$0]) / 65535) })
      let linear = WideImage.toSRGB * source
      let before = DIN99o(linearSRGB: linear)
      if isOut(linear.x) || isOut(linear.y) || isOut(linear.z) || OKLab(linearSRGB: linear).chroma < 0.02 {
        continue
      }
      for (index, blue) in [linear.z, linear.z * 0.9].enumerated() {
        let after = DIN99o(linearSRGB: SIMD3(shown(linear.x), shown(linear.y), shown(blue)))
        expected[index].append(before.difference(to: after))
      }
    }
    for (shift, expected) in zip(found, expected.map { $0.sorted() }) {
      #expect(expected.count > 100_000)
      #expect((shift.maximum - (expected.last ?? 0)).magnitude < 1e-6)
      #expect((shift.mean - expected.reduce(0, +) / Double(expected.count)).magnitude < 1e-6)
      let rank = expected[(95 * expected.count + 99) / 100 - 1]
      #expect(shift.p95 > rank - 1e-6 && shift.p95 - rank <= 1.0 / 4096 + 1e-6)
    }
  }
}
