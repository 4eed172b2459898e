import CISAL
import LibC

/// Memory from `malloc`: untouched before it is written, and an error rather than a trap if the allocation fails.
///
/// Sendable because the pointer has a single owner and leaves it only for the duration of a call.
@safe struct Memory: ~Copyable, @unchecked Sendable {
  let bytes: UnsafeMutableRawBufferPointer

  init() { unsafe bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0) }

  init(count: Int) throws(PNGError) {
    guard let start = unsafe malloc(max(count, 1)) else { throw .outOfMemory(bytes: count) }
    unsafe bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { unsafe free(bytes.baseAddress) }
}

extension [UInt8] {
  func bigEndian32(at index: Int) -> UInt32 {
    UInt32(self[index]) << 24 | UInt32(self[index + 1]) << 16 | UInt32(self[index + 2]) << 8 | UInt32(self[index + 3])
  }

  func bigEndian16(at index: Int) -> UInt16 {
    UInt16(self[index]) << 8 | UInt16(self[index + 1])
  }

  mutating func append(bigEndian number: UInt32) {
    unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}

/// Checksums that identify contents: reliable against accidental collisions, but not against deliberate ones.
public enum ContentChecksum {
  /// CRC-64/XZ: the polynomial of ECMA-182, reflected bits, initial value all ones, and the result complemented.
  public static func crc64(_ bytes: [UInt8], continuing earlier: UInt64 = 0) -> UInt64 {
    unsafe bytes.withUnsafeBufferPointer { unsafe gamut_crc64(earlier, $0.baseAddress, UInt64($0.count)) }
  }

  package static func crc64(_ bytes: [UInt8], in range: Range<Int>) -> UInt64 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      let part = unsafe UnsafeBufferPointer(rebasing: bytes[range])
      return unsafe gamut_crc64(0, part.baseAddress, UInt64(part.count))
    }
  }

  /// Returns the CRC-64 of some bytes and of zeros after them, in a time that hardly depends on how many these are.
  ///
  /// Apart from the complements, the checksum is a polynomial over the two numbers 0 and 1, whose highest bit belongs to
  /// x^0, and each zero byte multiplies it by x^8.
  static func crc64(zeros count: Int, after checksum: UInt64) -> UInt64 {
    func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
      var (sum, b): (UInt64, UInt64) = (0, b)
      for shift in 0..<UInt64(64) {
        if (a << shift) >> 63 == 1 { sum ^= b }
        b = b & 1 == 1 ? b >> 1 ^ 0xc96c_5795_d787_0f42 : b >> 1
      }
      return sum
    }
    var (power, factor, rest) = (UInt64(1) << 63, UInt64(1) << 55, count)
    while rest > 0 {
      if rest & 1 == 1 { power = product(power, factor) }
      factor = product(factor, factor)
      rest >>= 1
    }
    return ~product(~checksum, power)
  }

  /// Returns the CRC-64 of all remaining bytes of a source. The holes of a sparse file, which may declare more bytes
  /// than any disk has, are not read.
  public static func crc64(_ source: consuming ByteSource) throws(PNGError) -> UInt64 {
    var checksum: UInt64 = 0
    try unsafe readPieces(of: source) { zeros, piece in
      if zeros > 0 { checksum = crc64(zeros: zeros, after: checksum) }
      unsafe checksum = gamut_crc64(checksum, piece.baseAddress, UInt64(piece.count))
    }
    return checksum
  }

  /// Passes on all remaining bytes of a source in pieces, with the size of the hole before each.
  package static func readPieces(
    of source: consuming ByteSource, _ use: (_ zeros: Int, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(PNGError) {
    let window = try Memory(count: 256 << 10)
    while true {
      let zeros = source.skipHole()
      let count = try unsafe source.read(into: window.bytes)
      if zeros + count == 0 { return }
      unsafe use(zeros, UnsafeRawBufferPointer(rebasing: window.bytes[..<count]).assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Returns the CRC-32 of zlib and PNG.
  public static func crc32(_ bytes: [UInt8], continuing earlier: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe gamut_crc32(earlier, $0.baseAddress, UInt64($0.count)) }
  }
}
