import ColorScience

/// The position of a colour in the order in which passes over an image count colours: by a hash of its destination code,
/// which no two codes share, then by its source.
struct ColorKey: Comparable, Hashable, Sendable {
  var destination: UInt64
  var source: UInt64

  static let first = ColorKey(destination: 0, source: 0)

  /// The hash, the same in all passes: the product with an odd number.
  @inline(__always)
  static func hash(_ code: UInt64) -> UInt64 { code &* HashSeed.ofProcess }

  static func < (a: Self, b: Self) -> Bool { (a.destination, a.source) < (b.destination, b.source) }
}

/// Stores the surface colours in the rows of an image, as far as the memory limit allows.
///
/// Colours that recur soon are counted in a cache. The others go to lists, by the hash of their codes, in which a colour may
/// occur several times until the list is condensed.
///
/// A store holds the colours in a range of the order of ``ColorKey``. It begins with all colours that earlier passes over the
/// image have not counted, and leaves the upper half of them to a later pass each time when the limit is reached: that pass
/// begins at the end of the range, which may divide the colours of one destination code.
struct ColorStore: ~Copyable, Sendable {
  private let layout: PixelLayout
  /// A direct-mapped cache of the colours met last.
  private let recent: Scratch<SurfaceColor>
  private let recentShift: UInt64
  private let lists: Scratch<RecordList>
  /// The number of records at which a new list is condensed; it grows when condensing saves little.
  private var patience = 1 << 12
  /// The bytes of all lists, and the most that they may have.
  private var bytesInUse = 0
  private let limit: Int
  /// The first colour of the range, and the one after the last; nil if the range has no end.
  private let start: ColorKey
  private(set) var end: ColorKey?
  /// The code of which only some colours are stored because the end of the range divides them.
  private(set) var openCode: UInt64?
  /// The bytes in use when an allocation failed and colours were lost; nil if none failed.
  private(set) var exhaustedBytes: Int?

  /// Begins with the first colour that earlier passes have not counted. Of records, at least 4 MiB are stored.
  init(_ layout: PixelLayout, from start: ColorKey, limit: Int) {
    self.layout = layout
    self.start = start
    self.limit = max(limit, 4 << 20)
    let pixels = layout.width * layout.height
    // A small image does not fill a large cache, and needs no division of its colours.
    let bits = min(max(pixels.bitWidth - pixels.leadingZeroBitCount - 7, 7), 13)
    recent = Scratch(count: 1 << bits, filledWith: .vacant)
    recentShift = UInt64(64 - bits)
    lists = Scratch(count: pixels > 1 << 15 ? 512 : 1, filledWith: RecordList())
  }

  deinit {
    for list in 0..<lists.count { _ = unsafe lists.base[list].resize(to: 0) }
  }

  /// Stores the colours of the next rows of the image, which must be classified. Batches must come in row order.
  mutating func add(_ batch: borrowing RowBatch) {
    let layout = layout
    layout.withFormat { unsafe add(batch, as: $0) }
  }

  @unsafe
  private mutating func add<Format: PixelFormat>(_ batch: borrowing RowBatch, as format: Format.Type) {
    let (positions, surfaces) = unsafe (batch.classified.positions.base, batch.classified.surface.base)
    var color = SurfaceColor.vacant
    var (y, entry) = (0, 0)
    while y < batch.classified.rows {
      let row = unsafe batch.row(y)
      let rowEnd = unsafe batch.classified.ends.base[y]
      // The rows below that equal this one have no entries.
      var rows = 1
      while y + rows < batch.classified.rows, unsafe batch.classified.repeats.base[y + rows] { rows += 1 }
      var next = 0
      while entry < rowEnd {
        let (x, surface) = unsafe (Int(positions[entry]), surfaces[entry])
        if surface == SurfaceCode.repeated {
          color.pixels &+= rows &* (x &+ 1 &- next)
        } else {
          let source = unsafe Format.packed(row, x)
          if source != color.source {
            add(color)
            color = SurfaceColor(source: source, surface: surface, pixels: 0)
          }
          color.pixels &+= rows
        }
        next = x &+ 1
        entry &+= 1
      }
      y += rows
    }
    add(color)
  }

  /// Counts a colour in the cache, from where it may move another one to the lists.
  @inline(__always)
  mutating func add(_ color: SurfaceColor) {
    let slot = unsafe recent.base + Int(truncatingIfNeeded: (color.source &* HashSeed.ofProcess) &>> recentShift)
    if unsafe slot.pointee.source == color.source {
      unsafe slot.pointee.pixels &+= color.pixels
    } else {
      let evicted = unsafe slot.pointee
      unsafe slot.pointee = color
      append(evicted)
    }
  }

