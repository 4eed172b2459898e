internal import CGamutKernels
import ColorScience

/// A list of records: a chain of blocks of a ``RecordArena``.
///
/// | layout | words | for |
/// |---|---|---|
/// | ``NarrowRecord`` | 2 | destination codes of 8 bits |
/// | ``ColorRecord`` | 3 | destination codes of 16 bits |
/// | ``HashedRecord`` | 1 | the colours of one surface code whose source hashes begin with the same bits |
@safe struct RecordList: BitwiseCopyable, @unchecked Sendable {
  // Sendable unchecked: the blocks belong to the arena and are only read after the list leaves the store.
  private enum Layout: UInt8 { case narrow, wide, hashed }

  /// The bytes of a block's records: a multiple of the size of each kind of record.
  static let blockSize = 3072

  /// The facts that a list of hashed records has for all of them.
  private struct Common: BitwiseCopyable {
    var surface: UInt64 = 0
    /// The bits with which all source hashes begin.
    var prefix: UInt16 = 0
  }

  /// The address of the next record, and below the number of records that still fit in the block.
  @unsafe private var end: UnsafeMutableRawPointer?
  private(set) var room: Int32 = 0
  private let layout: Layout
  private var common = Common()
  private var blocks: Int32 = 0
  /// The number of records at which the list should be deduplicated.
  var condenseAt: Int32
  @unsafe private(set) var firstBlock: UnsafeMutablePointer<RecordBlock>?
  @unsafe private var lastBlock: UnsafeMutablePointer<RecordBlock>?

  init(isWide: Bool, condenseAt: Int) {
    unsafe (firstBlock, lastBlock, end) = (nil, nil, nil)
    layout = isWide ? .wide : .narrow
    self.condenseAt = Int32(truncatingIfNeeded: condenseAt)
  }

  /// Creates a list for the colours of one surface code whose source hashes begin with `prefix`.
  init(surface: UInt64, prefix: Int, condenseAt: Int) {
    unsafe (firstBlock, lastBlock, end) = (nil, nil, nil)
    layout = .hashed
    common = Common(surface: surface, prefix: UInt16(prefix))
    self.condenseAt = Int32(truncatingIfNeeded: condenseAt)
  }

  /// The destination code, if it is the same for all colours of the list.
  var code: UInt64? { layout == .hashed ? common.surface & SurfaceCode.codeMask : nil }

  private var recordSize: Int {
    switch layout {
    case .narrow: MemoryLayout<NarrowRecord>.stride
    case .wide: MemoryLayout<ColorRecord>.stride
    case .hashed: MemoryLayout<HashedRecord>.stride
    }
  }
  private var blockRecords: Int { Self.blockSize / recordSize }

  var count: Int { Int(blocks) * blockRecords - Int(room) }

  /// Appends a record with as many pixels of a colour as fit into it, and takes them from `record`. There must be room.
  @inline(__always)
  mutating func appendPart(of record: inout ColorRecord, _ hash: SourceHash) {
    guard let end = unsafe end else { return }
    // Hundreds of lists grow at once, too many for the hardware prefetcher.
    unsafe gamut_prefetch_to_write(end + 192)
    room &-= 1
    let pixels = layout == .hashed ? min(record.pixels, HashedRecord.maximum) : record.pixels
    switch layout {
    case .narrow: unsafe store(NarrowRecord(record), at: end)
    case .wide: unsafe store(record, at: end)
    case .hashed: unsafe store(HashedRecord(record.source, pixels: pixels, hash), at: end)
    }
    record.pixels &-= pixels
  }

  @inline(__always)
  @unsafe
  private mutating func store<Record: BitwiseCopyable>(_ record: Record, at end: UnsafeMutableRawPointer) {
    unsafe end.storeBytes(of: record, as: Record.self)
    unsafe self.end = end + MemoryLayout<Record>.stride
  }

  @inline(__always)
  @unsafe
  private func record(at place: UnsafeRawPointer, _ hash: SourceHash) -> ColorRecord {
    switch layout {
    case .narrow: return unsafe place.load(as: NarrowRecord.self).record
    case .wide: return unsafe place.load(as: ColorRecord.self)
    case .hashed:
      let record = unsafe place.load(as: HashedRecord.self)
      return ColorRecord(
        source: record.source(prefix: common.prefix, hash), surface: common.surface, pixels: record.pixels)
    }
  }

  /// Adds an empty block to a list without room.
  @unsafe
  mutating func add(_ block: UnsafeMutablePointer<RecordBlock>) {
    if let last = unsafe lastBlock { unsafe last.pointee.next = block } else { unsafe firstBlock = block }
    unsafe lastBlock = block
    unsafe end = RecordBlock.records(block)
    room = Int32(blockRecords)
    blocks += 1
  }

  /// Splits off the first block, with the oldest records; nil if the list is empty.
  mutating func removeFirstBlock() -> RecordList? {
    guard let block = unsafe firstBlock else { return nil }
    var head = self
    unsafe firstBlock = block.pointee.next
    blocks -= 1
    if blocks == 0 {
      room = 0
      unsafe (lastBlock, end) = (nil, nil)
    } else {
      (head.blocks, head.room) = (1, 0)
      unsafe block.pointee.next = nil
    }
    return head
  }

  /// Overwrites the list with distinct colours taken from it. Returns the blocks that are no longer needed.
  @unsafe
  @discardableResult
  mutating func replace(with records: UnsafeBufferPointer<ColorRecord>) -> UnsafeMutablePointer<RecordBlock>? {
    let hash = SourceHash()
    var rest = unsafe firstBlock
    blocks = 0
    room = 0
    unsafe (firstBlock, lastBlock, end) = (nil, nil, nil)
    for index in 0..<records.count {
      var record = unsafe records[index]
      // There is room: a sum takes at most as many records as its terms do together.
      while record.pixels > 0 {
        if room == 0, let block = unsafe rest {
          unsafe rest = block.pointee.next
          unsafe block.pointee.next = nil
          unsafe add(block)
        }
        appendPart(of: &record, hash)
      }
    }
    return unsafe rest
  }

