#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes from `malloc`: not touched before they are written, and an error rather than a trap where there are none.
///
/// Sendable because the pointer has this one owner and never leaves it but for the length of a call.
@safe struct Memory: ~Copyable, @unchecked Sendable {
  let bytes: UnsafeMutableRawBufferPointer

  /// None.
  init() { unsafe bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0) }

  init(count: Int) throws(PNGError) {
    guard let start = unsafe malloc(max(count, 1)) else { throw .outOfMemory(bytes: count) }
    unsafe bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { unsafe free(bytes.baseAddress) }
}