  /// Moves the cached colours into the lists, and condenses these.
  mutating func finish() {
    for slot in 0..<recent.count {
      append(unsafe recent.base[slot])
      unsafe recent.base[slot] = .vacant
    }
    for list in 0..<lists.count { unsafe lists.base[list].condense() }
  }

  @inline(__always)
  private func list(ofHash hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(lists.count)).high)
  }

  /// Appends the records of a colour to its list; none if it has no pixels, as vacant slots.
  @inline(never)
  private mutating func append(_ color: SurfaceColor) {
    let key = ColorKey(destination: ColorKey.hash(color.code), source: color.source)
    let list = list(ofHash: key.destination)
    var rest = color.pixels
    while rest > 0, holds(key) {
      if unsafe lists.base[list].count == lists.base[list].capacity {
        guard makeRoom(in: list) else { return }
        continue
      }
      let pixels = min(rest, ColorRecord.mostPixels)
      unsafe lists.base[list].append(ColorRecord(color, pixels: pixels))
      rest -= pixels
    }
  }

  /// Condenses a list without room, or lets it grow. Returns false if there is no memory.
  private mutating func makeRoom(in list: Int) -> Bool {
    let count = unsafe lists.base[list].count
    if unsafe count >= max(lists.base[list].condenseAt, patience) {
      unsafe lists.base[list].condense()
      let left = unsafe lists.base[list].count
      if left > count / 4 * 3 { patience = max(patience, 2 * count) }
      unsafe lists.base[list].condenseAt = 2 * left
      if left < count { return true }
    }
    if bytesInUse >= limit { keepWithinLimit() }
    return unsafe resize(list, to: lists.base[list].capacity / 4 * 5 + 32)
  }

  private mutating func resize(_ list: Int, to capacity: Int) -> Bool {
    let old = unsafe lists.base[list].capacity
    guard unsafe lists.base[list].resize(to: capacity) else {
      exhaustedBytes = exhaustedBytes ?? bytesInUse
      return false
    }
    bytesInUse += (capacity - old) * MemoryLayout<ColorRecord>.stride
    return true
  }

  @inline(__always)
  private func holds(_ key: ColorKey) -> Bool { start <= key && end.map { key < $0 } ?? true }

  /// Condenses the lists, and leaves colours to a later pass if the limit is still near.
  private mutating func keepWithinLimit() {
    for list in 0..<lists.count { unsafe lists.base[list].condense() }
    shrink()
    while bytesInUse > limit / 8 * 5, leaveUpperHalf() { shrink() }
  }

  /// Frees the memory of lists that they do not use.
  private mutating func shrink() {
    for list in 0..<lists.count { _ = resize(list, to: unsafe lists.base[list].count) }
  }

  /// Leaves the upper half of the colours to a later pass. Returns false if there are too few colours.
  private mutating func leaveUpperHalf() -> Bool {
    guard let median = median() else { return false }
    (end, openCode) = (key(median), median.code)
    for list in 0..<lists.count {
      var kept = unsafe lists.base[list]
      kept.keep { holds(key($0)) }
      unsafe lists.base[list] = kept
    }
    return true
  }

  private func key(_ record: ColorRecord) -> ColorKey {
    ColorKey(destination: ColorKey.hash(record.code), source: record.source)
  }

  /// Returns a colour near the median of the order, or nil if there is only one colour to choose from.
  private func median() -> ColorRecord? {
    let count = (0..<lists.count).reduce(0) { unsafe $0 + lists.base[$1].count }
    let step = max(count / 4096, 1)
    var sample: [ColorRecord] = []
    var index = 0
    for list in 0..<lists.count {
      let records = unsafe lists.base[list]
      while index < records.count {
        if let record = records[index] { sample.append(record) }
        index += step
      }
      index -= records.count
    }
    sample.sort { key($0) < key($1) }
    return sample[(sample.count / 2)...].first { key($0) != key(sample[0]) }
  }

  /// Calls `body` with each stored colour of a finished store, those of one code one after the other.
  @inline(__always)
  func forEachColor(_ body: (SurfaceColor) -> Void) {
    for list in 0..<lists.count {
      unsafe lists.base[list].forEachColor {
        body($0)
        return true
      }
    }
  }

  func members(ofCode code: UInt64) -> [LossReport.Member] {
    let list = unsafe lists.base[list(ofHash: ColorKey.hash(code))]
    var members = LargestMembers()
    list.forEachColor(from: list.firstIndex(ofCode: code)) { color in
      guard color.code == code else { return false }
      members.insert(color.source, pixels: color.pixels)
      return true
    }
    return members.all
  }
}
