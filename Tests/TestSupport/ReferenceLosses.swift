import ColorScience
import Gamut

/// What is lost of an image whose pixels are all in memory: the sentences of `Documentation/definitions.md`, one function
/// each.
struct ReferenceLosses {
  private let pixels: [ReferencePixel]
  private let width, height: Int
  private let model: ColorModel
  private let jnd: Int
  private let analyzed: Int

  init(_ pixels: [ReferencePixel], _ layout: PixelLayout, _ model: ColorModel, analyzed: Int) {
    (self.pixels, self.model, self.analyzed) = (pixels, model, analyzed)
    width = layout.width
    height = pixels.count / max(layout.width, 1)
    jnd = Visibility.units(jnd: model.rendition.jnd)
  }

  private typealias Coordinates = KeyPath<ReferencePixel, SIMD3<Int16>>

  private enum Direction: CaseIterable { case row, column }

  /// Returns the pixel some steps along a direction; nil outside the image.
  private func pixel(_ index: Int, _ steps: Int, _ direction: Direction) -> Int? {
    let (x, y) = (index % width, index / width)
    let (nx, ny) = direction == .row ? (x + steps, y) : (x, y + steps)
    return (0..<width).contains(nx) && (0..<height).contains(ny) ? ny * width + nx : nil
  }

  /// The pixels within some steps of a pixel, in both directions.
  private func square(_ index: Int, reach: Int) -> [Int] {
    (-reach...reach).flatMap { dy in
      (-reach...reach).compactMap { dx in pixel(index, dy, .column).flatMap { pixel($0, dx, .row) } }
    }
  }

  /// The n pixels before and the n after a pixel, without itself: n is the largest number up to the scale for which all
  /// exist and are judged. There is no step if 2 n is less than the scale.
  private func boxes(_ index: Int, _ direction: Direction, _ scale: Int) -> (before: [Int], after: [Int])? {
    func isJudged(_ steps: Int) -> Bool { pixel(index, steps, direction).map { pixels[$0].isJudged } ?? false }
    var n = 0
    while n < scale, isJudged(-n - 1), isJudged(n + 1) { n += 1 }
    guard 2 * n >= scale else { return nil }
    return (
      (1...n).reversed().compactMap { pixel(index, -$0, direction) }, (1...n).compactMap { pixel(index, $0, direction) }
    )
  }

  /// The step at a pixel: the squared difference of the sums of its boxes, and n.
  private struct Step {
    var squared: Int
    var n: Int

    /// The step of means is at least, or exceeds, so many units.
    func isAtLeast(_ units: Int) -> Bool { squared >= units * units * n * n }
    func exceedsHalf(of units: Int) -> Bool { 4 * squared > units * units * n * n }

    func isLarger(than other: Step) -> Bool { squared * other.n * other.n > other.squared * n * n }
    var difference: Double { Double(squared).squareRoot() / Double(n) / DIN99o.unit }
  }

  private func step(_ index: Int, _ direction: Direction, _ scale: Int, _ coordinates: Coordinates) -> Step? {
    guard let (before, after) = boxes(index, direction, scale) else { return nil }
    let squared = (0..<3).reduce(0) { sum, axis in
      let difference =
        after.reduce(0) { $0 + Int(pixels[$1][keyPath: coordinates][axis]) }
        - before.reduce(0) { $0 + Int(pixels[$1][keyPath: coordinates][axis]) }
      return sum + difference * difference
    }
    return Step(squared: squared, n: before.count)
  }

  /// Seen: in a direction, the step before is at least the JND, and the pixel or one of the boxes has a changed pixel.
  private func isSeen(_ index: Int, _ scale: Int) -> Bool {
    pixels[index].isJudged
      && Direction.allCases.contains { direction in
        guard let step = step(index, direction, scale, \.before), step.isAtLeast(jnd),
          let (before, after) = boxes(index, direction, scale)
        else { return false }
        return (before + [index] + after).contains { pixels[$0].isChanged }
      }
  }

  /// Kept: in a direction, the step after is more than half the JND.
  private func isKept(_ index: Int, _ scale: Int) -> Bool {
    pixels[index].isJudged
      && Direction.allCases.contains { step(index, $0, scale, \.after)?.exceedsHalf(of: jnd) ?? false }
  }

