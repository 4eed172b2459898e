/// Counts the flat pixels of each stretch of one colour: the pixels below two pixels of the same colour.
///
/// Stores the stretches of two rows, from left to right. Only stretches of at least two pixels can have flat pixels.
struct FlatStretches: ~Copyable, Sendable {
  // Not private: Swift 6.3 fails to compile without optimisation if another file destroys memory of a private type.
  struct Stretch: BitwiseCopyable {
    var source: UInt64
    var start, end: UInt32
  }

  private var above, current: Scratch<Stretch>
  private var aboveCount = 0, count = 0
  /// The index of the first stretch above that may touch the next one.
  private var next = 0

  init(width: Int) {
    above = Scratch(count: width / 2)
    current = Scratch(count: width / 2)
  }

  /// Begins the next row.
  @inline(__always)
  mutating func beginRow() {
    // Most rows of noise have no stretches.
    if count | aboveCount != 0 { swapRows() }
  }

  private mutating func swapRows() {
    swap(&above, &current)
    (aboveCount, count, next) = (count, 0, 0)
  }

  /// Adds a stretch of at least two pixels, to the right of the earlier ones in the row. Returns its number of flat
  /// pixels and the x of the first.
  @inline(__always)
  mutating func add(_ source: UInt64, from start: Int, to end: Int) -> (pixels: Int, first: Int) {
    unsafe current.base[count] = Stretch(
      source: source, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end))
    count &+= 1
    var (pixels, first) = (0, 0)
    while unsafe next < aboveCount && Int(above.base[next].end) < start &+ 2 { next &+= 1 }
    var index = next
    while index < aboveCount {
      let other = unsafe above.base[index]
      if Int(other.start) &+ 2 > end { break }
      index &+= 1
      guard other.source == source else { continue }
      let from = max(start, Int(other.start))
      let shared = min(end, Int(other.end)) &- from
      if shared < 2 { continue }
      if pixels == 0 { first = from &+ 1 }
      pixels &+= shared &- 1
    }
    return (pixels, first)
  }
}

/// The colours that have flat pixels, with the count and the first of these: an open-addressing table of records whose
/// `pixels` and `first` refer to flat pixels.
struct FlatColors: ~Copyable, Sendable {
  private var slots: Scratch<ColorRecord>
  private var count = 0
  private var bits: UInt64
  private let seed = HashSeed.ofProcess

  init() {
    bits = 6
    slots = Self.vacant(bits)
  }

  private static func vacant(_ bits: UInt64) -> Scratch<ColorRecord> {
    Scratch(
      count: 1 << Int(bits), filledWith: ColorRecord(source: ColorRecord.vacant, surface: 0, pixels: 0, first: 0))
  }

  var bytes: Int { slots.count * MemoryLayout<ColorRecord>.stride }

  /// Adds flat pixels of a colour. Returns whether the table has grown.
  @inline(__always)
  mutating func add(_ record: ColorRecord) -> Bool {
    let slot = unsafe slots.base + place(of: record.source)
    if unsafe slot.pointee.source == record.source {
      unsafe slot.pointee.pixels &+= record.pixels
      unsafe slot.pointee.first = min(slot.pointee.first, record.first)
      return false
    }
    unsafe slot.pointee = record
    count &+= 1
    guard 3 &* count > 2 &* slots.count else { return false }
    grow()
    return true
  }

  @inline(never)
  private mutating func grow() { rebuild(bits + 1) { _ in true } }

  /// Keeps only the colours that satisfy a condition.
  mutating func keep(_ condition: (ColorRecord) -> Bool) {
    var left = 0
    forEach { if condition($0) { left += 1 } }
    var bits: UInt64 = 6
    while 3 * left > 1 << bits { bits += 1 }
    rebuild(min(bits, self.bits), condition)
  }

  func forEach(_ body: (ColorRecord) -> Void) {
    for index in 0..<slots.count where unsafe slots.base[index].source != ColorRecord.vacant {
      body(unsafe slots.base[index])
    }
  }

  private mutating func rebuild(_ bits: UInt64, _ condition: (ColorRecord) -> Bool) {
    var old = Self.vacant(bits)
    swap(&old, &slots)
    self.bits = bits
    count = 0
    for index in 0..<old.count {
      let record = unsafe old.base[index]
      guard record.source != ColorRecord.vacant, condition(record) else { continue }
      unsafe slots.base[place(of: record.source)] = record
      count += 1
    }
  }

  /// Returns the slot of a colour, or the vacant slot where it would be inserted.
  private func place(of source: UInt64) -> Int {
    let mask = slots.count &- 1
    var slot = Int((source &* seed) &>> (64 &- bits))
    while true {
      let known = unsafe slots.base[slot].source
      if known == source || known == ColorRecord.vacant { return slot }
      slot = (slot &+ 1) & mask
    }
  }
}
