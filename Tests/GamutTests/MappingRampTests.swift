import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// Ramps of Display P3 from grey through the surface of sRGB to their ends, as codes: visible bands are steps that
/// differ from their neighbours.
@Suite(.enabled(if: Thoroughness.hasTime)) struct MappingRampTests {
  /// Returns a ramp at a lightness and hue of OKLab, in codes of 16 bits.
  private static func ramp(_ l: Double, _ hue: Double, steps: Int) -> [SIMD3<UInt16>] {
    let high = WideImage.largestChroma(l, hue) { WideImage.isWithin(WideImage.fromSRGB * $0) }
    return (0...steps).map { step in
      let linear = WideImage.fromSRGB * WideImage.lch(l, high * Double(step) / Double(steps), hue).linearSRGB
      let color = WideImage.encoded(linear)
      return SIMD3((0..<3).map { UInt16(min(max(color[$0], 0), 1) * 65535 + 0.5) })
    }
  }

  private static let ramps: [[SIMD3<UInt16>]] = stride(from: 0.05, to: 6.28, by: 0.25).flatMap { hue in
    [0.4, 0.6, 0.8].map { ramp($0, hue, steps: 600) }
  }

  private static func mapping(_ name: String, depth: Int) -> any GamutMapping {
    if name == "clip" { return ClipMapping() }
    if name == "css" { return CSSMapping(destination: .sRGB) }
    var survey = PreserveSurvey(destination: .sRGB, depth: depth)
    let tables = RenditionTables(
      Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: depth), sourceDepth: 16)
    for ramp in ramps {
      for color in ramp { survey.absorb(tables.model.toDestination * tables.model.sourceLinear([color])[0]) }
    }
    return PreserveMapping(survey, name == "scaled" ? .scaled : .room(share: 1.0 / 3, evenness: 0.5))
  }

  private static func labs(_ codes: [SIMD3<UInt16>], depth: Int) -> [OKLab] {
    codes.map { code in
      let value = SIMD3<Double>(code) / Double(1 << depth - 1)
      let curve = RGBSpace.sRGBCurve
      return OKLab(linearSRGB: SIMD3(curve(value.x), curve(value.y), curve(value.z)))
    }
  }

  /// 0.02 ΔEOK is just visible. At 16 bits every step is less than a twentieth of that and differs from the next by
  /// less than a fortieth, and no chroma decreases by more than rounding; `preserve` is five times as smooth and never
  /// constant. At 8 bits a step is a code, a quarter of what is visible, and colours that `preserve` maps to one code
  /// differ by less than what is visible.
  @Test(arguments: ["clip", "css", "preserve", "scaled"], [8, 16]) func `Ramps do not band`(name: String, depth: Int) {
    let tables = RenditionTables(
      Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: depth, mapping: Self.mapping(name, depth: depth)),
      sourceDepth: 16)
    var (jump, bend, back, flat) = (0.0, 0.0, 0.0, 0)
    for ramp in Self.ramps {
      let codes = tables.codes(of: ramp)
      let labs = Self.labs(codes, depth: depth)
      let steps = zip(labs, labs.dropFirst()).map { $0.deltaE(to: $1) }
      jump = max(jump, steps.max() ?? 0)
      bend = max(bend, zip(steps, steps.dropFirst()).map { abs($0 - $1) }.max() ?? 0)
      back = max(back, zip(labs, labs.dropFirst()).map { $0.chroma - $1.chroma }.max() ?? 0)
      var run = 0
      for index in codes.indices.dropFirst() {
        run = codes[index] == codes[index - 1] ? run + 1 : 0
        flat = max(flat, run)
      }
    }
    let isPreserve = name == "preserve" || name == "scaled"
    if depth == 16 {
      #expect(jump < 0.001)
      #expect(bend < (isPreserve ? 0.0001 : 0.0005))
      #expect(back < (isPreserve ? 1e-9 : 0.0002))
      if isPreserve { #expect(flat == 0) }
    } else {
      #expect(jump < 0.005)
      #expect(back < 0.002)
      // A step of the ramp is 0.0006 at most.
      if isPreserve { #expect(Double(flat) * 0.0006 < 0.02) }
    }
  }
}
