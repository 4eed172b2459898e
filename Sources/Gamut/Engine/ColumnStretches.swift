/// The colours of the open runs of each column that have more than one: stretches of equal pixels, in order.
///
/// A stretch is a word: its colour, and how many rows it begins below the one before. Seven words and the index of what
/// follows them make a block, and blocks that are done with are used again.
@safe struct ColumnStretches: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the chunks have a single owner, which moves with this value.
  /// Of each column: its first and last block, words in the last, and the row of its last stretch.
  private let heads, tails: Scratch<UInt32>
  private let fills: Scratch<UInt8>
  private let rows: Scratch<UInt32>
  @unsafe private var chunks: [UnsafeMutablePointer<UInt64>]
  private var free = ColumnStretches.none
  private var fresh: UInt32 = 0
  /// Blocks that columns have.
  private var blocks = 0
  private let limit: Int

  private static let blockWords = 8, chunkBits: UInt32 = 10
  static let none = UInt32.max

  /// - Parameter limit: bytes of blocks beyond which none is added.
  init(width: Int, limit: Int) {
    heads = Scratch(count: width, filledWith: Self.none)
    tails = Scratch(count: width)
    fills = Scratch(count: width)
    rows = Scratch(count: width)
    self.limit = limit
    unsafe chunks = []
  }

  deinit { unsafe chunks.forEach { unsafe $0.deallocate() } }

  /// Bytes of blocks that columns have.
  var bytes: Int { blocks * Self.blockWords * 8 }

  @inline(__always)
  func isEmpty(_ x: Int) -> Bool { unsafe heads.base[x] == Self.none }

  @inline(__always)
  @unsafe
  private func block(_ index: UInt32) -> UnsafeMutablePointer<UInt64> {
    let place = Int(index & (1 &<< Self.chunkBits &- 1)) &* Self.blockWords
    return unsafe chunks[Int(index &>> Self.chunkBits)] + place
  }

  /// Appends a stretch that begins at a row, below the one before; false where there is no room for it.
  mutating func append(_ source: UInt64, row: Int, to x: Int) -> Bool {
    let row = UInt32(truncatingIfNeeded: row)
    if isEmpty(x) {
      guard let head = takeBlock() else { return false }
      unsafe (heads.base[x], tails.base[x], fills.base[x], rows.base[x]) = (head, head, 0, row)
    }
    // A stretch of more rows than a word can say goes on as another of the same colour.
    while unsafe row &- rows.base[x] > 0xffff {
      guard let same = last(x), push(same | 0xffff, to: x) else { return false }
      unsafe rows.base[x] &+= 0xffff
    }
    guard unsafe push(source &<< 16 | UInt64(row &- rows.base[x]), to: x) else { return false }
    unsafe rows.base[x] = row
    return true
  }

  private func last(_ x: Int) -> UInt64? {
    let fill = unsafe Int(fills.base[x])
    return fill == 0 ? nil : unsafe block(tails.base[x])[fill]
  }

  private mutating func push(_ word: UInt64, to x: Int) -> Bool {
    if unsafe Int(fills.base[x]) == Self.blockWords - 1 {
      guard let next = takeBlock() else { return false }
      unsafe block(tails.base[x])[0] = UInt64(next)
      unsafe tails.base[x] = next
      unsafe fills.base[x] = 0
    }
    unsafe fills.base[x] &+= 1
    unsafe block(tails.base[x])[Int(fills.base[x])] = word
    return true
  }

  /// The stretches of a column: colours, and rows below the first's.
  @inline(__always)
  func forEach(_ x: Int, _ body: (_ source: UInt64, _ row: Int) -> Void) {
    var index = unsafe heads.base[x]
    guard index != Self.none else { return }
    var row = 0
    while true {
      let words = unsafe block(index)
      let isLast = unsafe index == tails.base[x]
      let fill = isLast ? unsafe Int(fills.base[x]) : Self.blockWords - 1
      if fill > 0 {
        for place in 1...fill {
          let word = unsafe words[place]
          row &+= Int(word & 0xffff)
          body(word &>> 16, row)
        }
      }
      if isLast { return }
      index = unsafe UInt32(truncatingIfNeeded: words[0])
    }
  }

  /// Forgets the stretches of a column.
  mutating func clear(_ x: Int) {
    var index = unsafe heads.base[x]
    while index != Self.none {
      let words = unsafe block(index)
      let next = unsafe index == tails.base[x] ? Self.none : UInt32(truncatingIfNeeded: words[0])
      unsafe words[0] = UInt64(free)
      free = index
      blocks -= 1
      index = next
    }
    unsafe heads.base[x] = Self.none
  }

  private mutating func takeBlock() -> UInt32? {
    guard bytes < limit else { return nil }
    blocks += 1
    if free != Self.none {
      let index = free
      free = unsafe UInt32(truncatingIfNeeded: block(index)[0])
      return index
    }
    if fresh & (1 &<< Self.chunkBits &- 1) == 0 {
      unsafe chunks.append(.allocate(capacity: Self.blockWords << Int(Self.chunkBits)))
    }
    fresh &+= 1
    return fresh &- 1
  }
}
