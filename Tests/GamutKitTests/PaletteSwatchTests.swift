import Gamut
import GamutPalettes
import Testing

@testable import GamutKit

@Suite struct PaletteSwatchTests {
  private func swatch(_ color: CSSColor, line: Int? = nil) throws -> PaletteSwatch {
    var palette = Palette(.css)
    palette.entries = [Palette.Entry("a", line: line, PaletteContext(), color, text: "")]
    let study = PaletteStudy(palette)
    let context = try #require(study.contexts.first)
    return PaletteSwatch(study.color(try #require(study.shown(in: context).first)), on: context.ground)
  }

  /// DIN99o of red by coloraide 8.13; white and black look alike for every eye.
  @Test func numbersAreThoseOfDIN99o() throws {
    let red = try swatch(CSSColor(.sRGB, [1, 0, 0]))
    #expect(red.css == "#ff0000" && red.codes.count == 4 && red.codes[0] == "#ff0000")
    #expect(red.labs.count == 5 && red.labs[1] == red.labs[0])
    for (number, expected) in zip(red.labs[0], [57.289, 39.498, 30.518]) {
      #expect((number - expected).magnitude < 0.01)
    }
    for (color, code) in [(1.0, "#ffffff"), (0, "#000000")] {
      let grey = try swatch(CSSColor(.sRGB, [color, color, color]))
      #expect(grey.codes == [String](repeating: code, count: 4))
      for lab in grey.labs { #expect((lab[0] - color * 100).magnitude < 0.01 && lab[1].magnitude < 0.01) }
    }
  }

  /// Outside sRGB, the colour itself is in Display P3, and displays of sRGB show another one.
  @Test func aColorOutsideSRGBKeepsItsOwn() throws {
    let red = try swatch(CSSColor(.displayP3, [1, 0, 0]), line: 3)
    #expect(red.css == "color(display-p3 1 0 0)" && red.codes[0] == "#ff0000")
    #expect(red.labs[0] != red.labs[1])
    #expect(red.labs[1] == (try swatch(CSSColor(.sRGB, [1, 0, 0]))).labs[1])
  }

  /// Half of black over white is the code 127.5, which interfaces mix with encoded values.
  @Test func aColorThatIsNotOpaqueIsShownOverTheGround() throws {
    let black = try swatch(CSSColor(.sRGB, [0, 0, 0], alpha: 0.5))
    #expect(black.css == "rgb(0 0 0 / 0.5)" && black.alpha == 0.5 && ["#7f7f7f", "#808080"].contains(black.codes[0]))
    // The lightness of a grey of 127.5, by the formulas of DIN99o.
    #expect((black.labs[2][0] - 57.44).magnitude < 0.3)
    let red = try swatch(CSSColor(.displayP3, [1, 0, 0], alpha: 0.25))
    #expect(red.css == "color(display-p3 1 0 0 / 0.25)")
  }

  @Test func aSwatchIsReadAsItIsWritten() throws {
    for (color, line) in [
      (CSSColor(.displayP3, [0, 0.9, 0.3]), 7), (CSSColor(.sRGB, [0.2, 0.4, 0.6], alpha: 0.3), nil),
    ] {
      let swatch = try swatch(color, line: line)
      let views = [PaletteView(name: "light", swatches: [swatch]), PaletteView(name: "dark")]
      let bytes = JSONWriter.members { writer in writer.object { $0.member("contexts", views) } }
      let read = try #require(JSONReader.read(bytes)["contexts"]?.array)
      #expect(read.map { PaletteView($0) } == views)
    }
  }
}
