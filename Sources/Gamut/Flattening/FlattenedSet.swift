/// The lost pixels of the flattened runs of an image, one bit for each pixel, and the first run of each region of
/// these.
///
/// The pixels of a region are known only after all runs have been added. Until then the runs that lose pixels are kept,
/// and for the regions so far only the first run. If there is not enough memory, all runs are added twice: the first
/// time to mark the pixels, the second time to find the first run of each region.
struct FlattenedSet: ~Copyable, Sendable {
  /// The treatment of added runs.
  private enum Phase {
    /// The lost pixels of the runs are marked, and the runs are kept.
    case keep
    /// The lost pixels of the runs are marked.
    case mark
    /// All lost pixels are marked, only those of visible regions remain, and the runs that lose such pixels are kept.
    case find
  }

  private let width, height: Int
  private let wordsPerRow: Int
  /// Rows of bits; allocated, all zero, at the first lost pixel.
  private var bits: Scratch<UInt64>
  private var phase = Phase.keep
  /// The counts so far; without regions until their runs are known.
  private var result = LossReport.Flattened()
  /// The runs that lose pixels, once for each stretch of these; of equal adjacent runs only the first. When there are
  /// many, only the first run of each region so far is kept.
  private var losing: [FlattenedRun] = []
  /// The number of runs added to `losing` so far, and the size of `losing` at which it is condensed.
  private var noted = 0
  private var patience = 1 << 15
  /// The maximum number of bytes that the set may use.
  private let limit: Int
  /// Whether the image has lost pixels and the limit is too small for a bit for each of its pixels.
  private var exceedsLimit = false

  /// - Parameter limit: the maximum number of bytes that the set may use.
  init(width: Int, height: Int, limit: Int) {
    self.limit = limit
    self.width = width
    self.height = height
    wordsPerRow = (width + 63) / 64
    bits = Scratch(count: 0)
  }

  /// Adds a run along rows, which starts at the same column in each of the rows.
  mutating func addHorizontal(column: Int, rows: Range<Int>, _ loss: borrowing RunLoss) {
    let first = rows.lowerBound * width + column
    if phase != .find {
      result.runs += rows.count
      for range in loss.lost {
        for y in rows { mark((column + range.lowerBound)..<(column + range.upperBound), y) }
      }
    }
    for range in loss.lost { keep(loss, first: first, step: 1, range) }
  }

  /// Adds a run down columns, which starts at the same row in each of the columns.
  mutating func addVertical(columns: Range<Int>, row: Int, _ loss: borrowing RunLoss) {
    let first = row * width + columns.lowerBound
    if phase != .find {
      result.runs += columns.count
      for range in loss.lost {
        for y in range { mark(columns, row + y) }
      }
    }
    for range in loss.lost { keep(loss, first: first, step: width, range) }
  }

  /// No longer counts runs down columns that will be added again. Their lost pixels are the same then.
  mutating func discount(runs: Int) {
    if phase != .find { result.runs -= runs }
  }

