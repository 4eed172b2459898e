internal import CGamutKernels

/// The squared differences in OKLab between the ends of a run and its stretches.
///
/// A long run is measured in blocks of stretches: first only bounds for each block, which mostly suffice, then each
/// stretch of the blocks that matter.
struct EndSquares: ~Copyable, Sendable {
  private let estimates: LabEstimates
  private var toFirst = Squares(count: block), toLast = Squares(count: block)
  /// Whether each stretch of a block has been measured, and not only the block as a whole.
  private var isMeasured = Scratch<Bool>(count: 1)
  /// Whether blocks can be bounded; determined for the first long run.
  private lazy var canBound = estimates.canBound
  private var labs = (first: SIMD4<Float>.zero, last: SIMD4<Float>.zero)
  private var count = 0

  /// The number of stretches in a block, and in the shortest run for which bounds pay.
  static let block = LabEstimates.blockSize
  private static let longRun = 2 * block

  /// The end of a run from which differences are measured.
  enum End {
    case first, last

    /// Returns the index of its stretch in a run of `count` stretches.
    func stretch(of count: Int) -> Int { self == .first ? 0 : count - 1 }
  }

  init(_ estimates: consuming LabEstimates) { self.estimates = estimates }

  /// Begins with the stretches of a run, and returns bounds of all squares from each end.
  mutating func begin(_ run: borrowing RunStretches) -> (first: gamut_extent, last: gamut_extent) {
    count = run.count
    if count > toFirst.all.count {
      toFirst = Squares(count: run.capacity)
      toLast = Squares(count: run.capacity)
      isMeasured = Scratch(count: run.capacity / Self.block)
    }
    labs = unsafe (estimates.lab(run.sources[0]), estimates.lab(run.sources[count - 1]))
    // From an end that cannot be trusted, nothing can be bounded.
    if count >= Self.longRun, canBound, !labs.first.x.isNaN, !labs.last.x.isNaN {
      for block in 0..<blocks { bound(block, of: run) }
    } else {
      measure(0..<blocks, of: run)
    }
    return (extent(.first), extent(.last))
  }

  private var blocks: Int { (count + Self.block - 1) / Self.block }

  /// Bounds the squares of a block; measures those of the last one if it is not full.
  @inline(__always)
  private func bound(_ block: Int, of run: borrowing RunStretches) {
    let start = block * Self.block
    guard start + Self.block <= count, let box = unsafe estimates.box(of: run.sources + start) else {
      return measure(block..<block + 1, of: run)
    }
    unsafe toFirst.extents.base[block] = box.extent(from: labs.first)
    unsafe toLast.extents.base[block] = box.extent(from: labs.last)
    unsafe isMeasured.base[block] = false
  }

  /// Measures each stretch of some blocks.
  private func measure(_ blocks: Range<Int>, of run: borrowing RunStretches) {
    let start = blocks.lowerBound * Self.block
    unsafe estimates.squares(
      of: run.sources + start, count: min(blocks.upperBound * Self.block, count) - start,
      ends: (run.sources[0], run.sources[count - 1]),
      first: toFirst.squares(from: labs.first, block: blocks.lowerBound),
      last: toLast.squares(from: labs.last, block: blocks.lowerBound))
    unsafe (isMeasured.base + blocks.lowerBound).update(repeating: true, count: blocks.count)
  }

  /// Returns bounds of all squares from an end.
  private func extent(_ end: End) -> gamut_extent {
    var result = gamut_extent.none
    for block in 0..<blocks { result.add(extent(of: block, from: end)) }
    return result
  }

  /// Returns bounds of the squares of a block; those of a measured block are attained.
  @inline(__always)
  func extent(of block: Int, from end: End) -> gamut_extent {
    unsafe end == .first ? toFirst.extents.base[block] : toLast.extents.base[block]
  }

  /// Measures a block if only its bounds are known. Returns the squares of its stretches, to be used before the next
  /// call.
  @unsafe
  func squares(of block: Int, from end: End, _ run: borrowing RunStretches) -> UnsafePointer<Float> {
    if unsafe !isMeasured.base[block] { measure(block..<block + 1, of: run) }
    let all = unsafe end == .first ? toFirst.all.base : toLast.all.base
    return unsafe UnsafePointer(all + block * Self.block)
  }

  /// Measures all blocks that may have the stretch farthest from an end. Returns the extent of all squares, of which
  /// the largest is attained.
  func findLargest(from end: End, _ run: borrowing RunStretches) -> gamut_extent {
    // A block in which every stretch is certainly farther than all of another excludes that one: both distances are
    // estimates, each within the margin, and their bounds are rounded.
    var farthest: Float = 0
    for block in 0..<blocks { farthest = max(farthest, extent(of: block, from: end).least) }
    let root = max(farthest.squareRoot() - 3 * LabEstimates.margin, 0)
    for block in 0..<blocks where unsafe !isMeasured.base[block] && extent(of: block, from: end).largest >= root * root
    {
      measure(block..<block + 1, of: run)
    }
    return extent(end)
  }
}

/// The squared differences between an end of a run and its stretches, and the extents of each block.
private struct Squares: ~Copyable, Sendable {
  let all: Scratch<Float>
  let extents: Scratch<gamut_extent>

  /// - Parameter count: a multiple of the size of a block.
  init(count: Int) {
    all = Scratch(count: count)
    extents = Scratch(count: count / EndSquares.block)
  }

  @unsafe
  func squares(from lab: SIMD4<Float>, block: Int) -> gamut_squares {
    unsafe gamut_squares(
      from: (lab.x, lab.y, lab.z), squares: all.base + block * EndSquares.block, extents: extents.base + block)
  }
}
