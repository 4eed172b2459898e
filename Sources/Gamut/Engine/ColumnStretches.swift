/// The colours of the open runs of each column that have more than one: stretches of equal pixels, in order.
///
/// A stretch is a word: its colour, and how many rows it begins below the one before. Fifteen words and the address of
/// what follows them make a block, and blocks that are done with are used again.
@safe struct ColumnStretches: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the chunks have a single owner, which moves with this value.
  /// Of each column: its first block, where its next word goes (the end of a block is full), and the row of its last
  /// stretch.
  private let heads, ends: Scratch<UInt>
  private let rows: Scratch<UInt32>
  /// The first chunk is small, for small images.
  @unsafe private var first: UnsafeMutableRawPointer?
  @unsafe private var chunks: [UnsafeMutableRawPointer]
  /// Blocks to use again, and the first that never was used, up to the end of the last chunk.
  private var free: UInt = 0
  private var (fresh, end): (UInt, UInt) = (0, 0)
  /// Blocks that columns have.
  private var blocks = 0
  private let limit: Int

  /// Bytes of a block, to which blocks are aligned, and of chunks.
  private static let blockSize: UInt = 128
  private static let firstChunkSize = 1 << 16, chunkSize = 1 << 20

  /// - Parameter limit: bytes of blocks beyond which none is added.
  init(width: Int, limit: Int) {
    heads = Scratch(count: width, filledWith: 0)
    ends = Scratch(count: width, filledWith: 0)
    rows = Scratch(count: width)
    self.limit = limit
    unsafe first = nil
    unsafe chunks = []
  }

  deinit {
    unsafe first?.deallocate()
    unsafe chunks.forEach { unsafe SystemMemory.free($0, Self.chunkSize) }
  }

  /// Bytes of blocks that columns have.
  var bytes: Int { blocks * Int(Self.blockSize) }

  @inline(__always)
  func isEmpty(_ x: Int) -> Bool { unsafe heads.base[x] == 0 }

  @inline(__always)
  @unsafe
  private static func words(_ address: UInt) -> UnsafeMutablePointer<UInt64> {
    unsafe UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  /// Whether a block is the one with the end, which may be the block's own.
  @inline(__always)
  private static func isIn(_ block: UInt, _ end: UInt) -> Bool { (end &- 1) & ~(blockSize &- 1) == block }

  /// Appends a stretch that begins at a row, below the one before; false where there is no room for it.
  @inline(__always)
  mutating func append(_ source: UInt64, row: UInt32, to x: Int) -> Bool {
    let end = unsafe ends.base[x]
    let rise = unsafe row &- rows.base[x]
    guard end & (Self.blockSize &- 1) != 0, rise <= 0xffff else { return appendSlowly(source, row: row, to: x) }
    unsafe Self.words(end)[0] = source &<< 16 | UInt64(rise)
    unsafe ends.base[x] = end &+ 8
    unsafe rows.base[x] = row
    return true
  }

  @inline(never)
  private mutating func appendSlowly(_ source: UInt64, row: UInt32, to x: Int) -> Bool {
    if isEmpty(x) {
      guard let head = takeBlock() else { return false }
      unsafe (heads.base[x], ends.base[x], rows.base[x]) = (head, head + 8, row)
    }
    // A stretch of more rows than a word can say goes on as another of the same colour.
    while unsafe row &- rows.base[x] > 0xffff {
      guard unsafe push(Self.words(ends.base[x] - 8)[0] | 0xffff, to: x) else { return false }
      unsafe rows.base[x] &+= 0xffff
    }
    guard unsafe push(source &<< 16 | UInt64(row &- rows.base[x]), to: x) else { return false }
    unsafe rows.base[x] = row
    return true
  }

  private mutating func push(_ word: UInt64, to x: Int) -> Bool {
    if unsafe ends.base[x] & (Self.blockSize - 1) == 0 {
      guard let next = takeBlock() else { return false }
      unsafe Self.words(ends.base[x] - Self.blockSize)[0] = UInt64(next)
      unsafe ends.base[x] = next + 8
    }
    unsafe Self.words(ends.base[x])[0] = word
    unsafe ends.base[x] += 8
    return true
  }

  /// The stretches of a column: colours, and rows below the first's.
  @inline(__always)
  func forEach(_ x: Int, _ body: (_ source: UInt64, _ row: Int) -> Void) {
    var block = unsafe heads.base[x]
    guard block != 0 else { return }
    let end = unsafe ends.base[x]
    var row = 0
    while true {
      let isLast = Self.isIn(block, end)
      let words = unsafe Self.words(block)
      let count = isLast ? Int(end &- block) / 8 : Int(Self.blockSize) / 8
      for place in 1..<count {
        let word = unsafe words[place]
        row &+= Int(word & 0xffff)
        body(word &>> 16, row)
      }
      if isLast { return }
      block = unsafe UInt(words[0])
    }
  }

  /// Forgets the stretches of a column.
  mutating func clear(_ x: Int) {
    var block = unsafe heads.base[x]
    let end = unsafe ends.base[x]
    while block != 0 {
      let next = Self.isIn(block, end) ? 0 : unsafe UInt(Self.words(block)[0])
      unsafe Self.words(block)[0] = UInt64(free)
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
      free = unsafe UInt(Self.words(block)[0])
      return block
    }
    if fresh == end, !addChunk() { return nil }
    blocks += 1
    defer { fresh += Self.blockSize }
    return fresh
  }

  private mutating func addChunk() -> Bool {
    if unsafe first == nil {
      let chunk = UnsafeMutableRawPointer.allocate(byteCount: Self.firstChunkSize, alignment: Int(Self.blockSize))
      unsafe first = chunk
      fresh = UInt(bitPattern: chunk)
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
