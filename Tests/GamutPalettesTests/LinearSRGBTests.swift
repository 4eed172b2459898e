import GamutPalettes
import Testing

@Suite struct LinearSRGBTests {
  @Test(arguments: Reference.colors + Reference.proPhoto)
  func aColorIsThatOfAnotherProgram(reference: Reference) {
    let difference = reference.color.linearSRGB - reference.linear
    #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) <= 1e-9)
  }

  @Test func everySpaceHasReferences() {
    #expect((Reference.colors + Reference.proPhoto).count >= 200)
    #expect(Set((Reference.colors + Reference.proPhoto).map(\.color.space)) == Set(CSSColor.Space.allCases))
  }

  /// White is 1, 1, 1 in each space, because the white of the one becomes that of the other.
  @Test(arguments: [
    "#fff", "white", "rgb(255 255 255)", "rgb(100%, 100%, 100%)", "hsl(7 9% 100%)", "hwb(7 100% 0%)", "lab(100 0 0)",
    "lch(100% 0 7)", "oklab(1 0 0)", "oklch(100% 0 7)", "color(srgb 1 1 1)", "color(srgb-linear 1 1 1)",
    "color(display-p3 1 1 1)", "color(display-p3-linear 1 1 1)", "color(a98-rgb 1 1 1)", "color(prophoto-rgb 1 1 1)",
    "color(rec2020 1 1 1)",
  ])
  func whiteIsWhite(text: String) throws {
    let difference = try CSSColor(css: text).linearSRGB - SIMD3(repeating: 1)
    #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) <= 1e-12)
  }

  /// A grey of a space with the same white and curve has the value of sRGB, and not one beside it: 229.5 of 255 must not
  /// become 229 in one channel and 230 in another.
  @Test(arguments: ["display-p3", "a98-rgb", "rec2020", "display-p3-linear"])
  func greysHaveOneValue(space: String) throws {
    for value in ["0.1", "0.3", "0.7", "0.9", "0.998"] {
      let linear = try CSSColor(css: "color(\(space) \(value) \(value) \(value))").linearSRGB
      #expect(linear.x == linear.y && linear.y == linear.z)
      if space == "display-p3" {
        #expect(try linear == CSSColor(css: "color(srgb \(value) \(value) \(value))").linearSRGB)
      }
    }
  }

  /// The same colours in two notations: the examples of CSS Color 4, and what follows from the definitions.
  @Test(arguments: [
    ("hsl(120 100% 25%)", "rgb(0 127.5 0)"),
    ("hsl(60, 100%, 37.5%)", "rgb(191.25 191.25 0)"),
    ("hsl(0 0% 50%)", "rgb(50% 50% 50%)"),
    ("hwb(120 30% 50%)", "rgb(30% 50% 30%)"),
    ("hwb(0 20% 100%)", "rgb(42.5 42.5 42.5)"),
    ("hwb(45 40% 80%)", "rgb(33.333333333333333% 33.333333333333333% 33.333333333333333%)"),
    ("hwb(90 100% 50%)", "rgb(170 170 170)"),
    // CSS clamps these in sRGB.
    ("hsl(120 200% 50%)", "lime"),
    ("hsl(120 100% 150%)", "white"),
    ("hsl(120 100% -50%)", "black"),
    ("hwb(0 -50% 0%)", "red"),
    ("rgb(300 -1 0)", "red"),
    // Polar forms.
    ("lch(50 20 90)", "lab(50 0 20)"),
    ("lch(50 20 180)", "lab(50 -20 0)"),
    ("oklch(0.5 0.1 270)", "oklab(0.5 0 -0.1)"),
    // Alpha changes no colour.
    ("rgb(1 2 3 / 0.5)", "rgb(1 2 3)"),
    ("color(xyz 0.1 0.2 0.3)", "color(xyz-d65 0.1 0.2 0.3)"),
    ("transparent", "black"),
  ])
  func twoNotationsAreOneColor(first: String, second: String) throws {
    let difference = try CSSColor(css: first).linearSRGB - CSSColor(css: second).linearSRGB
    #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) <= 1e-12)
  }

  /// Colours outside sRGB keep their values, also below 0.
  @Test func theValuesHaveNoBounds() throws {
    let green = try CSSColor(css: "color(display-p3 0 1 0)").linearSRGB
    #expect(green.x < -0.2 && green.y > 1 && green.z < -0.07)
    let large = try CSSColor(css: "color(srgb 2 -2 0)").linearSRGB
    #expect(large.x > 4 && large.y == -large.x && large.z == 0)
  }

  /// A colour that was not read from a text may have other numbers of components.
  @Test func missingComponentsAreZero() {
    #expect(CSSColor(.linearSRGB, []).linearSRGB == SIMD3(0, 0, 0))
    #expect(CSSColor(.linearSRGB, [1, 2, 3, 4]).linearSRGB == SIMD3(1, 2, 3))
  }
}
