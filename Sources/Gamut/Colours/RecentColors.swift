internal import CGamutKernels

/// A small direct-mapped cache that counts colours which recur soon.
struct RecentColors: ~Copyable, Sendable {
  private let slots: Scratch<ColorRecord>
  /// The size of the cache in bits: a small image does not fill a large cache.
  private let bits: UInt64
  private let seed = HashSeed.ofProcess
  /// The number of colours added in this batch, and how many of them were in the cache.
  private var added = 0
  private var found = 0
  private var batches = 0
  /// Whether the cache is ineffective, and whether it is bypassed for this batch.
  private var isFutile = false
  private var isBypassed = false

  /// - Parameter pixels: the number of pixels of the image.
  init(pixels: Int) {
    bits = UInt64(min(max(pixels.bitWidth - pixels.leadingZeroBitCount - 5, 7), 12))
    slots = Scratch(
      count: 1 << Int(bits),
      filledWith: ColorRecord(source: ColorRecord.vacant, surface: 0, pixels: 0, first: 0))
  }

  /// Begins a batch of colours. The cache is bypassed if it found hardly any colours of the last batch, as in noise;
  /// every eighth batch uses it again.
  mutating func beginBatch() {
    if !isBypassed { isFutile = added > 16 * found }
    batches &+= 1
    isBypassed = isFutile && batches % 8 != 0
    (added, found) = (0, 0)
  }

  /// Fetches the memory that ``add(_:)`` needs for a colour, while other work is done.
  @inline(__always)
  func prepare(_ source: UInt64) { unsafe gamut_prefetch_to_write(slot(of: source)) }

  @inline(__always)
  @unsafe
  private func slot(of source: UInt64) -> UnsafeMutablePointer<ColorRecord> {
    unsafe slots.base + Int((source &* seed) &>> (64 - bits))
  }

  /// Counts a colour. Returns the record that must be stored elsewhere: the one whose place it took, or the colour
  /// itself if the cache is bypassed.
  @inline(__always)
  mutating func add(_ record: ColorRecord) -> ColorRecord? {
    if isBypassed { return record }
    added &+= 1
    let slot = unsafe slot(of: record.source)
    if unsafe slot.pointee.source == record.source {
      unsafe slot.pointee.pixels &+= record.pixels
      found &+= 1
      return nil
    }
    defer { unsafe slot.pointee = record }
    return unsafe slot.pointee.source == ColorRecord.vacant ? nil : slot.pointee
  }

  var capacity: Int { slots.count }

  /// Empties a slot and returns the record that it had.
  mutating func remove(at slot: Int) -> ColorRecord? {
    let record = unsafe slots.base[slot]
    unsafe slots.base[slot].source = ColorRecord.vacant
    return record.source == ColorRecord.vacant ? nil : record
  }
}
