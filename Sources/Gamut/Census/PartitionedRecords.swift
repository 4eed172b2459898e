import ColorScience

/// Lists of records that are divided as they grow, so that the colours of a list fit the processor's caches and no list
/// contains more than a part of the destination codes.
///
///     root                         list 0; divided at 32,768 records
///      └─ by destination           lists 1 to 512, by 9 bits of the hash of the code; each divided at 131,072 records,
///          │                       which only many colours on few codes reach:
///          ├─ of one surface code  512 hashed lists, by 9 bits of the hash of the source: first only the colours of
///          │                       the most common surface code, if one has more than half of the records,
///          └─ by source            then the others, by the same bits
///
/// Before it is divided, a list in which colours repeat is condensed: deduplicated to one record of each colour. Hashes
/// are seeded at random, so no image can be constructed to fill one list with distinct colours.
struct PartitionedRecords: ~Copyable, Sendable {
  private var arena = RecordArena()
  private var distinct = DistinctColors()
  private var lists: Scratch<RecordList>
  /// Whether the destination's codes have 16 bits.
  private let isWide: Bool
  /// The number of records at which a new list is condensed; it grows when condensing saves little.
  private var patience = 1 << 12
  private(set) var isDivided = false
  /// The index of the first list by source, for each list by destination; 0 for a list that is not divided. It takes no
  /// memory until the root is divided, which small images do not need.
  private var divisions = Scratch<Int>(count: 0)
  /// The same for the colours of one surface code.
  private var dominants = Scratch<Dominant>(count: 0)
  /// The most recent of these, which is likely to be needed next; its division is 0 if there is none.
  private var latest = Dominant(surface: .max, division: 0)
  private let hash: ColorHash

  // Not private, as `FlatStretches.Stretch`.
  struct Dominant: BitwiseCopyable {
    var surface: UInt64
    var division: Int
  }

  /// The number of hash bits by which a list is divided, and of the lists that it is divided into.
  static let bits: UInt64 = 9
  static let size = 1 << Int(bits)
  /// The number of records at which the root, or a list by destination, is divided.
  private static let rootLimit = 1 << 15, listLimit = 1 << 17

  init(isWide: Bool, hash: ColorHash) {
    self.isWide = isWide
    self.hash = hash
    lists = Scratch(count: 1, filledWith: RecordList(isWide: isWide, condenseAt: patience))
  }

  /// All lists. The address is valid until a list is divided.
  @unsafe var all: UnsafeMutablePointer<RecordList> { unsafe lists.base }

  var bytesInUse: Int { arena.bytesInUse }

  /// Whether records were lost because a block could not be allocated.
  var isExhausted: Bool { arena.isExhausted }

  /// Returns the part of the codes, 0 to 511, that a hash of a destination code belongs to.
  @inline(__always)
  static func part(_ destinationHash: UInt64) -> Int { Int(destinationHash &>> (64 &- bits)) }

  @inline(__always)
  private func place(ofSource source: UInt64) -> Int {
    Int(hash.source.hash(source) &>> (SourceHash.bits &- Self.bits))
  }

  /// Returns the lists with the codes of a part; only after the root is divided.
  func lists(of part: Int) -> [Int] {
    let (division, dominant) = unsafe (divisions.base[part], dominants.base[part].division)
    return (division == 0 ? [1 + part] : Array(division..<division + Self.size))
      + (dominant == 0 ? [] : Array(dominant..<dominant + Self.size))
  }

  @inline(__always)
  func list(of record: ColorRecord) -> Int {
    guard isDivided else { return 0 }
    if record.surface == latest.surface { return latest.division &+ place(ofSource: record.source) }
    let part = Self.part(hash.destination(record.code))
    if latest.division > 0 {
      let dominant = unsafe dominants.base[part]
      if dominant.surface == record.surface, dominant.division > 0 {
        return dominant.division &+ place(ofSource: record.source)
      }
    }
    let division = unsafe divisions.base[part]
    return division == 0 ? 1 &+ part : division &+ place(ofSource: record.source)
  }

  @inline(__always)
  func hasRoom(_ list: Int) -> Bool { unsafe lists.base[list].room > 0 }

  /// Appends a record with as many pixels of a colour as fit into it, and takes them from `record`. The list must have
  /// room.
  @inline(__always)
  mutating func appendPart(of record: inout ColorRecord, to list: Int) {
    unsafe lists.base[list].appendPart(of: &record, hash.source)
  }

  /// Adds a block to a list without room. Returns false if there is no memory for it.
  mutating func addBlock(to list: Int) -> Bool { unsafe arena.addBlock(to: &lists.base[list]) }

  /// Condenses a list in which colours may repeat, and divides one that is still too long. Sets `list` to the list that
  /// `record` belongs to afterwards.
  mutating func reorganize(_ list: inout Int, for record: ColorRecord) {
    if unsafe lists.base[list].count >= Int(lists.base[list].condenseAt) { condense(list) }
    let longest = list == 0 ? Self.rootLimit : list <= Self.size ? Self.listLimit : .max
    guard unsafe lists.base[list].count >= longest else { return }
    divide(list)
    list = self.list(of: record)
  }

  mutating func condense() {
    for list in 0..<lists.count where unsafe lists.base[list].count > 0 { condense(list) }
  }

  private mutating func condense(_ list: Int) {
    let count = unsafe lists.base[list].count
    unsafe distinct.load(lists.base[list])
    let left = unsafe distinct.all.count
    if left > count / 4 * 3 { patience = max(patience, 2 * count) }
    if left < count { unsafe arena.replace(&lists.base[list], with: distinct.all) }
    unsafe lists.base[list].condenseAt = Int32(truncatingIfNeeded: max(patience, 2 * left))
  }

  /// Condenses a list and keeps only the colours that satisfy a condition.
  mutating func keep(in list: Int, _ condition: (ColorRecord) -> Bool) {
    guard unsafe lists.base[list].count > 0 else { return }
    unsafe distinct.load(lists.base[list])
    distinct.keep(condition)
    unsafe arena.replace(&lists.base[list], with: distinct.all)
  }

  mutating func removeAll(in list: Int) {
    unsafe arena.replace(&lists.base[list], with: UnsafeBufferPointer(start: nil, count: 0))
  }

  /// Moves the records of a list to new lists, or only those with the most common surface code.
  private mutating func divide(_ list: Int) {
    let fan = Array(repeating: newList, count: Self.size)
    if list == 0 {
      _ = add(fan)
      divisions = Scratch(count: Self.size, filledWith: 0)
      dominants = Scratch(count: Self.size, filledWith: Dominant(surface: 0, division: 0))
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
      for moved in arena.popBlock(of: &old) {
        unsafe arena.append(moved, to: &lists.base[self.list(of: moved)], hash.source)
      }
    }
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

/// The lists of a store by parts of the destination codes: all colours of a code are in the lists of one part.
struct CodeParts: Sendable {
  /// The indices of the lists of each part.
  let lists: [[Int]]
  /// The first part by hash; nil if there is a single part.
  private let first: Int?
  private let hash: ColorHash

  /// - Parameters:
  ///   - first: the first part by hash; nil if there is a single part.
  init(_ lists: [[Int]], from first: Int?, by hash: ColorHash) {
    self.lists = lists
    self.first = first
    self.hash = hash
  }

  /// Returns the index in `lists` of the part that a destination code belongs to.
  func index(of code: UInt64) -> Int { first.map { PartitionedRecords.part(hash.destination(code)) - $0 } ?? 0 }
}
