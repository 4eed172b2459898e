import CZlib

/// Returns a zlib stream of `bytes` that is the same on every machine, independent of the installed zlib: matches
/// against the last 32,768 bytes, found greedily, in one block with the fixed codes (RFC 1950, RFC 1951 section 3.2.6).
public func deflatedAlike(_ bytes: [UInt8]) -> [UInt8] {
  var output = DeflateBits()
  output.append(0b011, 3)  // The last block, fixed codes.
  var chains = MatchFinder(bytes)
  var position = 0
  while position < bytes.count {
    let match = chains.longestMatch(at: position)
    if match.length >= 3 {
      output.appendLength(match.length)
      output.appendDistance(match.distance)
    } else {
      output.appendLiteral(Int(bytes[position]))
    }
    let length = max(1, match.length)
    for index in position..<position + length { chains.insert(index) }
    position += length
  }
  output.appendLiteral(256)
  let sum = unsafe bytes.withUnsafeBufferPointer { unsafe adler32(1, $0.baseAddress, UInt32($0.count)) }
  return [0x78, 0xda] + output.finish() + UInt32(truncatingIfNeeded: sum).bigEndianBytes
}

/// The previous positions of sequences of three bytes.
private struct MatchFinder {
  private let bytes: [UInt8]
  private var latest: [UInt32: Int] = [:]
  private var previous: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    previous = Array(repeating: -1, count: bytes.count)
  }

  private func key(_ index: Int) -> UInt32? {
    guard index + 2 < bytes.count else { return nil }
    return UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
  }

  mutating func insert(_ index: Int) {
    guard let key = key(index) else { return }
    previous[index] = latest[key] ?? -1
    latest[key] = index
  }

  /// Returns the nearest of the longest matches among the last 256 candidates; length 0 if there is none of at least 3.
  func longestMatch(at index: Int) -> (length: Int, distance: Int) {
    var best = (length: 0, distance: 0)
    var candidate = key(index).flatMap { latest[$0] } ?? -1
    let limit = min(258, bytes.count - index)
    for _ in 0..<256 where candidate >= 0 && index - candidate <= 32768 {
      var length = 0
      while length < limit, bytes[candidate + length] == bytes[index + length] { length += 1 }
      if length > best.length { best = (length, index - candidate) }
      candidate = previous[candidate]
    }
    return best
  }
}

/// Bits in the order of RFC 1951, section 3.1.1.
private struct DeflateBits {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var count = 0

  /// Appends bits, the lowest first, as for all values except Huffman codes.
  mutating func append(_ value: Int, _ bits: Int) {
    pending |= UInt64(value) << UInt64(count)
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Appends bits, the highest first, as for Huffman codes.
  private mutating func appendCode(_ code: Int, _ bits: Int) {
    for bit in (0..<bits).reversed() { append(code >> bit & 1, 1) }
  }

  mutating func appendLiteral(_ symbol: Int) {
    switch symbol {
    case 0..<144: appendCode(0b0011_0000 + symbol, 8)
    case 144..<256: appendCode(0b1_1001_0000 + symbol - 144, 9)
    case 256..<280: appendCode(symbol - 256, 7)
    default: appendCode(0b1100_0000 + symbol - 280, 8)
    }
  }

  /// Appends a length, 3 to 258.
  mutating func appendLength(_ length: Int) {
    if length == 258 { return appendLiteral(285) }
    let (symbol, extra, base) = Self.split(length - 3, wide: 2)
    appendLiteral(257 + symbol)
    append(length - 3 - base, extra)
  }

  /// Appends a distance, 1 to 32,768.
  mutating func appendDistance(_ distance: Int) {
    let (symbol, extra, base) = Self.split(distance - 1, wide: 1)
    appendCode(symbol, 5)
    append(distance - 1 - base, extra)
  }

  /// Returns the symbol of a value in a code whose symbols get one more extra bit after every 2^`wide` symbols (except
  /// that the first two such groups have none), with its number of extra bits and the least value with this symbol.
  private static func split(_ value: Int, wide: Int) -> (symbol: Int, extra: Int, base: Int) {
    let run = 1 << wide
    guard value >= 2 * run else { return (value, 0, value) }
    let extra = Int.bitWidth - 1 - value.leadingZeroBitCount - wide
    let index = value >> extra  // run ..< 2 * run
    return (run * (extra + 1) + index - run, extra, index << extra)
  }

  mutating func finish() -> [UInt8] {
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    return bytes
  }
}
