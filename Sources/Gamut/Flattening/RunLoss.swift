internal import CGamutKernels

/// The loss of a run of one destination code, from its stretches of equal pixels.
///
/// The decisions are those of `ReferenceRunLoss`: single precision decides if its error allows, double precision
/// otherwise.
struct RunLoss: ~Copyable, Sendable {
  private let tables: RenditionTables
  private let jnd: Double
  private var run = RunStretches(), previous = RunStretches()
  private var squares: EndSquares

  /// The loss of the last measured run: at least the just-noticeable difference, or 0.
  private(set) var loss = 0.0
  /// Pixels of the run, counted from 0: the end that gives the loss, the pixel farthest from it, and the lost ones.
  private(set) var anchor = 0, farthest = 0
  private(set) var lost: [Range<Int>] = []

  init(_ tables: RenditionTables, vector: VectorExtension) {
    self.tables = tables
    squares = EndSquares(LabEstimates(tables, vector: vector))
    jnd = tables.model.rendition.jnd
  }

  /// Begins a run.
  mutating func begin() {
    swap(&run, &previous)
    run.removeAll()
  }

  /// Appends the next stretch, which begins after `start` pixels of the run.
  @inline(__always)
  mutating func append(_ source: UInt64, from start: Int) { run.append(source, from: start) }

  /// Ends the run, which has `pixels` pixels.
  mutating func end(pixels: Int) { run.end(pixels: pixels) }

  /// Sets a run down a column, with the given number of pixels and all its stretches.
  mutating func set(_ x: Int, of columns: borrowing ColumnStretches, pixels: Int) {
    begin()
    run.read(x, of: columns)
    run.end(pixels: pixels)
  }

  /// Whether the run has the same stretches as the previous one.
  var isSameAsBefore: Bool { run.equals(previous) }

  /// Measures the run, which must have at least two stretches.
  mutating func measure() {
    if isSameAsBefore { return }
    loss = 0
    lost = []
    let (first, last) = squares.begin(run)
    let least = max(Float(jnd) - LabEstimates.margin, 0)
    if max(first.largest, last.largest) < least * least { return }
    decide()
  }

  @inline(never)
  private mutating func decide() {
    let count = run.count
    let (first, last) = (squares.findLargest(from: .first, run), squares.findLargest(from: .last, run))
    let fromFirst = mostDistant(from: .first, first, unless: last)
    let fromLast = mostDistant(from: .last, last, unless: first)
    let loss = max(fromFirst.difference, fromLast.difference)
    guard loss >= jnd else { return }
    self.loss = loss
    let pixels = unsafe Int(run.ends[count - 1])
    let givesFirst = fromFirst.difference == loss
    anchor = givesFirst ? 0 : pixels - 1
    let stretch = givesFirst ? fromFirst.stretch : fromLast.stretch
    farthest = stretch == 0 ? 0 : unsafe Int(run.ends[stretch - 1])

    // The pixels far from the end stand out, or the others if these are fewer; of two ends, the smaller set is used.
    guard givesFirst else {
      lost = self.pixels(of: side(from: .last), pixels)
      return
    }
    let seenFromFirst = side(from: .first)
    lost = self.pixels(of: seenFromFirst, pixels)
    guard fromLast.difference == loss else { return }
    let seenFromLast = side(from: .last)
    if seenFromLast.pixels < seenFromFirst.pixels { lost = self.pixels(of: seenFromLast, pixels) }
    if seenFromLast.pixels == seenFromFirst.pixels {
      lost = Self.union(lost, self.pixels(of: seenFromLast, pixels))
    }
  }

  private static func union(_ a: [Range<Int>], _ b: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in (a + b).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, last.upperBound >= range.lowerBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  private func lab(_ stretch: Int) -> OKLab { unsafe tables.okLab(run.sources[stretch]) }

  /// Returns the first stretch farthest from the one at an end; a negative difference if the other end certainly has a
  /// farther one.
  private func mostDistant(
    from end: EndSquares.End, _ extent: gamut_extent, unless other: gamut_extent
  ) -> (difference: Double, stretch: Int) {
    let count = run.count
    let start = end.stretch(of: count)
    let margin = 2 * LabEstimates.margin
    let root = extent.largest.squareRoot()
    // Untrusted values have an infinite extent, on both sides of the comparison.
    if other.least >= 0, root + margin < other.largest.squareRoot() { return (-1, start) }
    let least = max(root - margin, 0)
    let bound = extent.least >= 0 ? least * least : 0
    var result = (difference: -1.0, stretch: start)
    let from = lab(start)
    for first in stride(from: 0, to: count, by: EndSquares.block) {
      let block = first / EndSquares.block
      if squares.extent(of: block, from: end).largest < bound { continue }
      let values = unsafe squares.squares(of: block, from: end, run)
      for index in first..<min(first + EndSquares.block, count) where unsafe !(values[index - first] < bound) {
        let difference = from.deltaE(to: lab(index))
        if difference > result.difference { result = (difference, index) }
      }
    }
    return result
  }

  /// The stretches that stand out as seen from one end, either the far ones or the others, and their pixels.
  private struct Side {
    /// The indices at which far stretches begin and end, alternately.
    var turns: [Int] = []
    var isFar = true
    var pixels = 0
  }

  /// Finds the stretches that differ by at least a just-noticeable difference from an end, and determines which stand
  /// out.
  private func side(from end: EndSquares.End) -> Side {
    let (low, high) = (max(Float(jnd) - LabEstimates.margin, 0), Float(jnd) + LabEstimates.margin)
    let (near, beyond) = (low * low, high * high)
    var from: OKLab?
    let count = run.count
    var (far, all, isFar) = (0, 0, false)
    var side = Side()
    for start in stride(from: 0, to: count, by: EndSquares.block) {
      let stop = min(start + EndSquares.block, count)
      let extent = squares.extent(of: start / EndSquares.block, from: end)
      // Usually either the whole block is far, or nothing of it.
      if extent.least > beyond || extent.largest < near {
        let isOut = extent.least > beyond
        if isOut != isFar { side.turns.append(start) }
        isFar = isOut
        let end = unsafe Int(run.ends[stop - 1])
        far += isOut ? end - all : 0
        all = end
        continue
      }
      let values = unsafe squares.squares(of: start / EndSquares.block, from: end, run)
      for index in start..<stop {
        let square = unsafe values[index - start]
        var isOut = square > beyond
        if !isOut, !(square < near) {
          let lab = from ?? lab(end.stretch(of: count))
          from = lab
          isOut = lab.deltaE(to: self.lab(index)) >= jnd
        }
        if isOut != isFar { side.turns.append(index) }
        isFar = isOut
        let end = unsafe Int(run.ends[index])
        far += isOut ? end - all : 0
        all = end
      }
    }
    side.isFar = all - far >= far
    side.pixels = min(far, all - far)
    return side
  }

  /// Returns the pixels of the stretches that stand out, without the first and the last of the run.
  private func pixels(of side: Side, _ pixels: Int) -> [Range<Int>] {
    var lost: [Range<Int>] = []
    var (start, standsOut) = (0, !side.isFar)
    for turn in side.turns + [run.count] {
      let stop = turn == 0 ? 0 : unsafe Int(run.ends[turn - 1])
      let range = max(start, 1)..<max(min(stop, pixels - 1), max(start, 1))
      if standsOut, !range.isEmpty { lost.append(range) }
      (start, standsOut) = (stop, !standsOut)
    }
    return lost
  }
}
