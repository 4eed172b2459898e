import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

@Suite struct PreserveMappingTests {
  static func survey(_ image: TestImage, depth: Int) -> PreserveSurvey {
    let tables = RenditionTables(
      Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: depth), sourceDepth: image.layout.depth)
    var survey = PreserveSurvey(tables)
    var stretches = RowStretches(tables, layout: image.layout)
    unsafe stretches.forEachRow(of: image.bytes.span.bytes) { row in
      for linear in row.linear { survey.absorb(linear) }
    }
    return survey
  }

  /// Checks the requirements for the strengths: one leaves nothing lost, and for noise the last leaves a twentieth.
  private static func check(_ wide: WideImage, _ depth: Int, _ destinationDepth: Int) throws {
    let image = wide.image(depth: depth)
    let height = image.layout.height
    var rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: destinationDepth)
    let clip = try #require(image.report(rendition, rowsAtOnce: height))
    let survey = survey(image, depth: destinationDepth)
    let strengths = PreserveParameters.strengths.map { $0[0] }
    for parameters in wide.isNoise ? strengths.suffix(1) : strengths[...] {
      rendition.mapping = PreserveMapping(survey, parameters)
      let report = try #require(image.report(rendition, rowsAtOnce: height))
      if !wide.isNoise, report.verdict == .collapses, parameters != strengths.last { continue }
      let allowed = wide.isNoise ? clip.lostPixels / 20 : 0
      #expect(
        report.lostPixels <= allowed, "\(depth) to \(destinationDepth): \(report.lostPixels) of \(clip.lostPixels)")
      return
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: WideImage.ramps + WideImage.chromaRamps + WideImage.pictures)
  func `Images keep what they have`(image: WideImage) throws {
    for depth in [8, 16] {
      for destinationDepth in [8, 16] { try Self.check(image, depth, destinationDepth) }
    }
  }

  /// A survey of all of Display P3.
  private static let wholeP3: PreserveSurvey = {
    var survey = PreserveSurvey(destination: .sRGB, depth: 8)
    let steps = stride(from: 0.0, through: 1, by: 1 / 16)
    for red in steps {
      for green in steps { for blue in steps { survey.absorb(WideImage.toSRGB * SIMD3(red, green, blue)) } }
    }
    return survey
  }()

  /// Mappings of all of Display P3: both curves with a third of the room, and scaling.
  private static let mappings = [
    PreserveParameters.room(share: 1.0 / 3, evenness: 0.5), .room(share: 1.0 / 3, evenness: 0.85), .scaled,
  ].map { PreserveMapping(wholeP3, $0) }

  /// Returns linear values of sRGB, for colours spread over Display P3.
  private static func randomColors(_ count: Int, seed: UInt64) -> [SIMD3<Double>] {
    var random = RandomSource(seed: seed)
    let curve = RGBSpace.sRGBCurve
    return (0..<count).map { _ in
      let code = SIMD3<Double>.random(in: 0...1, using: &random)
      return WideImage.toSRGB * SIMD3(curve(code.x), curve(code.y), curve(code.z))
    }
  }

  @Test func `Neutrals do not move`() {
    for grey in stride(from: 0.0, through: 1, by: 1 / 255) {
      for mapping in Self.mappings {
        let result = mapping(SIMD3(repeating: grey))
        #expect((result - SIMD3(repeating: grey)).max() < 1e-12 && (SIMD3(repeating: grey) - result).max() < 1e-12)
      }
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func `Every colour ends inside, whatever the source`() {
    for space in [RGBSpace.displayP3, Self.rec2020, Self.proPhoto] {
      var survey = PreserveSurvey(destination: .sRGB, depth: 8)
      var random = RandomSource(seed: 3)
      let matrix = RGBSpace.sRGB.fromPCS * space.toPCS
      let colors = (0..<20_000).map { _ in matrix * SIMD3<Double>.random(in: 0...1, using: &random) }
      for color in colors { survey.absorb(color) }
      for parameters in PreserveParameters.strengths.joined() {
        let mapping = PreserveMapping(survey, parameters)
        #expect(colors.map(mapping.callAsFunction).allSatisfy { $0.min() >= 0 && $0.max() <= 1 }, "\(parameters)")
        #expect(mapping([.greatestFiniteMagnitude, -1, 0]).max() <= 1)
      }
    }
  }

  /// Rec. ITU-R BT.2020 and ROMM RGB with the colorants of their ICC profiles, adapted to D50 (ISO 22028-2).
  private static let rec2020 = space(
    [0.67346, 0.27903, -0.00193], [0.16567, 0.67534, 0.02998], [0.12505, 0.04561, 0.79685])
  private static let proPhoto = space([0.79767, 0.28804, 0], [0.13519, 0.71188, 0], [0.03134, 0.00009, 0.82491])
  private static func space(_ r: SIMD3<Double>, _ g: SIMD3<Double>, _ b: SIMD3<Double>) -> RGBSpace {
    RGBSpace(colorants: Matrix3(columns: r, g, b), red: .linear, green: .linear, blue: .linear) ?? .displayP3
  }

  /// One-to-one: visibly different colours stay different, by at least a tenth of the distance.
  @Test func `Colours that differ keep differing`() {
    var random = RandomSource(seed: 9)
    for color in Self.randomColors(40_000, seed: 8) {
      let lab = OKLab(linearSRGB: color)
      guard lab.l > 0.3 else { continue }
      let step = SIMD3<Double>.random(in: -1...1, using: &random)
      let length = (step * step).sum().squareRoot()
      let other = OKLab(
        l: lab.l + 0.02 * step.x / length, a: lab.a + 0.02 * step.y / length, b: lab.b + 0.02 * step.z / length)
      let values = other.linearSRGB
      guard WideImage.isWithin(WideImage.fromSRGB * values) else { continue }
      for mapping in Self.mappings {
        let distance = OKLab(linearSRGB: mapping(color)).deltaE(to: OKLab(linearSRGB: mapping(values)))
        #expect(distance > 0.02 * 0.1, "\(color), \(values)")
        #expect(distance < 0.02 * 3, "\(color), \(values)")
      }
    }
  }

  /// Along a line of saturation the saturation rises, along a ray of light the light rises; the hue is constant on
  /// both.
  @Test(arguments: mappings.indices) func `The mapping rises along each leaf of hue`(index: Int) throws {
    let mapping = Self.mappings[index]
    let space = SaturationSpace(destination: .sRGB)
    for color in Self.randomColors(300, seed: 4) {
      let start = try #require(space.color(color))
      guard start.saturation > 0.05 else { continue }
      var last = -1.0
      for share in stride(from: 0.02, through: 1, by: 0.02) {
        let linear = space.linear(start.direction * share) * (start.lightness * start.lightness)
        let mapped = try #require(space.color(mapping(linear)))
        #expect(mapped.saturation > last)
        last = mapped.saturation
        let turn = (mapped.hue - start.hue).magnitude
        #expect(min(turn, 4 - turn) < 1e-4)
      }
      last = -1
      for share in stride(from: 0.05, through: 1, by: 0.05) {
        let lightness = OKLab(linearSRGB: mapping(color * share)).l
        #expect(lightness > last)
        last = lightness
      }
    }
  }

  /// The statement of Documentation/mappings.md about the hue: the lines of the coordinates stay close to OKLab's.
  @Test func `Hue turns by a degree at most`() {
    for color in Self.randomColors(20_000, seed: 6) + WideImage.corners.map({ WideImage.toSRGB * $0.color }) {
      let (before, after) = (OKLab(linearSRGB: color), OKLab(linearSRGB: Self.mappings[0](color)))
      guard before.chroma > 0.02 else { continue }
      // The sine of the angle between the two, limited to that of 1.2 degrees.
      let sine = (before.a * after.b - before.b * after.a) / (before.chroma * after.chroma)
      #expect(sine.magnitude < 0.02094, "\(color)")
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func `A survey does not depend on order`() {
    let colors = Self.randomColors(5000, seed: 1)
    var survey = PreserveSurvey(destination: .sRGB, depth: 8)
    for color in colors { survey.absorb(color) }
    var reversed = PreserveSurvey(destination: .sRGB, depth: 8)
    for color in colors.reversed() { reversed.absorb(color) }
    for parameters in PreserveParameters.strengths.joined() {
      let (a, b) = (PreserveMapping(survey, parameters), PreserveMapping(reversed, parameters))
      #expect(colors.allSatisfy { a($0) == b($0) })
    }
  }

  /// The last strength fits the whole image into the destination without clamping: lightness and hue are constant, and
  /// every saturation is multiplied by the same factor.
  @Test func `Scaling fits the whole image`() throws {
    let space = SaturationSpace(destination: .sRGB)
    let mapping = Self.mappings[2]
    var factors: [Double] = []
    for color in Self.randomColors(20_000, seed: 12) + WideImage.corners.map({ WideImage.toSRGB * $0.color }) {
      let before = try #require(space.color(color))
      guard before.saturation > 0.05, before.lightness > 0.05 else { continue }
      let after = try #require(space.color(mapping(color)))
      #expect((after.lightness - before.lightness).magnitude < 1e-7)
      factors.append(after.saturation / before.saturation)
    }
    let (least, most) = (factors.min() ?? 0, factors.max() ?? 1)
    #expect(most - least < 1e-6)
    // Half of a just-noticeable difference remains, even after rounding to codes.
    #expect(least > 0.7)
  }

  @Test func `An image that fits is not changed`() {
    var survey = PreserveSurvey(destination: .sRGB, depth: 8)
    var random = RandomSource(seed: 1)
    let colors = (0..<1000).map { _ in SIMD3<Double>.random(in: 0...1, using: &random) }
    for color in colors { survey.absorb(color) }
    for parameters in PreserveParameters.strengths.joined() {
      let mapping = PreserveMapping(survey, parameters)
      #expect(colors.allSatisfy { mapping($0) == $0 })
    }
  }
}
