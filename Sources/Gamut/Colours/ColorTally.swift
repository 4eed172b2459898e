/// What a part of an image's colours adds up to. Merging is associative and commutative.
struct ColorTally: Sendable {
  var clippedColors = 0
  /// Clipped pixels by the sides on which they are out, as ``SurfaceCode`` has them in its 6 bits.
  var sides = [Int](repeating: 0, count: 64)
  var shift = ShiftTally()
  var all = LossReport.GroupCounts(), visible = LossReport.GroupCounts()
  /// The lost pixels of visible groups.
  var lostPixels = 0
  /// Of each visible group, by its destination code: the packed colour that the others are held against.
  var references: [UInt64: UInt64] = [:]
  /// The largest groups so far, and some more.
  private var groups: [LossReport.CollapseGroup] = []
  /// What a further group must precede to be listed.
  private var smallest: LossReport.CollapseGroup?

  /// Adds a group if it may be among the largest.
  mutating func list(_ group: LossReport.CollapseGroup, top: Int) {
    guard top > 0, smallest.map({ group.precedes($0) }) ?? true else { return }
    groups.append(group)
    // Sorted now and then, not each time: `top` may be large.
    guard groups.count / 2 >= max(top, 8) else { return }
    groups = groups.largestGroups(top)
    smallest = groups.last
  }

  func largest(_ top: Int) -> [LossReport.CollapseGroup] { groups.largestGroups(top) }

  mutating func setLargest(_ groups: [LossReport.CollapseGroup]) { self.groups = groups }

  mutating func merge(_ other: ColorTally, top: Int) {
    clippedColors += other.clippedColors
    for index in sides.indices { sides[index] += other.sides[index] }
    shift.merge(other.shift)
    all.merge(other.all)
    visible.merge(other.visible)
    lostPixels += other.lostPixels
    references.merge(other.references) { one, _ in one }
    groups = (groups + other.groups).largestGroups(top)
  }

  func write(to report: inout LossReport, top: Int) {
    /// Clipped pixels with a side that is one of these.
    func pixels(_ mask: Int) -> Int { sides.indices.reduce(0) { $0 + ($1 & mask != 0 ? sides[$1] : 0) } }
    report.clippedColors = clippedColors
    report.pixels.clipped = pixels(0b111_111)
    report.red = LossReport.ChannelCounts(below: pixels(0b000_001), above: pixels(0b001_000))
    report.green = LossReport.ChannelCounts(below: pixels(0b000_010), above: pixels(0b010_000))
    report.blue = LossReport.ChannelCounts(below: pixels(0b000_100), above: pixels(0b100_000))
    report.shift = shift.summary
    report.collapse = LossReport.Collapse(all: all, visible: visible, largest: groups.largestGroups(top))
  }
}
