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
  /// Which of them are far from the end that decides, or from the first; and from the last.
  private var isFar = Scratch<Bool>(count: 64), isFarFromLast = Scratch<Bool>(count: 64)
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
    isFar = Scratch(count: 2 * count)
    isFarFromLast = Scratch(count: 2 * count)
  }

  /// Whether the run has the same stretches as the one before.
  var isSameAsBefore: Bool { isSame && count == previousCount }

  /// Measures the run, which has two stretches or more.
  mutating func measure() {
    if isSameAsBefore { return }
    loss = 0
    lost = []
    let (first, last) = unsafe estimates.squares(
      of: sources.base, count: count, toFirst: toFirst.base, toLast: toLast.base)
    let least = max(Float(jnd) - LabEstimates.margin, 0)
    if first.isTrusted, last.isTrusted, max(first.square, last.square) < least * least { return }
    decide(first, last)
  }

  @inline(never)
  private mutating func decide(_ first: LabEstimates.Largest, _ last: LabEstimates.Largest) {
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
    guard fromLast.difference == loss else {
      let side = unsafe side(from: 0, toFirst.base, isFar.base)
      lost = lostPixels(pixels) { unsafe isFar.base[$0] == side.isFar }
      return
    }
    guard givesFirst else {
      let side = unsafe side(from: count - 1, toLast.base, isFar.base)
      lost = lostPixels(pixels) { unsafe isFar.base[$0] == side.isFar }
      return
    }
    let seenFromFirst = unsafe side(from: 0, toFirst.base, isFar.base)
    let seenFromLast = unsafe side(from: count - 1, toLast.base, isFarFromLast.base)
    let (countsFirst, countsLast) = (
      seenFromFirst.pixels <= seenFromLast.pixels, seenFromLast.pixels <= seenFromFirst.pixels
    )
    lost = lostPixels(pixels) {
      unsafe countsFirst && isFar.base[$0] == seenFromFirst.isFar
        || countsLast && isFarFromLast.base[$0] == seenFromLast.isFar
    }
  }

  private func lab(_ stretch: Int) -> OKLab {
    unsafe tables.model.okLab(tables.sourceLinear(PackedColor(bits: sources.base[stretch])))
  }

  /// The first stretch farthest from the one at an end; below 0 where the other end is certainly farther from one.
  @unsafe
  private func mostDistant(
    from end: Int, _ squares: UnsafePointer<Float>, _ largest: LabEstimates.Largest,
    unless other: LabEstimates.Largest
  ) -> (difference: Double, stretch: Int) {
    let margin = 2 * LabEstimates.margin
    let root = largest.square.squareRoot()
    if largest.isTrusted, root + margin < other.square.squareRoot() { return (-1, end) }
    let least = max(root - margin, 0)
    let bound = least * least
    var result = (difference: -1.0, stretch: end)
    let from = lab(end)
    for start in stride(from: 0, to: count, by: 16) {
      if unsafe start + 16 <= count && all(Self.lanes(squares + start) .< bound) { continue }
      for index in start..<min(start + 16, count) where unsafe !(squares[index] < bound) {
        let difference = from.deltaE(lab(index))
        if difference > result.difference { result = (difference, index) }
      }
    }
    return result
  }

  @unsafe
  private static func lanes(_ squares: UnsafePointer<Float>) -> SIMD16<Float> {
    unsafe UnsafeRawPointer(squares).loadUnaligned(as: SIMD16<Float>.self)
  }

  /// Stretches that stand out seen from one end: those that are far, or those that are not; and their pixels.
  private struct Side {
    var isFar: Bool
    var pixels: Int
  }

  /// Which stretches are at least a just-noticeable difference from an end, into `isFar`, and which of them stand out.
  @unsafe
  private func side(
    from end: Int, _ squares: UnsafePointer<Float>, _ isFar: UnsafeMutablePointer<Bool>
  ) -> Side {
    let (low, high) = (max(Float(jnd) - LabEstimates.margin, 0), Float(jnd) + LabEstimates.margin)
    let (near, beyond) = (low * low, high * high)
    var from: OKLab?
    var (far, all) = (0, 0)
    for start in stride(from: 0, to: count, by: 16) {
      let stop = min(start + 16, count)
      if stop - start == 16 {
        // Mostly all are far, or none is.
        let lanes = unsafe Self.lanes(squares + start)
        let (isNear, isBeyond) = (lanes .< near, lanes .> beyond)
        if isBeyond[0] ? Swift.all(isBeyond) : Swift.all(isNear) {
          unsafe (isFar + start).update(repeating: isBeyond[0], count: 16)
          let end = unsafe Int(ends.base[stop - 1])
          far += isBeyond[0] ? end - all : 0
          all = end
          continue
        }
      }
      for index in start..<stop {
        let square = unsafe squares[index]
        var isOut = square > beyond
        if !isOut, !(square < near) {
          let lab = from ?? lab(end)
          from = lab
          isOut = lab.deltaE(self.lab(index)) >= jnd
        }
        unsafe isFar[index] = isOut
        let end = unsafe Int(ends.base[index])
        far += isOut ? end - all : 0
        all = end
      }
    }
    return all - far < far ? Side(isFar: false, pixels: all - far) : Side(isFar: true, pixels: far)
  }

  /// The pixels of the stretches that stand out, without the first and the last of the run.
  private func lostPixels(_ pixels: Int, where isOut: (Int) -> Bool) -> [Range<Int>] {
    var lost: [Range<Int>] = []
    // Where the stretches that stand out side by side begin; nil between them.
    var begun: Int?
    var start = 0
    for index in 0..<count {
      if isOut(index) {
        if begun == nil { begun = start }
      } else if let from = begun {
        if start > max(from, 1) { lost.append(max(from, 1)..<start) }
        begun = nil
      }
      start = unsafe Int(ends.base[index])
    }
    if let from = begun, pixels - 1 > max(from, 1) { lost.append(max(from, 1)..<(pixels - 1)) }
    return lost
  }
}
