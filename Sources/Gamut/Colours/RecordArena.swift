internal import CGamutKernels

/// A list of records: a chain of blocks of a ``RecordArena``.
///
/// In memory, a record takes two words if the destination's codes have 8 bits, else three. The first word contains the
/// source colour and, in its low 16 bits, one digit of the pixel count in base 2^14 and the digit's place; a larger
/// pixel count takes several consecutive records. If all colours of the list have one surface code, a record takes one
/// word: the part of the source's hash that the list does not imply, and a digit in base 2^22.
@safe struct RecordList: BitwiseCopyable, @unchecked Sendable {
  // Sendable unchecked: the blocks belong to the arena and are only read after the list leaves the store.
  /// The address of the next record, and below the number of records that still fit in the block.
  @unsafe fileprivate var end: UnsafeMutablePointer<UInt64>?
  private(set) var room: Int32 = 0
  private let form: Form
  /// For a list with one surface code: the smallest of the first pixels, which is all that a group needs; the common
  /// prefix of the source hashes; and the code.
  private var first = UInt32.max
  private let prefix: UInt16
  private let surface: UInt64
  private var blocks: Int32 = 0
  /// The number of records at which the list should be deduplicated.
  var condenseAt: Int32
  @unsafe fileprivate var firstBlock, lastBlock: UnsafeMutablePointer<RecordBlock>?

  private enum Form: UInt8 { case narrow, wide, single }

  /// The number of hash bits stored in a list with one surface code.
  private static let suffixBits = SourceHash.bits - ColorStore.fanBits

  init(isWide: Bool, condenseAt: Int) {
    unsafe (firstBlock, lastBlock, end) = (nil, nil, nil)
    form = isWide ? .wide : .narrow
    (prefix, surface) = (0, 0)
    self.condenseAt = Int32(truncatingIfNeeded: condenseAt)
  }

  /// Creates a list for the colours of one surface code whose source hashes begin with `prefix`.
  init(surface: UInt64, prefix: Int, condenseAt: Int) {
    unsafe (firstBlock, lastBlock, end) = (nil, nil, nil)
    form = .single
    self.surface = surface
    self.prefix = UInt16(prefix)
    self.condenseAt = Int32(truncatingIfNeeded: condenseAt)
  }

  /// The destination code, if it is the same for all colours of the list.
  var code: UInt64? { form == .single ? surface & SurfaceCode.codeMask : nil }

  private var words: Int {
    switch form {
    case .narrow: 2
    case .wide: 3
    case .single: 1
    }
  }
  private var blockRecords: Int { RecordArena.blockWords / words }

  var count: Int { Int(blocks) * blockRecords - Int(room) }

  /// Appends the lowest digit of the record's pixel count that is not 0, and removes it from the count. There must be
  /// room.
  @inline(__always)
  mutating func appendDigit(of record: inout ColorRecord, _ hash: SourceHash) {
    guard let end = unsafe end else { return }
    // Hundreds of lists grow at once, too many for the hardware prefetcher.
    unsafe gamut_prefetch_to_write(end + 24)
    room &-= 1
    if form == .single {
      let suffix = hash.hash(record.source) & (1 &<< Self.suffixBits &- 1)
      let (digit, place) = Self.removeDigit(of: &record.pixels, bits: 22)
      unsafe end[0] = suffix &<< 25 | digit &<< 3 | place
      unsafe self.end = end + 1
      if record.first < first { first = record.first }
      return
    }
    let (digit, place) = Self.removeDigit(of: &record.pixels, bits: 14)
    unsafe end[0] = record.source &<< 16 | digit &<< 2 | place
    let (surface, first) = (record.surface, UInt64(record.first))
    if form == .wide {
      unsafe end[1] = surface
      unsafe end[2] = first
      unsafe self.end = end + 3
    } else {
      let code = surface &>> 16 & 0xff0000 | surface &>> 8 & 0xff00 | surface & 0xff | (surface &>> 48) &<< 24
      unsafe end[1] = first &<< 32 | code
      unsafe self.end = end + 2
    }
  }

  /// Removes the lowest digit that is not 0 from a pixel count above 0. Returns the digit and its place.
  @inline(__always)
  private static func removeDigit(of pixels: inout UInt32, bits: UInt32) -> (digit: UInt64, place: UInt64) {
    // Nearly all counts have a single digit.
    if pixels &>> bits == 0 {
      defer { pixels = 0 }
      return (UInt64(pixels), 0)
    }
    let place = UInt32(truncatingIfNeeded: pixels.trailingZeroBitCount) / bits
    let digit = pixels &>> (place &* bits) & (1 &<< bits &- 1)
    pixels &-= digit &<< (place &* bits)
    return (UInt64(digit), UInt64(place))
  }

