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
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<(count + 4) {
      guard let length = take(3) else { return false }
      lengths[Self.order[index]] = UInt8(length)
    }
    guard let table = Self.table(lengths) else { return false }
    return areComplete(literals + 257, distances + 1, by: table)
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Returns whether both codes are complete. Their lengths are run-length coded as one list.
  private mutating func areComplete(_ literals: Int, _ distances: Int, by table: [UInt8]) -> Bool {
    guard let base = unsafe bytes.baseAddress else { return false }
    // The last position at which a word can be read.
    let last = unsafe bytes.count &- 4
    // Kraft's sum of the lengths so far, in units of 2^-15; a run may continue from the first code into the second.
    var (done, previous, sum) = (0, 0, 0)
    let all = literals &+ distances
    var position = position
    return unsafe table.withUnsafeBufferPointer { table in
      while done < all {
        guard position &>> 3 <= last else { return false }
        let word = unsafe UInt32(littleEndian: (base + position &>> 3).loadUnaligned(as: UInt32.self))
        // Seven bits of a symbol and seven of its repeat count, not all of which are used.
        let ahead = Int(word &>> UInt32(truncatingIfNeeded: position & 7))
        let entry = unsafe Int(table[ahead & 127])
        let (bits, symbol) = (entry & 7, entry &>> 3)
        var (length, run) = (symbol, 1)
        position &+= bits
        if symbol > 15 {
          let more = ahead &>> bits
          length = 0
          switch symbol {
          case 16:
            guard done > 0 else { return false }
            (length, run) = (previous, 3 &+ more & 3)
            position &+= 2
          case 17:
            run = 3 &+ more & 7
            position &+= 3
          default:
            run = 11 &+ more & 127
            position &+= 7
          }
        }
        let part = length == 0 ? 0 : 0x8000 &>> length
        let rest = literals &- done
        done &+= run
        if rest > 0, run >= rest {
          guard sum &+ rest &* part == 0x8000 else { return false }
          sum = (run &- rest) &* part
        } else {
          sum &+= run &* part
        }
        previous = length
      }
      return done == all && sum == 0x8000
    }
  }

  /// Returns, for each value of the next seven bits, the symbol of the code length code, times eight, plus its number
  /// of bits. nil if the code is incomplete.
  private static func table(_ lengths: [UInt8]) -> [UInt8]? {
    guard isComplete(lengths[...]) else { return nil }
    var table = [UInt8](repeating: 0, count: 128)
    var code = 0
    for length in 1...7 {
      for symbol in lengths.indices where Int(lengths[symbol]) == length {
        // Huffman codes are stored with their highest bit first.
        var reversed = 0
        for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
        for place in stride(from: reversed, to: 128, by: 1 << length) { table[place] = UInt8(symbol << 3 | length) }
        code += 1
      }
      code <<= 1
    }
    return table
  }

  /// Returns whether codes of these lengths give each bit pattern exactly one meaning (Kraft's sum is 1).
  private static func isComplete(_ lengths: ArraySlice<UInt8>) -> Bool {
    lengths.reduce(0) { $0 + ($1 == 0 ? 0 : 0x8000 >> Int($1)) } == 0x8000
  }
}
