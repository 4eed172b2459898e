import LibC

/// The single owner of a block of uninitialised or zeroed memory for trivial values, freed with its owner.
///
/// Arrays have two disadvantages: they touch every page to initialise it, and they check every index. Element access is
/// through `base`, which strict memory safety marks at each use.
@safe struct Scratch<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the memory has a single owner, which moves with this value.
  @unsafe let base: UnsafeMutablePointer<Element>
  let count: Int

  /// Allocates memory that is uninitialised, or filled with `value`.
  init(count: Int, filledWith value: Element? = nil) {
    self.count = count
    unsafe base = .allocate(capacity: max(count, 1))
    if let value { unsafe base.initialize(repeating: value, count: count) }
  }

  /// Allocates memory of zero bits, of which large blocks have no pages before they are written to.
  init(zeros count: Int) {
    self.count = count
    let block = unsafe calloc(count, MemoryLayout<Element>.stride)
    unsafe base = block?.assumingMemoryBound(to: Element.self) ?? .allocate(capacity: count)
  }

  init(_ values: [Element]) {
    self.init(count: values.count)
    unsafe values.withUnsafeBufferPointer { values in
      if let start = values.baseAddress { unsafe base.initialize(from: start, count: values.count) }
    }
  }

  deinit { unsafe base.deallocate() }
}

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
