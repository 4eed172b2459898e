/// Memory for blocks of records. Freed blocks are reused.
@safe struct RecordArena: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the chunks have a single owner, which moves with this value.
  private static let blockSize = unsafe MemoryLayout<RecordBlock>.size + RecordList.blockSize
  private static let chunkSize = 1 << 20
  /// The first chunk is small, for small images.
  private let first = AlignedMemory(byteCount: 1 << 18, alignment: 64)
  @unsafe private var chunks: [UnsafeMutableRawPointer]
  @unsafe private var fresh: UnsafeMutableRawPointer
  private var freshBlocks: Int
  @unsafe private var free: UnsafeMutablePointer<RecordBlock>?
  /// Bytes of the blocks that belong to lists.
  private(set) var bytesInUse = 0
  /// Whether a block could not be allocated and records were lost.
  private(set) var isExhausted = false

  init() {
    unsafe fresh = first.base
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

  /// Appends a record to a list digit by digit, adding blocks as needed.
  mutating func append(_ record: ColorRecord, to list: inout RecordList, _ hash: SourceHash) {
    var record = record
    while record.pixels > 0 {
      if list.room == 0, !addBlock(to: &list) { return }
      list.appendDigit(of: &record, hash)
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
