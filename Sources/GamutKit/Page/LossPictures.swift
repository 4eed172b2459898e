import Gamut
import LibC
import PNGCodec

/// The loss of an image, or of a part, for every screen and every eye: before and after, with the differences that are
/// lost drawn as differences of lightness: where a colour becomes that of a loss, its place along the direction from one
/// lost colour to the other. Everything else is a pale picture of the result. What is lost is only in the one before.
struct LossPictures: Sendable {
  let before, after: [UInt8]
  let frame: LossReport.Box

  var size: Int { before.count + after.count }

  init(_ survey: borrowing ImageSurvey, of report: GamutReport, in rendition: Rendition) throws(PNGError) {
    let toSRGB = RGBSpace.sRGB.fromPCS * rendition.destination.toPCS
    // Most cells are those before them again.
    var last: (original: SIMD4<Float>, rendered: SIMD4<Float>)?
    var cells: [Cell] = []
    cells.reserveCapacity(survey.original.count)
    for index in survey.original.indices {
      let (original, rendered) = (survey.original[index], survey.rendered[index])
      if let previous = cells.last, let last, last == (original, rendered) {
        cells.append(previous)
        continue
      }
      last = (original, rendered)
      cells.append(
        original.w > 0
          ? Cell(
            before: SIMD3(SIMD3(original.x, original.y, original.z) / original.w),
            after: toSRGB * SIMD3(SIMD3(rendered.x, rendered.y, rendered.z) / rendered.w)) : Cell())
    }
    var axes = Self.axes(of: report, in: rendition, depth: survey.layout.depth)
    for index in cells.indices { cells[index].choose(among: axes) }
    for index in axes.indices { axes[index].stretch(over: cells.lazy.filter { $0.axis == index && $0.share > 0.5 }) }
    let (columns, rows) = (survey.columns, survey.rows)
    func picture(_ isBefore: Bool) throws(PNGError) -> [UInt8] {
      let pixels = cells.map { $0.pixel(axes, isBefore: isBefore) }
      return try SmallPicture.encode(
        pixels, width: columns, height: rows, hasAlpha: pixels.contains { $0 & 255 == 0 }, color: HeatMapEncoder.color)
    }
    before = try picture(true)
    after = try picture(false)
    frame = survey.frame
  }

  /// The direction in which the colours of losses with one result differ.
  private struct Axis {
    /// The middle of the two colours of the first loss (DIN99o), before and after.
    let middle, result: SIMD3<Double>
    /// The sum of the differences, the lighter colour first.
    var direction: SIMD3<Double>
    var losses = 1
    /// The distance from the middle that is drawn as nearly black or white.
    var reach = 1.0

    /// Returns a place along the direction, in DIN99o from the middle.
    func place(_ color: SIMD3<Double>, isBefore: Bool) -> Double {
      ((color - (isBefore ? middle : result)) * direction).sum() / max((direction * direction).sum().squareRoot(), 1e-9)
    }

    /// Reaches as far as most of the cells, within limits that leave the two colours of a loss clearly apart.
    mutating func stretch(over cells: some Sequence<Cell>) {
      let places = cells.map { abs(place($0.before, isBefore: true)) }.sorted()
      let least = (direction * direction).sum().squareRoot() / 2 / Double(losses)
      reach = max(least, min(places.isEmpty ? 0 : places[places.count * 19 / 20], 2.5 * least))
    }
  }

  private static func axes(of report: GamutReport, in rendition: Rendition, depth: Int) -> [Axis] {
    let losses =
      report.loss.steps.largest.prefix(8).map(\.sides)
      + report.loss.areas.largest.prefix(8).map { [$0.first.color, $0.second.color] }
    var axes: [Axis] = []
    for colors in losses where colors.count == 2 {
      let before = rendition.linearSRGB(of: colors.map(\.code), depth: depth).map { DIN99o(linearSRGB: $0).vector }
      let after = colors.map { DIN99o(linearSRGB: rendition.linearSRGB(ofDestination: $0.becomes)).vector }
      var direction = before[1] - before[0]
      let result = (after[0] + after[1]) / 2
      if let index = axes.firstIndex(where: { Cell.share(of: $0.result, result) > 0.7 }) {
        // Losses that differ in other directions count less, so that each differs along the sum.
        if (axes[index].direction * direction).sum() < 0 { direction *= -1 }
        if axes[index].losses == 1 { axes[index].direction += 0.5 * direction }
      } else {
        if direction.x < 0 { direction *= -1 }
        axes.append(Axis(middle: (before[0] + before[1]) / 2, result: result, direction: direction))
      }
    }
    return axes
  }

  private struct Cell {
    /// Its colours before and after (DIN99o).
    var before = SIMD3<Double>.zero, after = SIMD3<Double>.zero
    /// The colour after; nil for a transparent cell.
    var result: OKLab?
    /// The nearest axis, and the share, from 0 to 1, in which the cell is drawn along it.
    var axis = 0, share = 0.0

    init() {}

    /// Creates a cell from linear values of sRGB.
    init(before: SIMD3<Double>, after: SIMD3<Double>) {
      self.before = DIN99o(linearSRGB: before).vector
      self.after = DIN99o(linearSRGB: after).vector
      result = OKLab(linearSRGB: after)
    }

    /// Returns 1 for two colours that look alike, and less the more they differ.
    static func share(of first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
      let difference = first - second
      return exp(-(difference * difference).sum() / 16)
    }

    mutating func choose(among axes: [Axis]) {
      guard result != nil else { return }
      for (index, candidate) in axes.enumerated() {
        let share = Self.share(of: after, candidate.result)
        if share > self.share { (axis, self.share) = (index, share) }
      }
    }

    /// Returns the pixel as RGBA, with red in the highest byte.
    func pixel(_ axes: [Axis], isBefore: Bool) -> UInt32 {
      guard var color = result else { return 0 }
      color.l = 0.62 + 0.4 * (color.l - 0.62)
      var chroma = 0.35
      if share > 0.01 {
        let place = axes[axis].place(isBefore ? before : after, isBefore: isBefore)
        color.l += share * (0.58 + 0.32 * tanh(1.2 * place / axes[axis].reach) - color.l)
        chroma += share * 0.2
      }
      color.a *= chroma
      color.b *= chroma
      return SmallPicture.opaque(color.linearSRGB)
    }
  }
}

extension DIN99o {
  fileprivate var vector: SIMD3<Double> { SIMD3(l, a, b) }
}
