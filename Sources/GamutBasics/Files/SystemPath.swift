extension Pathname {
  /// Calls `body` with the path as a C string; a path with a zero byte is invalid, and is passed as the empty path.
  package func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let path = bytes.contains(0) ? [0] : bytes + [0]
    return unsafe path.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { path in
        // The array is never empty: it has at least the terminating zero.
        guard let start = path.baseAddress else { return unsafe body("") }
        return unsafe body(start)
      }
    }
  }
}
