/// A window on the bytes of a profile. Every read is checked: a value that is not completely inside the window is nil.
struct BigEndianBytes: Sendable {
  private let bytes: [UInt8]
  private let range: Range<Int>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    range = bytes.indices
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  var count: Int { range.count }

  func window(at offset: Int, count: Int) -> BigEndianBytes? {
    guard offset >= 0, count >= 0, offset <= range.count, count <= range.count - offset else { return nil }
    return BigEndianBytes(bytes, range.lowerBound + offset..<range.lowerBound + offset + count)
  }

  /// The bytes of the window.
  var contents: ArraySlice<UInt8> { bytes[range] }

  func u8(at offset: Int) -> UInt8? { integer(at: offset) }
  func u16(at offset: Int) -> UInt16? { integer(at: offset) }
  func u32(at offset: Int) -> UInt32? { integer(at: offset) }
  func s32(at offset: Int) -> Int32? { integer(at: offset) }
  func signature(at offset: Int) -> Signature? { u32(at: offset).map(Signature.init(rawValue:)) }

  /// Returns a u32 as an index; it always fits, because Int has 64 bits on all supported platforms.
  func index(at offset: Int) -> Int? { u32(at: offset).map { Int($0) } }

  func xyz(at offset: Int) -> XYZNumber? {
    guard let x = s32(at: offset), let y = s32(at: offset + 4), let z = s32(at: offset + 8) else { return nil }
    return XYZNumber(x: x, y: y, z: z)
  }

  private func integer<T: FixedWidthInteger>(at offset: Int) -> T? {
    guard let window = window(at: offset, count: T.bitWidth / 8) else { return nil }
    return window.contents.reduce(0) { ($0 << 8) | T(truncatingIfNeeded: $1) }
  }
}
