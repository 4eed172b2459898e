/// The single owner of a block of uninitialised memory at a multiple of its alignment.
///
/// More than the alignment of `malloc` is a matter of addresses here: `posix_memalign` of glibc before 2.38 seldom takes
/// what it has freed again, so that a run over thousands of images grows (sourceware.org, bug 14581).
@safe struct AlignedMemory: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the memory has a single owner, which moves with this value.
  @unsafe private let block: UnsafeMutableRawPointer
  @unsafe let base: UnsafeMutableRawPointer

  private static let alignmentOfMalloc = 16

  /// - Parameter alignment: a power of two.
  init(byteCount: Int, alignment: Int) {
    let surplus = max(alignment - Self.alignmentOfMalloc, 0)
    unsafe block = .allocate(byteCount: max(byteCount, 1) + surplus, alignment: Self.alignmentOfMalloc)
    unsafe base = block.alignedUp(toMultipleOf: alignment)
  }

  deinit { unsafe block.deallocate() }
}
