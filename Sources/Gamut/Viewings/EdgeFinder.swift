internal import CGamutKernels
import ColorScience

/// Finds the edges that other eyes and other light lose, row by row.
///
/// Kernels find in single precision which boxes two pixels apart differ, and which of these still do as they are seen. What is
/// close to a limit is decided in double precision.
struct EdgeFinder: ~Copyable, Sendable {
  private let viewings: [Viewing]
  private let vector: VectorExtension
  private let strips: Int, stride: Int
  /// The colours themselves, and what is seen of them, for the kernels.
  private let original: gamut_viewing
  private let constants: [gamut_viewing]
  /// The means of the last rows of boxes in linear light, their DIN99o, and which are judged.
  private let means, colors: Scratch<Float>
  private let judged: Scratch<UInt64>
  /// DIN99o of these boxes as they are seen, by viewing; and which strips of it are there.
  private let seen: Scratch<Float>
  private let isSeen: Scratch<Bool>
  /// The first boxes of lost edges along a row and down a column, by viewing, in the last rows.
  private let along, down: Scratch<UInt64>
  private var labels: [RegionLabels<MarkedRegion>]
  /// The regions that may be visible.
  private var found: [[MarkedRegion]]

  private static let rows = 3, edgeRows = 5
  /// No difference in single precision is off by as much. The half-planes of Brettel's model meet only within the rounding of
  /// their constants, so that most of this is for colours beside them.
  private static let margin = 0.1

  init(_ viewings: [Viewing], _ rows: borrowing ViewedRows, vector: VectorExtension) {
    (self.viewings, self.vector) = (viewings, vector)
    (strips, stride) = (rows.strips, rows.stride)
    original = gamut_viewing((0, .zero, .identity, .identity))
    constants = viewings.map { gamut_viewing($0.constants) }
    means = Scratch(count: Self.rows * 3 * stride, filledWith: 0)
    colors = Scratch(count: Self.rows * 3 * stride, filledWith: 0)
    judged = Scratch(count: Self.rows * strips, filledWith: 0)
    seen = Scratch(count: viewings.count * Self.rows * 3 * stride, filledWith: 0)
    isSeen = Scratch(count: viewings.count * Self.rows * strips, filledWith: false)
    along = Scratch(count: viewings.count * Self.edgeRows * strips, filledWith: 0)
    down = Scratch(count: viewings.count * Self.edgeRows * strips, filledWith: 0)
    labels = Array(repeating: RegionLabels(), count: viewings.count)
    found = Array(repeating: [], count: viewings.count)
  }

  static func bytesPerColumn(viewings: Int) -> Int { rows * 3 * 4 * (2 + viewings) + edgeRows * viewings / 4 }

  /// Looks at the boxes of the last two rows, and at their edges with those before.
  mutating func look(_ rows: borrowing ViewedRows) {
    let y = rows.count - 2
    guard y >= 0 else { return }
    unsafe begin(y, rows)
    for strip in 0..<strips {
      let own = judged(y, strip)
      if own == 0 { continue }
      let after = own >> 2 | judged(y, strip + 1) << 62
      if own & after != 0 { unsafe look(own & after, strip, (y, 0), (y, 2), rows) }
      let above = y >= 2 ? judged(y - 2, strip) & own : 0
      if above != 0 { unsafe look(above, strip, (y - 2, 0), (y, 0), rows) }
    }
    if y >= 2 { finish(y - 2, rows) }
  }

  private func judged(_ y: Int, _ strip: Int) -> UInt64 {
    strip < strips ? unsafe judged.base[y % Self.rows * strips + strip] : 0
  }

  @unsafe
  private func begin(_ y: Int, _ rows: borrowing ViewedRows) {
    let slot = y % Self.rows
    for strip in 0..<strips {
      func both(_ strip: Int) -> UInt64 { rows.judged(y, strip) & rows.judged(y + 1, strip) }
      let (own, next) = (both(strip), both(strip + 1))
      unsafe judged.base[slot * strips + strip] = own & (own >> 1 | next << 63)
    }
    let means = unsafe means.base + slot * 3 * stride
    let (upper, lower) = unsafe (rows.linear(y), rows.linear(y + 1))
    for i in 0..<(3 * stride - 1) { unsafe means[i] = 0.25 * (upper[i] + upper[i + 1] + (lower[i] + lower[i + 1])) }
    var original = original
    unsafe vector.kernels.see(&original, means, stride, 64 * strips, colors.base + slot * 3 * stride)
    for viewing in viewings.indices {
      unsafe (isSeen.base + (viewing * Self.rows + slot) * strips).update(repeating: false, count: strips)
      let edges = edges(y, viewing)
      unsafe (along.base + edges).update(repeating: 0, count: strips)
      unsafe (down.base + edges).update(repeating: 0, count: strips)
    }
  }

