import GamutPalettes
import Testing

@testable import Gamut
@testable import GamutCatalogs
@testable import GamutKit

/// The contrast ratio of WCAG 2.2, and the numbers of colours outside sRGB, against values computed from the standards.
@Suite struct ContrastTests {
  @Test(arguments: [
    ("#000000", 255, 21.0), ("#777777", 255, 4.478089), ("#767676", 255, 4.542225), ("#595959", 255, 7.004729),
    ("#949494", 255, 3.033470), ("#ff3b30", 255, 3.547138), ("#34c759", 255, 2.219959), ("#007aff", 255, 4.016976),
    ("#ff9500", 0, 9.550978), ("#8e8e93", 255, 3.260528), ("#0a84ff", 0, 5.757412),
  ])
  func codesHaveTheRatioOfTheStandard(hex: String, background: Int, ratio: Double) {
    let number = UInt32(hex.dropFirst(), radix: 16) ?? 0
    let color = ColorInSRGB(code: SIMD3(Int(number >> 16), Int(number >> 8 & 255), Int(number & 255)))
    let ground = ColorInSRGB(code: SIMD3(repeating: background))
    let found = Contrast.ratio(
      Contrast.luminance(linearSRGB: color.linear), Contrast.luminance(linearSRGB: ground.linear))
    #expect(abs(found - ratio) < 1e-6)
  }

  /// Clamped to sRGB, by the curve of IEC 61966-2-1 and the weights of WCAG.
  @Test(arguments: [
    ([1.0, 0, 0], 3.9985), ([0, 1, 0], 1.3722), ([0, 0, 1], 8.5925), ([1, 0.5, 0], 2.6783), ([0.2, 0.8, 0.4], 2.0748),
    ([1, 0.231, 0.188], 3.9520), ([0, 0.478, 1], 3.9331),
  ])
  func clampedColorsHaveTheRatioOfTheStandard(channels: [Double], ratio: Double) {
    let color = ColorInSRGB(linearSRGB: CSSColor(.displayP3, channels).linearSRGB)
    #expect(abs(ColorFacts(color, alpha: 1).white.sRGB - ratio) < 5e-5)
  }

  /// The luminance of Display P3 is 0.2289746 R + 0.6917385 G + 0.0792869 B (SMPTE EG 432-1).
  @Test(arguments: [
    ([1.0, 0, 0], 3.7638), ([0, 1, 0], 1.4156), ([0, 0, 1], 8.1215), ([1, 0.5, 0], 2.4588), ([0.2, 0.8, 0.4], 2.1614),
    ([1, 0.231, 0.188], 3.3711), ([0, 0.478, 1], 3.9825),
  ])
  func colorsOfDisplayP3HaveTheirOwnLuminance(channels: [Double], ratio: Double) throws {
    var slot = AssetSlot(line: 1)
    slot.color = .components(ColorComponents(.displayP3, channels))
    let color = try #require(SetColor(slot))
    let found = Contrast.ratio(
      Contrast.luminance(linearDisplayP3: ExtendedSRGB.linearDisplayP3(color.color.linear)), 1)
    #expect(abs(found - ratio) < 5e-5)
    // An opaque colour is not changed by what is behind it.
    let facts = ColorFacts(color.color, alpha: 1)
    #expect(!color.color.isClipped || abs(facts.white.wide - ratio) < 5e-5)
  }

  @Test func transparentColorsAreDrawnOverTheBackground() throws {
    // Half of black on white is the level 0.5, whose luminance is 0.214041: 1.05 / 0.264041.
    let facts = ColorFacts(ColorInSRGB(code: SIMD3(0, 0, 0)), alpha: 0.5)
    #expect(abs(facts.white.sRGB - 3.97665) < 1e-5 && facts.black.sRGB == 1)
  }

  /// CSS Color 4: color(display-p3 1 0 0) is oklch(0.6486 0.2995 28.96).
  @Test func oklchOfDisplayP3() throws {
    var slot = AssetSlot(line: 1)
    slot.color = .components(ColorComponents(.displayP3, [1, 0, 0]))
    let facts = ColorFacts(try #require(SetColor(slot)).color, alpha: 1)
    #expect(facts.color.code == SIMD3(255, 0, 0) && facts.color.isClipped)
    #expect(abs(facts.oklch.l - 0.6486) < 1e-4 && abs(facts.oklch.c - 0.2995) < 1e-4)
    #expect(abs(facts.oklch.h - 28.96) < 0.02)
  }
}
