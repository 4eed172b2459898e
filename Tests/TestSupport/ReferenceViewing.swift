import ColorScience
import Gamut

/// What other eyes and other light lose of an image whose pixels are all in memory: the sentences of
/// `Documentation/definitions.md`, one function each, with the constants that are printed there.
struct ReferenceViewing {
  struct Pixel {
    /// The code of 8 bits, and what the display shows, in linear sRGB.
    var code: [Int]
    var original: SIMD3<Double>
    var isJudged: Bool
  }

  let pixels: [Pixel]
  let width, height: Int
  /// What the display shows of a code of 8 bits.
  let shown: ([Int]) -> SIMD3<Double>

  private static func difference(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    DIN99o(linearSRGB: one).difference(to: DIN99o(linearSRGB: other))
  }

  private func pixel(_ x: Int, _ y: Int) -> Pixel? {
    (0..<width).contains(x) && (0..<height).contains(y) ? pixels[y * width + x] : nil
  }

  /// The mean of 2 x 2 pixels; nil if one is not there or not judged.
  private func box(_ x: Int, _ y: Int) -> SIMD3<Double>? {
    let four = [(0, 0), (1, 1), (1, 0), (0, 1)].compactMap { pixel(x + $0.0, y + $0.1) }.filter(\.isJudged)
    guard four.count == 4 else { return nil }
    return ((four[0].original + four[1].original) + (four[2].original + four[3].original)) / 4
  }

  /// A box, and its colour as it is shown and as it is seen.
  private struct Box {
    var linear: SIMD3<Double>
    var shown, seen: DIN99o
  }

  private func isLost(_ one: Box?, _ other: Box?, _ viewing: Viewing) -> Bool {
    guard let one, let other else { return false }
    let edge = viewing.eye == nil ? 4.0 : 10.0
    return one.shown.difference(to: other.shown) >= edge && one.seen.difference(to: other.seen) < edge / 4
  }

  private func addEdges(to loss: inout ViewingLoss) {
    let viewing = loss.viewing
    let boxes = (0..<height).map { y in
      (0..<width).map { x in
        box(x, y).map { Box(linear: $0, shown: DIN99o(linearSRGB: $0), seen: DIN99o(linearSRGB: viewing($0))) }
      }
    }
    func at(_ x: Int, _ y: Int) -> Box? {
      (0..<width).contains(x) && (0..<height).contains(y) ? boxes[y][x] : nil
    }
    /// The first lost edge of a box, to the right, below, to the left, or above.
    func edge(_ x: Int, _ y: Int) -> [(x: Int, y: Int)]? {
      for (dx, dy) in [(2, 0), (0, 2), (-2, 0), (0, -2)] where isLost(at(x, y), at(x + dx, y + dy), viewing) {
        let both = [(x: x, y: y), (x: x + dx, y: y + dy)]
        return dx + dy > 0 ? both : both.reversed()
      }
      return nil
    }
    var isMarked = (0..<(width * height)).map { edge($0 % width, $0 / width) != nil }
    let judged = pixels.count(where: \.isJudged)
    let least = max(100, Int((Double(judged) / 1_000).rounded(.up)))
    var regions: [ViewingLoss.Finding] = []
    for start in isMarked.indices where isMarked[start] {
      var (marks, stack) = ([Int](), [start])
      isMarked[start] = false
      while let mark = stack.popLast() {
        marks.append(mark)
        for dy in -1...1 {
          for dx in -1...1 {
            let (x, y) = (mark % width + dx, mark / width + dy)
            guard (0..<width).contains(x), (0..<height).contains(y), isMarked[y * width + x] else { continue }
            isMarked[y * width + x] = false
            stack.append(y * width + x)
          }
        }
      }
      guard marks.count >= least, let places = edge(start % width, start / width) else { continue }
      let sides = places.compactMap { at($0.x, $0.y)?.linear }
      let (xs, ys) = (marks.map { $0 % width }, marks.map { $0 / width })
      let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
      regions.append(
        ViewingLoss.Finding(
          box: .init(x: left, y: top, width: (xs.max() ?? 0) - left + 2, height: (ys.max() ?? 0) - top + 2),
          boxes: marks.count,
          sides: zip(sides, places).map { side, place in
            Self.side(side, nil, 4, .init(x: place.x, y: place.y), viewing)
          },
          before: Self.difference(sides[0], sides[1]), after: Self.difference(viewing(sides[0]), viewing(sides[1]))))
    }
    loss.regions = regions.count
    loss.boxes = regions.reduce(0) { $0 + $1.boxes }
    loss.largest = regions.sorted {
      ($1.boxes, $0.box?.y ?? 0, $0.box?.x ?? 0) < ($0.boxes, $1.box?.y ?? 0, $1.box?.x ?? 0)
    }
  }

