#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The losses of some runs that were measured before: a drawing has the same few runs in row after row.
struct KnownLosses: ~Copyable, Sendable {
  struct Loss: Sendable {
    /// The properties of ``RunLoss`` with these names.
    var loss = 0.0
    var anchor = 0, farthest = 0
    var lost: [Range<Int>] = []
  }

  private struct Entry {
    /// The number of stretches; 0 if there is no run.
    var count = 0
    var loss = Loss()
  }

  private var entries: [Entry] = []
  /// The colours and the starts of each run's stretches. Without memory until there is a run.
  private var colors = Scratch<UInt64>(count: 0)
  private var starts = Scratch<UInt32>(count: 0)

  private static let bits: UInt64 = 6
  /// The number of stretches of the longest run that is kept.
  private static let limit = 256

  /// Returns the loss of a run; nil if it is not known.
  func loss(of run: borrowing RunStretches) -> Loss? {
    guard !entries.isEmpty, run.count <= Self.limit else { return nil }
    let slot = Self.slot(of: run)
    guard entries[slot].count == run.count else { return nil }
    let (colors, starts) = unsafe (self.colors.base + slot * Self.limit, self.starts.base + slot * Self.limit)
    let count = run.count
    // The first stretch begins the run; the last one ends with it.
    guard unsafe memcmp(colors, run.sources, count * MemoryLayout<UInt64>.size) == 0,
      unsafe memcmp(starts, run.ends, count * MemoryLayout<UInt32>.size) == 0
    else { return nil }
    return entries[slot].loss
  }

  /// Keeps the loss of a run, in the place of another one.
  mutating func keep(_ loss: Loss, of run: borrowing RunStretches) {
    guard run.count <= Self.limit else { return }
    if entries.isEmpty {
      entries = Array(repeating: Entry(), count: 1 << Int(Self.bits))
      colors = Scratch(count: entries.count * Self.limit)
      starts = Scratch(count: entries.count * Self.limit)
    }
    let slot = Self.slot(of: run)
    entries[slot] = Entry(count: run.count, loss: loss)
    unsafe (colors.base + slot * Self.limit).update(from: run.sources, count: run.count)
    unsafe (starts.base + slot * Self.limit).update(from: run.ends, count: run.count)
  }

  private static func slot(of run: borrowing RunStretches) -> Int {
    let last = run.count - 1
    let (first, second) = unsafe (run.sources[0], run.sources[last])
    let size = unsafe UInt64(run.ends[last]) &<< 16 &+ UInt64(run.count)
    // The multiplier of Fibonacci hashing: 2^64 divided by the golden ratio.
    return Int(((first &* 3 &+ second &+ size) &* 0x9e37_79b9_7f4a_7c15) &>> (64 &- bits))
  }
}
