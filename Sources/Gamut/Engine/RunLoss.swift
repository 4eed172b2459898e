/// What a run of one destination code loses, from the stretches of equal pixels that it consists of.
///
/// The decisions are those of `ReferenceRunLoss`: single precision makes those that it can, double precision the others.
struct RunLoss: ~Copyable, Sendable {
  private let tables: RenditionTables
  private let estimates: LabEstimates
  private let jnd: Double
  /// The stretches: their packed colours and the pixels of the run up to and with each.
  private var sources = Scratch<UInt64>(count: 64)
  private var ends = Scratch<UInt32>(count: 64)
  private var toFirst = Scratch<Float>(count: 64), toLast = Scratch<Float>(count: 64)
  private var isOut = Scratch<Bool>(count: 64)
  private var count = 0
  /// Whether the stretches so far are those of the run before; and how many these are.
  private var isSame = false
  private var previousCount = 0

  /// Of the run that was measured last: what it loses, at least the just-noticeable difference, or 0.
  private(set) var loss = 0.0
  /// Pixels of the run, from 0: the end that gives the loss, the one farthest from it, and those that are lost.
  private(set) var anchor = 0, farthest = 0
  private(set) var lost: [Range<Int>] = []

  init(_ tables: RenditionTables, vector: VectorExtension) {
    self.tables = tables
    estimates = LabEstimates(tables, vector: vector)
    jnd = tables.model.rendition.jnd
  }

  /// Begins a run.
  mutating func begin() {
    previousCount = count
    count = 0
    isSame = true
  }

  /// Begins a run down a column, of so many pixels, with all its stretches.
  mutating func begin(_ x: Int, of columns: borrowing ColumnStretches, pixels: Int) {
    begin()
    var previous: UInt64?
    columns.forEach(x) { source, row in
      if let previous { append(previous, end: row) }
      previous = source
    }
    if let previous { append(previous, end: pixels) }
  }

  /// Takes the next stretch, which ends after so many pixels of the run.
  @inline(__always)
  mutating func append(_ source: UInt64, end: Int) {
    if count == sources.count { grow() }
    let end = UInt32(truncatingIfNeeded: end)
    if isSame, unsafe count >= previousCount || sources.base[count] != source || ends.base[count] != end {
      isSame = false
    }
    unsafe sources.base[count] = source
    unsafe ends.base[count] = end
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let more = Scratch<UInt64>(count: 2 * count)
    unsafe more.base.update(from: sources.base, count: count)
    sources = more
    let moreEnds = Scratch<UInt32>(count: 2 * count)
    unsafe moreEnds.base.update(from: ends.base, count: count)
    ends = moreEnds
    toFirst = Scratch(count: 2 * count)
    toLast = Scratch(count: 2 * count)
    isOut = Scratch(count: 2 * count)
  }

  /// Whether the run has the same stretches as the one before.
  var isSameAsBefore: Bool { isSame && count == previousCount }

  /// Measures the run, which has two stretches or more.
  mutating func measure() {
    if isSameAsBefore { return }
    loss = 0
    lost.removeAll(keepingCapacity: true)
    unsafe estimates.squares(of: sources.base, count: count, toFirst: toFirst.base, toLast: toLast.base)
    let (first, last) = unsafe (largest(toFirst.base), largest(toLast.base))
    let least = max(Float(jnd) - LabEstimates.margin, 0)
    if first.isTrusted, last.isTrusted, max(first.square, last.square) < least * least { return }
    decide(first, last)
  }

  /// The largest of estimated squares, and whether all can be trusted.
  @unsafe
  private func largest(_ squares: UnsafePointer<Float>) -> (square: Float, isTrusted: Bool) {
    var (largest, isTrusted) = (Float(0), true)
    for index in 0..<count {
      let square = unsafe squares[index]
      if square > largest { largest = square }
      if !(square >= 0) { isTrusted = false }
    }
    return (largest, isTrusted)
  }

