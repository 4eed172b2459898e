/// The orders in which a report lists things.
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
  /// By pixels, descending, then code.
  func precedes(_ other: Self) -> Bool {
    (other.pixels, PackedColor(code).bits) < (pixels, PackedColor(other.code).bits)
  }
}

extension [LossReport.Member] {
  /// The most members that a group lists.
  private static var limit: Int { 16 }

  /// The first of their order, at most 16.
  func largestMembers() -> Self { Self(sorted { $0.precedes($1) }.prefix(Self.limit)) }

  /// Puts a member in its place among the first 16.
  mutating func insertAmongLargest(_ member: LossReport.Member) {
    if count == Self.limit {
      guard let last, member.precedes(last) else { return }
      removeLast()
    }
    insert(member, at: firstIndex { member.precedes($0) } ?? endIndex)
  }
}

extension LossReport.CollapseGroup {
  /// By spread, then pixels, descending, then destination code.
  func precedes(_ other: Self) -> Bool {
    (other.spread, other.pixels, PackedColor(destination).bits)
      < (spread, pixels, PackedColor(other.destination).bits)
  }
}

extension [LossReport.CollapseGroup] {
  /// The first `count` of their order.
  func largestGroups(_ count: Int) -> Self { Self(sorted { $0.precedes($1) }.prefix(count)) }
}

extension [LossReport.FlattenedRegion] {
  /// By pixels, descending, then y, then x; at most `count`.
  func largestRegions(_ count: Int) -> Self {
    Self(sorted { ($1.pixels, $0.y, $0.x) < ($0.pixels, $1.y, $1.x) }.prefix(count))
  }
}