  private static func side(
    _ linear: SIMD3<Double>, _ own: SIMD3<UInt16>?, _ pixels: Int, _ witness: LossReport.Position, _ viewing: Viewing
  ) -> ViewingLoss.Side {
    func code(_ linear: SIMD3<Double>) -> SIMD3<UInt16> {
      SIMD3(
        (0..<3).map { channel in
          UInt16((max(0, min(1, RGBSpace.sRGBCurve.inverse(max(linear[channel], 0)))) * 255).rounded())
        })
    }
    return ViewingLoss.Side(
      code: own ?? code(linear), shown: code(linear), seen: code(viewing(linear)), pixels: pixels, witness: witness)
  }

  /// Whether a pixel is in a run of at least four of its code, along a direction.
  private func isInRun(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> Bool {
    let own = pixels[y * width + x]
    func isSame(_ steps: Int) -> Bool {
      pixel(x + steps * dx, y + steps * dy).map { $0.isJudged && $0.code == own.code } ?? false
    }
    var length = 1
    for direction in [-1, 1] {
      var steps = direction
      while isSame(steps) { (length, steps) = (length + 1, steps + direction) }
    }
    return length >= 4
  }

  private func isBlended(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> Bool {
    guard let one = pixel(x - dx, y - dy), let other = pixel(x + dx, y + dy), one.isJudged, other.isJudged else {
      return false
    }
    let code = pixels[y * width + x].code
    return Self.difference(one.original, other.original) >= 10
      && (0..<3).allSatisfy { min(one.code[$0], other.code[$0])...max(one.code[$0], other.code[$0]) ~= code[$0] }
      && code != one.code && code != other.code
  }

  private func addPairs(to loss: inout ViewingLoss) {
    guard loss.viewing.eye != nil else { return }
    var drawn: [[Int]: (pixels: Int, first: Int)] = [:]
    for (index, pixel) in pixels.enumerated() where pixel.isJudged {
      let (x, y) = (index % width, index / width)
      guard isInRun(x, y, 1, 0) || isInRun(x, y, 0, 1), !isBlended(x, y, 1, 0), !isBlended(x, y, 0, 1) else { continue }
      drawn[pixel.code, default: (0, index)].pixels += 1
    }
    let judged = pixels.count(where: \.isJudged)
    let least = max(16, Int((Double(judged) / 5_000).rounded(.up)))
    let colors = drawn.filter { $0.value.pixels >= least }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var pairs: [ViewingLoss.Finding] = []
    for (index, first) in colors.enumerated() {
      for second in colors[(index + 1)...] {
        let (one, other) = (shown(first.key), shown(second.key))
        let (before, after) = (
          Self.difference(one, other), Self.difference(loss.viewing(one), loss.viewing(other))
        )
        guard before >= 10, after < 5 else { continue }
        let sides = [(first, one), (second, other)].map { color, linear in
          Self.side(
            linear, SIMD3(color.key.map { UInt16($0) }), color.value.pixels,
            .init(x: color.value.first % width, y: color.value.first / width), loss.viewing)
        }
        pairs.append(ViewingLoss.Finding(sides: sides, before: before, after: after))
      }
    }
    loss.pairs = pairs.count
    // Sorting is stable: pairs are in the order of their codes.
    loss.confused = pairs.sorted {
      let (one, other) = (min($0.sides[0].pixels, $0.sides[1].pixels), min($1.sides[0].pixels, $1.sides[1].pixels))
      return one != other ? one > other : $0.before - $0.after > $1.before - $1.after
    }
  }

  /// Returns a rendition, with so many regions and pairs.
  func loss(_ viewing: Viewing, top: Int) -> ViewingLoss {
    var loss = ViewingLoss(viewing)
    addEdges(to: &loss)
    addPairs(to: &loss)
    loss.largest = Array(loss.largest.prefix(top))
    loss.confused = Array(loss.confused.prefix(top))
    return loss
  }
}