  /// Keeps a run that loses the pixels of a range, if there is room for it.
  private mutating func keep(_ loss: borrowing RunLoss, first: Int, step: Int, _ range: Range<Int>) {
    func pixel(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: first + index * step) }
    let lost = pixel(range.lowerBound)
    if phase == .mark || phase == .find && !contains(Int(lost)) { return }
    let isFull = bytes(runs: losing.count + 1) > limit
    if isFull || losing.count >= patience { condense() }
    // Too little memory is left for the next runs: unfinished regions have many.
    if isFull, phase == .keep, bytes(runs: 2 * losing.count) > limit {
      phase = .mark
      losing = []
      return
    }
    noted += 1
    losing.append(
      FlattenedRun(
        loss: loss.loss, first: pixel(0), anchor: pixel(loss.anchor), farthest: pixel(loss.farthest), lost: lost))
  }

  /// Returns the bytes of the set, including the free capacity of an array that grows.
  private func bytes(runs: Int) -> Int { 8 * wordsPerRow * height + 2 * MemoryLayout<FlattenedRun>.stride * runs }

  /// The bytes that the set needs; nil if these are within the limit.
  var bytesBeyondLimit: Int? { exceedsLimit ? bytes(runs: leastRuns) : nil }

  /// Room for a run of each visible region, and for as many new ones.
  private var leastRuns: Int { 2 * min(LossReport.visibleLimit, width * height / 16) }

  /// Keeps one run of each region so far; regions can only merge later.
  private mutating func condense() {
    var left: [FlattenedRun] = []
    losing.sort { $0.lost < $1.lost }
    // When runs are added a second time, a region may still have no run.
    forEachRegion { if $0.run.loss > 0 { left.append($0.run) } }
    losing = left
    // Scanning all marked pixels again pays only after the runs have grown by half.
    patience = max(patience, 2 * left.count, left.count + noted / 2)
  }

  private mutating func mark(_ columns: Range<Int>, _ y: Int) {
    if bits.count == 0 {
      exceedsLimit = bytes(runs: leastRuns) > limit
      if exceedsLimit { return }
      bits = Scratch(count: wordsPerRow * height, filledWith: 0)
    }
    let (first, last) = (columns.lowerBound, columns.upperBound - 1)
    let head = UInt64.max << UInt64(first & 63)
    let tail = UInt64.max >> UInt64(63 - last & 63)
    let row = y * wordsPerRow
    func set(_ word: Int, _ mask: UInt64) {
      unsafe bits.base[row + word] |= mask
    }
    if first / 64 == last / 64 {
      set(first / 64, head & tail)
    } else {
      set(first / 64, head)
      for word in (first / 64 + 1)..<(last / 64) { set(word, .max) }
      set(last / 64, tail)
    }
  }

  /// Returns the runs, the lost pixels, and the visible regions after all runs have been added. Keeps only the pixels
  /// of these regions.
  ///
  /// - Returns: nil if all runs must be added a second time.
  mutating func flattened(top: Int, regionPixels: Int) -> LossReport.Flattened? {
    var result = result
    let (phase, width) = (phase, width)
    losing.sort { $0.lost < $1.lost }
    forEachRegion { region in
      if phase != .find { result.pixels += region.pixels }
      guard region.pixels >= regionPixels else { return clear(region.pixel) }
      if phase != .find {
        result.visibleRegions += 1
        result.visiblePixels += region.pixels
      }
      if phase == .mark { return }
      result.regions.append(region.reported(width: width))
      // Sort only occasionally, because `top` may be large.
      if result.regions.count / 2 >= max(top, 8) { result.regions = result.regions.largestRegions(top) }
    }
    result.regions = result.regions.largestRegions(top)
    self.result = result
    if phase == .mark, result.visibleRegions > 0 {
      self.phase = .find
      return nil
    }
    losing = []
    return result
  }

  /// Calls a function with each region so far, after the last access to its pixels. The runs that lose pixels must be
  /// sorted by these pixels.
  private func forEachRegion(_ body: (LostRegion) -> Void) {
    guard bits.count > 0 else { return }
    var next = 0
    var labels = RegionLabels(width: width)
    var columns: [Range<Int>] = []
    for y in 0...height {
      columns.removeAll(keepingCapacity: true)
      if y < height { forEachSegment(y) { columns.append($0) } }
      let start = next
      while next < losing.count, Int(losing[next].lost) < (y + 1) * width { next += 1 }
      labels.addRow(y, columns, losing[start..<next], complete: body)
    }
  }

  /// Clears the bits of the region that contains a pixel.
  private func clear(_ pixel: Int) {
    var stack = [pixel]
    while let pixel = stack.popLast() {
      let (x, y) = (pixel % width, pixel / width)
      guard contains(x: x, y: y) else { continue }
      unsafe bits.base[y * wordsPerRow + x / 64] &= ~(1 << UInt64(x & 63))
      for ny in max(y - 1, 0)...min(y + 1, height - 1) {
        for nx in max(x - 1, 0)...min(x + 1, width - 1) { stack.append(ny * width + nx) }
      }
    }
  }

  private func contains(_ pixel: Int) -> Bool { contains(x: pixel % width, y: pixel / width) }

  func contains(x: Int, y: Int) -> Bool {
    bits.count > 0 && (unsafe bits.base[y * wordsPerRow + x / 64]) >> UInt64(x & 63) & 1 == 1
  }

  /// Calls `body` with the maximal stretches of set bits of a row.
  private func forEachSegment(_ y: Int, _ body: (Range<Int>) -> Void) {
    var start: Int?
    for index in 0..<wordsPerRow {
      let word = unsafe bits.base[y * wordsPerRow + index]
      if word == 0, start == nil { continue }
      if word == .max, start != nil { continue }
      var bit = 0
      while bit < 64 {
        let rest = start == nil ? word >> UInt64(bit) : ~word >> UInt64(bit)
        let next = bit + rest.trailingZeroBitCount
        if next >= 64 { break }
        if let begun = start {
          body(begun..<(index * 64 + next))
          start = nil
        } else {
          start = index * 64 + next
        }
        bit = next
      }
    }
    if let start { body(start..<width) }
  }
}
