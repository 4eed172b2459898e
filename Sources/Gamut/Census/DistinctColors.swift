import ColorScience

/// The distinct colours of one list of records. Its memory is reused for the next list.
struct DistinctColors: ~Copyable {
  private var slots = Scratch<UInt32>(count: 0)
  private var records = Scratch<ColorRecord>(count: 0)
  private var count = 0
  private let seed = HashSeed.ofProcess

  private static let none = UInt32.max

  /// The records, in order of first occurrence of their colours.
  @unsafe var all: UnsafeBufferPointer<ColorRecord> {
    unsafe UnsafeBufferPointer(start: records.base, count: count)
  }

  mutating func load(_ list: RecordList) {
    reserve(list.count)
    var bits = 4
    while 1 << bits < 2 * list.count { bits += 1 }
    if slots.count < 1 << bits { slots = Scratch(count: 1 << bits) }
    unsafe slots.base.update(repeating: Self.none, count: 1 << bits)

    let (slots, records, seed) = unsafe (slots.base, records.base, seed)
    let (mask, shift) = (1 << bits - 1, UInt64(64 - bits))
    var count = 0
    list.forEachRecord { record in
      var slot = Int((record.source &* seed) &>> shift)
      while true {
        let known = unsafe slots[slot]
        if known == Self.none {
          unsafe slots[slot] = UInt32(truncatingIfNeeded: count)
          unsafe records[count] = record
          count &+= 1
          break
        }
        let same = unsafe records + Int(known)
        if unsafe same.pointee.source == record.source {
          unsafe same.pointee.pixels &+= record.pixels
          break
        }
        slot = (slot &+ 1) & mask
      }
    }
    self.count = count
  }

  mutating func keep(_ condition: (ColorRecord) -> Bool) {
    var left = 0
    for index in 0..<count where condition(unsafe records.base[index]) {
      unsafe records.base[left] = records.base[index]
      left += 1
    }
    count = left
  }

  private mutating func reserve(_ capacity: Int) {
    guard records.count < capacity else { return }
    // Free the old memory before the new allocation, so that both are never allocated at once.
    records = Scratch(count: 0)
    records = Scratch(count: capacity)
  }
}
