import ColorScience

extension LossReport.Member {
  /// Returns whether this member sorts first: by pixels, descending, then code.
  func precedes(_ other: Self) -> Bool {
    (other.pixels, PackedColor(code).bits) < (pixels, PackedColor(other.code).bits)
  }
}

extension [LossReport.Member] {
  fileprivate static var limit: Int { 16 }

  package func largestMembers() -> Self { Self(sorted { $0.precedes($1) }.prefix(Self.limit)) }
}

/// The first 16, in order, of the members inserted so far.
struct LargestMembers {
  private(set) var all: [LossReport.Member] = []

  mutating func insert(_ source: UInt64, pixels: Int) {
    let member = LossReport.Member(code: PackedColor(bits: source).color, pixels: pixels)
    if all.count == [LossReport.Member].limit {
      guard let last = all.last, member.precedes(last) else { return }
      all.removeLast()
    }
    all.insert(member, at: all.firstIndex { member.precedes($0) } ?? all.endIndex)
  }
}

extension LossReport.CollapseGroup {
  /// Returns whether this group sorts first: by pixels, descending, then destination code.
  func precedes(_ other: Self) -> Bool {
    (other.pixels, PackedColor(destination).bits) < (pixels, PackedColor(other.destination).bits)
  }
}

extension [LossReport.CollapseGroup] {
  package func largestGroups(_ count: Int) -> Self { Self(sorted { $0.precedes($1) }.prefix(count)) }
}

extension [LossReport.LostRegion] {
  /// Returns the regions by pixels, descending, then y, then x; at most `count`.
  package func largestRegions(_ count: Int) -> Self {
    Self(sorted { ($1.pixels, $0.box.y, $0.box.x) < ($0.pixels, $1.box.y, $1.box.x) }.prefix(count))
  }
}

extension LossReport.AreaPair {
  /// Returns whether this pair sorts first: by the difference before, descending, then by codes.
  package func precedes(_ other: Self) -> Bool {
    func codes(_ pair: Self) -> (UInt64, UInt64) {
      (PackedColor(pair.first.color.code).bits, PackedColor(pair.second.color.code).bits)
    }
    return before > other.before || before == other.before && codes(self) < codes(other)
  }
}
