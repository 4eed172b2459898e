/// A surface colour of the image with its pixel count: distinct only after deduplication.
struct ColorRecord: BitwiseCopyable {
  /// The packed source colour; `vacant` in an empty slot of the cache.
  var source: UInt64
  /// The ``SurfaceCode``.
  var surface: UInt64
  var pixels: UInt32
  /// The index of the colour's first pixel in reading order.
  var first: UInt32

  static let vacant = UInt64.max

  @inline(__always) var code: UInt64 { surface & SurfaceCode.codeMask }
  @inline(__always) var isClipped: Bool { surface & SurfaceCode.sidesMask != 0 }
}

/// Stores the surface colours of an image in order of occurrence.
///
/// A small direct-mapped cache counts colours that recur soon. Evicted records go to lists of fixed blocks. The first
/// list, the root, is divided when it grows: into one list for each hash of the destination code. When one of these
/// grows (many colours on few codes), it is divided into one list for each hash of the source colour: first only the
/// colours of the most common surface code, if there is one, then the others.
/// Hashes are seeded at random: no image can be constructed to fill one list with distinct colours.
/// Colours with flat pixels are few, and are stored in a table beside the lists.
struct ColorStore: ~Copyable, Sendable {
  private let cache: Scratch<ColorRecord>
  private var arena = RecordArena()
  private var distinct = DistinctColors()
  /// The root, then `fan` lists by destination, then `fan` lists by source for each division of one of these.
  private var lists: Scratch<RecordList>
  /// Whether the destination's codes have 16 bits.
  private let isWide: Bool
  /// The number of records at which a new list is deduplicated; it grows when deduplication saves little.
  private var patience = 1 << 12
  private var isDivided = false
  /// For each list by destination, the index of its first list by source; 0 if it is not divided.
  private let divisions = Scratch<Int>(count: ColorStore.fan, filledWith: 0)
  /// The same for the colours of one surface code.
  private let dominants = Scratch<Dominant>(count: ColorStore.fan, filledWith: Dominant(surface: 0, division: 0))
  /// The most recent of these, which is likely to be needed next; its division is 0 if there is none.
  private var latest = Dominant(surface: .max, division: 0)
  /// The same in all passes over an image.
  private let seed = HashSeed.ofProcess
  private let hash = SourceHash()
  /// Odd, so that no two codes have the same hash.
  private let codeMultiplier = HashSeed.ofProcess ^ 0x9e37_79b9_7f4a_7c14
  /// The number of colours added in this batch, and how many of them were in the cache.
  private var added = 0
  private var found = 0
  private var batches = 0
  /// Whether the cache is ineffective, and whether it is bypassed for this batch.
  private var isFutile = false
  private var isPassedBy = false
  /// The range of colours stored: those before it were counted in earlier passes, those after it are left to a later
  /// pass.
  private(set) var held: ColorKeyRange
  private var holdsAll: Bool
  /// The code of which only some colours are stored because the end of the range divides them.
  private(set) var openCode: UInt64?
  /// The memory limit of records in bytes; above it, fewer colours are stored.
  private let limit: Int
  private var stretches: FlatStretches
  private(set) var flats = FlatColors()
  private let width: Int
  /// The first of the rows begun, and their number.
  private var row = 0, rows = 0

  /// The size of the cache in bits: a small image does not fill a large cache.
  private let cacheBits: UInt64
  static let fanBits: UInt64 = 9
  private static let fan = 1 << Int(fanBits)
  /// The number of records at which the root, or a list by destination, is divided.
  private static let rootLimit = 1 << 15, listLimit = 1 << 17

  /// - Parameters:
  ///   - depth: bits of the destination's codes.
  ///   - width, height: the size of the image.
  ///   - start: the first colour to store; those before it were counted in earlier passes.
  ///   - limit: bytes of records; at least 4 MiB are used.
  init(depth: Int, width: Int, height: Int, from start: ColorKey, limit: Int) {
    self.width = width
    stretches = FlatStretches(width: width)
    let pixels = width * height
    cacheBits = UInt64(min(max(pixels.bitWidth - pixels.leadingZeroBitCount - 5, 7), 12))
    isWide = depth > 8
    lists = Scratch(count: 1, filledWith: RecordList(isWide: isWide, condenseAt: patience))
    held = ColorKeyRange(lower: start)
    holdsAll = held.isAll
    self.limit = max(limit, 4 << 20)
    cache = Scratch(
      count: 1 << Int(cacheBits),
      filledWith: ColorRecord(source: ColorRecord.vacant, surface: 0, pixels: 0, first: 0))
  }

  /// Begins a batch of colours. The cache is bypassed if it found hardly any colours of the last batch, as in noise;
  /// every eighth batch uses it again.
  mutating func beginBatch() {
    if !isPassedBy { isFutile = added > 16 * found }
    batches &+= 1
    isPassedBy = isFutile && batches % 8 != 0
    (added, found) = (0, 0)
  }

