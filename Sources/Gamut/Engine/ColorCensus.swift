import Synchronization

/// Counts the remembered colours of an image: distinct ones, those that clip, and the groups that collapse.
struct ColorCensus: Sendable {
  let tables: RenditionTables
  let seenPixels: Int
  let width: Int

  init(tables: RenditionTables, analyzed: Int, width: Int) {
    self.tables = tables
    self.width = width
    seenPixels = Visibility.seenPixels(analyzed: analyzed)
  }

  /// Each part has all the colours of its destination codes.
  func count(
    _ parts: [[RecordList]], workers: Int, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) -> ColorTally {
    let next = Atomic<Int>(0)
    let result = Mutex(ColorTally())
    let top = tables.model.rendition.top
    perform(min(max(workers, 1), parts.count)) { _ in
      var worker = CensusWorker(self)
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part < parts.count else { break }
        worker.count(parts[part])
      }
      result.withLock { $0.merge(worker.tally, top: top) }
    }
    return result.withLock { $0 }
  }
}

/// One thread's share of a census.
private struct CensusWorker: ~Copyable {
  private let census: ColorCensus
  private let seed = UInt64.random(in: .min ... .max) | 1
  private var slots: [UInt32] = []
  private var records: [ColorRecord] = []
  /// For each record the one after it in its group, and the groups by destination code.
  private var links: [UInt32] = []
  private var groups: [Group] = []
  private var shifts: ShiftBatch
  var tally = ColorTally()

  private static let none = UInt32.max

  private struct Group {
    var code: UInt64
    var head: UInt32
    var first: UInt32
    var colors = 0, pixels = 0, seen = 0
    var isClipped = false
  }

  init(_ census: ColorCensus) {
    self.census = census
    shifts = ShiftBatch(census.tables)
  }

  mutating func count(_ lists: [RecordList]) {
    records.removeAll(keepingCapacity: true)
    for list in lists { deduplicate(list) }
    for record in records where record.isClipped {
      tally.addClipped(surface: record.surface, pixels: Int(record.pixels))
      shifts.add(record.source, pixels: Int(record.pixels), to: &tally.shift)
    }
    shifts.flush(to: &tally.shift)
    group()
    for group in groups where group.colors > 1 && group.isClipped { add(group) }
  }

  /// Appends the distinct colours of a list; no colour is in two lists.
  private mutating func deduplicate(_ list: RecordList) {
    let start = records.count
    let mask = resetSlots(for: list.count)
    let shift = UInt64(mask.leadingZeroBitCount)
    unsafe list.forEachStretch { stretch in
      for index in 0..<stretch.count {
        let record = unsafe stretch[index]
        var slot = Int((record.source &* seed) &>> shift)
        while true {
          let index = slots[slot]
          if index == Self.none {
            slots[slot] = UInt32(truncatingIfNeeded: records.count - start)
            records.append(record)
            break
          }
          if records[start + Int(index)].source == record.source {
            records[start + Int(index)].pixels &+= record.pixels
            records[start + Int(index)].first = min(records[start + Int(index)].first, record.first)
            break
          }
          slot = (slot + 1) & Int(mask)
        }
      }
    }
  }

  /// Gathers the records by destination code.
  private mutating func group() {
    groups.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    let mask = resetSlots(for: records.count)
    let shift = UInt64(mask.leadingZeroBitCount)
    for (index, record) in records.enumerated() {
      var slot = Int((record.code &* seed) &>> shift)
      while slots[slot] != Self.none, groups[Int(slots[slot])].code != record.code { slot = (slot + 1) & Int(mask) }
      if slots[slot] == Self.none {
        slots[slot] = UInt32(truncatingIfNeeded: groups.count)
        groups.append(Group(code: record.code, head: Self.none, first: record.first))
      }
      let group = Int(slots[slot])
      links.append(groups[group].head)
      groups[group].head = UInt32(truncatingIfNeeded: index)
      groups[group].first = min(groups[group].first, record.first)
      groups[group].colors += 1
      groups[group].pixels += Int(record.pixels)
      if Int(record.pixels) >= census.seenPixels { groups[group].seen += 1 }
      if record.isClipped { groups[group].isClipped = true }
    }
  }

  /// Empty slots, at least twice as many as `count`; a mask of their indices.
  private mutating func resetSlots(for count: Int) -> UInt64 {
    var size = 16
    while size < 2 * count { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(Self.none, count: size))
    return UInt64(size - 1)
  }

  private mutating func add(_ group: Group) {
    let model = census.tables.model
    tally.all.add(colors: group.colors, pixels: group.pixels)
    var listed = LossReport.CollapseGroup(
      destination: PackedColor(bits: group.code).color, colors: group.colors, pixels: group.pixels, spread: 0,
      deltaE2000: nil, members: [],
      example: LossReport.Position(x: Int(group.first) % census.width, y: Int(group.first) / census.width))
    if group.seen > 1 {
      let seen = members(of: group).filter { Int($0.pixels) >= census.seenPixels }.map(\.source).sorted()
      let linear = model.sourceLinear(seen.lazy.map { PackedColor(bits: $0).color })
      if let spread = Spread(linear.map { model.okLab($0) }) {
        listed.spread = spread.distance
        listed.deltaE2000 = model.deltaE2000(linear[spread.first], linear[spread.second])
        if spread.distance >= model.rendition.jnd { tally.visible.add(colors: group.colors, pixels: group.pixels) }
      }
    }
    let top = model.rendition.top
    if tally.groups.count >= top, let last = tally.groups.last, top > 0,
      [last, listed].largestGroups(1)[0].destination == last.destination
    {
      return
    }
    listed.members = members(of: group).map {
      LossReport.Member(code: PackedColor(bits: $0.source).color, pixels: Int($0.pixels))
    }.largestMembers()
    tally.groups = (tally.groups + [listed]).largestGroups(top)
  }

  private func members(of group: Group) -> [ColorRecord] {
    var members: [ColorRecord] = []
    members.reserveCapacity(group.colors)
    var index = group.head
    while index != Self.none {
      members.append(records[Int(index)])
      index = links[Int(index)]
    }
    return members
  }
}
