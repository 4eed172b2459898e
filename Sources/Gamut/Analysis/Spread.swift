/// The largest ΔEOK between two points of a set, and the first pair in order that has it.
struct Spread: Sendable, Hashable {
  private(set) var distance: Double
  /// Indices of the points, `first` below `second`.
  private(set) var first, second: Int

  /// Creates the spread of points; nil for fewer than two.
  ///
  /// The result is exact. Many points are sorted into nested boxes, and a point is compared only with boxes that extend
  /// farther from it than the best distance so far.
  init?(_ points: [OKLab]) {
    guard points.count > 1 else { return nil }
    (distance, first, second) = (points[0].deltaE(to: points[1]), 0, 1)
    guard points.count > 64 else {
      for i in points.indices {
        for j in (i + 1)..<points.count { consider(i, j, points) }
      }
      return
    }
    let boxes = BoxTree(points)
    // Start with a distant pair: the point farthest from the first one, and the point farthest from that.
    let start = boxes.farthest(from: 0, points)
    consider(start, boxes.farthest(from: start, points), points)
    for index in points.indices { boxes.search(from: index, points, &self) }
  }

  /// Replaces the current pair if the new one is farther apart, or equally far apart and earlier.
  fileprivate mutating func consider(_ i: Int, _ j: Int, _ points: [OKLab]) {
    let distance = points[i].deltaE(to: points[j])
    let (first, second) = (min(i, j), max(i, j))
    guard first != second, (self.distance, -self.first, -self.second) < (distance, -first, -second) else { return }
    (self.distance, self.first, self.second) = (distance, first, second)
  }
}

/// Points in nested boxes: each box is halved along its longest side until it contains few points.
private struct BoxTree {
  private struct Box {
    var low, high: SIMD3<Double>
    /// The points of a box that is not divided, as a range of `order`; the points of a divided box are in its two
    /// halves, and `halves` is the index of the first half.
    var points: Range<Int>
    var halves: Int?
  }

  private var boxes: [Box] = []
  private var order: [Int]
  private static let leafPoints = 16

  init(_ points: [OKLab]) {
    order = Array(points.indices)
    boxes.append(Self.box(around: 0..<points.count, order, points))
    var next = 0
    while next < boxes.count {
      split(next, points)
      next += 1
    }
  }

  private static func vector(_ point: OKLab) -> SIMD3<Double> { SIMD3(point.l, point.a, point.b) }

  private static func box(around range: Range<Int>, _ order: [Int], _ points: [OKLab]) -> Box {
    var low = SIMD3<Double>(repeating: .infinity)
    var high = -low
    for index in range {
      let point = vector(points[order[index]])
      low = low.replacing(with: point, where: point .< low)
      high = high.replacing(with: point, where: point .> high)
    }
    return Box(low: low, high: high, points: range, halves: nil)
  }

  private mutating func split(_ index: Int, _ points: [OKLab]) {
    let box = boxes[index]
    let size = box.high - box.low
    guard box.points.count > Self.leafPoints else { return }
    if size.max() == 0 {
      // All points coincide: the first one represents the others, and the second one is needed if the first is the
      // query.
      order[box.points].sort()
      boxes[index].points = box.points.prefix(2)
      return
    }
    let axis = size.x == size.max() ? 0 : size.y == size.max() ? 1 : 2
    order[box.points].sort { Self.vector(points[$0])[axis] < Self.vector(points[$1])[axis] }
    let middle = (box.points.lowerBound + box.points.upperBound) / 2
    boxes[index].halves = boxes.count
    boxes.append(Self.box(around: box.points.lowerBound..<middle, order, points))
    boxes.append(Self.box(around: middle..<box.points.upperBound, order, points))
  }

  /// The squared distance to the farthest corner.
  private func reach(_ box: Box, from point: SIMD3<Double>) -> Double {
    let (a, b) = (point - box.low, box.high - point)
    let far = a.replacing(with: b, where: a .< b)
    return (far * far).sum()
  }

  func farthest(from index: Int, _ points: [OKLab]) -> Int {
    points.indices.max { points[index].deltaE(to: points[$0]) < points[index].deltaE(to: points[$1]) } ?? index
  }

  /// Considers every pair with a point that may be at least as far apart as the best pair so far.
  func search(from index: Int, _ points: [OKLab], _ best: inout Spread) {
    let point = Self.vector(points[index])
    var stack = [0]
    while let next = stack.popLast() {
      let box = boxes[next]
      // Slightly less than the best distance, to allow for rounding.
      guard reach(box, from: point) >= best.distance * best.distance * (1 - 1e-12) else { continue }
      if let halves = box.halves {
        stack.append(halves)
        stack.append(halves + 1)
      } else {
        for other in box.points { best.consider(index, order[other], points) }
      }
    }
  }
}
