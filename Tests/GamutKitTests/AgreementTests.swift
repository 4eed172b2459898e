import Gamut
import GamutPalettes
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// An image with two areas that do not touch is judged as a palette of their colours.
@Suite(.enabled(if: Thoroughness.hasTime)) struct AgreementTests {
  /// Two colours of Display P3 with 16 bits.
  private struct Pair {
    var first, second: SIMD3<UInt16>

    private static let toSRGB = RGBSpace.sRGB.fromPCS * RGBSpace.displayP3.toPCS

    private static func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
      let values = SIMD3<Double>(color) / 65_535
      return toSRGB
        * SIMD3(RGBSpace.sRGBCurve(values.x), RGBSpace.sRGBCurve(values.y), RGBSpace.sRGBCurve(values.z))
    }

    /// The difference of the colours, and that of their codes of 8 bits in sRGB (DIN99o).
    var differences: (before: Double, after: Double) {
      let linear = [first, second].map { Self.linear($0) }
      let colors = linear.map { DIN99o(linearSRGB: $0) }
      let shown = linear.map { color -> DIN99o in
        let codes = (0..<3).map { channel in
          (min(max(RGBSpace.sRGBCurve.inverse(color[channel]), 0), 1) * 255 + 0.5).rounded(.down) / 255
        }
        return DIN99o(
          linearSRGB: SIMD3(RGBSpace.sRGBCurve(codes[0]), RGBSpace.sRGBCurve(codes[1]), RGBSpace.sRGBCurve(codes[2])))
      }
      return (colors[0].difference(to: colors[1]), shown[0].difference(to: shown[1]))
    }

    /// Two squares of 30 x 30 on a transparent ground, 20 pixels apart.
    var image: [UInt8] { image([.iCCP(Profile.displayP3.bytes)]) }

    func image(_ chunks: [PNGChunk]) -> [UInt8] {
      var samples: [UInt16] = []
      samples.reserveCapacity(100 * 50 * 4)
      for y in 0..<50 {
        for x in 0..<100 {
          let color =
            !(10..<40).contains(y) ? nil : (10..<40).contains(x) ? first : (60..<90).contains(x) ? second : nil
          samples += color.map { [$0.x, $0.y, $0.z, 65_535] } ?? [0, 0, 0, 0]
        }
      }
      var builder = PNGBuilder(width: 100, height: 50, depth: 16, colorType: 6, samples: samples)
      builder.colorChunks = chunks
      (builder.level, builder.filter) = (1, .fixed(0))
      return builder.bytes
    }

    /// Whether a palette of the two colours says that they look alike in sRGB.
    func isLostInPalette() throws -> Bool { try compared(in: .displayP3).merged.count == 1 }

    /// The comparer of a palette of the two colours.
    func compared(in space: CSSColor.Space) throws -> PaletteComparer {
      var palette = Palette(.css)
      palette.entries = [("a", first), ("b", second)].enumerated().map { line, entry in
        let values = SIMD3<Double>(entry.1) / 65_535
        return Palette.Entry(
          Pathname(entry.0), line: line + 1, PaletteContext(), CSSColor(space, [values.x, values.y, values.z]), text: ""
        )
      }
      let study = PaletteStudy(palette)
      let context = try #require(study.contexts.first)
      var comparer = PaletteComparer(study, VisionLimits())
      _ = comparer.comparison(of: context, study.shown(in: context))
      return comparer
    }
  }

  /// Colours around the surface of sRGB, and others that differ from them a little.
  private static func pairs(_ count: Int) -> [Pair] {
    var random = RandomSource(seed: 99)
    var pairs: [Pair] = []
    while pairs.count < count {
      // One channel is strong and one is weak, as of the colours outside sRGB.
      var color = SIMD3<Double>.random(in: 0...1, using: &random)
      let weak = Int.random(in: 0..<3, using: &random)
      color[weak] *= 0.3
      color[(weak + Int.random(in: 1...2, using: &random)) % 3] = Double.random(in: 0.8...1, using: &random)
      let other = color + SIMD3<Double>.random(in: -0.12...0.12, using: &random)
      func code(_ color: SIMD3<Double>) -> SIMD3<UInt16> {
        SIMD3<UInt16>((color.clamped(lowerBound: .zero, upperBound: .one) * 65_535).rounded(.toNearestOrAwayFromZero))
      }
      let pair = Pair(first: code(color), second: code(other))
      let (before, after) = pair.differences
      if (1.2...6).contains(before), after < 2.2 { pairs.append(pair) }
    }
    return pairs
  }

  @Test func `Images and palettes agree on two colours`() throws {
    let reporter = try Reporter()
    let pairs = Self.pairs(2000)
    var lost = 0
    for pair in pairs {
      let report = try reporter.report(png: pair.image)
      let isLost = try pair.isLostInPalette()
      #expect(report.loss.areas.pairs == (isLost ? 1 : 0), "\(pair), \(pair.differences)")
      #expect(report.loss.steps.regions == 0)
      lost += isLost ? 1 : 0
    }
    #expect(lost >= 300 && lost <= 1700, "\(lost)")
  }

  /// Colours of sRGB and of Display P3 with 8 bits, of which many differ in red and green, or in green and blue.
  @Test func `Images and palettes agree on what eyes confuse`() throws {
    var random = RandomSource(seed: 63)
    let reporter = try Reporter {
      $0.viewings = [Viewing.Eye.protanopia, .deuteranopia, .tritanopia].map { Viewing($0) }
    }
    var confused = 0
    for number in 0..<500 {
      func code(_ color: SIMD3<Double>) -> SIMD3<UInt16> {
        SIMD3<UInt16>((color.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero))
          &* 257
      }
      let color = SIMD3<Double>.random(in: 0...1, using: &random)
      let change = Double.random(in: 0.1...0.4, using: &random)
      let direction: SIMD3<Double> = Bool.random(using: &random) ? [1, -0.45, 0] : [0, -0.5, 1]
      let other = color + change * direction + SIMD3<Double>.random(in: -0.05...0.05, using: &random)
      let pair = Pair(first: code(color), second: code(other))
      let image = number % 2 == 0 ? pair.image([.sRGB()]) : pair.image
      let found = try reporter.report(png: image).loss.renditions
      let palette =
        try pair.compared(in: number % 2 == 0 ? .sRGB : .displayP3).confused.worst.first?.item.verdicts(VisionLimits())
        .filter { $0.verdict == .confusable } ?? []
      #expect(
        found.filter { $0.pairs == 1 }.map(\.viewing.name) == palette.map(\.eye.rawValue), "\(pair)")
      confused += palette.count
    }
    #expect(confused >= 100 && confused <= 1400, "\(confused)")
  }
}
