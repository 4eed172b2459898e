/// What a part of an image's colours adds up to. Merging is associative and commutative.
struct ColorTally: Sendable {
  var clippedColors = 0, clippedPixels = 0
  /// Pixels below and above, for each channel.
  var below = SIMD3<Int>(), above = SIMD3<Int>()
  var shift = ShiftTally()
  var all = LossReport.GroupCounts(), visible = LossReport.GroupCounts()
  /// The largest groups so far, and some more.
  private var groups: [LossReport.CollapseGroup] = []
  /// What a further group must precede to be listed.
  private var smallest: LossReport.CollapseGroup?

  mutating func addClipped(surface: UInt64, pixels: Int) {
    clippedColors += 1
    clippedPixels += pixels
    for channel in 0..<3 {
      below[channel] &+= surface & 1 << UInt64(48 + channel) != 0 ? pixels : 0
      above[channel] &+= surface & 1 << UInt64(51 + channel) != 0 ? pixels : 0
    }
  }

  /// Whether a group may belong among the largest.
  func lists(_ group: LossReport.CollapseGroup, top: Int) -> Bool {
    top > 0 && (smallest.map { group.precedes($0) } ?? true)
  }

  mutating func list(_ group: LossReport.CollapseGroup, top: Int) {
    groups.append(group)
    // Sorted now and then, not each time: `top` may be large.
    guard groups.count >= 2 * max(top, 8) else { return }
    groups = groups.largestGroups(top)
    smallest = groups.last
  }

  mutating func merge(_ other: ColorTally, top: Int) {
    clippedColors += other.clippedColors
    clippedPixels += other.clippedPixels
    below &+= other.below
    above &+= other.above
    shift.merge(other.shift)
    all.merge(other.all)
    visible.merge(other.visible)
    groups = (groups + other.groups).largestGroups(top)
  }

  func write(to report: inout LossReport, top: Int) {
    report.clippedColors = clippedColors
    report.pixels.clipped = clippedPixels
    report.red = LossReport.ChannelCounts(below: below.x, above: above.x)
    report.green = LossReport.ChannelCounts(below: below.y, above: above.y)
    report.blue = LossReport.ChannelCounts(below: below.z, above: above.z)
    report.shift = shift.summary
    report.collapse = LossReport.Collapse(all: all, visible: visible, largest: groups.largestGroups(top))
  }
}
