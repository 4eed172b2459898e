extension RawSpan {
  /// Passes the addresses of a row and of its result to `body`, unless one of them is empty.
  @unsafe
  func withUnsafePointers(
    and result: inout MutableRawSpan, _ body: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  ) {
    unsafe withUnsafeBytes { row in
      unsafe result.withUnsafeMutableBytes { result in
        guard let row = row.baseAddress, let result = result.baseAddress else { return }
        unsafe body(row, result)
      }
    }
  }
}
