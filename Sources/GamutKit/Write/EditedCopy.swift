import PNGCodec

/// A file with changed chunks; it is read in windows, and never in memory as a whole.
struct EditedCopy {
  let original: OpenedInput
  let edit: ChunkEdit

  private static let windowSize = 64 << 10

  /// Passes the edited file to `each`, window by window.
  func read<Failure: WritingError>(
    each: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let window = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.windowSize, alignment: 16)
    defer { unsafe window.deallocate() }
    var edited = EditedSource(original.open(), edit: edit)
    while true {
      let count = try Failure.reading { () throws(PNGError) in try unsafe edited.read(into: window) }
      if count == 0 { return }
      try unsafe each(UnsafeRawBufferPointer(rebasing: window[..<count]))
    }
  }
}
