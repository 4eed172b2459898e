import LibC

/// Bytes that a row is written to or read from, by the same code for both directions, so that they cannot differ.
///
/// Reading checks all bounds. Bytes that are not those of a row set `isFaulty`; the values are then meaningless.
/// No function is generic, and none takes a closure: types of another module would make these slow.
package struct RowCoder {
  private var bytes: [UInt8]
  private var position: Int
  private let end: Int
  package let isReading: Bool
  /// Whether the bytes read are not a row, or a value cannot be written.
  package private(set) var isFaulty = false

  /// Creates a coder that writes.
  package init() {
    (bytes, position, end, isReading) = ([], 0, 0, false)
    bytes.reserveCapacity(512)
  }

  /// Creates a coder that reads.
  package init(reading bytes: [UInt8], _ range: Range<Int>) {
    (self.bytes, position, end, isReading) = (bytes, range.lowerBound, range.upperBound, true)
  }

  /// The bytes written.
  package var written: [UInt8] { bytes }
  /// The index of the next byte to read.
  var place: Int { position }
  /// The number of bytes that are not read yet.
  package var rest: Int { end - position }
  /// Whether all bytes are read.
  package var isAtEnd: Bool { position == end }

  /// Notes that a value cannot be written, or should not have been read.
  package mutating func fail() { isFaulty = true }

  /// Codes a whole number in one to nine bytes, the lowest first: one for each seven bits. The zero bits at the end of the
  /// first byte count the others, so that a number is read without a loop; after a first byte of zero, all 64 bits follow.
  package mutating func code(_ value: inout UInt64) {
    guard isReading else { return write(value) }
    guard position < end else {
      (value, isFaulty) = (0, true)
      return
    }
    let first = bytes[position]
    // Most numbers are small.
    if first & 1 == 1 {
      value = UInt64(first >> 1)
      position += 1
      return
    }
    let size = UInt64(first.trailingZeroBitCount + 1)
    guard end - position >= Int(size) else {
      (value, isFaulty) = (0, true)
      return
    }
    if size == 9 {
      value = bytes.littleEndian64(at: position + 1)
    } else {
      // The bytes of the number alone, without the bits that count them.
      value = (bytes.upToLittleEndian64(at: position) << (64 - 8 * size)) >> (64 - 7 * size)
    }
    position += Int(size)
  }

  private mutating func write(_ value: UInt64) {
    let size = UInt64(max(1, (70 - value.leadingZeroBitCount) / 7))
    var (rest, count) = size > 8 ? (value, 8) : ((value << 1 | 1) << (size - 1), size)
    if size > 8 { bytes.append(0) }
    while count > 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      (rest, count) = (rest >> 8, count - 1)
    }
  }

  /// Codes a number with random bits, such as a checksum.
  package mutating func code(bits value: inout UInt64) {
    guard isReading else {
      for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
      return
    }
    guard end - position >= 8 else { return fail() }
    value = bytes.littleEndian64(at: position)
    position += 8
  }

  package mutating func code(_ value: inout Int) {
    var number = UInt64(bitPattern: Int64(value))
    code(&number)
    guard isReading else { return }
    value = Int(truncatingIfNeeded: number)
    // Sums of larger numbers could overflow; no run counts so far.
    if !(-1 << 53...1 << 53).contains(value) { (value, isFaulty) = (0, true) }
  }

  package mutating func code(_ value: inout UInt16) {
    var number = Int(value)
    code(&number)
    if isReading { value = UInt16(truncatingIfNeeded: number) }
  }

  /// Codes all bits of a finite number: the fewer digits it has, the fewer bytes.
  package mutating func code(_ value: inout Double) {
    var number = value.bitPattern.byteSwapped
    code(&number)
    if isReading { value = Double(bitPattern: number.byteSwapped) }
    if !value.isFinite { (value, isFaulty) = (0, true) }
  }

  package mutating func code(_ value: inout Bool) {
    var number: UInt64 = value ? 1 : 0
    code(&number)
    if isReading { value = number == 1 }
  }

  package mutating func code(_ value: inout [UInt8]) {
    var count = value.count
    code(&count)
    guard isReading else {
      bytes += value
      return
    }
    guard let range = next(count) else { return }
    value = Array(bytes[range])
  }

  package mutating func code(_ value: inout String) {
    guard isReading else {
      var count = value.utf8.count
      code(&count)
      bytes += value.utf8
      return
    }
    var count = 0
    code(&count)
    guard let range = next(count) else { return }
    value = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
  }

  package mutating func code(_ value: inout Pathname) {
    var own = isReading ? [] : value.bytes
    code(&own)
    if isReading { value = Pathname(bytes: own) }
  }

  /// Codes whether a value is there, and returns that.
  package mutating func codes(_ isThere: Bool) -> Bool {
    var isThere = isThere
    code(&isThere)
    return isThere && !isFaulty
  }

  /// Codes the number of the elements of a list, and returns it.
  package mutating func codes(count: Int) -> Int {
    var count = count
    code(&count)
    // Each element takes a byte or more.
    guard isReading, !(0...rest).contains(count) else { return count }
    fail()
    return 0
  }

  /// Codes an index, and returns it.
  package mutating func codes(index: Int?, below count: Int) -> Int {
    var index = index ?? -1
    code(&index)
    guard !(0..<count).contains(index) else { return index }
    fail()
    return 0
  }

  package mutating func code(_ value: inout Int?) {
    var own = value ?? 0
    let isThere = codes(value != nil)
    if isThere { code(&own) }
    if isReading { value = isThere ? own : nil }
  }

  package mutating func code(_ value: inout String?) {
    var own = value ?? ""
    let isThere = codes(value != nil)
    if isThere { code(&own) }
    if isReading { value = isThere ? own : nil }
  }

  package mutating func code(_ value: inout Pathname?) {
    var own = value ?? .here
    let isThere = codes(value != nil)
    if isThere { code(&own) }
    if isReading { value = isThere ? own : nil }
  }

  package mutating func code(bits value: inout UInt64?) {
    var own = value ?? 0
    let isThere = codes(value != nil)
    if isThere { code(bits: &own) }
    if isReading { value = isThere ? own : nil }
  }

  /// Returns whether the next bytes are a list of bytes equal to these, and passes over them.
  mutating func reads(_ expected: [UInt8]) -> Bool {
    var count = 0
    code(&count)
    guard let range = next(count), count == expected.count else { return false }
    return unsafe bytes.withUnsafeBytes { own in
      unsafe expected.withUnsafeBytes { other in
        guard let start = own.baseAddress, let expected = other.baseAddress else { return true }
        // The range is within the bytes, and has the length of the others.
        return unsafe memcmp(start + range.lowerBound, expected, range.count) == 0
      }
    }
  }

  /// Returns the range of the next bytes, and skips them; nil if there are fewer.
  private mutating func next(_ count: Int) -> Range<Int>? {
    guard (0...end - position).contains(count) else {
      fail()
      return nil
    }
    defer { position += count }
    return position..<position + count
  }
}

extension [UInt8] {
  /// Returns the number in eight bytes, the lowest first.
  func littleEndian64(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset + 8 <= count)
    return unsafe withUnsafeBytes {
      UInt64(littleEndian: unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  /// Returns the number in the next eight bytes, or in those up to the end.
  fileprivate func upToLittleEndian64(at offset: Int) -> UInt64 {
    if count - offset >= 8 { return littleEndian64(at: offset) }
    return self[offset...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