  /// The scales at which a pixel is lost: it is seen, and no pixel within two pixels is kept.
  private func lostScales(_ index: Int) -> [Int] {
    Visibility.scales.filter { scale in
      isSeen(index, scale)
        && !square(index, reach: Visibility.keptReach).contains { isKept($0, scale) }
    }
  }

  /// The largest step before of a lost pixel, in any direction, at scales at which it is lost: the first, if several are
  /// equal, with its boxes.
  private func loss(_ index: Int, _ scales: [Int]) -> (step: Step, direction: Direction, scale: Int)? {
    var largest: (step: Step, direction: Direction, scale: Int)?
    for scale in scales {
      for direction in Direction.allCases {
        guard let step = step(index, direction, scale, \.before) else { continue }
        if largest.map({ step.isLarger(than: $0.step) }) ?? true { largest = (step, direction, scale) }
      }
    }
    return largest
  }

  /// Returns the sets of pixels that touch by a side or a corner, each in reading order.
  private func connected(_ isMember: [Bool]) -> [[Int]] {
    var isLeft = isMember
    var sets: [[Int]] = []
    for start in isMember.indices where isLeft[start] {
      isLeft[start] = false
      var (set, stack) = ([Int](), [start])
      while let index = stack.popLast() {
        set.append(index)
        for next in square(index, reach: 1) where isLeft[next] {
          isLeft[next] = false
          stack.append(next)
        }
      }
      sets.append(set.sorted())
    }
    return sets
  }

  private func position(_ index: Int) -> LossReport.Position { .init(x: index % width, y: index / width) }

  private func box(_ indices: [Int]) -> LossReport.Box? {
    indices.map { LossReport.Box(x: $0 % width, y: $0 / width, width: 1, height: 1) }
      .reduce(nil) { box, next in
        var union = next
        if let box { union.formUnion(box) }
        return union
      }
  }

  private func region(_ set: [Int], _ scales: [[Int]], _ pairs: [LossReport.AreaPair]) -> LossReport.LostRegion? {
    var largest: (step: Step, direction: Direction, scale: Int)?
    var witness = 0
    for index in set {
      guard let loss = loss(index, scales[index]) else { continue }
      if largest.map({ loss.step.isLarger(than: $0.step) }) ?? true { (largest, witness) = (loss, index) }
    }
    guard let largest, let box = box(set), let (before, after) = boxes(witness, largest.direction, largest.scale)
    else { return nil }
    return LossReport.LostRegion(
      box: box, pixels: set.count, loss: largest.step.difference, witness: position(witness),
      sides: [before, after].map { model.mean($0.map { pixels[$0].color.color }) }, shape: shape(set, pairs))
  }

  /// The shape that a region surrounds: it touches pixels of both colours of a lost pair.
  private func shape(_ set: [Int], _ pairs: [LossReport.AreaPair]) -> LossReport.LostShape? {
    let beside = Set(set.flatMap { square($0, reach: 1) })
    func touched(_ color: LossReport.AreaColor) -> [Int] {
      beside.filter { pixels[$0].isJudged && pixels[$0].color.color == color.color.code }
    }
    for (index, pair) in pairs.enumerated() where !touched(pair.ground).isEmpty {
      if let box = box(touched(pair.rarer)) { return LossReport.LostShape(box: box, pair: index) }
    }
    return nil
  }

  /// The judged neighbour some steps away.
  private func judged(_ index: Int, _ steps: Int, _ direction: Direction) -> ReferencePixel? {
    pixel(index, steps, direction).map { pixels[$0] }.flatMap { $0.isJudged ? $0 : nil }
  }

  private static let neighbours = Direction.allCases.flatMap { direction in [-1, 1].map { (direction, $0) } }

  /// Solid: the left, upper and upper left pixel have its code, or it is part of a stroke.
  private func isSolid(_ index: Int) -> Bool {
    let pixel = pixels[index]
    guard pixel.isJudged else { return false }
    let corner = self.pixel(index, -1, .column).flatMap { judged($0, -1, .row) }
    let square = [judged(index, -1, .row), judged(index, -1, .column), corner]
    return square.allSatisfy { $0?.color == pixel.color } || isStroke(index)
  }

