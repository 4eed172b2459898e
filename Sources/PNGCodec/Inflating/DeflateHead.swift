/// The head of a zlib stream's first block (RFC 1951, 3.2.3 to 3.2.7), read to determine whether the stream can be
/// inflated by libdeflate.
///
/// Valid only for the duration of the call that creates it.
@safe struct DeflateHead {
  private let bytes: UnsafeRawBufferPointer
  /// The position of the next bit; bits are counted from the lowest of a byte.
  private var position: Int

  /// Returns whether the stream is a single block in which every bit pattern has a unique meaning defined by the
  /// standard: a stored block, or one with complete Huffman codes and without symbols that RFC 1951, 3.2.6, reserves.
  static func isPlain(_ stream: UnsafeRawBufferPointer) -> Bool {
    // The zlib header has two bytes.
    var head = unsafe DeflateHead(bytes: stream, position: 16)
    guard head.take(1) == 1, let type = head.take(2) else { return false }
    return type == 0 || type == 2 && head.hasPlainCodes()
  }

  private init(bytes: UnsafeRawBufferPointer, position: Int) {
    unsafe self.bytes = bytes
    self.position = position
  }

  /// Reads a number of up to 14 bits; nil in the last bytes of the data, where no head can be.
  @inline(__always)
  private mutating func take(_ count: Int) -> Int? {
    let place = position &>> 3
    guard unsafe place &+ 4 <= bytes.count else { return nil }
    let word = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    let bits = Int(word &>> UInt32(truncatingIfNeeded: position & 7)) & (1 &<< count &- 1)
    position &+= count
    return bits
  }

  private mutating func hasPlainCodes() -> Bool {
    guard let literals = take(5), let distances = take(5), let count = take(4) else { return false }
    // At most 286 and 30 codes are defined.
    guard literals <= 29, distances <= 29 else { return false }
    // The lengths of the codes of the 19 symbols, in three bits each.
    var lengths: UInt64 = 0
    for index in 0..<(count + 4) {
      guard let length = take(3) else { return false }
      lengths |= UInt64(length) &<< (3 * Self.order[index])
    }
    return unsafe withUnsafeTemporaryAllocation(of: Entry.self, capacity: 128) { table in
      guard let table = table.baseAddress, Self.isComplete(lengths) else { return false }
      unsafe Self.fill(table, lengths)
      return unsafe areComplete(literals + 257, distances + 1, by: table)
    }
  }

  private static let order: [UInt64] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// What the next seven bits mean: a symbol of the code of the lengths.
  private struct Entry: BitwiseCopyable {
    /// The number of bits of the symbol, and with those of its repeat count.
    var symbolBits: UInt8 = 0, bits: UInt8 = 0
    /// The number of equal lengths is `run` plus the bits of the repeat count, which `mask` selects.
    var run: UInt8 = 1, mask: UInt8 = 0
    /// The addend of the lengths to Kraft's sum, in units of 2^-15, or whether it is that of the length before.
    var part: UInt16 = 0, repeatsLast = false

    init(_ symbol: UInt64, bits count: Int) {
      symbolBits = UInt8(truncatingIfNeeded: count)
      var moreBits: UInt8 = 0
      switch symbol {
      case 0: break
      case 1...15: part = 0x8000 &>> UInt16(truncatingIfNeeded: symbol)
      case 16: (run, moreBits, repeatsLast) = (3, 2, true)
      case 17: (run, moreBits) = (3, 3)
      default: (run, moreBits) = (11, 7)
      }
      mask = 1 &<< moreBits &- 1
      bits = symbolBits &+ moreBits
    }
  }

  private static func length(_ symbol: UInt64, in lengths: UInt64) -> Int {
    Int(truncatingIfNeeded: lengths &>> (3 &* symbol)) & 7
  }

  /// Returns whether the code of the lengths has a symbol for each value of seven bits.
  private static func isComplete(_ lengths: UInt64) -> Bool {
    let sum = (0..<19 as Range<UInt64>).reduce(0) {
      let bits = length($1, in: lengths)
      return $0 &+ (bits == 0 ? 0 : 128 &>> bits)
    }
    return sum == 128
  }

  /// Writes the entries for all values of seven bits, of a complete code.
  private static func fill(_ table: UnsafeMutablePointer<Entry>, _ lengths: UInt64) {
    // Huffman codes are stored with their highest bit first.
    var reversed = 0
    for bits in 1...7 {
      for symbol: UInt64 in 0..<19 where length(symbol, in: lengths) == bits {
        let entry = Entry(symbol, bits: bits)
        for place in stride(from: reversed, to: 128, by: 1 << bits) { unsafe table[place] = entry }
        // The next code: the last 0 becomes 1, and the ones after it 0.
        let zeros = ~reversed & (1 &<< bits &- 1)
        if zeros == 0 { return }
        let zero = 1 &<< (Int.bitWidth &- 1 &- zeros.leadingZeroBitCount)
        reversed = reversed & (zero &- 1) | zero
      }
    }
  }

  /// Returns whether both codes are complete. Their lengths are run-length coded as one list.
  private func areComplete(_ literals: Int, _ distances: Int, by table: UnsafePointer<Entry>) -> Bool {
    guard let base = unsafe bytes.baseAddress else { return false }
    // The last position at which a word can be read.
    let last = unsafe bytes.count &- 4
    var (position, done, sum) = (position, 0, 0)
    // No length precedes the first one: the sum would exceed 1.
    var part = 0x1_0000

    /// Reads lengths until there are `end` of them; the last run may have more. Returns false at the end of the data.
    func read(upTo end: Int) -> Bool {
      while done < end {
        guard position &>> 3 <= last else { return false }
        let word = unsafe UInt32(littleEndian: (base + position &>> 3).loadUnaligned(as: UInt32.self))
        // Seven bits of a symbol and seven of its repeat count, not all of which are used.
        let ahead = Int(word &>> UInt32(truncatingIfNeeded: position & 7))
        let entry = unsafe table[ahead & 127]
        position &+= Int(entry.bits)
        let run = Int(entry.run) &+ (ahead &>> Int(entry.symbolBits)) & Int(entry.mask)
        part = entry.repeatsLast ? part : Int(entry.part)
        done &+= run
        sum &+= run &* part
      }
      return true
    }

    guard read(upTo: literals) else { return false }
    // A run may continue from the first code into the second.
    let carried = (done &- literals) &* part
    guard sum &- carried == 0x8000 else { return false }
    sum = carried
    return read(upTo: literals &+ distances) && done == literals &+ distances && sum == 0x8000
  }
}