  @inline(never)
  private mutating func decide(_ first: (square: Float, isTrusted: Bool), _ last: (square: Float, isTrusted: Bool)) {
    let fromFirst = unsafe mostDistant(from: 0, toFirst.base, first, unless: last)
    let fromLast = unsafe mostDistant(from: count - 1, toLast.base, last, unless: first)
    let loss = max(fromFirst.difference, fromLast.difference)
    guard loss >= jnd else { return }
    self.loss = loss
    let pixels = unsafe Int(ends.base[count - 1])
    let givesFirst = fromFirst.difference == loss
    anchor = givesFirst ? 0 : pixels - 1
    let stretch = givesFirst ? fromFirst.stretch : fromLast.stretch
    farthest = stretch == 0 ? 0 : unsafe Int(ends.base[stretch - 1])

    // What stands out is what is far from the end, or the rest if that is less; of two ends the smaller set counts.
    unsafe isOut.base.update(repeating: false, count: count)
    guard fromLast.difference == loss else {
      return unsafe collect(standingOut(from: 0, toFirst.base), pixels)
    }
    guard givesFirst else { return unsafe collect(standingOut(from: count - 1, toLast.base), pixels) }
    let seenFromFirst = unsafe standingOut(from: 0, toFirst.base)
    let seenFromLast = unsafe standingOut(from: count - 1, toLast.base)
    if seenFromFirst.pixels <= seenFromLast.pixels { mark(seenFromFirst) }
    if seenFromLast.pixels <= seenFromFirst.pixels { mark(seenFromLast) }
    collect(pixels)
  }

  private func lab(_ stretch: Int) -> OKLab {
    unsafe tables.model.okLab(tables.sourceLinear(PackedColor(bits: sources.base[stretch])))
  }

  /// The first stretch farthest from the one at an end; below 0 where the other end is certainly farther from one.
  @unsafe
  private func mostDistant(
    from end: Int, _ squares: UnsafePointer<Float>, _ largest: (square: Float, isTrusted: Bool),
    unless other: (square: Float, isTrusted: Bool)
  ) -> (difference: Double, stretch: Int) {
    let margin = 2 * LabEstimates.margin
    let root = largest.square.squareRoot()
    if largest.isTrusted, root + margin < other.square.squareRoot() { return (-1, end) }
    let least = max(root - margin, 0)
    var result = (difference: -1.0, stretch: end)
    let from = lab(end)
    for index in 0..<count where unsafe !(squares[index] < least * least) {
      let difference = from.deltaE(lab(index))
      if difference > result.difference { result = (difference, index) }
    }
    return result
  }

  /// Stretches that stand out seen from one end: those that are far, or those that are not.
  private struct Side {
    var end: Int
    var isFar: Bool
    var pixels: Int
  }

  /// Whether a stretch is at least a just-noticeable difference from an end.
  @unsafe
  private func isFar(_ stretch: Int, from lab: OKLab, _ squares: UnsafePointer<Float>) -> Bool {
    let square = unsafe squares[stretch]
    let (low, high) = (max(Float(jnd) - LabEstimates.margin, 0), Float(jnd) + LabEstimates.margin)
    if square < low * low { return false }
    if square > high * high { return true }
    return lab.deltaE(self.lab(stretch)) >= jnd
  }

  @unsafe
  private func standingOut(from end: Int, _ squares: UnsafePointer<Float>) -> Side {
    let from = lab(end)
    var (far, all) = (0, 0)
    for index in 0..<count {
      let pixels = unsafe Int(ends.base[index]) - all
      if unsafe isFar(index, from: from, squares) { far += pixels }
      all += pixels
    }
    return all - far < far ? Side(end: end, isFar: false, pixels: all - far) : Side(end: end, isFar: true, pixels: far)
  }

  private mutating func mark(_ side: Side) {
    let from = lab(side.end)
    for index in 0..<count {
      let isFar = unsafe isFar(index, from: from, side.end == 0 ? toFirst.base : toLast.base)
      if isFar == side.isFar { unsafe isOut.base[index] = true }
    }
  }

  private mutating func collect(_ side: Side, _ pixels: Int) {
    mark(side)
    collect(pixels)
  }

  /// The pixels of the stretches that stand out, without the first and the last of the run.
  private mutating func collect(_ pixels: Int) {
    var start = 0
    for index in 0..<count {
      let end = unsafe Int(ends.base[index])
      defer { start = end }
      let range = max(start, 1)..<max(min(end, pixels - 1), max(start, 1))
      guard unsafe isOut.base[index], !range.isEmpty else { continue }
      if let previous = lost.last, previous.upperBound == range.lowerBound {
        lost[lost.count - 1] = previous.lowerBound..<range.upperBound
      } else {
        lost.append(range)
      }
    }
  }
}
