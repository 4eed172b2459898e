extension [UInt8] {
  /// The big-endian 32-bit number at `index`, which must leave four bytes.
  func bigEndian32(at index: Int) -> UInt32 {
    UInt32(self[index]) << 24 | UInt32(self[index + 1]) << 16 | UInt32(self[index + 2]) << 8 | UInt32(self[index + 3])
  }

  /// The big-endian 16-bit number at `index`, which must leave two bytes.
  func bigEndian16(at index: Int) -> UInt16 {
    UInt16(self[index]) << 8 | UInt16(self[index + 1])
  }

  /// Appends the four bytes of a number, the highest first.
  mutating func append(bigEndian number: UInt32) {
    append(UInt8(truncatingIfNeeded: number >> 24))
    append(UInt8(truncatingIfNeeded: number >> 16))
    append(UInt8(truncatingIfNeeded: number >> 8))
    append(UInt8(truncatingIfNeeded: number))
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
