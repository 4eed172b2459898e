#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The stretches of equal pixels of one run, in order.
struct RunStretches: ~Copyable, Sendable {
  private var colors = Scratch<UInt64>(count: 64)
  /// The number of pixels before each stretch; after the last one, that of the run.
  private var starts = Scratch<UInt32>(count: 65)
  private(set) var count = 0

  /// The number of stretches for which there is memory; a multiple of ``LabEstimates/blockSize``.
  var capacity: Int { colors.count }

  /// The packed colours.
  @unsafe var sources: UnsafePointer<UInt64> { unsafe UnsafePointer(colors.base) }

  /// The number of pixels of the run up to and including each stretch.
  @unsafe var ends: UnsafePointer<UInt32> { unsafe UnsafePointer(starts.base + 1) }

  mutating func removeAll() { count = 0 }

  /// Appends a stretch that begins after `start` pixels.
  @inline(__always)
  mutating func append(_ source: UInt64, from start: Int) {
    if count == colors.count { grow() }
    unsafe colors.base[count] = source
    unsafe starts.base[count] = UInt32(truncatingIfNeeded: start)
    count &+= 1
  }

  /// Replaces all stretches by those of a column.
  mutating func read(_ x: Int, of columns: borrowing ColumnStretches) {
    count = 0
    var reader = StretchWord.Reader()
    unsafe columns.forEachBlock(x) { words in
      // A block has fewer words than there are stretches in the least memory, so that doubling it suffices.
      if count &+ words.count > colors.count { grow() }
      let (colors, starts) = unsafe (self.colors.base, self.starts.base)
      var end = count
      for index in 0..<words.count where unsafe reader.read(words[index]) {
        unsafe colors[end] = reader.source
        unsafe starts[end] = reader.row
        end &+= 1
      }
      count = end
    }
  }

  /// Ends a run of `pixels` pixels.
  func end(pixels: Int) { unsafe starts.base[count] = UInt32(truncatingIfNeeded: pixels) }

  func equals(_ other: borrowing RunStretches) -> Bool {
    let pixels = (count + 1) * MemoryLayout<UInt32>.size
    return unsafe count == other.count && memcmp(starts.base, other.starts.base, pixels) == 0
      && memcmp(colors.base, other.colors.base, count * MemoryLayout<UInt64>.size) == 0
  }

  @inline(never)
  private mutating func grow() {
    let moreColors = Scratch<UInt64>(count: 2 * capacity)
    let moreStarts = Scratch<UInt32>(count: 2 * capacity + 1)
    unsafe moreColors.base.update(from: colors.base, count: count)
    unsafe moreStarts.base.update(from: starts.base, count: count)
    colors = moreColors
    starts = moreStarts
  }
}