  private func edges(_ y: Int, _ viewing: Int) -> Int { (viewing * Self.edgeRows + y % Self.edgeRows) * strips }

  /// Finds the lost edges between judged boxes of a strip and others, in a row and some columns further.
  @unsafe
  private func look(
    _ pairs: UInt64, _ strip: Int, _ first: (y: Int, columns: Int), _ second: (y: Int, columns: Int),
    _ rows: borrowing ViewedRows
  ) {
    func apart(_ colors: UnsafePointer<Float>, _ least: Double) -> UInt64 {
      unsafe vector.kernels.apart(
        colors + first.y % Self.rows * 3 * stride + 64 * strip,
        colors + second.y % Self.rows * 3 * stride + 64 * strip + second.columns, stride, Float(least))
    }
    let colors = unsafe UnsafePointer(colors.base)
    var (edge, edges) = (0.0, UInt64(0))
    for (index, viewing) in viewings.enumerated() {
      if viewing.edge != edge {
        edge = viewing.edge
        edges = unsafe pairs & apart(colors, edge - Self.margin)
      }
      if edges == 0 { continue }
      unsafe see(index, first.y, strip)
      unsafe see(index, second.y, strip)
      if second.columns > 0, strip + 1 < strips { unsafe see(index, second.y, strip + 1) }
      let seen = unsafe UnsafePointer(seen.base + index * Self.rows * 3 * stride)
      let near = unsafe edges & ~apart(seen, viewing.remainingEdge + Self.margin)
      if near == 0 { continue }
      var lost = unsafe near & apart(colors, edge + Self.margin) & ~apart(seen, viewing.remainingEdge - Self.margin)
      var rest = near & ~lost
      while rest != 0 {
        let x = 64 * strip + rest.trailingZeroBitCount
        let (one, other) = (rows.box(x: x, y: first.y), rows.box(x: x + second.columns, y: second.y))
        if Self.isLost(one, other, viewing) { lost |= rest & ~(rest - 1) }
        rest &= rest - 1
      }
      let word = self.edges(first.y, index) + strip
      if second.columns > 0 { unsafe along.base[word] |= lost } else { unsafe down.base[word] |= lost }
    }
  }

  private static func isLost(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ viewing: Viewing) -> Bool {
    DIN99o(linearSRGB: first).difference(to: DIN99o(linearSRGB: second)) >= viewing.edge
      && DIN99o(linearSRGB: viewing(first)).difference(to: DIN99o(linearSRGB: viewing(second))) < viewing.remainingEdge
  }

  /// Computes what is seen of a strip of boxes, unless it is there.
  @unsafe
  private func see(_ viewing: Int, _ y: Int, _ strip: Int) {
    let slot = viewing * Self.rows + y % Self.rows
    if unsafe isSeen.base[slot * strips + strip] { return }
    unsafe isSeen.base[slot * strips + strip] = true
    var constants = constants[viewing]
    unsafe vector.kernels.see(
      &constants, means.base + y % Self.rows * 3 * stride + 64 * strip, stride, 64,
      seen.base + slot * 3 * stride + 64 * strip)
  }

  /// Adds the marked boxes of a row, whose edges are all known, to the regions.
  private mutating func finish(_ y: Int, _ rows: borrowing ViewedRows) {
    for viewing in viewings.indices {
      for strip in 0..<strips {
        var marks = marks(y, strip, viewing)
        while marks != 0 {
          let first = marks.trailingZeroBitCount
          let count = (marks >> UInt64(first)).trailingOnes
          marks &= first + count == 64 ? 0 : .max << UInt64(first + count)
          let (start, end) = (64 * strip + first, 64 * strip + first + count)
          labels[viewing].add(start..<end, MarkedRegion(x: start, y: y, boxes: count))
        }
      }
      endRow(viewing, judged: rows.judgedPixels)
      for index in labels[viewing].open.indices where labels[viewing].open[index].sides.isEmpty {
        labels[viewing].open[index].sides = sides(of: labels[viewing].open[index].witness, viewing, rows)
      }
    }
  }

  private mutating func endRow(_ viewing: Int, judged: Int) {
    let least = ViewingLoss.visibleBoxes(judged: judged)
    found[viewing] += labels[viewing].endRow().filter { $0.boxes >= least }
  }

