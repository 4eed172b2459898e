#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A surface colour of the image with its pixels: distinct only after deduplication.
struct ColorRecord: BitwiseCopyable {
  /// The packed source colour; `vacant` in an empty slot of the cache.
  var source: UInt64
  /// The ``SurfaceCode``.
  var surface: UInt64
  var pixels: UInt32
  /// The index of its first pixel in reading order.
  var first: UInt32

  static let vacant = UInt64.max

  @inline(__always) var code: UInt64 { surface & SurfaceCode.codeMask }
  @inline(__always) var isClipped: Bool { surface & SurfaceCode.sidesMask != 0 }
}

/// Remembers the surface colours of an image in the order in which they come.
///
/// A small direct-mapped cache counts colours that come again soon. What it evicts goes to lists of fixed blocks: one
/// list at first; when that grows, a list for each hash of the destination code, so that a collapse group never spans
/// two; and when one of those grows (many colours on few codes), a list for each hash of the source colour below it.
/// Hashes are seeded at random: no image can be made to fill one list with distinct colours.
struct ColorStore: ~Copyable, Sendable {
  private let cache: Scratch<ColorRecord>
  private var arena = RecordArena()
  /// The root, then `fan` lists by destination, then `fan` lists by source for each of those that was divided.
  private(set) var lists: [RecordList] = [RecordList()]
  private var isDivided = false
  /// For each list by destination, its first list by source; 0 where it is not divided.
  private(set) var divisions = [Int](repeating: 0, count: ColorStore.fan)
  private let seed = UInt64.random(in: .min ... .max) | 1

  private static let cacheBits: UInt64 = 12
  static let fan = 256
  /// Records at which the root, or a list by destination, is divided.
  private static let rootLimit = 1 << 15, listLimit = 1 << 17

  init() {
    cache = Scratch(
      count: 1 << Int(Self.cacheBits),
      filledWith: ColorRecord(source: ColorRecord.vacant, surface: 0, pixels: 0, first: 0))
  }

  @inline(__always)
  mutating func add(source: UInt64, surface: UInt64, pixels: UInt32, first: UInt32) {
    let slot = unsafe cache.base + Int((source &* seed) &>> (64 - Self.cacheBits))
    if unsafe slot.pointee.source == source {
      unsafe slot.pointee.pixels &+= pixels
      return
    }
    if unsafe slot.pointee.source != ColorRecord.vacant { append(unsafe slot.pointee) }
    unsafe slot.pointee = ColorRecord(source: source, surface: surface, pixels: pixels, first: first)
  }

  /// Empties the cache into the lists.
  mutating func flush() {
    for index in 0..<cache.count where unsafe cache.base[index].source != ColorRecord.vacant {
      append(unsafe cache.base[index])
      unsafe cache.base[index].source = ColorRecord.vacant
    }
  }

  /// The lists that hold all colours of some destination codes, a set for each part of the codes.
  var parts: [[RecordList]] {
    guard isDivided else { return [[lists[0]]] }
    return (0..<Self.fan).map { part in
      divisions[part] == 0 ? [lists[1 + part]] : Array(lists[divisions[part]..<(divisions[part] + Self.fan)])
    }
  }

  @inline(__always)
  private func destinationHash(_ code: UInt64) -> Int { Int((code &* (seed ^ 0x9e37_79b9_7f4a_7c14)) &>> 56) }
  @inline(__always)
  private func sourceHash(_ source: UInt64) -> Int { Int((source &* (seed ^ 0xc2b2_ae3d_27d4_eb4e)) &>> 56) }

  @inline(__always)
  private mutating func append(_ record: ColorRecord) {
    var list = 0
    if isDivided {
      let part = destinationHash(record.code)
      let division = divisions[part]
      list = division == 0 ? 1 &+ part : division &+ sourceHash(record.source)
    }
    arena.append(record, to: &lists[list])
    if lists[list].count & (RecordArena.blockRecords - 1) == 0 { divideIfLarge(list) }
  }

  /// A list that became too large gives its records to a fan of new ones.
  @inline(never)
  private mutating func divideIfLarge(_ list: Int) {
    let limit = list == 0 ? Self.rootLimit : list <= Self.fan ? Self.listLimit : .max
    guard lists[list].count >= limit else { return }
    var records = lists[list]
    lists[list] = RecordList()
    if list == 0 { isDivided = true } else { divisions[list - 1] = lists.count }
    lists += Array(repeating: RecordList(), count: Self.fan)
    while records.count > 0 {
      for record in arena.popBlock(of: &records) {
        let target =
          list == 0 ? 1 + destinationHash(record.code) : divisions[list - 1] + sourceHash(record.source)
        arena.append(record, to: &lists[target])
      }
    }
  }
}

/// A list of records: a chain of blocks of a ``RecordArena``.
@safe struct RecordList: @unchecked Sendable {
  // Sendable unchecked: the blocks belong to the arena and are only read once the list leaves the store.
  @unsafe fileprivate var firstBlock, lastBlock: UnsafeMutablePointer<RecordBlock>?
  private(set) var count = 0

  init() { unsafe (firstBlock, lastBlock) = (nil, nil) }

  fileprivate mutating func didAppend() { count &+= 1 }
  fileprivate mutating func didRemove(_ records: Int) { count -= records }

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
struct RecordBlock {
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

  @inline(__always)
  mutating func append(_ record: ColorRecord, to list: inout RecordList) {
    let index = list.count & (Self.blockRecords &- 1)
    if index == 0 { addBlock(to: &list) }
    if let block = unsafe list.lastBlock { unsafe Self.records(block)[index] = record }
    list.didAppend()
  }

  @inline(never)
  private mutating func addBlock(to list: inout RecordList) {
    let block = unsafe takeBlock()
    unsafe block.initialize(to: RecordBlock(next: nil))
    if let last = unsafe list.lastBlock { unsafe last.pointee.next = block } else { unsafe list.firstBlock = block }
    unsafe list.lastBlock = block
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
    let records = unsafe UnsafeBufferPointer(
      start: Self.records(block), count: min(list.count, Self.blockRecords))
    let result = unsafe Array(records)
    unsafe list.firstBlock = block.pointee.next
    list.didRemove(result.count)
    unsafe block.pointee.next = free
    unsafe free = block
    return result
  }
}