  /// Begins a row, or several equal rows.
  @inline(__always)
  mutating func beginRows(_ rows: Range<Int>) {
    row = rows.lowerBound
    self.rows = rows.count
    stretches.beginRow()
  }

  /// Counts the flat pixels of a stretch of at least two pixels of one colour, in the rows begun.
  @inline(never)
  mutating func addFlat(_ source: UInt64, _ code: SurfaceCode, from start: Int, to end: Int) {
    let flat = stretches.add(source, from: start, to: end)
    // In the equal rows after the first, every pixel but the first is flat.
    let below = (rows - 1) * (end - start - 1)
    guard flat.pixels + below > 0 else { return }
    let first = flat.pixels > 0 ? row * width + flat.first : (row + 1) * width + start + 1
    let record = ColorRecord(
      source: source, surface: code.bits, pixels: UInt32(truncatingIfNeeded: flat.pixels + below),
      first: UInt32(truncatingIfNeeded: first))
    if holds(record), flats.add(record) { keepWithinLimit() }
  }

  @inline(__always)
  mutating func add(_ record: ColorRecord) {
    if isPassedBy { return append(record) }
    added &+= 1
    let slot = unsafe cache.base + Int((record.source &* seed) &>> (64 - cacheBits))
    if unsafe slot.pointee.source == record.source {
      unsafe slot.pointee.pixels &+= record.pixels
      found &+= 1
      return
    }
    if unsafe slot.pointee.source != ColorRecord.vacant { append(unsafe slot.pointee) }
    unsafe slot.pointee = record
  }

  /// Moves the cache into the lists.
  mutating func flush() {
    for index in 0..<cache.count where unsafe cache.base[index].source != ColorRecord.vacant {
      append(unsafe cache.base[index])
      unsafe cache.base[index].source = ColorRecord.vacant
    }
  }

  // Not private, as `FlatStretches.Stretch`.
  struct Dominant: BitwiseCopyable {
    var surface: UInt64
    var division: Int
  }

  /// The lists that contain all colours of some destination codes, as indices of `records` for each part of the codes.
  var parts: [[Int]] { isDivided ? heldParts.map { lists(of: $0) } : [[0]] }

  /// The parts of the destination codes, by their hash, that have stored colours.
  private var heldParts: Range<Int> {
    Self.part(held.lower.destination)..<(held.end.map { Self.part($0.destination) + 1 } ?? Self.fan)
  }

  private func lists(of part: Int) -> [Int] {
    let (division, dominant) = unsafe (divisions.base[part], dominants.base[part].division)
    return (division == 0 ? [1 + part] : Array(division..<division + Self.fan))
      + (dominant == 0 ? [] : Array(dominant..<dominant + Self.fan))
  }

  /// The bytes of records in use when an allocation failed and records were lost; nil if none failed.
  var exhaustedBytes: Int? { arena.isExhausted ? arena.bytesInUse : nil }

  /// Returns the index in `parts` of a destination code.
  func part(of code: UInt64) -> Int { isDivided ? Self.part(destinationHash(code)) - heldParts.lowerBound : 0 }

  /// All lists. They remain valid for the lifetime of the store.
  @unsafe var records: UnsafeMutablePointer<RecordList> { unsafe lists.base }

  @inline(__always)
  private func destinationHash(_ code: UInt64) -> UInt64 { code &* codeMultiplier }
  @inline(__always)
  private static func part(_ destinationHash: UInt64) -> Int { Int(destinationHash &>> (64 &- fanBits)) }
  private func key(_ record: ColorRecord) -> ColorKey { ColorKey(record, codeMultiplier, hash) }
  @inline(__always)
  private func holds(_ record: ColorRecord) -> Bool { holdsAll || held.contains(key(record)) }

  @inline(__always)
  private func sourceHash(_ source: UInt64) -> Int {
    Int(hash.hash(source) &>> (SourceHash.bits &- Self.fanBits))
  }

  @inline(never)
  private mutating func append(_ record: ColorRecord) {
    if !holds(record) { return }
    var record = record
    while record.pixels > 0 {
      var list = list(of: record)
      if unsafe lists.base[list].room == 0, !makeRoom(&list, record) { return }
      unsafe lists.base[list].appendDigit(of: &record, hash)
    }
  }

  @inline(__always)
  private func list(of record: ColorRecord) -> Int {
    guard isDivided else { return 0 }
    if record.surface == latest.surface { return latest.division &+ sourceHash(record.source) }
    let part = Self.part(destinationHash(record.code))
    if latest.division > 0 {
      let dominant = unsafe dominants.base[part]
      if dominant.surface == record.surface, dominant.division > 0 {
        return dominant.division &+ sourceHash(record.source)
      }
    }
    let division = unsafe divisions.base[part]
    return division == 0 ? 1 &+ part : division &+ sourceHash(record.source)
  }