  /// The marked boxes of a strip: those at both ends of lost edges.
  private func marks(_ y: Int, _ strip: Int, _ viewing: Int) -> UInt64 {
    let (row, above) = (edges(y, viewing) + strip, edges(y + Self.edgeRows - 2, viewing) + strip)
    let own = unsafe along.base[row]
    let before = strip > 0 ? unsafe along.base[row - 1] >> 62 : 0
    return unsafe own | own << 2 | before | down.base[row] | (y >= 2 ? down.base[above] : 0)
  }

  /// The boxes of the lost edge that marks a box: that to the right, below, to the left, or above.
  private func sides(
    of mark: LossReport.Position, _ viewing: Int, _ rows: borrowing ViewedRows
  ) -> [(place: LossReport.Position, linear: SIMD3<Double>)] {
    let (x, y) = (mark.x, mark.y)
    func isLost(_ words: borrowing Scratch<UInt64>, _ x: Int, _ y: Int) -> Bool {
      unsafe x >= 0 && y >= 0 && words.base[edges(y, viewing) + x / 64] >> UInt64(x % 64) & 1 == 1
    }
    let places =
      isLost(along, x, y)
      ? [(x, y), (x + 2, y)]
      : isLost(down, x, y)
        ? [(x, y), (x, y + 2)] : isLost(along, x - 2, y) ? [(x - 2, y), (x, y)] : [(x, y - 2), (x, y)]
    return places.map { (.init(x: $0.0, y: $0.1), rows.box(x: $0.0, y: $0.1)) }
  }

  mutating func finish(_ rows: borrowing ViewedRows, top: Int, _ losses: inout [ViewingLoss]) {
    // The boxes of the last two rows are not complete yet.
    for y in max(rows.count - 3, 0)..<max(rows.count - 1, 0) { finish(y, rows) }
    let least = ViewingLoss.visibleBoxes(judged: rows.judgedPixels)
    for viewing in viewings.indices {
      endRow(viewing, judged: rows.judgedPixels)
      let visible = found[viewing].filter { $0.boxes >= least }
      losses[viewing].regions = visible.count
      losses[viewing].boxes = visible.reduce(0) { $0 + $1.boxes }
      let largest = visible.sorted { ($1.boxes, $0.box.y, $0.box.x) < ($0.boxes, $1.box.y, $1.box.x) }.prefix(top)
      losses[viewing].largest = largest.map { $0.reported(viewings[viewing]) }
    }
  }
}

private struct MarkedRegion: RegionFacts {
  var box: LossReport.Box
  var boxes: Int
  /// The first of the boxes, and both boxes of its lost edge, in linear sRGB; empty until they are looked for.
  var witness: LossReport.Position
  var sides: [(place: LossReport.Position, linear: SIMD3<Double>)] = []

  init(x: Int, y: Int, boxes: Int) {
    box = LossReport.Box(x: x, y: y, width: boxes + 1, height: 2)
    self.boxes = boxes
    witness = .init(x: x, y: y)
  }

  mutating func formUnion(_ other: MarkedRegion) {
    box.formUnion(other.box)
    boxes += other.boxes
    if (other.witness.y, other.witness.x) < (witness.y, witness.x) { (witness, sides) = (other.witness, other.sides) }
  }

  func reported(_ viewing: Viewing) -> ViewingLoss.Finding {
    let (first, second) = (sides[0].linear, sides[1].linear)
    return ViewingLoss.Finding(
      box: box, boxes: boxes, sides: sides.map { ViewingLoss.Side($0.linear, at: $0.place, viewing) },
      before: DIN99o(linearSRGB: first).difference(to: DIN99o(linearSRGB: second)),
      after: DIN99o(linearSRGB: viewing(first)).difference(to: DIN99o(linearSRGB: viewing(second))))
  }
}

extension gamut_viewing {
  /// The numbers of ``Viewing/constants``, with the matrices to XYZ.
  fileprivate init(
    _ constants: (share: Double, normal: SIMD3<Double>, first: Matrix3, second: Matrix3)
  ) {
    let toXYZ = DIN99o.fromPCS * RGBSpace.sRGB.toPCS
    let normal = SIMD3<Float>(constants.normal)
    self.init(
      share: Float(constants.share), normal: (normal.x, normal.y, normal.z),
      first: (toXYZ * constants.first).floats, second: (toXYZ * constants.second).floats)
  }
}