  /// Calls `body` with each record, in order. A colour may have several records, which are consecutive if the list is
  /// condensed.
  @inline(__always)
  func forEachRecord(_ body: (ColorRecord) -> Void) {
    let hash = SourceHash()
    let size = recordSize
    var block = unsafe firstBlock
    var left = count
    while let current = unsafe block {
      let records = min(left, blockRecords)
      var place = unsafe UnsafeRawPointer(RecordBlock.records(current))
      for _ in 0..<records {
        unsafe body(record(at: place, hash))
        unsafe place += size
      }
      left -= records
      unsafe block = current.pointee.next
    }
  }

  /// The surface code of more than half of the records, if there is one (Boyer-Moore majority vote).
  var commonSurface: UInt64? {
    var candidate: UInt64 = 0
    var lead = 0
    forEachRecord { record in
      if lead == 0 { candidate = record.surface }
      lead += record.surface == candidate ? 1 : -1
    }
    var votes = 0
    forEachRecord { votes += $0.surface == candidate ? 1 : 0 }
    return 2 * votes > count ? candidate : nil
  }

  /// Calls `body` with each colour of a condensed list.
  @inline(__always)
  func forEachColor(_ body: (ColorRecord) -> Void) {
    var pending = ColorRecord(source: ColorRecord.vacant, surface: 0, pixels: 0)
    forEachRecord { record in
      if pending.source == record.source {
        pending.pixels &+= record.pixels
      } else {
        if pending.source != ColorRecord.vacant { body(pending) }
        pending = record
      }
    }
    if pending.source != ColorRecord.vacant { body(pending) }
  }
}

@unsafe
struct RecordBlock: BitwiseCopyable {
  var next: UnsafeMutablePointer<RecordBlock>?

  @inline(__always)
  static func records(_ block: UnsafeMutablePointer<RecordBlock>) -> UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(block + 1)
  }
}

/// Memory for blocks of records. Freed blocks are reused.
@safe struct RecordArena: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the chunks have a single owner, which moves with this value.
  private static let blockSize = unsafe MemoryLayout<RecordBlock>.size + RecordList.blockSize
  private static let chunkSize = 1 << 20
  /// The first chunk is small, for small images.
  private let first = Scratch<UInt64>(count: 1 << 15)
  @unsafe private var chunks: [UnsafeMutableRawPointer]
  @unsafe private var fresh: UnsafeMutableRawPointer
  private var freshBlocks: Int
  @unsafe private var free: UnsafeMutablePointer<RecordBlock>?
  /// Bytes of the blocks that belong to lists.
  private(set) var bytesInUse = 0
  /// Whether a block could not be allocated and records were lost.
  private(set) var isExhausted = false

  init() {
    unsafe fresh = UnsafeMutableRawPointer(first.base)
    unsafe chunks = []
    freshBlocks = 1 << 18 / Self.blockSize
    unsafe free = nil
  }

  deinit {
    for index in unsafe chunks.indices { unsafe SystemMemory.free(chunks[index], Self.chunkSize) }
  }

  /// Adds a block of records to a list. Returns false if there is no memory for it.
  @inline(never)
  mutating func addBlock(to list: inout RecordList) -> Bool {
    guard let block = unsafe takeBlock() else {
      isExhausted = true
      return false
    }
    bytesInUse += Self.blockSize
    unsafe block.initialize(to: RecordBlock(next: nil))
    unsafe list.add(block)
    return true
  }

  mutating func append(_ record: ColorRecord, to list: inout RecordList, _ hash: SourceHash) {
    var record = record
    while record.pixels > 0 {
      if list.room == 0, !addBlock(to: &list) { return }
      list.appendPart(of: &record, hash)
    }
  }

  /// Removes the first block from a list and returns its records, oldest first; empty if the list is empty.
  mutating func popBlock(of list: inout RecordList) -> [ColorRecord] {
    guard let head = list.removeFirstBlock(), let block = unsafe head.firstBlock else { return [] }
    var records: [ColorRecord] = []
    head.forEachRecord { records.append($0) }
    unsafe recycle(block)
    return records
  }

  /// Overwrites a list with at most as many records as it contains.
  @unsafe
  mutating func replace(_ list: inout RecordList, with records: UnsafeBufferPointer<ColorRecord>) {
    var rest = unsafe list.replace(with: records)
    while let block = unsafe rest {
      unsafe rest = block.pointee.next
      unsafe recycle(block)
    }
  }

  @unsafe
  private mutating func takeBlock() -> UnsafeMutablePointer<RecordBlock>? {
    if let block = unsafe free {
      unsafe free = block.pointee.next
      return unsafe block
    }
    if freshBlocks == 0, !addChunk() { return nil }
    let block = unsafe fresh.assumingMemoryBound(to: RecordBlock.self)
    unsafe fresh += Self.blockSize
    freshBlocks -= 1
    return unsafe block
  }

  private mutating func addChunk() -> Bool {
    guard let chunk = unsafe SystemMemory.allocate(Self.chunkSize) else { return false }
    unsafe chunks.append(chunk)
    unsafe fresh = chunk
    freshBlocks = Self.chunkSize / Self.blockSize
    return true
  }

  @unsafe
  private mutating func recycle(_ block: UnsafeMutablePointer<RecordBlock>) {
    unsafe block.pointee.next = free
    unsafe free = block
    bytesInUse -= Self.blockSize
  }
}
