/// The colours of the open runs of each column with more than one colour: stretches of equal pixels, in order.
///
/// Neighbouring colours usually differ little, so a stretch usually takes one ``StretchWord``, else two. Thirty words
/// and the address of the next block make a block; freed blocks are reused.
@safe struct ColumnStretches: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the chunks have a single owner, which moves with this value.
  /// Per column: its first block, the address of its next word (at the end of a full block), and the row of its last
  /// stretch.
  private let heads, ends: Scratch<UInt>
  private let rows: Scratch<UInt32>
  /// The first chunk is small, for small images.
  private var first: AlignedMemory?
  @unsafe private var chunks: [UnsafeMutableRawPointer]
  /// The list of freed blocks, and the first block that has never been used, up to the end of the last chunk.
  private var free: UInt = 0
  private var (fresh, end): (UInt, UInt) = (0, 0)
  /// The block allocated for the next words.
  private var spare: UInt = 0
  /// The number of blocks that belong to columns.
  private var blocks = 0
  private let limit: Int

  /// The size of a block in bytes, which is also its alignment, and the sizes of chunks.
  private static let blockSize: UInt = 128
  private static let firstChunkSize = 1 << 16, chunkSize = 1 << 20

  /// - Parameter limit: the maximum number of bytes of blocks.
  init(width: Int, limit: Int) {
    heads = Scratch(count: width, filledWith: 0)
    ends = Scratch(count: width, filledWith: 0)
    rows = Scratch(count: width)
    self.limit = limit
    unsafe chunks = []
  }

  deinit {
    for index in unsafe chunks.indices { unsafe SystemMemory.free(chunks[index], Self.chunkSize) }
  }

  /// The bytes of the blocks that belong to columns.
  var bytes: Int { blocks * Int(Self.blockSize) }

  @inline(__always)
  func isEmpty(_ x: Int) -> Bool { unsafe heads.base[x] == 0 }

  @inline(__always)
  @unsafe
  private static func words(_ address: UInt) -> UnsafeMutablePointer<StretchWord> {
    unsafe UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  /// Returns the address of the block that follows a full one.
  @inline(__always)
  @unsafe
  private static func next(_ block: UInt) -> UnsafeMutablePointer<UInt> {
    unsafe UnsafeMutablePointer(bitPattern: block).unsafelyUnwrapped
  }

  /// Returns whether `end` lies in a block, or is the block's own end.
  @inline(__always)
  private static func isIn(_ block: UInt, _ end: UInt) -> Bool { (end &- 1) & ~(blockSize &- 1) == block }

  /// Appends the first stretch to an empty column. Returns false if there is no room for it.
  mutating func begin(_ source: UInt64, row: UInt32, at x: Int) -> Bool {
    guard let head = takeBlock() else { return false }
    unsafe (heads.base[x], ends.base[x], rows.base[x]) = (head, head + 8, row)
    return push(source, rise: 0, to: x)
  }

  /// Appends a stretch that begins at a row, below the previous one, whose colour is `before`. Returns false if there
  /// is no room for it.
  @inline(__always)
  mutating func append(_ source: UInt64, after before: UInt64, row: UInt32, to x: Int) -> Bool {
    let end = unsafe ends.base[x]
    guard end & (Self.blockSize &- 1) != 0,
      let word = unsafe StretchWord(source, after: before, rise: row &- rows.base[x])
    else { return appendSlowly(source, after: before, row: row, to: x) }
    unsafe Self.words(end)[0] = word
    unsafe ends.base[x] = end &+ 4
    unsafe rows.base[x] = row
    return true
  }

  @inline(never)
  private mutating func appendSlowly(_ source: UInt64, after before: UInt64, row: UInt32, to x: Int) -> Bool {
    // A stretch with more rows than a word can encode continues as another stretch of the same colour.
    while unsafe row &- rows.base[x] > StretchWord.largestLongRise {
      guard push(before, rise: StretchWord.largestLongRise, to: x) else { return false }
      unsafe rows.base[x] &+= StretchWord.largestLongRise
    }
    let rise = unsafe row &- rows.base[x]
    let isAppended =
      if let word = StretchWord(source, after: before, rise: rise) {
        push(word, to: x)
      } else {
        push(source, rise: rise, to: x)
      }
    if isAppended { unsafe rows.base[x] = row }
    return isAppended
  }

  /// Appends the two words of a colour. Appends nothing and returns false if there is no room.
  private mutating func push(_ source: UInt64, rise: UInt32, to x: Int) -> Bool {
    guard makeRoom(bytes: 8, at: x) else { return false }
    let (first, second) = StretchWord.pair(source, rise: rise)
    put(first, to: x)
    put(second, to: x)
    return true
  }

  private mutating func push(_ word: StretchWord, to x: Int) -> Bool {
    guard makeRoom(bytes: 4, at: x) else { return false }
    put(word, to: x)
    return true
  }

  /// Ensures room for the next words of a column, allocating a spare block if needed.
  private mutating func makeRoom(bytes: UInt, at x: Int) -> Bool {
    let left = unsafe (0 &- ends.base[x]) & (Self.blockSize - 1)
    if left >= bytes { return true }
    guard let block = takeBlock() else { return false }
    spare = block
    return true
  }

  private mutating func put(_ word: StretchWord, to x: Int) {
    if unsafe ends.base[x] & (Self.blockSize - 1) == 0 {
      unsafe Self.next(ends.base[x] - Self.blockSize).pointee = spare
      unsafe ends.base[x] = spare + 8
    }
    unsafe Self.words(ends.base[x])[0] = word
    unsafe ends.base[x] += 4
  }

  /// Calls `body` with the words of each block of a column, in order.
  @inline(__always)
  func forEachBlock(_ x: Int, _ body: (UnsafeBufferPointer<StretchWord>) -> Void) {
    var block = unsafe heads.base[x]
    guard block != 0 else { return }
    let end = unsafe ends.base[x]
    while true {
      let isLast = Self.isIn(block, end)
      // The address of the next block takes the place of the first two words.
      let words = unsafe Self.words(block) + 2
      unsafe body(UnsafeBufferPointer(start: words, count: Int((isLast ? end &- block : Self.blockSize) / 4) &- 2))
      if isLast { return }
      block = unsafe Self.next(block).pointee
    }
  }

  /// Removes the stretches of a column.
  mutating func clear(_ x: Int) {
    var block = unsafe heads.base[x]
    let end = unsafe ends.base[x]
    while block != 0 {
      let next = Self.isIn(block, end) ? 0 : unsafe Self.next(block).pointee
      unsafe Self.next(block).pointee = free
      free = block
      blocks -= 1
      block = next
    }
    unsafe heads.base[x] = 0
    unsafe ends.base[x] = 0
  }

  private mutating func takeBlock() -> UInt? {
    guard bytes < limit else { return nil }
    if free != 0 {
      blocks += 1
      let block = free
      free = unsafe Self.next(block).pointee
      return block
    }
    if fresh == end, !addChunk() { return nil }
    blocks += 1
    defer { fresh += Self.blockSize }
    return fresh
  }

  private mutating func addChunk() -> Bool {
    guard first != nil else {
      let chunk = AlignedMemory(byteCount: Self.firstChunkSize, alignment: Int(Self.blockSize))
      fresh = unsafe UInt(bitPattern: chunk.base)
      first = consume chunk
      end = fresh + UInt(Self.firstChunkSize)
      return true
    }
    guard let chunk = unsafe SystemMemory.allocate(Self.chunkSize) else { return false }
    unsafe chunks.append(chunk)
    fresh = UInt(bitPattern: chunk)
    end = fresh + UInt(Self.chunkSize)
    return true
  }
}
