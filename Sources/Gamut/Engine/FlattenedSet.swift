/// The lost pixels of the flattened runs of an image, a bit for each pixel, and the runs that lose them.
struct FlattenedSet: ~Copyable, Sendable {
  private let width, height: Int
  private let wordsPerRow: Int
  /// Rows of bits; allocated, all zero, with the first lost pixel.
  private var bits: Scratch<UInt64>
  private(set) var runs = 0
  /// For the regions: each run that loses pixels, once for each stretch of them; of runs side by side that are alike only
  /// the first. Once they are many, only those that no other precedes in the regions so far.
  private var losing: [FlattenedRun] = []
  /// Runs noted so far, and those in `losing` at which fewer are sought.
  private var noted = 0
  private var patience = 1 << 15
  /// Bytes that the set may take.
  private let limit: Int
  /// Stretches that were not marked, because the set has grown beyond the limit.
  private var unmarked = 0

  /// - Parameter limit: bytes that the set may take.
  init(width: Int, height: Int, limit: Int) {
    self.limit = limit
    self.width = width
    self.height = height
    wordsPerRow = (width + 63) / 64
    bits = Scratch(count: 0)
  }

  /// Adds a run along rows: the same from a column on in each of the rows.
  mutating func addHorizontal(column: Int, rows: Range<Int>, _ loss: borrowing RunLoss) {
    runs += rows.count
    let first = rows.lowerBound * width + column
    for range in loss.lost where remember(loss, first: first, step: 1, range) {
      for y in rows { mark((column + range.lowerBound)..<(column + range.upperBound), y) }
    }
  }

  /// Adds runs down columns: the same from a row on in each of the columns.
  mutating func addVertical(columns: Range<Int>, row: Int, _ loss: borrowing RunLoss) {
    runs += columns.count
    let first = row * width + columns.lowerBound
    for range in loss.lost where remember(loss, first: first, step: width, range) {
      for y in range { mark(columns, row + y) }
    }
  }

  /// Notes which run loses some of its pixels; false where there is no room for it.
  private mutating func remember(
    _ loss: borrowing RunLoss, first: Int, step: Int, _ range: Range<Int>
  ) -> Bool {
    if losing.count >= patience || bytes(runs: losing.count + 1) > limit && unmarked == 0 { condense() }
    guard bytes(runs: losing.count + 1) <= limit else {
      unmarked += 1
      return false
    }
    noted += 1
    func pixel(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: first + index * step) }
    losing.append(
      FlattenedRun(
        loss: loss.loss, first: pixel(0), anchor: pixel(loss.anchor), farthest: pixel(loss.farthest),
        lost: pixel(range.lowerBound)))
    return true
  }

  /// With what an array leaves free when it grows.
  private func bytes(runs: Int) -> Int { 8 * wordsPerRow * height + 2 * MemoryLayout<FlattenedRun>.stride * runs }

  /// The bytes that the set takes; nil where that is within the limit.
  var bytesBeyondLimit: Int? { unmarked > 0 ? bytes(runs: losing.count + unmarked) : nil }

  /// Leaves one run of each region that there is so far: regions only grow together.
  private mutating func condense() {
    var left: [FlattenedRun] = []
    forEachRegion { left.append($0.run) }
    losing = left
    // Looking through all that is marked so far pays once it has grown by half.
    patience = max(patience, 2 * left.count, left.count + noted / 2)
  }

  private mutating func mark(_ columns: Range<Int>, _ y: Int) {
    if bits.count == 0 { bits = Scratch(count: wordsPerRow * height, filledWith: 0) }
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

  /// Runs, lost pixels, and the regions that are visible. Only the pixels of these stay.
  mutating func flattened(top: Int, regionPixels: Int) -> LossReport.Flattened {
    var result = LossReport.Flattened()
    result.runs = runs
    let width = width
    var invisible: [FlattenedRegion] = []
    forEachRegion { region in
      result.pixels += region.pixels
      guard region.pixels >= regionPixels else { return invisible.append(region) }
      result.visibleRegions += 1
      result.visiblePixels += region.pixels
      result.regions.append(region.reported(width: width))
      // Sorted now and then, not each time: `top` may be large.
      if result.regions.count / 2 >= max(top, 8) { result.regions = result.regions.largestRegions(top) }
    }
    result.regions = result.regions.largestRegions(top)
    for region in invisible { clear(Int(region.run.lost)) }
    return result
  }

  private mutating func forEachRegion(_ body: (FlattenedRegion) -> Void) {
    guard bits.count > 0 else { return }
    losing.sort { $0.lost < $1.lost }
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

  /// Takes out the region of a pixel.
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

  func contains(x: Int, y: Int) -> Bool {
    bits.count > 0 && (unsafe bits.base[y * wordsPerRow + x / 64]) >> UInt64(x & 63) & 1 == 1
  }

  /// The maximal stretches of set bits of a row.
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
