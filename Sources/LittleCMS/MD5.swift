#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// MD5 (RFC 1321). Used as a fingerprint, not for security; profile IDs are defined by it.
enum MD5 {
  /// Returns sixteen bytes.
  static func digest(of message: [UInt8]) -> [UInt8] {
    var state: (a: UInt32, b: UInt32, c: UInt32, d: UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
    let padded = padding(message)
    for block in stride(from: 0, to: padded.count, by: 64) {
      let words = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(padded[block + 4 * word + $1]) << UInt32(8 * $1) }
      }
      var (a, b, c, d) = state
      for step in 0..<64 {
        let (mix, index): (UInt32, Int) =
          switch step / 16 {
          case 0: ((b & c) | (~b & d), step)
          case 1: ((d & b) | (~d & c), (5 * step + 1) % 16)
          case 2: (b ^ c ^ d, (3 * step + 5) % 16)
          default: (c ^ (b | ~d), 7 * step % 16)
          }
        let sum = a &+ mix &+ sines[step] &+ words[index]
        let shift = shifts[step / 16][step % 4]
        (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
      }
      state = (state.a &+ a, state.b &+ b, state.c &+ c, state.d &+ d)
    }
    return [state.a, state.b, state.c, state.d].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
    }
  }

  /// Returns the message, a one bit, zeros, and its length in bits, padded to a multiple of 64 bytes.
  private static func padding(_ message: [UInt8]) -> [UInt8] {
    var padded = message
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) &* 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
    return padded
  }

  private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

  /// floor(2^32 |sin(i + 1)|), i in radians.
  private static let sines: [UInt32] = (1...64).map { UInt32(4_294_967_296 * sin(Double($0)).magnitude) }
}
