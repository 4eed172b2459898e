#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A list of records: a chain of blocks of a ``RecordArena``.
@safe struct RecordList: BitwiseCopyable, @unchecked Sendable {
  // Sendable unchecked: the blocks belong to the arena and are only read once the list leaves the store.
  @unsafe fileprivate var firstBlock, lastBlock: UnsafeMutablePointer<RecordBlock>?
  /// Where the next record goes; there is room for `room` of them.
  @unsafe fileprivate var end: UnsafeMutablePointer<ColorRecord>?
  private(set) var room: Int32 = 0
  private var blocks: Int32 = 0

  init() { unsafe (firstBlock, lastBlock, end) = (nil, nil, nil) }

  var count: Int { Int(blocks) * RecordArena.blockRecords - Int(room) }

  /// There must be room.
  @inline(__always)
  mutating func append(_ record: ColorRecord) {
    guard let end = unsafe end else { return }
    unsafe end.pointee = record
    unsafe self.end = end + 1
    room &-= 1
  }

  fileprivate mutating func add(_ block: UnsafeMutablePointer<RecordBlock>) {
    if let last = unsafe lastBlock { unsafe last.pointee.next = block } else { unsafe firstBlock = block }
    unsafe lastBlock = block
    unsafe end = RecordArena.records(block)
    room = Int32(RecordArena.blockRecords)
    blocks += 1
  }

  fileprivate mutating func removeFirst() {
    unsafe firstBlock = firstBlock?.pointee.next
    blocks -= 1
    if blocks == 0 { room = 0 }
  }

  /// Overwrites the list with at most as many records as it has; the blocks that are left over.
  @unsafe
  @discardableResult
  mutating func replace(with records: UnsafeBufferPointer<ColorRecord>) -> UnsafeMutablePointer<RecordBlock>? {
    var block = unsafe firstBlock
    var done = 0
    blocks = 0
    room = 0
    while done < records.count, let current = unsafe block {
      let count = min(records.count - done, RecordArena.blockRecords)
      let start = unsafe RecordArena.records(current)
      if let source = records.baseAddress { unsafe start.update(from: source + done, count: count) }
      done += count
      blocks += 1
      room = Int32(RecordArena.blockRecords - count)
      unsafe lastBlock = current
      unsafe end = start + count
      unsafe block = current.pointee.next
      unsafe current.pointee.next = done < records.count ? current.pointee.next : nil
    }
    if done == 0 { unsafe (firstBlock, lastBlock, end) = (nil, nil, nil) }
    return unsafe block
  }

  /// Each stretch of records in memory, in order.
  @unsafe
  func forEachStretch(_ body: (UnsafeBufferPointer<ColorRecord>) -> Void) {
    var block = unsafe firstBlock
    var left = count
    while let current = unsafe block {
      let records = min(left, RecordArena.blockRecords)
      let start = unsafe UnsafePointer(RecordArena.records(current))
      unsafe body(UnsafeBufferPointer(start: start, count: records))
      left -= records
      unsafe block = current.pointee.next
    }
  }
}

/// The head of a block; the records follow it.
@unsafe
struct RecordBlock: BitwiseCopyable {
  var next: UnsafeMutablePointer<RecordBlock>?
  var padding: (UInt64, UInt64) = (0, 0)
}

/// Memory for blocks of records. Freed blocks are used again.
@safe struct RecordArena: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the chunks have a single owner, which moves with this value.
  static let blockRecords = 128
  private static let blockSize = MemoryLayout<ColorRecord>.size * (blockRecords + 1)
  @unsafe private var chunks: [UnsafeMutableRawPointer]
  @unsafe private var fresh: UnsafeMutableRawPointer
  private var freshBlocks: Int
  @unsafe private var free: UnsafeMutablePointer<RecordBlock>?
  /// Memory of the blocks that lists have.
  private(set) var bytesInUse = 0

  init() {
    // The first chunk is small, for small images.
    unsafe fresh = .allocate(byteCount: 1 << 18, alignment: 64)
    unsafe chunks = [fresh]
    freshBlocks = 1 << 18 / Self.blockSize
    unsafe free = nil
  }

  deinit { unsafe chunks.forEach { unsafe $0.deallocate() } }

  @unsafe
  static func records(_ block: UnsafeMutablePointer<RecordBlock>) -> UnsafeMutablePointer<ColorRecord> {
    unsafe UnsafeMutableRawPointer(block + 1).assumingMemoryBound(to: ColorRecord.self)
  }

  /// Gives a list room for a block of records.
  @inline(never)
  mutating func addBlock(to list: inout RecordList) {
    let block = unsafe takeBlock()
    bytesInUse += Self.blockSize
    unsafe block.initialize(to: RecordBlock(next: nil))
    unsafe list.add(block)
  }

  @unsafe
  private mutating func takeBlock() -> UnsafeMutablePointer<RecordBlock> {
    if let block = unsafe free {
      unsafe free = block.pointee.next
      return unsafe block
    }
    if freshBlocks == 0 { addChunk() }
    let block = unsafe fresh.assumingMemoryBound(to: RecordBlock.self)
    unsafe fresh += Self.blockSize
    freshBlocks -= 1
    return unsafe block
  }

  /// Later chunks are large, and on large pages where the system has them: touching memory costs by the page.
  private mutating func addChunk() {
    let size = 1 << 22
    unsafe fresh = .allocate(byteCount: size, alignment: size)
    #if os(Linux)
      _ = unsafe madvise(fresh, size, MADV_HUGEPAGE)
    #endif
    unsafe chunks.append(fresh)
    freshBlocks = size / Self.blockSize
  }

  /// Takes the first block from a list: its records, oldest first; empty where the list is.
  mutating func popBlock(of list: inout RecordList) -> [ColorRecord] {
    guard let block = unsafe list.firstBlock else { return [] }
    let records = unsafe UnsafeBufferPointer(start: Self.records(block), count: min(list.count, Self.blockRecords))
    let result = unsafe Array(records)
    list.removeFirst()
    unsafe give(block)
    return result
  }

  @unsafe
  private mutating func give(_ block: UnsafeMutablePointer<RecordBlock>) {
    unsafe block.pointee.next = free
    unsafe free = block
    bytesInUse -= Self.blockSize
  }

  /// Overwrites a list with at most as many records as it has.
  @unsafe
  mutating func replace(_ list: inout RecordList, with records: UnsafeBufferPointer<ColorRecord>) {
    var rest = unsafe list.replace(with: records)
    while let block = unsafe rest {
      unsafe rest = block.pointee.next
      unsafe give(block)
    }
  }
}
