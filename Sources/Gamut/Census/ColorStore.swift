import ColorScience

/// Stores the surface colours of an image in order of occurrence, as far as the memory limit allows.
///
/// Colours that recur soon are counted in a cache; their records then go to lists.
///
/// A store holds the colours in a range of the order of ``ColorKey``. It begins with all colours that earlier passes
/// over the image have not counted, and leaves the upper half of them to a later pass each time when the limit is
/// reached: that pass begins at the end of the range, which may divide the colours of one destination code.
struct ColorStore: ~Copyable, Sendable {
  private var recent: RecentColors
  private var partition: PartitionedRecords
  private let hash = ColorHash()
  /// The range of colours stored: those before it were counted in earlier passes, those after it are left to a later
  /// pass.
  private(set) var held: ColorKeyRange
  private var holdsAll: Bool
  /// The code of which only some colours are stored because the end of the range divides them.
  private(set) var openCode: UInt64?
  /// The memory limit of records in bytes.
  private let limit: Int

  /// - Parameters:
  ///   - depth: bits of the destination's codes.
  ///   - limit: bytes of records; at least 4 MiB are used.
  init(depth: Int, pixels: Int, from start: ColorKey, limit: Int) {
    recent = RecentColors(pixels: pixels)
    partition = PartitionedRecords(isWide: depth > 8, hash: hash)
    held = ColorKeyRange(lower: start)
    holdsAll = held.isAll
    self.limit = max(limit, 4 << 20)
  }

  mutating func beginBatch() { recent.beginBatch() }

  /// Returns the place of a colour among the recent ones and fetches its memory, while other work is done; nil if these
  /// are not used.
  @inline(__always)
  @unsafe
  func prepare(_ source: UInt64) -> RecentColors.Slot? { unsafe recent.prepare(source) }

  @inline(__always)
  @unsafe
  mutating func add(_ record: ColorRecord, at slot: RecentColors.Slot?) {
    if let evicted = unsafe recent.add(record, at: slot) { append(evicted) }
  }

  /// Moves the cached colours into the lists.
  mutating func flush() {
    for slot in 0..<recent.capacity {
      if let record = recent.remove(at: slot) { append(record) }
    }
  }

  @inline(never)
  private mutating func append(_ record: ColorRecord) {
    if !holds(record) { return }
    var record = record
    while record.pixels > 0 {
      var list = partition.list(of: record)
      if !partition.hasRoom(list), !makeRoom(&list, for: record) { return }
      partition.appendPart(of: &record, to: list)
    }
  }

  /// Makes room for a record and sets `list` to the list that the record belongs to. Returns false if the record is no
  /// longer in the stored range, or if there is no memory for it.
  @inline(never)
  private mutating func makeRoom(_ list: inout Int, for record: ColorRecord) -> Bool {
    partition.reorganize(&list, for: record)
    if keepWithinLimit(), !holds(record) { return false }
    return partition.hasRoom(list) || partition.addBlock(to: list)
  }

  // MARK: Passes

  @inline(__always)
  private func holds(_ record: ColorRecord) -> Bool { holdsAll || held.contains(hash.key(record)) }

  /// Leaves colours to a later pass if the memory limit is reached. Returns whether it was reached.
  @discardableResult
  private mutating func keepWithinLimit() -> Bool {
    // The root is always divided by then: the limit is a multiple of what the root can contain.
    guard partition.bytesInUse >= limit, partition.isDivided else { return false }
    partition.condense()
    while partition.bytesInUse > limit / 4 * 3, leaveUpperHalf() {}
    return true
  }

  /// Leaves the upper half of the colours to a later pass. Returns false if there are too few colours.
  private mutating func leaveUpperHalf() -> Bool {
    guard let median = median() else { return false }
    let (hash, lastPart) = (hash, PartitionedRecords.part(hash.destination(median.code)))
    let held = ColorKeyRange(lower: held.lower, end: hash.key(median))
    for list in partition.lists(of: lastPart) { partition.keep(in: list) { held.contains(hash.key($0)) } }
    for part in lastPart + 1..<heldParts.upperBound {
      for list in partition.lists(of: part) { partition.removeAll(in: list) }
    }
    self.held = held
    holdsAll = false
    openCode = median.code
    return true
  }

