/// The union of the flattened runs of an image, a bit for each pixel, and the runs' losses.
struct FlattenedSet: ~Copyable, Sendable {
  private let width, height: Int
  private let wordsPerRow: Int
  /// Rows of bits; allocated, all zero, with the first run.
  private var bits: Scratch<UInt64>
  private(set) var runs = 0
  /// A pixel and the loss of each run, for the regions; a run that repeats downwards is there once.
  private var losses: [(pixel: Int, loss: Double)] = []
  private let limit: Int
  /// Runs that were not marked, because the set has grown beyond the limit.
  private var unmarked = 0

  /// - Parameter limit: bytes that the set may take.
  init(width: Int, height: Int, limit: Int) {
    self.limit = limit
    self.width = width
    self.height = height
    wordsPerRow = (width + 63) / 64
    bits = Scratch(count: 0)
  }

  /// Adds runs along rows: the same columns in each of the rows.
  mutating func addHorizontal(columns: Range<Int>, rows: Range<Int>, loss: Double) {
    runs += rows.count
    guard hasRoom() else { return }
    losses.append((rows.lowerBound * width + columns.lowerBound, loss))
    // Runs of several rows touch each other, so that one loss speaks for all of them.
    for y in rows { mark(columns, y) }
  }

  /// Adds runs down columns: the same rows in each of the columns, whose losses `loss` tells.
  mutating func addVertical(columns: Range<Int>, rows: Range<Int>, loss: (Int) -> Double) {
    runs += columns.count
    var end = columns.lowerBound
    for column in columns where hasRoom() {
      losses.append((rows.lowerBound * width + column, loss(column)))
      end = column + 1
    }
    if end > columns.lowerBound { for y in rows { mark(columns.lowerBound..<end, y) } }
  }

  private mutating func hasRoom() -> Bool {
    if bytes(runs: losses.count + 1) <= limit { return true }
    unmarked += 1
    return false
  }

  /// With what an array leaves free when it grows.
  private func bytes(runs: Int) -> Int { 8 * wordsPerRow * height + 32 * runs }

  /// The bytes that the set takes; nil where that is within the limit.
  var bytesBeyondLimit: Int? { unmarked > 0 ? bytes(runs: losses.count + unmarked) : nil }

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

  /// Runs, pixels, and the regions that are visible.
  mutating func flattened(top: Int, regionPixels: Int) -> LossReport.Flattened {
    var result = LossReport.Flattened()
    result.runs = runs
    guard runs > 0 else { return result }
    losses.sort { $0.pixel < $1.pixel }
    var next = 0
    var labels = RegionLabels()
    var columns: [Range<Int>] = []
    for y in 0...height {
      columns.removeAll(keepingCapacity: true)
      if y < height { forEachSegment(y) { columns.append($0) } }
      let start = next
      while next < losses.count, losses[next].pixel < (y + 1) * width { next += 1 }
      let losses = losses[start..<next].map { (x: $0.pixel - y * width, loss: $0.loss) }
      labels.addRow(y, columns, losses: losses) { region in
        result.pixels += region.pixels
        guard region.pixels >= regionPixels else { return }
        result.visibleRegions += 1
        result.visiblePixels += region.pixels
        result.regions.append(region)
        // Sorted now and then, not each time: `top` may be large.
        if result.regions.count / 2 >= max(top, 8) { result.regions = result.regions.largestRegions(top) }
      }
    }
    result.regions = result.regions.largestRegions(top)
    return result
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
