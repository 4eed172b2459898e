import ColorScience
import LibC

/// A colour on the surface of the destination cube, with a number of its pixels.
struct SurfaceColor: BitwiseCopyable {
  /// The packed source colour.
  var source: UInt64
  /// The bits of its ``SurfaceCode``.
  var surface: UInt64
  var pixels: Int

  /// No colour has this source.
  static let vacant = SurfaceColor(source: .max, surface: 0, pixels: 0)

  var code: UInt64 { surface & SurfaceCode.codeMask }
  var isClipped: Bool { surface & SurfaceCode.sidesMask != 0 }
}

/// A stored colour: the order of records is that of their codes, then of their sources. A colour with more pixels than fit
/// takes several records.
///
///      63                          16 15        6 5     0
///     ┌──────────────────────────────┬───────────┬───────┐
///     │ destination code             │ 0         │ sides │
///     ├──────────────────────────────┼───────────┴───────┤
///     │ source colour                │ pixels            │
///     └──────────────────────────────┴───────────────────┘
struct ColorRecord: BitwiseCopyable, Comparable {
  private let bits: UInt128

  /// The largest number of pixels of a record.
  static let mostPixels = 0xffff

  /// - Parameter pixels: at most ``mostPixels``.
  init(_ color: SurfaceColor, pixels: Int) {
    let low = color.source &<< 16 | UInt64(truncatingIfNeeded: pixels)
    bits = UInt128(color.surface &<< 16 | color.surface &>> 48) &<< 64 | UInt128(low)
  }

  private var low: UInt64 { UInt64(truncatingIfNeeded: bits) }
  var code: UInt64 { UInt64(truncatingIfNeeded: bits &>> 80) }
  var source: UInt64 { low &>> 16 }
  var color: SurfaceColor {
    let sides = UInt64(truncatingIfNeeded: bits &>> 64) &<< 48
    return SurfaceColor(source: source, surface: code | sides, pixels: Int(truncatingIfNeeded: low & 0xffff))
  }

  func byte(_ shift: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt128(truncatingIfNeeded: shift)) & 255 }

  static func < (a: Self, b: Self) -> Bool { a.bits < b.bits }
}

/// A growing list of records. Its owner frees it; records are allocated by ``resize(to:)`` alone.
@safe struct RecordList: BitwiseCopyable, @unchecked Sendable {
  // Sendable unchecked: the memory belongs to one store.
  @unsafe private var base: UnsafeMutablePointer<ColorRecord>?
  private(set) var count = 0
  private(set) var capacity = 0
  var condenseAt = 0

  /// The record at an index below `count`; nil if the list has no memory.
  subscript(index: Int) -> ColorRecord? { unsafe base.map { unsafe $0[index] } }

  /// Adds a record to a list with room for it.
  @inline(__always)
  mutating func append(_ record: ColorRecord) {
    guard let base = unsafe base else { return }
    unsafe base[count] = record
    count &+= 1
  }

  /// Changes the number of records that have room, at least `count`; 0 frees the list. Returns false without memory.
  mutating func resize(to capacity: Int) -> Bool {
    if capacity == 0 {
      unsafe free(base)
      unsafe base = nil
    } else {
      let block = unsafe realloc(base, capacity * MemoryLayout<ColorRecord>.stride)
      guard let block = unsafe block else { return false }
      unsafe base = block.assumingMemoryBound(to: ColorRecord.self)
    }
    self.capacity = capacity
    return true
  }

  /// Keeps only the records that satisfy a condition.
  mutating func keep(_ condition: (ColorRecord) -> Bool) {
    guard let base = unsafe base else { return }
    var left = 0
    for index in 0..<count where condition(unsafe base[index]) {
      unsafe base[left] = base[index]
      left += 1
    }
    count = left
  }

  /// Sorts the records, and merges those of one colour.
  mutating func condense() {
    guard let base = unsafe base else { return }
    unsafe Self.sort(base, count)
    var left = 0
    forEachColor { color in
      // A sum takes at most as many records as its terms did.
      var rest = color.pixels
      while rest > 0 {
        let pixels = min(rest, ColorRecord.mostPixels)
        unsafe base[left] = ColorRecord(color, pixels: pixels)
        left += 1
        rest -= pixels
      }
      return true
    }
    count = left
  }

  /// Sorts records in place by their eight bits from `shift` on, then by those below (American flag sort: McIlroy, Bostic
  /// and McIlroy 1993), and few records by ``quicksort(_:_:)``.
  @unsafe
  private static func sort(_ base: UnsafeMutablePointer<ColorRecord>, _ count: Int, from shift: Int = 120) {
    guard count > 256, shift >= 0 else { return unsafe quicksort(base, count) }
    var ends = [Int](repeating: 0, count: 256)
    for index in 0..<count { unsafe ends[base[index].byte(shift)] += 1 }
    for byte in 1..<256 { ends[byte] += ends[byte - 1] }
    // Where the next record of each byte belongs.
    var next = [0] + ends.dropLast()
    let starts = next
    for byte in 0..<256 {
      while next[byte] < ends[byte] {
        var record = unsafe base[next[byte]]
        while record.byte(shift) != byte {
          let other = record.byte(shift)
          unsafe swap(&record, &base[next[other]])
          next[other] += 1
        }
        unsafe base[next[byte]] = record
        next[byte] += 1
      }
    }
    for byte in 0..<256 where ends[byte] > starts[byte] {
      unsafe sort(base + starts[byte], ends[byte] - starts[byte], from: shift - 8)
    }
  }

  /// In place: the standard library's would take half of the memory again. No image can be constructed to make it slow,
  /// because pivots are random.
  @unsafe
  private static func quicksort(_ base: UnsafeMutablePointer<ColorRecord>, _ count: Int) {
    var (start, end) = (0, count)
    // A linear congruential generator with a seed of the process.
    var state = HashSeed.ofProcess
    while end - start > 16 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let pivot = unsafe base[start + Int(state >> 33) % (end - start)]
      var (low, high) = (start, end - 1)
      while low <= high {
        while unsafe base[low] < pivot { low += 1 }
        while unsafe pivot < base[high] { high -= 1 }
        if low > high { break }
        unsafe (base[low], base[high]) = (base[high], base[low])
        low += 1
        high -= 1
      }
      // The smaller part first, so that the depth is limited.
      if high + 1 - start < end - low {
        unsafe quicksort(base + start, high + 1 - start)
        start = low
      } else {
        unsafe quicksort(base + low, end - low)
        end = high + 1
      }
    }
    for index in start..<end {
      let record = unsafe base[index]
      var hole = index
      while hole > start, unsafe record < base[hole - 1] {
        unsafe base[hole] = base[hole - 1]
        hole -= 1
      }
      unsafe base[hole] = record
    }
  }

  /// Calls `body` with each colour of a sorted list from a record on, in order, until it returns false.
  @inline(__always)
  func forEachColor(from start: Int = 0, _ body: (SurfaceColor) -> Bool) {
    guard let base = unsafe base else { return }
    var index = start
    while index < count {
      var color = unsafe base[index].color
      index += 1
      while index < count, unsafe base[index].source == color.source {
        unsafe color.pixels += base[index].color.pixels
        index += 1
      }
      if !body(color) { return }
    }
  }

  /// Returns the index of the first record of a code in a condensed list.
  func firstIndex(ofCode code: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if let record = self[middle], record.code < code { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
