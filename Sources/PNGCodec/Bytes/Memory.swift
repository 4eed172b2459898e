import LibC

/// Memory from `malloc`: untouched before it is written, and an error rather than a trap if the allocation fails.
///
/// Sendable because the pointer has a single owner and leaves it only for the duration of a call.
@safe struct Memory: ~Copyable, @unchecked Sendable {
  let bytes: UnsafeMutableRawBufferPointer

  /// Creates an empty block.
  init() { unsafe bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0) }

  init(count: Int) throws(PNGError) {
    guard let start = unsafe malloc(max(count, 1)) else { throw .outOfMemory(bytes: count) }
    unsafe bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { unsafe free(bytes.baseAddress) }
}

extension UnsafeRawBufferPointer {
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress else {
      return count == other.count
    }
    return unsafe memcmp(start, otherStart, count) == 0
  }
}