  /// Makes room for a record and sets `list` to the list that the record belongs to. A list with many repeated colours
  /// is deduplicated; a list that is still too large is divided into a fan of new ones. Returns false if the record is
  /// no longer in the stored range, or if there is no memory for it.
  @inline(never)
  private mutating func makeRoom(_ list: inout Int, _ record: ColorRecord) -> Bool {
    if unsafe lists.base[list].count >= Int(lists.base[list].condenseAt) { condense(list) }
    let longest = list == 0 ? Self.rootLimit : list <= Self.fan ? Self.listLimit : .max
    if unsafe lists.base[list].count >= longest { list = divide(list, record) }
    if keepWithinLimit(), !holds(record) { return false }
    return unsafe lists.base[list].room > 0 || arena.addBlock(to: &lists.base[list])
  }

  private var bytesInUse: Int { arena.bytesInUse + flats.bytes }

  /// Leaves colours to a later pass if the memory limit is reached. Returns whether it was reached.
  @discardableResult
  private mutating func keepWithinLimit() -> Bool {
    // The root is always divided by then: the limit is a multiple of what the root can contain.
    guard bytesInUse >= limit, isDivided else { return false }
    for list in 0..<lists.count where unsafe lists.base[list].count > 0 { condense(list) }
    while bytesInUse > limit / 4 * 3, drop() {}
    return true
  }

  /// Deduplicates a list to one record of each colour.
  private mutating func condense(_ list: Int) {
    let count = unsafe lists.base[list].count
    unsafe distinct.load(lists.base[list])
    let left = unsafe distinct.all.count
    if left > count / 4 * 3 { patience = max(patience, 2 * count) }
    if left < count { unsafe arena.replace(&lists.base[list], with: distinct.all) }
    unsafe lists.base[list].condenseAt = Int32(truncatingIfNeeded: max(patience, 2 * left))
  }

  /// Leaves the upper half of the colours to a later pass. Returns false if there are too few colours.
  private mutating func drop() -> Bool {
    guard let median = median() else { return false }
    let parts = heldParts
    let held = ColorKeyRange(lower: held.lower, end: key(median))
    let last = Self.part(destinationHash(median.code))
    let (codeMultiplier, hash) = (codeMultiplier, hash)
    for list in lists(of: last) where unsafe lists.base[list].count > 0 {
      unsafe distinct.load(lists.base[list])
      distinct.keep { held.contains(ColorKey($0, codeMultiplier, hash)) }
      unsafe arena.replace(&lists.base[list], with: distinct.all)
    }
    for list in (last + 1..<parts.upperBound).flatMap({ lists(of: $0) }) {
      unsafe arena.replace(&lists.base[list], with: UnsafeBufferPointer(start: nil, count: 0))
    }
    flats.keep { held.contains(ColorKey($0, codeMultiplier, hash)) }
    self.held = held
    holdsAll = false
    openCode = median.code
    return true
  }

  /// Returns a colour near the median of the order, or nil if there is only one colour to choose from.
  private func median() -> ColorRecord? {
    let lists = parts.joined()
    let count = lists.reduce(0) { unsafe $0 + self.lists.base[$1].count }
    let step = max(count / 4096, 1)
    var sample: [(key: ColorKey, record: ColorRecord)] = []
    var index = 0
    for list in lists {
      unsafe self.lists.base[list].forEachRecord { record in
        if index % step == 0 { sample.append((key(record), record)) }
        index += 1
      }
    }
    sample.sort { $0.key < $1.key }
    return sample[(sample.count / 2)...].first { $0.key != sample[0].key }?.record
  }

  /// Moves the records of a list to a fan of new lists, or only those with the most common surface code. Returns the
  /// list that `record` then belongs to.
  private mutating func divide(_ list: Int, _ record: ColorRecord) -> Int {
    let fan = Array(repeating: newList, count: Self.fan)
    if list == 0 {
      _ = add(fan)
      isDivided = true
    } else if unsafe dominants.base[list - 1].division == 0, let surface = unsafe lists.base[list].commonSurface {
      let patience = patience
      let division = add(fan.indices.map { RecordList(surface: surface, prefix: $0, condenseAt: patience) })
      latest = Dominant(surface: surface, division: division)
      unsafe dominants.base[list - 1] = latest
    } else {
      let division = add(fan)
      unsafe divisions.base[list - 1] = division
    }
    var old = unsafe lists.base[list]
    unsafe lists.base[list] = newList
    while old.count > 0 {
      for moved in arena.popBlock(of: &old) { unsafe arena.append(moved, to: &lists.base[self.list(of: moved)], hash) }
    }
    return self.list(of: record)
  }

  private var newList: RecordList { RecordList(isWide: isWide, condenseAt: patience) }

  /// Appends lists and returns the index of the first.
  private mutating func add(_ fan: [RecordList]) -> Int {
    let start = lists.count
    let more = Scratch<RecordList>(count: start + fan.count)
    unsafe more.base.update(from: lists.base, count: start)
    for (index, list) in fan.enumerated() { unsafe more.base[start + index] = list }
    lists = more
    return start
  }
}
