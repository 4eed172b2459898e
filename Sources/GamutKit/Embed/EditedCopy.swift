import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file with changed colour chunks; it is copied and compared in windows, and never in memory as a whole.
struct EditedCopy {
  let original: OpenedInput
  let edit: ChunkEdit

  private static let windowSize = 64 << 10

  /// Passes the edited file to `each`, window by window.
  func read(each: (UnsafeRawBufferPointer) throws(EmbedError) -> Void) throws(EmbedError) {
    let window = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.windowSize, alignment: 16)
    defer { unsafe window.deallocate() }
    var edited = EditedSource(original.open(), edit: edit)
    while true {
      let count = try EmbedError.reading { () throws(PNGError) in try unsafe Self.fill(window, from: &edited) }
      if count == 0 { return }
      try unsafe each(UnsafeRawBufferPointer(rebasing: window[..<count]))
    }
  }

  /// Fills a window with pieces of the edited file, as far as there are any, and returns the number of bytes.
  private static func fill(
    _ window: UnsafeMutableRawBufferPointer, from edited: inout EditedSource
  ) throws(PNGError) -> Int {
    var filled = 0
    while filled < window.count {
      let count = try unsafe edited.read(into: UnsafeMutableRawBufferPointer(rebasing: window[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Returns whether another file has exactly the same bytes.
  func equals(_ other: consuming ByteSource) throws(EmbedError) -> Bool {
    let window = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.windowSize, alignment: 16)
    defer { unsafe window.deallocate() }
    var rest = other
    var isEqual = true
    try unsafe read { bytes throws(EmbedError) in
      var done = 0
      while isEqual, done < bytes.count {
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: window[..<(bytes.count - done)])
        let count = try EmbedError.reading { () throws(PNGError) in try unsafe rest.read(into: target) }
        isEqual = unsafe count > 0 && areEqual(target.baseAddress, bytes.baseAddress.map { unsafe $0 + done }, count)
        done += count
      }
    }
    guard isEqual else { return false }
    return try EmbedError.reading { () throws(PNGError) in try unsafe rest.read(into: window) } == 0
  }

  /// Writes the edited file to standard output.
  func print() throws(EmbedError) {
    var stream = BufferedOutput(fileDescriptor: STDOUT_FILENO)
    try unsafe read { bytes throws(EmbedError) in
      try EmbedError.printing { () throws(OutputError) in try unsafe stream.write(bytes) }
    }
    try EmbedError.printing { () throws(OutputError) in try stream.flush() }
  }
}

private func areEqual(_ a: UnsafeMutableRawPointer?, _ b: UnsafeRawPointer?, _ count: Int) -> Bool {
  guard let a = unsafe a, let b = unsafe b else { return false }
  return unsafe memcmp(a, b, count) == 0
}
