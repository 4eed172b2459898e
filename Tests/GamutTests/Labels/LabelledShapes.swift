@testable import Gamut

extension LabelledImage {
  /// Discs and squares of one colour on another, both with one sRGB code, on both sides of the visibility threshold.
  static let differences: [LabelledImage] = MergingPair.Family.allCases.flatMap { family in
    [0.004, 0.006, 0.008, 0.01, 0.012, 0.0138, 0.0162, 0.018, 0.021, 0.025, 0.032, 0.044].enumerated().map {
      index, wanted in
      let pair = MergingPair(family, difference: wanted, depth: 16)
      var drawing = Drawing(ground: pair.ground)
      let isDisc = index % 2 == 0
      if isDisc {
        drawing.disc(pair.mark, x: 30, y: 35, radius: 14)
      } else {
        drawing.rectangle(pair.mark, x: 12..<39, y: 20..<50)
      }
      let isSeen = pair.difference >= seen
      return LabelledImage(
        .difference, "\(family) \(isDisc ? "disc" : "square"), \(wanted)", isSeen ? .collapses : .clips,
        "Over 600 pixels differ by \(pair.difference) from their ground, which \(isSeen ? "is" : "is not") seen, and are gone.",
        drawing, depth: 16)
    }
  }

  /// The same discs with rims from hard to very soft, and a glow without a flat core.
  static let edges: [LabelledImage] = MergingPair.Family.allCases.flatMap { family in
    [0.008, 0.03].flatMap { wanted in
      let pair = MergingPair(family, difference: wanted)
      let verdict: LossReport.Verdict = pair.difference >= seen ? .collapses : .clips
      var images = [0, 1, 4, 12].map { rim in
        var drawing = Drawing(ground: pair.ground)
        drawing.disc(pair.mark, x: 32, y: 32, radius: 16, rim: rim)
        return LabelledImage(
          .edge, "\(family) disc, rim \(rim), \(wanted)", verdict,
          "However soft its rim, a disc that differs by \(pair.difference) from its ground is gone.", drawing)
      }
      var glow = Drawing(ground: pair.ground)
      glow.paint(pair.mark) {
        let d = Drawing.distance($0 - 32, $1 - 32) / 28
        return d < 1 ? (1 - d * d) * (1 - d * d) : 0
      }
      images.append(
        LabelledImage(
          .edge, "\(family) glow, \(wanted)", verdict,
          "A glow that rises by \(pair.difference) over 28 pixels is gone.", glow, depth: 16))
      return images
    }
  }

  /// Soft discs on white and black, blended over five pixels.
  static let softHues: [LabelledImage] = (0..<20).flatMap { hue in
    [("white", SIMD3(1.0, 1, 1)), ("black", SIMD3(0.0, 0, 0))].map { name, ground in
      var drawing = Drawing(ground: ground)
      drawing.disc(saturated(hue), x: 32, y: 31, radius: 20, rim: 5)
      return LabelledImage(
        .hue, "\(hue), soft, on \(name)", .clips,
        "The disc loses saturation; of its rim about one pixel is as full as its core.", drawing)
    }
  }

  /// Returns the fully saturated colour of a hue in twentieths of the circle.
  static func saturated(_ hue: Int) -> SIMD3<Double> {
    func channel(_ offset: Double) -> Double {
      let position = (Double(hue) / 20 * 6 + offset).truncatingRemainder(dividingBy: 6)
      return min(max(abs(position - 3) - 1, 0), 1)
    }
    return SIMD3(channel(0), channel(4), channel(2))
  }

  /// Antialiased shapes in twenty hues that clip but do not merge with their background.
  static let hues: [LabelledImage] = (0..<20).flatMap { hue in
    let color = saturated(hue)
    let grounds: [(name: String, color: SIMD3<Double>)] = [
      ("white", [1, 1, 1]), ("black", [0, 0, 0]), ("grey", [0.5, 0.5, 0.5]), ("slate", [0.25, 0.35, 0.5]),
      ("the opposite hue", saturated((hue + 10) % 20)),
    ]
    return grounds.map { ground in
      var drawing = Drawing(width: 48, height: 48, ground: ground.color)
      drawing.disc(color, x: 18, y: 19, radius: 11.3)
      // A slanted bar, so that the rim has every coverage.
      drawing.paint(color) { x, y in min(x - y * 0.37 - 18, 31 - x + y * 0.37) + 0.5 }
      return LabelledImage(
        .hue, "\(hue) on \(ground.name)", .clips,
        "The shape loses saturation, stands out as before, and only pixels of its rim share codes.", drawing)
    }
  }
}
