#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A surface colour of the image with its pixels: distinct only after deduplication.
struct ColorRecord: BitwiseCopyable {
  /// The packed source colour; `vacant` in an empty slot of the cache.
  var source: UInt64
  /// The ``SurfaceCode``.
  var surface: UInt64
  var pixels: UInt32
  /// The index of its first pixel in reading order.
  var first: UInt32

  static let vacant = UInt64.max

  @inline(__always) var code: UInt64 { surface & SurfaceCode.codeMask }
  @inline(__always) var isClipped: Bool { surface & SurfaceCode.sidesMask != 0 }
}

/// Remembers the surface colours of an image in the order in which they come.
///
/// A small direct-mapped cache counts colours that come again soon. What it evicts goes to lists of fixed blocks: one
/// list at first; when that grows, a list for each hash of the destination code, so that a collapse group never spans
/// two; and when one of those grows (many colours on few codes), a list for each hash of the source colour below it.
/// Hashes are seeded at random: no image can be made to fill one list with distinct colours.
struct ColorStore: ~Copyable, Sendable {
  private let cache: Scratch<ColorRecord>
  private var arena = RecordArena()
  /// The root, then `fan` lists by destination, then `fan` lists by source for each of those that was divided.
  private var lists = Scratch<RecordList>(count: 1, filledWith: RecordList())
  private var isDivided = false
  /// For each list by destination, its first list by source; 0 where it is not divided.
  private let divisions = Scratch<Int>(count: ColorStore.fan, filledWith: 0)
  private let seed: UInt64
  /// The parts of the destination codes, by their hash, that are remembered; the others are left to a later pass.
  private(set) var held: Range<Int>
  /// Bytes of records beyond which fewer parts are held.
  private let limit: Int

  private static let cacheBits: UInt64 = 12
  private static let fan = 256
  static let partCount = fan
  /// Records at which the root, or a list by destination, is divided.
  private static let rootLimit = 1 << 15, listLimit = 1 << 17

  /// - Parameters:
  ///   - seed: of the hashes; the same in all passes over an image.
  ///   - firstPart: the parts before it were counted in earlier passes.
  ///   - limit: bytes of records; at least 4 MiB are taken.
  init(seed: UInt64 = UInt64.random(in: .min ... .max) | 1, firstPart: Int = 0, limit: Int = .max) {
    self.seed = seed
    held = firstPart..<Self.partCount
    self.limit = max(limit, 4 << 20)
    cache = Scratch(
      count: 1 << Int(Self.cacheBits),
      filledWith: ColorRecord(source: ColorRecord.vacant, surface: 0, pixels: 0, first: 0))
  }

  @inline(__always)
  mutating func add(_ record: ColorRecord) {
    let slot = unsafe cache.base + Int((record.source &* seed) &>> (64 - Self.cacheBits))
    if unsafe slot.pointee.source == record.source {
      unsafe slot.pointee.pixels &+= record.pixels
      return
    }
    if unsafe slot.pointee.source != ColorRecord.vacant { append(unsafe slot.pointee) }
    unsafe slot.pointee = record
  }

  /// Empties the cache into the lists.
  mutating func flush() {
    for index in 0..<cache.count where unsafe cache.base[index].source != ColorRecord.vacant {
      append(unsafe cache.base[index])
      unsafe cache.base[index].source = ColorRecord.vacant
    }
  }

  /// The lists that hold all colours of some destination codes, a range of `records` for each part of the codes.
  var parts: [Range<Int>] {
    guard isDivided else { return [0..<1] }
    return held.map { part in
      let division = unsafe divisions.base[part]
      return division == 0 ? 1 + part..<2 + part : division..<division + Self.fan
    }
  }

  /// Which of `parts` a destination code belongs to.
  func part(of code: UInt64) -> Int { isDivided ? destinationHash(code) - held.lowerBound : 0 }

  /// All lists. They stay valid as long as the store does.
  @unsafe var records: UnsafeMutablePointer<RecordList> { unsafe lists.base }

  @inline(__always)
  private func destinationHash(_ code: UInt64) -> Int { Int((code &* (seed ^ 0x9e37_79b9_7f4a_7c14)) &>> 56) }
  @inline(__always)
  private func sourceHash(_ source: UInt64) -> Int { Int((source &* (seed ^ 0xc2b2_ae3d_27d4_eb4e)) &>> 56) }

  @inline(__always)
  private mutating func append(_ record: ColorRecord) {
    var list = 0
    if isDivided || held.lowerBound > 0 {
      let part = destinationHash(record.code)
      guard held.contains(part) else { return }
    }
    if isDivided {
      let part = destinationHash(record.code)
      let division = unsafe divisions.base[part]
      list = division == 0 ? 1 &+ part : division &+ sourceHash(record.source)
    }
    if unsafe lists.base[list].room == 0, !makeRoom(&list, record) { return }
    unsafe lists.base[list].append(record)
  }

  /// Gives a list another block; but one that became too large gives its records to a fan of new ones, and `list`
  /// becomes the one of those that the record belongs to. False where the record's part is no longer held.
  @inline(never)
  private mutating func makeRoom(_ list: inout Int, _ record: ColorRecord) -> Bool {
    let longest = list == 0 ? Self.rootLimit : list <= Self.fan ? Self.listLimit : .max
    if unsafe lists.base[list].count >= longest { list = divide(list, record) }
    // By then the root is divided: the limit is a multiple of what it may hold.
    if arena.bytesInUse >= limit, isDivided {
      condense()
      while arena.bytesInUse > limit / 4 * 3, held.count > 1 { drop() }
      if isDivided, !held.contains(destinationHash(record.code)) { return false }
    }
    if unsafe lists.base[list].room == 0 { unsafe arena.addBlock(to: &lists.base[list]) }
    return true
  }

  /// Leaves one record of each colour.
  private mutating func condense() {
    var distinct = DistinctColors()
    for list in 0..<lists.count where unsafe lists.base[list].count > 0 {
      unsafe distinct.load(lists.base[list])
      unsafe arena.replace(&lists.base[list], with: distinct.all)
    }
  }

  /// Leaves the upper half of the parts to a later pass.
  private mutating func drop() {
    let middle = held.lowerBound + held.count / 2
    for part in middle..<held.upperBound {
      let division = unsafe divisions.base[part]
      for list in division == 0 ? 1 + part..<2 + part : division..<division + Self.fan {
        unsafe arena.replace(&lists.base[list], with: UnsafeBufferPointer(start: nil, count: 0))
      }
    }
    held = held.lowerBound..<middle
  }

  /// The new list that `record` belongs to.
  private mutating func divide(_ list: Int, _ record: ColorRecord) -> Int {
    var old = unsafe lists.base[list]
    let start = lists.count
    let more = Scratch<RecordList>(count: start + Self.fan, filledWith: RecordList())
    unsafe more.base.update(from: lists.base, count: start)
    lists = more
    unsafe lists.base[list] = RecordList()
    if list == 0 { isDivided = true } else { unsafe divisions.base[list - 1] = start }
    func target(_ record: ColorRecord) -> Int {
      start + (list == 0 ? destinationHash(record.code) : sourceHash(record.source))
    }
    while old.count > 0 {
      for moved in arena.popBlock(of: &old) {
        let target = target(moved)
        if unsafe lists.base[target].room == 0 { unsafe arena.addBlock(to: &lists.base[target]) }
        unsafe lists.base[target].append(moved)
      }
    }
    return target(record)
  }
}
