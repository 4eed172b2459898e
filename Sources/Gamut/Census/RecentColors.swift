internal import CGamutKernels
import ColorScience

/// A small direct-mapped cache that counts colours which recur soon.
struct RecentColors: ~Copyable, Sendable {
  private let slots: Scratch<ColorRecord>
  /// The bits of a hash beyond the index of a slot.
  private let shift: UInt64
  private let seed = HashSeed.ofProcess
  /// The number of colours added in this batch that were in the cache, and of the others.
  private var found = 0, missed = 0
  private var batches = 0
  /// Whether the cache is ineffective, and whether it is bypassed for this batch.
  private var isFutile = false
  private var isBypassed = false

  init(pixels: Int) {
    // A small image does not fill a large cache.
    let bits = min(max(pixels.bitWidth - pixels.leadingZeroBitCount - 7, 7), 13)
    shift = UInt64(64 - bits)
    slots = Scratch(
      count: 1 << bits,
      filledWith: ColorRecord(source: ColorRecord.vacant, surface: 0, pixels: 0))
  }

  /// Begins a batch of colours. The cache is bypassed if it found hardly any colours of the last batch, as in noise;
  /// every eighth batch uses it again.
  mutating func beginBatch() {
    if !isBypassed { isFutile = missed > 15 * found }
    batches &+= 1
    isBypassed = isFutile && batches % 8 != 0
    (found, missed) = (0, 0)
  }

  /// The place of a colour in the cache.
  @unsafe
  struct Slot {
    fileprivate let record: UnsafeMutablePointer<ColorRecord>
  }

  /// Returns the place of a colour and fetches its memory, while other work is done; nil if the cache is bypassed.
  @inline(__always)
  @unsafe
  func prepare(_ source: UInt64) -> Slot? {
    if isBypassed { return nil }
    let slot = unsafe slots.base + Int(truncatingIfNeeded: (source &* seed) &>> shift)
    unsafe gamut_prefetch_to_write(slot)
    return unsafe Slot(record: slot)
  }

  /// Counts a colour, whose place is `slot`. Returns the record that must be stored elsewhere: the one whose place it
  /// took, or the colour itself if the cache is bypassed.
  @inline(__always)
  @unsafe
  mutating func add(_ record: ColorRecord, at slot: Slot?) -> ColorRecord? {
    guard let slot = unsafe slot?.record else { return record }
    if unsafe slot.pointee.source == record.source {
      unsafe slot.pointee.pixels &+= record.pixels
      found &+= 1
      return nil
    }
    missed &+= 1
    defer { unsafe slot.pointee = record }
    return unsafe slot.pointee.source == ColorRecord.vacant ? nil : slot.pointee
  }

  var capacity: Int { slots.count }

  mutating func remove(at slot: Int) -> ColorRecord? {
    let record = unsafe slots.base[slot]
    if record.source == ColorRecord.vacant { return nil }
    unsafe slots.base[slot].source = ColorRecord.vacant
    return record
  }
}
