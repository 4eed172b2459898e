import LibC

/// MD5 (RFC 1321) of bytes that are added one part after the other. Used as a fingerprint, not for security; profile IDs
/// are defined by it.
struct MD5 {
  private var state: (a: UInt32, b: UInt32, c: UInt32, d: UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
  private var count = 0
  /// The bytes after the last whole block of 64.
  private var rest: [UInt8] = []
  /// The words of a block.
  private var words = [UInt32](repeating: 0, count: 16)

  /// Returns the sixteen bytes of a message.
  static func digest(of message: [UInt8]) -> [UInt8] {
    var hash = MD5()
    hash.add(message[...])
    return hash.digest()
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    count += bytes.count
    let missing = rest.isEmpty ? 0 : min(64 - rest.count, bytes.count)
    rest += bytes.prefix(missing)
    if rest.count == 64 {
      add(block: rest[...])
      rest.removeAll()
    }
    var unread = bytes.dropFirst(missing)
    while unread.count >= 64 {
      add(block: unread.prefix(64))
      unread.removeFirst(64)
    }
    rest += unread
  }

  /// Returns sixteen bytes.
  consuming func digest() -> [UInt8] {
    // A one bit, zeros, and the length in bits, up to a multiple of 64 bytes.
    let bits = UInt64(count) &* 8
    add([0x80])
    add(ArraySlice(repeating: 0, count: (56 - rest.count + 64) % 64))
    add(ArraySlice((0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }))
    return [state.a, state.b, state.c, state.d].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
    }
  }

  private mutating func add(block: ArraySlice<UInt8>) {
    let start = block.startIndex
    for word in words.indices {
      let place = start + 4 * word
      words[word] =
        UInt32(block[place]) | UInt32(block[place + 1]) << 8 | UInt32(block[place + 2]) << 16
        | UInt32(block[place + 3]) << 24
    }
    var (a, b, c, d) = state
    for step in 0..<64 {
      let (mix, index): (UInt32, Int) =
        switch step >> 4 {
        case 0: ((b & c) | (~b & d), step)
        case 1: ((d & b) | (~d & c), 5 * step + 1)
        case 2: (b ^ c ^ d, 3 * step + 5)
        default: (c ^ (b | ~d), 7 * step)
        }
      let sum = a &+ mix &+ Self.sines[step] &+ words[index & 15]
      let shift = Self.shifts[(step >> 4) << 2 | step & 3]
      (a, d, c, b) = (d, c, b, b &+ (sum &<< shift | sum &>> (32 &- shift)))
    }
    state = (state.a &+ a, state.b &+ b, state.c &+ c, state.d &+ d)
  }

  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  /// floor(2^32 |sin(i + 1)|), i in radians.
  private static let sines: [UInt32] = (1...64).map { UInt32(4_294_967_296 * sin(Double($0)).magnitude) }
}
