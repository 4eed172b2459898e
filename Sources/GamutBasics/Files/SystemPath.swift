extension Pathname {
  /// Calls `body` with the path as a C string; a path with a zero byte is invalid, and is passed as the empty path.
  package func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let characters = bytes.contains(0) ? [0] : bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe characters.withUnsafeBufferPointer { buffer in
      // The array is never empty: it has at least the terminating zero.
      guard let start = buffer.baseAddress else { return unsafe body("") }
      return unsafe body(start)
    }
  }
}
