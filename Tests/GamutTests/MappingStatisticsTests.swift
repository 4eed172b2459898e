import LibC
import TestSupport
import Testing

@testable import Gamut

/// The statistics of a mapping, compared with a computation pixel by pixel that shares nothing with the library: the
/// matrices of CSS Color 4 (section 18), DIN 6176:2018, and Ottosson (A perceptual color space for image processing, 2020).
@Suite struct MappingStatisticsTests {
  /// A mapping that turns every hue and keeps some colours out of range.
  private struct Turning: GamutMapping {
    func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
      ClipMapping()(Self.turned(linear))
    }

    static func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
      // Grey stays grey.
      0.9 * v + 0.1 * SIMD3(v.y, v.z, v.x)
    }
  }

  private static func decoded(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func encoded(_ linear: Double) -> Double {
    let size = linear.magnitude
    let value = size <= 0.0031308 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055
    return linear < 0 ? -value : value
  }

  private static func product(_ m: [[Double]], _ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(m.map { $0[0] * v.x + $0[1] * v.y + $0[2] * v.z })
  }

  /// Linear sRGB of a 16-bit colour of Display P3.
  private static func linear(_ color: [UInt16]) -> SIMD3<Double> {
    let xyz = product(
      [
        [0.486570948648216, 0.265667693169093, 0.198217285234363],
        [0.228974564069749, 0.691738521836506, 0.079286914093745],
        [0, 0.045113381858903, 1.043944368900976],
      ], SIMD3(color.map { decoded(Double($0) / 65535) }))
    return product(
      [
        [3.240969941904523, -1.537383177570094, -0.498610760293003],
        [-0.969243636280880, 1.875967501507721, 0.041555057407176],
        [0.055630079696994, -0.203976958888977, 1.056971514242879],
      ], xyz)
  }

  /// Lightness, a and b in OKLab, in which hue is compared.
  private static func okLab(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let lms = product(
      [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ], linear)
    return product(
      [
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
      ], SIMD3(cbrt(lms.x), cbrt(lms.y), cbrt(lms.z)))
  }

  /// Lightness, a and b in DIN99o, by the four steps of Documentation/definitions.md; XYZ by CSS Color 4.
  private static func din99o(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let xyz = product(
      [
        [0.412390799265959, 0.357584339383878, 0.180480788401834],
        [0.212639005871510, 0.715168678767756, 0.072192315360734],
        [0.019330818715592, 0.119194779794626, 0.950532152249661],
      ], linear)
    let white = SIMD3(0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290)
    let f = (xyz / white).map { $0 > 216.0 / 24389 ? cbrt($0) : (24389.0 / 27 * $0 + 16) / 116 }
    let (a, b) = (500 * (f.x - f.y), 200 * (f.y - f.z))
    let turn = 26 * Double.pi / 180
    let e = a * cos(turn) + b * sin(turn)
    let g = 0.83 * (b * cos(turn) - a * sin(turn))
    let chroma = log(1 + 0.075 * hypot(e, g)) / 0.0435
    let hue = atan2(g, e) + turn
    return SIMD3(303.67 * log(1 + 0.0039 * (116 * f.y - 16)), chroma * cos(hue), chroma * sin(hue))
  }

  private static func clamped(_ v: SIMD3<Double>) -> SIMD3<Double> { v.clamped(lowerBound: .zero, upperBound: .one) }

  /// Codes of 255, before rounding.
  private static func codes(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let v = clamped(linear)
    return 255 * SIMD3(encoded(v.x), encoded(v.y), encoded(v.z))
  }

  private static func clips(_ linear: SIMD3<Double>, by share: Double) -> Bool {
    (0..<3).contains { channel in
      let (value, code) = (linear[channel], encoded(linear[channel]))
      let (step, least) = (share * 0.5 / 255, share * 0.00015)
      return code < -step && value < -least || code > 1 + step && value > 1 + least
    }
  }

  /// Whether rounding of the profile's numbers could change a decision: the code, whether it clips, whether hue counts.
  private static func isClose(_ color: [UInt16]) -> Bool {
    let before = linear(color)
    let lab = okLab(before)
    return [before, Turning.turned(before)].contains { v in
      let codes = codes(v)
      return (0..<3).contains { ((codes[$0] - codes[$0].rounded(.down)) - 0.5).magnitude < 0.05 }
    } || clips(before, by: 0.9) != clips(before, by: 1.1)
      || (hypot(lab.y, lab.z) - 0.02).magnitude < 0.001
  }

  @Test func `Changed pixels, their shift and the mean turn of hue are those of the pixels`() throws {
    var random = RandomSource(seed: 5)
    var colors: [[UInt16]] = []
    while colors.count < 400 {
      let top = UInt16.random(in: 20_000...65_535, using: &random)
      let color = (0..<3).map { _ in UInt16.random(in: 0...top, using: &random) }
      if !Self.isClose(color) { colors.append(color) }
    }
    // The same colours a second and a third time weigh twice and three times as much.
    let pixels = colors + colors[..<200] + colors[..<100] + colors[..<100]
    let layout = PixelLayout(width: 100, height: 8, depth: 16)
    let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB, mapping: Turning())
    var analyzer = Analyzer(rendition, layout: layout)
    let samples = pixels.flatMap { $0 }
    unsafe analyzer.consume(samples.span.bytes)
    let effect = try #require(analyzer.finish().mapping)

    var (shifts, turns): ([Double], [Double]) = ([], [])
    for pixel in pixels {
      let before = Self.linear(pixel)
      let after = Self.clamped(Turning.turned(before))
      let (from, to) = (Self.din99o(before), Self.din99o(after))
      let isChanged =
        Self.clips(before, by: 1)
        || (0..<3).contains { Self.codes(before)[$0].rounded() != Self.codes(after)[$0].rounded() }
      let way = from - to
      if isChanged { shifts.append(sqrt((way * way).sum())) }
      let (hue, turned) = (Self.okLab(before), Self.okLab(after))
      if hypot(hue.y, hue.z) > 0.02 {
        let degrees = (atan2(turned.z, turned.y) - atan2(hue.z, hue.y)).magnitude * 180 / .pi
        turns.append(min(degrees, 360 - degrees))
      }
    }
    shifts.sort()
    #expect(effect.changed == shifts.count && shifts.count > 700)
    #expect((effect.shift.mean - shifts.reduce(0, +) / Double(shifts.count)).magnitude < 1e-2)
    // The least multiple of 1/16 that the value of that rank does not exceed.
    let excess = effect.shift.p95 - shifts[(95 * shifts.count + 99) / 100 - 1]
    #expect(excess > -1e-2 && excess < 1.0 / 16 + 1e-2)
    #expect((effect.shift.maximum - (shifts.last ?? 0)).magnitude < 1e-2)
    let turn = turns.reduce(0, +) / Double(turns.count)
    #expect((effect.hueShift - turn).magnitude < 0.01 && turn > 2, "\(effect.hueShift), expected \(turn)")
  }
}

extension SIMD3<Double> {
  fileprivate func map(_ transform: (Double) -> Double) -> Self { Self(transform(x), transform(y), transform(z)) }
}
