@testable import Gamut

extension LabelledImage {
  /// Images on which the definitions disagree with a person; the labels are the person's.
  ///
  /// Missed: losses without flat pixels that are limited to the ends of runs or to small pieces. Too strict: invisible
  /// texture that is measured from a blended rim, blended rows that are connected to a shape that remains, and coarse
  /// grain in which every colour has one code.
  static let limits: [LabelledImage] = {
    let red = MergingPair(.red, difference: 0.03)
    func line(_ name: String, _ reason: String, _ isInked: (Int, Int) -> Bool) -> LabelledImage {
      LabelledImage(
        .hairline, name, .collapses, reason,
        Drawing(width: 96, height: 64) { x, y in isInked(x, y) ? red.mark : red.ground })
    }
    var outlined = Drawing { x, y in
      Drawing.distance(Double(x) - 31.5, Double(y) - 31.5) > 27 ? red.mark : red.ground
    }
    outlined.clear { x, y in Drawing.distance(Double(x) - 31.5, Double(y) - 31.5) > 28 }
    var swatches = Drawing(width: 48, height: 28, ground: [1, 1, 1])
    swatches.rectangle(red.ground, x: 8..<20, y: 8..<20)
    swatches.rectangle(red.mark, x: 28..<40, y: 8..<20)
    swatches.addNoise(1 / 255, seed: 2)
    var shaded = Drawing(width: 96, height: 96, ground: [0.5, 0.5, 0.5])
    let shade = Drawing(width: 96, height: 96) { x, _ in [1 - 0.02 * Double(x) / 95, 0, 0] }
    shaded = Drawing(width: 96, height: 96) { x, y in
      let inside = min(max(40 - Drawing.distance(Double(x) - 47.3, Double(y) - 47.8) + 0.5, 0), 1)
      return shaded.pixels[0] + (shade.pixels[y * 96 + x] - shaded.pixels[0]) * inside
    }
    var grain = Drawing(width: 96, height: 96, ground: [0.96, 0.1, 0.08])
    grain.addNoise(3 / 255, seed: 4)
    // A plus sign; the arms along the rows end in the middle of pixels.
    func share(_ pixel: Int, of range: ClosedRange<Double>) -> Double {
      max(min(Double(pixel) + 1, range.upperBound) - max(Double(pixel), range.lowerBound), 0)
    }
    let plus = Drawing(width: 96, height: 96) { x, y in
      let inside = max(share(x, of: 36...60) * share(y, of: 12...84), share(x, of: 12...84) * share(y, of: 35.5...60.5))
      return [(220 + 35 * inside) / 255, 0, 0]
    }
    // Sixteen lines of forty letters on a screen.
    let page = Drawing(width: 640, height: 480) { x, y in
      let isText = (40..<280).contains(x) && (40..<200).contains(y)
      return isText && isInked(Double((x - 40) % 30), Double((y - 40) % 10)) ? red.mark : red.ground
    }
    return [
      line("frame of 1 pixel along the border of the image", "The frame is gone.") { x, y in
        x == 0 || y == 0 || x == 95 || y == 63
      },
      line("dashed line of 1 pixel", "The line is gone.") { x, y in y == 30 && (8..<88).contains(x) && x / 8 % 2 == 1 },
      LabelledImage(.transparency, "outline of 1 pixel of an icon", .collapses, "The outline is gone.", outlined),
      LabelledImage(
        .legend, "two reds with noise", .collapses, "The swatches cannot be told apart any more.", swatches),
      LabelledImage(.text, "page of letters 7 pixels high", .collapses, "Six hundred letters are gone.", page),
      LabelledImage(
        .edge, "shaded disc with an antialiased rim", .clips, "The shade, a difference of 0.011, was not seen before.",
        shaded, depth: 16),
      LabelledImage(
        .edge, "plus with blended rows", .clips,
        "The plus and its ground keep their colours; blended rows beside it join it.",
        plus),
      LabelledImage(.noise, "red inside its code, 3 codes", .clips, "A plain colour stays plain.", grain),
    ] + rimmedFaintPetals
  }()
}
