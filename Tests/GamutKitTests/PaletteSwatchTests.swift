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

  /// White and black look alike for every eye.
  @Test func greysAreThemselves() throws {
    for (color, code) in [(1.0, "#ffffff"), (0, "#000000")] {
      #expect(try swatch(CSSColor(.sRGB, [color, color, color])).codes == [String](repeating: code, count: 4))
    }
  }

  /// Outside sRGB, the colour itself is in Display P3, and displays of sRGB show another one.
  @Test func aColorOutsideSRGBKeepsItsOwn() throws {
    let red = try swatch(CSSColor(.displayP3, [1, 0, 0]), line: 3)
    #expect(red.css == "color(display-p3 1 0 0)" && red.codes[0] == "#ff0000")
  }

  /// Half of black over white is the code 127.5, which interfaces mix with encoded values.
  @Test func aColorThatIsNotOpaqueIsShownOverTheGround() throws {
    let black = try swatch(CSSColor(.sRGB, [0, 0, 0], alpha: 0.5))
    #expect(black.css == "rgb(0 0 0 / 0.5)" && black.alpha == 0.5 && ["#7f7f7f", "#808080"].contains(black.codes[0]))
    let red = try swatch(CSSColor(.displayP3, [1, 0, 0], alpha: 0.25))
    #expect(red.css == "color(display-p3 1 0 0 / 0.25)")
  }

  @Test func aSwatchIsReadAsItIsWritten() throws {
    for (color, line) in [
      (CSSColor(.displayP3, [0, 0.9, 0.3]), 7), (CSSColor(.sRGB, [0.2, 0.4, 0.6], alpha: 0.3), nil),
    ] {
      let swatch = try swatch(color, line: line)
      let views = [PaletteView(name: "light", swatches: [swatch]), PaletteView(name: "dark")]
      let bytes = JSONWriter.object { $0.member("contexts", views) }
      let read = try #require(JSONReader.read(bytes)["contexts"]?.array)
      #expect(read.map { PaletteView($0) } == views)
    }
  }
}