  /// A stroke: one of its four neighbours has its code, and to both sides it stands out in the same direction.
  private func isStroke(_ index: Int) -> Bool {
    let pixel = pixels[index]
    guard Self.neighbours.contains(where: { judged(index, $0.1, $0.0)?.color == pixel.color }) else { return false }
    return Direction.allCases.contains { direction in
      guard let one = judged(index, -1, direction), let other = judged(index, 1, direction) else { return false }
      let product = (0..<3).reduce(0) {
        $0 + (Int(one.before[$1]) - Int(pixel.before[$1])) * (Int(other.before[$1]) - Int(pixel.before[$1]))
      }
      return product > 0
        && [one, other].allSatisfy { DIN99o.squaredDifference($0.before, pixel.before) >= Visibility.stroke }
    }
  }

  /// Border: differs from one of its four neighbours, or one of them, in the image, is not judged.
  private func isBorder(_ index: Int) -> Bool {
    pixels[index].isJudged
      && Self.neighbours.contains {
        guard let next = pixel(index, $0.1, $0.0).map({ pixels[$0] }) else { return false }
        return !next.isJudged
          || DIN99o.squaredDifference(next.before, pixels[index].before) >= Visibility.border
      }
  }

  /// The colours of areas, each with its judged pixels in reading order.
  private func areaColors() -> [(color: PackedColor, pixels: [Int])] {
    let judged = pixels.indices.filter { pixels[$0].isJudged }
    return Dictionary(grouping: judged) { pixels[$0].color }
      .filter {
        $0.value.count(where: isSolid) >= Visibility.solidPixels(analyzed: analyzed)
          && $0.value.count(where: isBorder) >= Visibility.borderPixels
      }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Two area colours, at least one changed, that differ by at least 2.5 before and at most 1.25 after.
  private func lostPairs() -> [(pair: LossReport.AreaPair, rarer: [Int])] {
    let colors = areaColors()
    var pairs: [(pair: LossReport.AreaPair, rarer: [Int])] = []
    for (index, one) in colors.enumerated() {
      for other in colors.dropFirst(index + 1) {
        let (first, second) = (pixels[one.pixels[0]], pixels[other.pixels[0]])
        guard first.isChanged || second.isChanged,
          LostPair.isLost(before: (first.before, second.before), after: (first.after, second.after))
        else { continue }
        func area(_ color: (color: PackedColor, pixels: [Int]), _ pixel: ReferencePixel) -> LossReport.AreaColor {
          .init(
            color: .init(code: color.color.color, becomes: pixel.code.color), pixels: color.pixels.count,
            witness: position(color.pixels[0]))
        }
        pairs.append(
          (
            LossReport.AreaPair(
              first: area(one, first), second: area(other, second),
              before: DIN99o.difference(first.before, second.before),
              after: DIN99o.difference(first.after, second.after)),
            other.pixels.count < one.pixels.count ? other.pixels : one.pixels
          ))
      }
    }
    return pairs.sorted { $0.pair.precedes($1.pair) }
  }

  func write(to report: inout LossReport) {
    let top = model.rendition.top
    let pairs = lostPairs()
    report.areas.pairs = pairs.count
    report.areas.largest = pairs.prefix(top).map(\.pair)
    let rarer = Set(pairs.flatMap(\.rarer))
    report.areas.pixels = rarer.count

    let scales = pixels.indices.map(lostScales)
    let regions = connected(scales.map { !$0.isEmpty })
    let visible = regions.filter { region in
      region.count >= Visibility.regionPixels(analyzed: analyzed)
        && region.contains { square($0, reach: 1).contains { pixels[$0].isChanged } }
    }
    report.steps.regions = regions.count
    report.steps.pixels = regions.reduce(0) { $0 + $1.count }
    report.steps.visibleRegions = visible.count
    report.steps.visiblePixels = visible.reduce(0) { $0 + $1.count }
    report.steps.largest = visible.compactMap { region($0, scales, report.areas.largest) }.largestRegions(top)
    report.lostPixels = rarer.union(visible.joined()).count
  }
}
