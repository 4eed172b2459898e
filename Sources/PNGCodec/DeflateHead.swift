/// The head of a zlib stream's first block (RFC 1951, 3.2.3 to 3.2.7), read to see whether libdeflate can be left alone
/// with the stream.
///
/// Lives only as long as the call that it is made in.
@safe struct DeflateHead {
  private let bytes: UnsafeRawBufferPointer
  /// The next bit; bits count from the lowest of a byte.
  private var position: Int

  /// Whether the stream is a single block in which every bit pattern has the one meaning that the standard gives it: a
  /// stored one, or one with complete Huffman codes and no symbol that RFC 1951, 3.2.6, reserves.
  static func isPlain(_ stream: UnsafeRawBufferPointer) -> Bool {
    // The zlib head has two bytes.
    var head = unsafe DeflateHead(bytes: stream, position: 16)
    guard head.take(1) == 1, let type = head.take(2) else { return false }
    return type == 0 || type == 2 && head.hasPlainCodes()
  }

  private init(bytes: UnsafeRawBufferPointer, position: Int) {
    unsafe self.bytes = bytes
    self.position = position
  }

  /// A number of up to eight bits; nil at the end of the data.
  private mutating func take(_ count: Int) -> Int? {
    let place = position >> 3
    guard unsafe place + 1 < bytes.count else { return nil }
    let pair = unsafe Int(bytes[place]) | Int(bytes[place + 1]) << 8
    defer { position += count }
    return pair >> (position & 7) & (1 << count - 1)
  }

  private mutating func hasPlainCodes() -> Bool {
    guard let literals = take(5), let distances = take(5), let count = take(4) else { return false }
    // 286 and 30 codes at most have a meaning.
    guard literals <= 29, distances <= 29 else { return false }
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<(count + 4) {
      guard let length = take(3) else { return false }
      lengths[Self.order[index]] = UInt8(length)
    }
    guard let table = Self.table(lengths),
      let all = codeLengths(literals + 257 + distances + 1, by: table)
    else { return false }
    return Self.isComplete(all[..<(literals + 257)]) && Self.isComplete(all[(literals + 257)...])
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The lengths of both codes, which are run-length coded as one list.
  private mutating func codeLengths(_ count: Int, by table: [UInt8]) -> [UInt8]? {
    var lengths: [UInt8] = []
    lengths.reserveCapacity(count)
    while lengths.count < count {
      guard let ahead = take(7) else { return nil }
      let entry = table[ahead]
      position += Int(entry & 7) - 7
      let symbol = entry >> 3
      let (value, run): (UInt8, Int)
      switch symbol {
      case 16:
        guard let last = lengths.last, let more = take(2) else { return nil }
        (value, run) = (last, 3 + more)
      case 17:
        guard let more = take(3) else { return nil }
        (value, run) = (0, 3 + more)
      case 18:
        guard let more = take(7) else { return nil }
        (value, run) = (0, 11 + more)
      default: (value, run) = (symbol, 1)
      }
      guard lengths.count + run <= count else { return nil }
      lengths.append(contentsOf: repeatElement(value, count: run))
    }
    return lengths
  }

  /// For each seven bits that may come next, the symbol of the code lengths' own code, times eight, and how many of the
  /// bits it takes. Nil unless the code is complete.
  private static func table(_ lengths: [UInt8]) -> [UInt8]? {
    guard isComplete(lengths[...]) else { return nil }
    var table = [UInt8](repeating: 0, count: 128)
    var code = 0
    for length in 1...7 {
      for symbol in lengths.indices where Int(lengths[symbol]) == length {
        // Huffman codes come with their highest bit first.
        var reversed = 0
        for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
        for place in stride(from: reversed, to: 128, by: 1 << length) { table[place] = UInt8(symbol << 3 | length) }
        code += 1
      }
      code <<= 1
    }
    return table
  }

  /// Whether codes of these lengths give each bit pattern exactly one meaning (Kraft's sum is 1).
  private static func isComplete(_ lengths: ArraySlice<UInt8>) -> Bool {
    lengths.reduce(0) { $0 + ($1 == 0 ? 0 : 0x8000 >> Int($1)) } == 0x8000
  }
}
