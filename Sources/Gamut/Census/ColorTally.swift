/// The totals of a part of an image's colours. Merging is associative and commutative.
struct ColorTally: Sendable {
  var clippedColors = 0
  /// Clipped pixels by the sides on which they are out of range, indexed by the 6 side bits of ``SurfaceCode``.
  var sides = [Int](repeating: 0, count: 64)
  var shift = ShiftTally()
  var all = LossReport.GroupCounts(), visible = LossReport.GroupCounts()
  /// The lost pixels of visible groups.
  var lostPixels = 0
  /// The packed reference colour of each visible group, by its destination code.
  var references: [UInt64: UInt64] = [:]
  /// The largest groups so far, and possibly some more.
  private var groups: [LossReport.CollapseGroup] = []
  /// The last listed group; a further group must precede it.
  private var smallest: LossReport.CollapseGroup?

  /// Adds a group if it may be one of the largest.
  mutating func list(_ group: LossReport.CollapseGroup, top: Int) {
    guard top > 0, smallest.map({ group.precedes($0) }) ?? true else { return }
    groups.append(group)
    // Sort only occasionally, because `top` may be large.
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
    if !other.groups.isEmpty { groups = (groups + other.groups).largestGroups(top) }
  }

  func write(to report: inout LossReport, top: Int) {
    report.clippedColors = clippedColors
    report.pixels.clipped = 0
    (report.red, report.green, report.blue) = (.init(), .init(), .init())
    for (side, count) in sides.enumerated() where side != 0 && count > 0 {
      report.pixels.clipped += count
      report.red.add(count, on: side, channel: 0)
      report.green.add(count, on: side, channel: 1)
      report.blue.add(count, on: side, channel: 2)
    }
    report.shift = shift.summary
    report.collapse = LossReport.Collapse(all: all, visible: visible, largest: groups.largestGroups(top))
  }
}

extension LossReport.ChannelCounts {
  /// Adds pixels that are out of range on the sides of a ``SurfaceCode`` in `side`, if these include the channel's own.
  fileprivate mutating func add(_ pixels: Int, on side: Int, channel: Int) {
    if side >> channel & 1 != 0 { below += pixels }
    if side >> (channel + 3) & 1 != 0 { above += pixels }
  }
}
