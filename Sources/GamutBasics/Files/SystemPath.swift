import LibC

extension Pathname {
  /// Calls `body` with the path as a C string; a path with a zero byte is invalid, and is passed as the empty path.
  package func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { path in
      guard let start = path.baseAddress else { return unsafe body("") }
      let count = unsafe bytes.withUnsafeBytes { bytes in
        guard let first = bytes.baseAddress, unsafe memchr(first, 0, bytes.count) == nil else { return 0 }
        unsafe UnsafeMutableRawPointer(start).copyMemory(from: first, byteCount: bytes.count)
        return bytes.count
      }
      // The memory has room for it after all bytes.
      unsafe start[count] = 0
      return unsafe body(start)
    }
  }
}
