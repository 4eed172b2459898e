import CISAL

extension ChunkType {
  /// Returns a chunk of this type as in a file: length, type, data, CRC (PNG Third Edition, 5.3).
  func chunk(_ data: [UInt8]) -> [UInt8] {
    let body = rawValue.bigEndianBytes + data
    return UInt32(truncatingIfNeeded: data.count).bigEndianBytes + body + ChunkCRC.of(body).bigEndianBytes
  }
}

/// The checksum of a chunk's type and data (PNG Third Edition, 5.5).
enum ChunkCRC {
  /// - Parameter start: the checksum of the preceding bytes.
  static func of(_ bytes: [UInt8], after start: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe gamut_crc32(start, $0.baseAddress, UInt64($0.count)) }
  }
}
