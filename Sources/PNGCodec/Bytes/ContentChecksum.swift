import CISAL

/// Checksums by which contents are known again: not against those who forge, but against chance.
public enum ContentChecksum {
  /// CRC-64 with the polynomial of ECMA-182, bits reflected, begun with all ones and complemented (CRC-64/XZ).
  public static func crc64(_ bytes: [UInt8], continuing earlier: UInt64 = 0) -> UInt64 {
    unsafe bytes.withUnsafeBufferPointer { unsafe crc64_ecma_refl(earlier, $0.baseAddress, UInt64($0.count)) }
  }

  /// The same of everything that a source has left.
  public static func crc64(_ source: consuming ByteSource) throws(PNGError) -> UInt64 {
    let window = try Memory(count: 256 << 10)
    var checksum: UInt64 = 0
    while true {
      let count = try unsafe source.read(into: window.bytes)
      if count == 0 { return checksum }
      unsafe checksum = crc64_ecma_refl(
        checksum, window.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(count))
    }
  }

  /// CRC-32 as in zlib and PNG.
  public static func crc32(_ bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe crc32_gzip_refl(0, $0.baseAddress, UInt64($0.count)) }
  }
}