  /// Returns a colour near the median of the order, or nil if there is only one colour to choose from.
  private func median() -> ColorRecord? {
    let lists = parts.lists.joined()
    let count = lists.reduce(0) { unsafe $0 + records[$1].count }
    let step = max(count / 4096, 1)
    var sample: [(key: ColorKey, record: ColorRecord)] = []
    var index = 0
    for list in lists {
      unsafe records[list].forEachRecord { record in
        if index % step == 0 { sample.append((hash.key(record), record)) }
        index += 1
      }
    }
    sample.sort { $0.key < $1.key }
    return sample[(sample.count / 2)...].first { $0.key != sample[0].key }?.record
  }

  // MARK: Results

  /// The parts of the destination codes, by their hash, that have stored colours.
  private var heldParts: Range<Int> {
    PartitionedRecords.part(
      held.lower.destination)..<(held.end.map { PartitionedRecords.part($0.destination) + 1 } ?? PartitionedRecords.size)
  }

  /// The lists of the stored colours.
  var parts: CodeParts {
    guard partition.isDivided else { return CodeParts([[0]], from: nil, by: hash) }
    return CodeParts(heldParts.map { partition.lists(of: $0) }, from: heldParts.lowerBound, by: hash)
  }

  @unsafe var records: UnsafeMutablePointer<RecordList> { unsafe partition.all }

  /// The bytes of records in use when an allocation failed and records were lost; nil if none failed.
  var exhaustedBytes: Int? { partition.isExhausted ? partition.bytesInUse : nil }
}

/// The surface colours of the destination cube that occur in the rows of an image so far.
///
/// Not thread-safe: only one thread at a time may use it.
@safe final class ColorMemory: @unchecked Sendable {
  // Sendable unchecked: the caller synchronises the transfer between threads.
  @unsafe let store = UnsafeMutablePointer<ColorStore>.allocate(capacity: 1)
  private let layout: PixelLayout
  /// Whether any colour can be on the surface, so that colours must be stored.
  private let isUsed: Bool

  init(_ layout: PixelLayout, tables: RenditionTables, from start: ColorKey?, limit: Int) {
    self.layout = layout
    isUsed = tables.canClip && start != nil
    unsafe store.initialize(
      to: ColorStore(
        depth: tables.depth, pixels: layout.width * layout.height, from: start ?? .first, limit: limit))
  }

  deinit {
    unsafe store.deinitialize(count: 1)
    unsafe store.deallocate()
  }

  /// Stores the colours of the next rows of the image, which must be classified. Batches must come in row order.
  func remember(_ batch: borrowing RowBatch) {
    unsafe store.pointee.beginBatch()
    guard isUsed, let base = unsafe batch.filled.baseAddress else { return }
    layout.withFormat { unsafe remember(base, batch.classified, as: $0) }
  }

  @unsafe
  private func remember<Format: PixelFormat>(
    _ base: UnsafeRawPointer, _ classified: borrowing ClassifiedRows, as format: Format.Type
  ) {
    let store = unsafe store
    var distinct = DistinctRows()
    while distinct.next(in: classified) {
      let row = unsafe base + distinct.rows.lowerBound * layout.bytesPerRow
      var stretches = unsafe SurfaceStretches<Format>(row, classified, distinct.entries)
      while unsafe stretches.next() {
        let pixels = unsafe distinct.rows.count &* (stretches.stop &- stretches.start)
        let record = unsafe ColorRecord(
          source: stretches.source, surface: stretches.code.bits, pixels: UInt32(truncatingIfNeeded: pixels))
        unsafe store.pointee.add(record, at: store.pointee.prepare(record.source))
      }
    }
  }
}
