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
