@testable import Gamut

extension LabelledImage {
  /// Separate swatches on white: only their colours distinguish them.
  static let legends: [LabelledImage] = {
    func legend(_ colors: [SIMD3<Double>], size: Int) -> Drawing {
      var drawing = Drawing(width: 8 + colors.count * (size + 8), height: size + 16, ground: [1, 1, 1])
      for (index, color) in colors.enumerated() {
        let x = 8 + index * (size + 8)
        drawing.rectangle(color, x: x..<x + size, y: 8..<8 + size)
      }
      return drawing
    }
    func steps(_ family: MergingPair.Family, _ differences: [Double]) -> [SIMD3<Double>] {
      [MergingPair(family, difference: 0.01).ground] + differences.map { MergingPair(family, difference: $0).mark }
    }
    let red = steps(.red, [0.03])
    let gone = "Swatches of one meaning each cannot be told apart any more."
    return [
      LabelledImage(.legend, "two reds", .collapses, gone, legend(red, size: 12)),
      LabelledImage(.legend, "two greens", .collapses, gone, legend(steps(.green, [0.05]), size: 12)),
      LabelledImage(.legend, "three reds", .collapses, gone, legend(steps(.red, [0.02, 0.042]), size: 10)),
      LabelledImage(
        .legend, "six greens, first and last apart", .collapses, gone,
        legend(steps(.green, [0.009, 0.02, 0.031, 0.045, 0.06]), size: 8)),
      LabelledImage(
        .legend, "two reds among colours that stay", .collapses, gone,
        legend([[0, 0, 1], red[0], [0.2, 0.6, 0.2], red[1]], size: 10)),
      LabelledImage(.legend, "two reds of small swatches", .collapses, gone, legend(red, size: 5)),
      LabelledImage(
        .legend, "two reds as specks", .clips, "Nine pixels are too few to compare two reds by.",
        legend(red, size: 3)),
      LabelledImage(
        .legend, "two reds, close", .clips, "They were not told apart before.",
        legend(steps(.red, [0.009]), size: 12)),
      LabelledImage(
        .legend, "three greens, close", .clips, "They were not told apart before.",
        legend(steps(.green, [0.005, 0.011]), size: 12)),
      LabelledImage(
        .legend, "six hues", .clips, "Six hues stay six hues.",
        legend([0, 3, 7, 10, 13, 17].map(saturated), size: 12)),
      LabelledImage(
        .legend, "red and a darker red", .clips, "The darker one stays darker.",
        legend([[1, 0, 0], [0.85, 0, 0]], size: 12)),
    ]
  }()

  /// Icons: transparent pixels are not visible.
  static let transparencies: [LabelledImage] = {
    let pair = MergingPair(.green, difference: 0.04)
    func isOutside(_ x: Int, _ y: Int) -> Bool {
      Drawing.distance(Double(x) - 31.5, Double(y) - 31.5) > 27
    }
    var emblem = Drawing(ground: pair.ground)
    emblem.disc(pair.mark, x: 32, y: 32, radius: 13)
    var round = emblem
    round.clear(where: isOutside)
    var hidden = Drawing { x, y in isOutside(x, y) ? pair.mark : pair.ground }
    hidden.clear(where: isOutside)
    var veiled = Drawing { x, y in isOutside(x, y) ? [0, 1, 0] : [0.6, 0.6, 0.5] }
    veiled.clear(where: isOutside)
    var holes = emblem
    holes.clear { x, y in x % 16 == 0 || y % 16 == 0 }
    return [
      LabelledImage(.transparency, "emblem on a round icon", .collapses, "The emblem is gone.", round),
      LabelledImage(.transparency, "emblem behind bars", .collapses, "The emblem is gone from every window.", holes),
      LabelledImage(.transparency, "merging colours where nothing shows", .clips, "Only one green is seen.", hidden),
      LabelledImage(
        .transparency, "clipped colours where nothing shows", .fits, "What is seen is inside sRGB.", veiled),
    ]
  }()

  /// Photographs of flat colours that clip: with the noise of a good exposure, one and two codes of 8 bits.
  static let noises: [LabelledImage] = {
    let colors: [(name: String, color: SIMD3<Double>)] = [
      ("red", [1, 0, 0]), ("red inside its code", [0.96, 0.1, 0.08]), ("green", [0.2, 1, 0.1]),
      ("leaf", [0.1, 0.8, 0.1]),
      ("teal", [0, 0.5, 0.5]), ("orange", [0.95, 0.5, 0.02]), ("pink", [0.95, 0.05, 0.5]), ("blue", [0.02, 0.02, 1]),
    ]
    return colors.flatMap { color in
      [1.0, 2.0].flatMap { codes in
        [8, 16].map { depth in
          var drawing = Drawing(width: 96, height: 96, ground: color.color)
          drawing.addNoise(codes / 255, seed: UInt64(codes) + 7)
          return LabelledImage(
            .noise, "\(color.name), \(Int(codes)) codes, \(depth) bits", .clips,
            "A plain colour stays plain: nobody misses its grain.", drawing, depth: depth)
        }
      }
    }
  }()

