import CISAL

/// Checksums that identify contents: reliable against accidental collisions, but not against deliberate ones.
public enum ContentChecksum {
  /// CRC-64 with the polynomial of ECMA-182, reflected bits, initial value all ones and complemented result
  /// (CRC-64/XZ).
  public static func crc64(_ bytes: [UInt8], continuing earlier: UInt64 = 0) -> UInt64 {
    unsafe bytes.withUnsafeBufferPointer { unsafe gamut_crc64(earlier, $0.baseAddress, UInt64($0.count)) }
  }

  /// Returns the CRC-64 of a part of some bytes.
  package static func crc64(_ bytes: [UInt8], in range: Range<Int>) -> UInt64 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      let part = unsafe UnsafeBufferPointer(rebasing: bytes[range])
      return unsafe gamut_crc64(0, part.baseAddress, UInt64(part.count))
    }
  }

  /// Returns the CRC-64 of all remaining bytes of a source.
  public static func crc64(_ source: consuming ByteSource) throws(PNGError) -> UInt64 {
    let window = try Memory(count: 256 << 10)
    var checksum: UInt64 = 0
    while true {
      let count = try unsafe source.read(into: window.bytes)
      if count == 0 { return checksum }
      unsafe checksum = gamut_crc64(
        checksum, window.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(count))
    }
  }

  /// Returns the CRC-32 of zlib and PNG.
  public static func crc32(_ bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe gamut_crc32(0, $0.baseAddress, UInt64($0.count)) }
  }
}
