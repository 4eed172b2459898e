#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Large chunks of memory, which are the system's own and not the allocator's: that keeps what is freed between images and
/// passes, but seldom finds it again for aligned memory.
///
/// A chunk is made ready as a whole where the system can: that takes less than page by page. Not on large pages: a virtual
/// machine that has given its free ones back takes a third of a second to get 160 MB of them again, and a tenth for small
/// ones.
enum SystemMemory {
  /// MADV_POPULATE_WRITE, which headers have since Linux 5.14; older systems refuse it, which does no harm.
  private static let populateForWriting: Int32 = 23

  /// A chunk of whole pages; nil where there is no memory for it.
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