  /// Returns a petal on dark leaves, with veins from its centre and camera noise.
  private static func petal(
    noise: Double, seed: UInt64, from: SIMD3<Double>, to: SIMD3<Double>, veins: (Double, Double) -> Double
  ) -> Drawing {
    var drawing = Drawing(width: 96, height: 96, ground: [0.12, 0.2, 0.1])
    drawing.paint([0, 0, 0]) { x, y in 44 - Drawing.distance(x - 48, y - 48) + 0.5 }
    let outer = drawing
    drawing = Drawing(width: 96, height: 96) { x, y in
      let (dx, dy) = (Double(x) - 47.5, Double(y) - 47.5)
      let inside = min(max(44 - Drawing.distance(dx, dy) + 0.5, 0), 1)
      let texture = from + (to - from) * min(max(veins(dx, dy), 0), 1)
      return outer.pixels[y * 96 + x] + texture * inside
    }
    drawing.addNoise(noise / 255, seed: seed)
    return drawing
  }

  private static func triangle(_ t: Double) -> Double { abs(t - (t / 2).rounded() * 2) }

  private static let textures: [(name: String, veins: @Sendable (Double, Double) -> Double)] = [
    ("rings", { x, y in triangle(Drawing.distance(x, y) / 9) }), ("folds", { x, y in triangle(x / 14 + y / 40) }),
    ("fine veins", { x, y in triangle(x / 3 + y / 11) }), ("shade", { x, y in (x + y + 80) / 160 }),
  ]

  /// One of the images for which the definitions give a different verdict; see ``limits``.
  static let rimmedFaintPetals: [LabelledImage] = textures.filter { $0.name != "fine veins" }.map { texture in
    LabelledImage(
      .petal, "red, faint, \(texture.name), with its rim", .clips,
      "The texture, differences of 0.007, was not seen before.",
      petal(noise: 0, seed: 11, from: [1, 0, 0], to: [0.987, 0, 0], veins: texture.veins), depth: 16)
  }

  static let petals: [LabelledImage] = {
    let kinds: [(name: String, from: SIMD3<Double>, to: SIMD3<Double>, verdict: LossReport.Verdict, reason: String)] = [
      ("red, all of one code", [1, 0, 0], [0.92, 0, 0], .collapses, "The texture, differences of 0.044, is gone."),
      (
        "green, all of one code", [0, 1, 0], [0.4, 1, 0.25], .collapses, "The texture, differences of 0.057, is gone."
      ),
      (
        "red, darker", [0.88, 0, 0], [0.6, 0, 0.05], .clips, "The texture stays: red goes on falling where others clip."
      ),
      ("magenta", [0.95, 0, 0.6], [0.7, 0, 0.8], .clips, "The texture stays: red and blue go on changing."),
      ("orange", [1, 0.55, 0], [1, 0.4, 0], .clips, "The texture stays: green goes on changing."),
    ]
    let faint = textures.map { texture in
      LabelledImage(
        .petal, "red, faint, \(texture.name), close by", .clips,
        "The texture, differences of 0.007, was not seen before.",
        Drawing(width: 96, height: 96) { x, y in
          [1 - 0.013 * min(max(texture.veins(Double(x) - 47.5, Double(y) - 47.5), 0), 1), 0, 0]
        }, depth: 16)
    }
    return faint
      + kinds.flatMap { kind in
        textures.flatMap { texture in
          [0.0, 1.0].map { noise in
            LabelledImage(
              .petal, "\(kind.name), \(texture.name), noise \(Int(noise))", kind.verdict, kind.reason,
              petal(noise: noise, seed: 11, from: kind.from, to: kind.to, veins: texture.veins),
              depth: noise == 0 ? 16 : 8)
          }
        }
      }
  }()

  /// Images whose colours are all inside sRGB.
  static let inside: [LabelledImage] = {
    let reason = "sRGB has every one of its colours."
    var images = [
      LabelledImage(.inside, "grey ramp", .fits, reason, Drawing { x, _ in SIMD3(repeating: Double(x) / 63) }),
      LabelledImage(.inside, "white", .fits, reason, Drawing(ground: [1, 1, 1])),
      LabelledImage(
        .inside, "black on white", .fits, reason, Drawing { x, y in x % 9 < 4 || y % 7 == 0 ? [0, 0, 0] : [1, 1, 1] }),
      LabelledImage(
        .inside, "muted colours", .fits, reason,
        Drawing { x, y in SIMD3(0.4 + Double(x) / 320, 0.4 + Double(y) / 320, 0.5) }, dither: true),
    ]
    for hue in 0..<20 {
      var drawing = Drawing(ground: PerceivedColor.ofSRGB([0.9, 0.9, 0.85]))
      drawing.disc(PerceivedColor.ofSRGB(saturated(hue)), x: 32, y: 32, radius: 20)
      images.append(
        LabelledImage(.inside, "full sRGB hue \(hue) in Display P3", .fits, reason, drawing, depth: 16))
    }
    return images
  }()
}
