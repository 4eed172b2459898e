/// The sort orders of lists in a report.
extension LossReport.GroupCounts {
  mutating func add(colors: Int, pixels: Int) {
    groups += 1
    self.colors += colors
    self.pixels += pixels
  }

  mutating func merge(_ other: Self) {
    groups += other.groups
    colors += other.colors
    pixels += other.pixels
  }
}

extension LossReport.Member {
  /// Returns whether this member sorts first: by pixels, descending, then code.
  func precedes(_ other: Self) -> Bool {
    (other.pixels, PackedColor(code).bits) < (pixels, PackedColor(other.code).bits)
  }
}

extension [LossReport.Member] {
  /// The maximum number of members listed for a group.
  fileprivate static var limit: Int { 16 }

  /// Returns the first members in this order, at most 16, preceded by the pair that gives the spread, if there is one.
  func largestMembers(after pair: Self = []) -> Self {
    let codes = pair.map(\.code)
    return Self((pair + sorted { $0.precedes($1) }.filter { !codes.contains($0.code) }).prefix(Self.limit))
  }
}

/// The first 16, in order, of the members inserted so far.
struct LargestMembers {
  private(set) var all: [LossReport.Member] = []
  /// The last of 16 members; a further member must precede it.
  private var last: (source: UInt64, pixels: UInt32)?

  /// - Parameter source: the packed colour.
  @inline(__always)
  mutating func insert(_ source: UInt64, pixels: UInt32) {
    if let last, pixels < last.pixels || pixels == last.pixels && source > last.source { return }
    insert(LossReport.Member(code: PackedColor(bits: source).color, pixels: Int(pixels)))
  }

  @inline(never)
  private mutating func insert(_ member: LossReport.Member) {
    if last != nil { all.removeLast() }
    all.insert(member, at: all.firstIndex { member.precedes($0) } ?? all.endIndex)
    guard all.count == [LossReport.Member].limit, let least = all.last else { return }
    last = (PackedColor(least.code).bits, UInt32(truncatingIfNeeded: least.pixels))
  }
}

extension LossReport.CollapseGroup {
  /// Returns whether this group sorts first: by spread, then pixels, both descending, then destination code.
  func precedes(_ other: Self) -> Bool {
    (other.spread, other.pixels, PackedColor(destination).bits)
      < (spread, pixels, PackedColor(other.destination).bits)
  }
}

extension [LossReport.CollapseGroup] {
  /// Returns the first `count` groups in this order.
  func largestGroups(_ count: Int) -> Self { Self(sorted { $0.precedes($1) }.prefix(count)) }
}

extension [LossReport.FlattenedRegion] {
  /// Returns the regions by pixels, descending, then y, then x; at most `count`.
  func largestRegions(_ count: Int) -> Self {
    Self(sorted { ($1.pixels, $0.y, $0.x) < ($0.pixels, $1.y, $1.x) }.prefix(count))
  }
}