  @inline(__always)
  @unsafe
  private func record(at words: UnsafePointer<UInt64>, _ hash: SourceHash) -> ColorRecord {
    let head = unsafe words[0]
    if form == .single {
      let pixels = UInt32(truncatingIfNeeded: head &>> 3 & 0x3f_ffff) &<< UInt32(truncatingIfNeeded: 22 &* (head & 7))
      return ColorRecord(
        source: hash.source(UInt64(prefix) &<< Self.suffixBits | head &>> 25), surface: surface, pixels: pixels,
        first: first)
    }
    let body = unsafe words[1]
    let pixels = UInt32(truncatingIfNeeded: head &>> 2 & 0x3fff) &<< UInt32(truncatingIfNeeded: 14 &* (head & 3))
    if form == .wide {
      return unsafe ColorRecord(
        source: head &>> 16, surface: body, pixels: pixels, first: UInt32(truncatingIfNeeded: words[2]))
    }
    let surface = body & 0xff | (body & 0xff00) &<< 8 | (body & 0xff0000) &<< 16 | (body & 0x3f00_0000) &<< 24
    return ColorRecord(
      source: head &>> 16, surface: surface, pixels: pixels, first: UInt32(truncatingIfNeeded: body &>> 32))
  }

  fileprivate mutating func add(_ block: UnsafeMutablePointer<RecordBlock>) {
    if let last = unsafe lastBlock { unsafe last.pointee.next = block } else { unsafe firstBlock = block }
    unsafe lastBlock = block
    unsafe end = RecordArena.words(block)
    room = Int32(blockRecords)
    blocks += 1
  }

  /// Truncates this copy to the first block. It is a view: the original list still owns the blocks.
  fileprivate mutating func keepFirst() {
    if blocks > 1 { (blocks, room) = (1, 0) }
  }

  fileprivate mutating func removeFirst() {
    unsafe firstBlock = firstBlock?.pointee.next
    blocks -= 1
    if blocks == 0 { room = 0 }
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
      // There is room: a sum has at most as many digits other than 0 as its terms have together.
      while record.pixels > 0 {
        if room == 0, let block = unsafe rest {
          unsafe rest = block.pointee.next
          unsafe block.pointee.next = nil
          unsafe add(block)
        }
        appendDigit(of: &record, hash)
      }
    }
    return unsafe rest
  }

  /// Calls `body` with each record, in order. A colour may have several records, which are consecutive if the list is
  /// condensed.
  @inline(__always)
  func forEachRecord(_ body: (ColorRecord) -> Void) {
    let hash = SourceHash()
    var block = unsafe firstBlock
    var left = count
    while let current = unsafe block {
      let records = min(left, blockRecords)
      var words = unsafe UnsafePointer(RecordArena.words(current))
      for _ in 0..<records {
        unsafe body(record(at: words, hash))
        unsafe words += self.words
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
    var pending = ColorRecord(source: ColorRecord.vacant, surface: 0, pixels: 0, first: 0)
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

/// The header of a block; the records follow it.
@unsafe
struct RecordBlock: BitwiseCopyable {
  var next: UnsafeMutablePointer<RecordBlock>?
}

/// Memory for blocks of records. Freed blocks are reused.
@safe struct RecordArena: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the chunks have a single owner, which moves with this value.
  static let blockWords = 384
  private static let blockSize = 8 * (blockWords + 1)
  private static let chunkSize = 1 << 20
  /// The first chunk is small, for small images.
  @unsafe private let first: UnsafeMutableRawPointer
  @unsafe private var chunks: [UnsafeMutableRawPointer]
  @unsafe private var fresh: UnsafeMutableRawPointer
  private var freshBlocks: Int
  @unsafe private var free: UnsafeMutablePointer<RecordBlock>?
  /// Bytes of the blocks that belong to lists.
  private(set) var bytesInUse = 0
  /// Whether a block could not be allocated and records were lost.
  private(set) var isExhausted = false

  init() {
    unsafe first = .allocate(byteCount: 1 << 18, alignment: 64)
    unsafe fresh = first
    unsafe chunks = []
    freshBlocks = 1 << 18 / Self.blockSize
    unsafe free = nil
  }

  deinit {
    unsafe first.deallocate()
    unsafe chunks.forEach { unsafe SystemMemory.free($0, Self.chunkSize) }
  }

  @unsafe
  static func words(_ block: UnsafeMutablePointer<RecordBlock>) -> UnsafeMutablePointer<UInt64> {
    unsafe UnsafeMutableRawPointer(block + 1).assumingMemoryBound(to: UInt64.self)
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

  /// Removes the first block from a list and returns its records, oldest first; empty if the list is empty.
  mutating func popBlock(of list: inout RecordList) -> [ColorRecord] {
    guard let block = unsafe list.firstBlock else { return [] }
    var head = list
    head.keepFirst()
    list.removeFirst()
    var records: [ColorRecord] = []
    head.forEachRecord { records.append($0) }
    unsafe give(block)
    return records
  }

  @unsafe
  private mutating func give(_ block: UnsafeMutablePointer<RecordBlock>) {
    unsafe block.pointee.next = free
    unsafe free = block
    bytesInUse -= Self.blockSize
  }

  /// Overwrites a list with at most as many records as it contains.
  @unsafe
  mutating func replace(_ list: inout RecordList, with records: UnsafeBufferPointer<ColorRecord>) {
    var rest = unsafe list.replace(with: records)
    while let block = unsafe rest {
      unsafe rest = block.pointee.next
      unsafe give(block)
    }
  }
}
