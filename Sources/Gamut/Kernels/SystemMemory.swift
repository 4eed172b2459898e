import LibC

/// Large chunks of memory, allocated directly from the system. The allocator would keep memory freed between images and
/// passes, but seldom reuse it for aligned memory.
///
/// A chunk is populated as a whole if the system supports it, which takes less time than page by page. Large pages are
/// not used: a virtual machine that has returned its free pages takes a third of a second to get 160 MB of large pages
/// again, and a tenth for small ones.
enum SystemMemory {
  /// MADV_POPULATE_WRITE, defined in headers since Linux 5.14; older systems reject it without harm.
  private static let populateForWriting: Int32 = 23

  /// Returns a chunk of whole pages, or nil if there is no memory for it.
  @unsafe
  static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let chunk = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let chunk = unsafe chunk, unsafe chunk != MAP_FAILED else { return nil }
    #if os(Linux)
      _ = unsafe madvise(chunk, bytes, populateForWriting)
    #endif
    return unsafe chunk
  }

  @unsafe
  static func free(_ chunk: UnsafeMutableRawPointer, _ bytes: Int) { _ = unsafe munmap(chunk, bytes) }
}
