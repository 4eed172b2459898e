@testable import Gamut

extension LabelledImage {
  private static let faint = MergingPair(.red, difference: 0.008)
  private static let seenPair = MergingPair(.red, difference: 0.03)
  private static let blue: SIMD3<Double> = [0.1, 0.2, 0.9]

  /// Lines of one and two pixels from edge to edge.
  static let hairlines: [LabelledImage] = {
    let lines: [(name: String, covers: @Sendable (Int, Int) -> Bool)] = [
      ("vertical, 1 pixel", { x, _ in x == 21 }), ("horizontal, 1 pixel", { _, y in y == 40 }),
      ("vertical, 2 pixels", { x, _ in x == 21 || x == 22 }), ("horizontal, 2 pixels", { _, y in y == 40 || y == 41 }),
      ("diagonal, 1 pixel", { x, y in x == y }), ("grid", { x, y in x % 8 == 4 || y % 8 == 4 }),
    ]
    let inks: [(name: String, ground: SIMD3<Double>, ink: SIMD3<Double>, verdict: LossReport.Verdict, reason: String)] =
      [
        ("merging", seenPair.ground, seenPair.mark, .collapses, "A line of 64 pixels that was seen is gone."),
        ("faint", faint.ground, faint.mark, .clips, "The line was not seen before."),
        ("blue", seenPair.ground, blue, .clips, "The line stays blue on red."),
        ("red on white", [1, 1, 1], seenPair.mark, .clips, "The line stays red on white."),
      ]
    return inks.flatMap { ink in
      lines.map { line in
        LabelledImage(
          .hairline, "\(line.name), \(ink.name)", ink.verdict, ink.reason,
          Drawing { x, y in line.covers(x, y) ? ink.ink : ink.ground })
      }
    } + [
      LabelledImage(
        .hairline, "dotted line of 3 pixels, merging", .collapses, "A line of eleven dots that was seen is gone.",
        Drawing { x, y in (30..<33).contains(y) && x % 6 > 2 ? seenPair.mark : seenPair.ground }),
      LabelledImage(
        .hairline, "tick of 6 pixels, merging", .clips, "Six pixels of a slight difference are a speck.",
        Drawing { x, y in x == 30 && (20..<26).contains(y) ? seenPair.mark : seenPair.ground }),
    ]
  }()

  /// Letters of five by seven squares.
  private static let letters: [[String]] = [
    [".###.", "#....", "#....", "#.###", "#...#", "#...#", ".###."],
    [".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"],
    ["#...#", "##.##", "#.#.#", "#...#", "#...#", "#...#", "#...#"],
    ["#...#", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."],
    ["#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."],
  ]

  /// Returns whether a point is inked, in squares of the letters.
  static func isInked(_ x: Double, _ y: Double) -> Bool {
    guard x >= 0, y >= 0, y < 7, x < Double(letters.count * 6) else { return false }
    let (column, row) = (Int(x), Int(y))
    guard column % 6 < 5 else { return false }
    return Array(letters[column / 6][row])[column % 6] == "#"
  }

  /// Returns the word in squares of `size` pixels, antialiased with 16 samples per pixel.
  private static func text(_ ink: SIMD3<Double>, on ground: SIMD3<Double>, size: Double) -> Drawing {
    var drawing = Drawing(width: Int(31 * size) + 8, height: Int(7 * size) + 9, ground: ground)
    drawing.paint(ink) { x, y in
      var inked = 0
      for sample in 0..<16 {
        let (dx, dy) = (Double(sample % 4) * 0.25 - 0.375, Double(sample / 4) * 0.25 - 0.375)
        // Slightly off the grid, so that every edge is blended.
        inked += isInked((x + dx - 4.3) / size, (y + dy - 4.6) / size) ? 1 : 0
      }
      return Double(inked) / 16
    }
    return drawing
  }

  /// A word whose strokes are about two, three and four pixels wide.
  static let texts: [LabelledImage] = [2.2, 3.1, 4.4].flatMap { size in
    let green = MergingPair(.green, difference: 0.03)
    return [
      LabelledImage(
        .text, "merging, strokes of \(size)", .collapses, "A word that could be read is gone.",
        text(seenPair.mark, on: seenPair.ground, size: size)),
      LabelledImage(
        .text, "merging green, strokes of \(size)", .collapses, "A word that could be read is gone.",
        text(green.ground, on: green.mark, size: size)),
      LabelledImage(
        .text, "faint, strokes of \(size)", .clips, "The word could not be read before.",
        text(faint.mark, on: faint.ground, size: size)),
      LabelledImage(
        .text, "red on white, strokes of \(size)", .clips, "The word reads as before.",
        text(seenPair.ground, on: [1, 1, 1], size: size)),
      LabelledImage(
        .text, "blue on red, strokes of \(size)", .clips, "The word reads as before.",
        text(blue, on: seenPair.ground, size: size)),
    ]
  }
}
