/// The sum of the distinct colours of one destination code.
struct ColorGroup: BitwiseCopyable {
  var code: UInt64
  var colors: UInt32 = 0
  var isClipped = false
  var pixels = 0

  /// Whether there are two or more colours, at least one of them clipped.
  var isCollapse: Bool { colors > 1 && isClipped }
}

/// Groups by destination code: an open-addressing table whose size depends on the number of codes, not of colours.
struct GroupTable: ~Copyable {
  private var slots = Scratch<UInt32>(count: 1 << 8)
  private var groups = Scratch<ColorGroup>(count: 1 << 7)
  private(set) var count = 0
  private var bits: UInt64 = 8
  private let seed = HashSeed.ofProcess

  private static let none = UInt32.max

  init() { removeAll() }

  subscript(index: Int) -> ColorGroup { unsafe groups.base[index] }

  mutating func removeAll() {
    count = 0
    unsafe slots.base.update(repeating: Self.none, count: 1 << Int(bits))
  }

  /// Adds a colour that has not been added before.
  @inline(__always)
  mutating func add(_ record: ColorRecord) {
    add(
      ColorGroup(
        code: record.code, colors: 1, isClipped: record.isClipped, pixels: Int(record.pixels)))
  }

  /// Adds the groups of another table, which must contain other colours.
  mutating func merge(_ other: borrowing GroupTable) {
    for index in 0..<other.count { add(other[index]) }
  }

  /// Adds colours of a destination code.
  @inline(__always)
  mutating func add(_ more: ColorGroup) {
    let slot = self.slot(of: more.code)
    if unsafe slots.base[slot] == Self.none {
      unsafe slots.base[slot] = UInt32(truncatingIfNeeded: count)
      unsafe groups.base[count] = ColorGroup(code: more.code)
      count &+= 1
    }
    let group = unsafe groups.base + Int(slots.base[slot])
    unsafe group.pointee.colors &+= more.colors
    if more.isClipped { unsafe group.pointee.isClipped = true }
    unsafe group.pointee.pixels &+= more.pixels
    if count == groups.count { grow() }
  }

  func group(_ code: UInt64) -> ColorGroup? {
    let index = unsafe slots.base[slot(of: code)]
    return index == Self.none ? nil : self[Int(index)]
  }

  /// Returns the slot of a code, or the free slot where it would be inserted.
  @inline(__always)
  private func slot(of code: UInt64) -> Int {
    let mask = 1 &<< Int(bits) &- 1
    var slot = Int((code &* seed) &>> (64 &- bits))
    while true {
      let index = unsafe slots.base[slot]
      if unsafe index == Self.none || groups.base[Int(index)].code == code { return slot }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(never)
  private mutating func grow() {
    let larger = Scratch<ColorGroup>(count: 2 * groups.count)
    unsafe larger.base.update(from: groups.base, count: count)
    groups = larger
    bits += 1
    slots = Scratch(count: 1 << Int(bits), filledWith: Self.none)
    for index in 0..<count {
      unsafe slots.base[slot(of: groups.base[index].code)] = UInt32(truncatingIfNeeded: index)
    }
  }
}

/// A destination code whose colours do not fit one pass, and the counts of its colours so far.
struct OpenGroup: Sendable {
  var group: ColorGroup
  var members: [LossReport.Member] = []
}
